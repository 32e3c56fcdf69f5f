// Stretches sound with Rubber Band and nothing else: what the rubberband plugin is measured against. Same settings, same
// blocks, same sound.
//
//   rubberband RATE TEMPO IN.f32 OUT.f32   mono floats; nanoseconds of processor time for that, on
//                                          standard output
#include <rubberband/rubberband-c.h>

#include "direct.h"

#define BLOCK 1024

int main(int argc, char *argv[]) {
  if (argc != 5) return fputs("rubberband RATE TEMPO IN.f32 OUT.f32\n", stderr), 2;
  double tempo = atof(argv[2]);
  size_t frames;
  float *sound = read_floats(argv[3], BLOCK, &frames);
  if (!sound) return 66;
  size_t wanted = (size_t)(frames / tempo + 0.5);
  float *made = calloc(wanted + 1, sizeof *made);
  if (!made) return 70;

  RubberBandState state = rubberband_new((unsigned)atoi(argv[1]), 1,
                                         RubberBandOptionProcessRealTime | RubberBandOptionThreadingNever |
                                             RubberBandOptionTransientsSmooth | RubberBandOptionPitchHighQuality |
                                             RubberBandOptionChannelsTogether | RubberBandOptionEngineFiner,
                                         1 / tempo, 1);
  rubberband_set_max_process_size(state, BLOCK);
  size_t pad = rubberband_get_preferred_start_pad(state);
  size_t drop = rubberband_get_start_delay(state), fed = 0, have = 0;
  static float silence[BLOCK], block[BLOCK];

  int64_t start = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  while (have < wanted) {
    size_t some = pad ? (pad < BLOCK ? pad : BLOCK) : BLOCK;
    const float *input = pad || fed >= frames ? silence : sound + fed;
    if (pad) pad -= some;
    else fed += some;
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
  printf("%lld\n", (long long)(nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - start));
  rubberband_delete(state);

  return write_floats(argv[4], made, wanted);
}
