// Stretches sound with libsonic and nothing else, as its own program does: what the sonic plugin is measured against.
//
//   sonic RATE TEMPO IN.f32 OUT.f32   mono floats; nanoseconds of processor time for that, on standard output
#include <sonic.h>

#include "direct.h"

#define BLOCK 1024

int main(int argc, char *argv[]) {
  if (argc != 5) return fputs("sonic RATE TEMPO IN.f32 OUT.f32\n", stderr), 2;
  double tempo = atof(argv[2]);
  size_t frames;
  float *sound = read_floats(argv[3], 1, &frames);
  if (!sound) return 66;
  size_t room = (size_t)(frames / tempo) + 65536;
  float *made = calloc(room, sizeof *made);
  if (!made) return 70;
  // No page of it is touched for the first time while time is taken.
  for (size_t i = 0; i < room; i += 512) made[i] = 1e-9f;

  sonicStream stream = sonicCreateStream(atoi(argv[1]), 1);
  if (!stream) return 70;
  sonicSetSpeed(stream, (float)tempo);
  size_t have = 0;
  int got;
  int64_t start = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  for (size_t fed = 0; fed < frames; fed += BLOCK) {
    size_t some = frames - fed < BLOCK ? frames - fed : BLOCK;
    if (!sonicWriteFloatToStream(stream, sound + fed, (int)some)) return 70;
    while ((got = sonicReadFloatFromStream(stream, made + have, (int)(room - have))) > 0) have += (size_t)got;
  }
  sonicFlushStream(stream);
  while ((got = sonicReadFloatFromStream(stream, made + have, (int)(room - have))) > 0) have += (size_t)got;
  printf("%lld\n", (long long)(nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - start));
  sonicDestroyStream(stream);

  return write_floats(argv[4], made, have);
}
