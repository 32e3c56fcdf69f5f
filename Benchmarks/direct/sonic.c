// Stretches sound with libsonic and nothing else, as its own program does: what the sonic plugin is measured against.
//
//   sonic RATE TEMPO IN.f32 OUT.f32   mono floats; nanoseconds of processor time for that, on standard output
#include <sonic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BLOCK 1024

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(int argc, char *argv[]) {
  if (argc != 5) return fputs("sonic RATE TEMPO IN.f32 OUT.f32\n", stderr), 2;
  double tempo = atof(argv[2]);
  FILE *in = fopen(argv[3], "r");
  if (!in) return perror(argv[3]), 66;
  fseek(in, 0, SEEK_END);
  size_t frames = (size_t)ftell(in) / sizeof(float), room = (size_t)(frames / tempo) + 65536;
  rewind(in);
  float *sound = calloc(frames + 1, sizeof *sound), *made = calloc(room, sizeof *made);
  if (!sound || !made || fread(sound, sizeof *sound, frames, in) != frames) return 70;
  fclose(in);
  // No page of it is touched for the first time while time is taken.
  for (size_t i = 0; i < room; i += 512) made[i] = 1e-9f;

  sonicStream stream = sonicCreateStream(atoi(argv[1]), 1);
  if (!stream) return 70;
  sonicSetSpeed(stream, (float)tempo);
  size_t have = 0;
  int got;
  int64_t start = now();
  for (size_t fed = 0; fed < frames; fed += BLOCK) {
    size_t some = frames - fed < BLOCK ? frames - fed : BLOCK;
    if (!sonicWriteFloatToStream(stream, sound + fed, (int)some)) return 70;
    while ((got = sonicReadFloatFromStream(stream, made + have, (int)(room - have))) > 0)
      have += (size_t)got;
  }
  sonicFlushStream(stream);
  while ((got = sonicReadFloatFromStream(stream, made + have, (int)(room - have))) > 0)
    have += (size_t)got;
  printf("%lld\n", (long long)(now() - start));
  sonicDestroyStream(stream);

  FILE *out = fopen(argv[4], "w");
  if (!out) return perror(argv[4]), 73;
  fwrite(made, sizeof *made, have, out);
  return fclose(out) ? 74 : 0;
}
