#include <math.h>
#include <sonic.h>
#include <stdlib.h>

#include "cue_sonic.h"

// Samples that are converted at once.
#define SOME 2048

struct cue_sonic {
  sonicStream stream;
  uint32_t rate, channels;
  short samples[SOME];
};

cue_sonic *cue_sonic_open(uint32_t rate, uint32_t channels) {
  cue_sonic *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->rate = rate;
  it->channels = channels;
  return it;
}

void cue_sonic_close(cue_sonic *it) {
  if (it->stream) sonicDestroyStream(it->stream);
  free(it);
}

int cue_sonic_begin(cue_sonic *it, int quality) {
  if (it->stream) sonicDestroyStream(it->stream);
  it->stream = sonicCreateStream((int)it->rate, (int)it->channels);
  if (it->stream) sonicSetQuality(it->stream, quality);
  return it->stream != NULL;
}

void cue_sonic_set(cue_sonic *it, float speed, float pitch) {
  sonicSetSpeed(it->stream, speed);
  sonicSetPitch(it->stream, pitch);
}

// Full scale is 32768 both ways, so that 16-bit sound stays what it is.
static void to_short(short *out, const float *in, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    float value = in[i] * 32768.0f;
    value = value < -32768.0f ? -32768.0f : value > 32767.0f ? 32767.0f : value;
    out[i] = (short)(value + (value < 0 ? -0.5f : 0.5f));
  }
}

static void to_float(float *out, const short *in, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) out[i] = (float)in[i] * (1.0f / 32768.0f);
}

int cue_sonic_write(cue_sonic *it, const float *samples, uint32_t frames) {
  uint32_t most = SOME / it->channels;
  while (frames > 0) {
    uint32_t some = frames < most ? frames : most;
    to_short(it->samples, samples, some * it->channels);
    if (!sonicWriteShortToStream(it->stream, it->samples, (int)some)) return 0;
    samples += (size_t)some * it->channels;
    frames -= some;
  }
  return 1;
}

uint32_t cue_sonic_available(cue_sonic *it) { return (uint32_t)sonicSamplesAvailable(it->stream); }

uint32_t cue_sonic_read(cue_sonic *it, float *samples, uint32_t frames) {
  uint32_t most = SOME / it->channels, all = 0;
  while (all < frames) {
    uint32_t some = frames - all < most ? frames - all : most;
    int got = sonicReadShortFromStream(it->stream, it->samples, (int)some);
    if (got <= 0) break;
    to_float(samples + (size_t)all * it->channels, it->samples, (uint32_t)got * it->channels);
    all += (uint32_t)got;
  }
  return all;
}
