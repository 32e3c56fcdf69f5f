#include <clibrary.h>
#include <ebur128.h>
#include <math.h>

#include "cloudness.h"

#define FUNCTIONS(each)                                                                                               \
  each(ebur128_state *, ebur128_init, (unsigned, unsigned long, int)) each(void, ebur128_destroy, (ebur128_state **)) \
      each(int, ebur128_add_frames_float, (ebur128_state *, const float *, size_t))                                   \
          each(int, ebur128_loudness_window, (ebur128_state *, unsigned long, double *))                              \
              each(int, ebur128_loudness_global, (ebur128_state *, double *))                                         \
                  each(int, ebur128_true_peak, (ebur128_state *, unsigned, double *))
CUE_LIBRARY("libebur128.so.1", FUNCTIONS);

int cue_loudness_library(char *why, size_t size) { return cue_library_is_there(&shared, why, size); }

static ebur128_state *state(cue_loudness *meter) { return (ebur128_state *)meter; }

cue_loudness *cue_loudness_open(int channels, int rate_hertz, int whole) {
  if (!cue_library_load(&shared)) return NULL;
  int mode = whole ? EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_M;
  return (cue_loudness *)library.ebur128_init((unsigned)channels, (unsigned long)rate_hertz, mode);
}

int cue_loudness_hear(cue_loudness *meter, const float *samples, size_t frames) {
  return library.ebur128_add_frames_float(state(meter), samples, frames) == EBUR128_SUCCESS;
}

double cue_loudness_recent(cue_loudness *meter, int milliseconds) {
  double loudness = -HUGE_VAL;
  if (library.ebur128_loudness_window(state(meter), (unsigned long)milliseconds, &loudness) != EBUR128_SUCCESS)
    return -HUGE_VAL;
  return loudness;
}

double cue_loudness_integrated(cue_loudness *meter) {
  double loudness = -HUGE_VAL;
  library.ebur128_loudness_global(state(meter), &loudness);
  return loudness;
}

double cue_loudness_true_peak(cue_loudness *meter) {
  double most = 0;
  for (unsigned channel = 0; channel < state(meter)->channels; channel++) {
    double peak = 0;
    library.ebur128_true_peak(state(meter), channel, &peak);
    if (peak > most) most = peak;
  }
  return most;
}

void cue_loudness_close(cue_loudness *meter) {
  ebur128_state *closing = state(meter);
  library.ebur128_destroy(&closing);
}
