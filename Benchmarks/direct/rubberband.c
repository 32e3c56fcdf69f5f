// Stretches sound with Rubber Band and nothing else: what the rubberband plugin is measured against. Same settings, same
// blocks, same sound.
//
//   rubberband RATE TEMPO IN.f32 OUT.f32   mono floats; nanoseconds of processor time for that, on
//                                          standard output
#include <rubberband/rubberband-c.h>
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
  if (argc != 5) return fputs("rubberband RATE TEMPO IN.f32 OUT.f32\n", stderr), 2;
  double tempo = atof(argv[2]);
  FILE *in = fopen(argv[3], "r");
  if (!in) return perror(argv[3]), 66;
  fseek(in, 0, SEEK_END);
  size_t frames = (size_t)ftell(in) / sizeof(float), wanted = (size_t)(frames / tempo + 0.5);
  rewind(in);
  float *sound = calloc(frames + BLOCK, sizeof *sound), *made = calloc(wanted + 1, sizeof *made);
  if (!sound || !made || fread(sound, sizeof *sound, frames, in) != frames) return 70;
  fclose(in);

  RubberBandState state = rubberband_new(
      (unsigned)atoi(argv[1]), 1,
      RubberBandOptionProcessRealTime | RubberBandOptionThreadingNever |
          RubberBandOptionTransientsSmooth | RubberBandOptionPitchHighQuality |
          RubberBandOptionChannelsTogether | RubberBandOptionEngineFiner,
      1 / tempo, 1);
  rubberband_set_max_process_size(state, BLOCK);
  size_t pad = rubberband_get_preferred_start_pad(state);
  size_t drop = rubberband_get_start_delay(state), fed = 0, have = 0;
  static float silence[BLOCK], block[BLOCK];

  int64_t start = now();
  while (have < wanted) {
    size_t some = pad ? (pad < BLOCK ? pad : BLOCK) : BLOCK;
    const float *input = pad || fed >= frames ? silence : sound + fed;
    if (pad) pad -= some; else fed += some;
    rubberband_process(state, &input, (unsigned)some, 0);
    int ready;
    while ((ready = rubberband_available(state)) > 0) {
      float *output = block;
      size_t got = rubberband_retrieve(state, &output, ready < BLOCK ? (unsigned)ready : BLOCK);
      for (size_t i = 0; i < got; i++) {
        if (drop) drop--;
        else if (have < wanted) made[have++] = block[i];
      }
    }
  }
  printf("%lld\n", (long long)(now() - start));
  rubberband_delete(state);

  FILE *out = fopen(argv[4], "w");
  if (!out) return perror(argv[4]), 73;
  fwrite(made, sizeof *made, wanted, out);
  return fclose(out) ? 74 : 0;
}
