#include <dlfcn.h>
#include <ebur128.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>

#include "cloudness.h"

static struct {
  ebur128_state *(*init)(unsigned, unsigned long, int);
  void (*destroy)(ebur128_state **);
  int (*add_frames)(ebur128_state *, const float *, size_t);
  int (*window)(ebur128_state *, unsigned long, double *);
  int (*global)(ebur128_state *, double *);
  int (*true_peak)(ebur128_state *, unsigned, double *);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char refusal[256];

static void load(void) {
  void *handle = dlopen("libebur128.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    snprintf(refusal, sizeof refusal, "%s", dlerror());
    return;
  }
  const struct {
    const char *name;
    void **place;
  } symbols[] = {
      {"ebur128_init", (void **)&library.init},
      {"ebur128_destroy", (void **)&library.destroy},
      {"ebur128_add_frames_float", (void **)&library.add_frames},
      {"ebur128_loudness_window", (void **)&library.window},
      {"ebur128_loudness_global", (void **)&library.global},
      {"ebur128_true_peak", (void **)&library.true_peak},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    *symbols[i].place = dlsym(handle, symbols[i].name);
    if (*symbols[i].place) continue;
    snprintf(refusal, sizeof refusal, "libebur128.so.1 has no %s", symbols[i].name);
    return;
  }
}

int cue_loudness_library(char *why, size_t size) {
  pthread_once(&once, load);
  if (size > 0) snprintf(why, size, "%s", refusal);
  return refusal[0] == 0;
}

static ebur128_state *state(cue_loudness *meter) { return (ebur128_state *)meter; }

cue_loudness *cue_loudness_open(int channels, int rate_hertz, int whole) {
  char why[1];
  if (!cue_loudness_library(why, sizeof why)) return NULL;
  int mode = whole ? EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_M;
  return (cue_loudness *)library.init((unsigned)channels, (unsigned long)rate_hertz, mode);
}

int cue_loudness_hear(cue_loudness *meter, const float *samples, size_t frames) {
  return library.add_frames(state(meter), samples, frames) == EBUR128_SUCCESS;
}

double cue_loudness_recent(cue_loudness *meter, int milliseconds) {
  double loudness = -HUGE_VAL;
  if (library.window(state(meter), (unsigned long)milliseconds, &loudness) != EBUR128_SUCCESS)
    return -HUGE_VAL;
  return loudness;
}

double cue_loudness_integrated(cue_loudness *meter) {
  double loudness = -HUGE_VAL;
  library.global(state(meter), &loudness);
  return loudness;
}

double cue_loudness_true_peak(cue_loudness *meter) {
  double most = 0;
  for (unsigned channel = 0; channel < state(meter)->channels; channel++) {
    double peak = 0;
    library.true_peak(state(meter), channel, &peak);
    if (peak > most) most = peak;
  }
  return most;
}

void cue_loudness_close(cue_loudness *meter) {
  ebur128_state *closing = state(meter);
  library.destroy(&closing);
}
