#include <math.h>
#include <string.h>

#include "csoundfile.h"

// Assembled byte by byte, so that neither alignment nor the machine's order matters.
static uint32_t bytes(const uint8_t *at, int count) {
  uint32_t value = 0;
  for (int i = 0; i < count; i++) value |= (uint32_t)at[i] << (8 * (4 - count + i));
  return value;
}

void cue_samples_to_floats(int sample, const void *stored, size_t count, float *floats) {
  const uint8_t *at = stored;
  switch (sample) {
    case CUE_SAMPLE_U8:
      for (size_t i = 0; i < count; i++) floats[i] = ((int)at[i] - 128) / 128.0f;
      break;
    case CUE_SAMPLE_S16:
      for (size_t i = 0; i < count; i++, at += 2) floats[i] = (int16_t)(at[0] | at[1] << 8) / 32768.0f;
      break;
    case CUE_SAMPLE_S24:
      for (size_t i = 0; i < count; i++, at += 3) floats[i] = (int32_t)bytes(at, 3) / 2147483648.0f;
      break;
    case CUE_SAMPLE_S32:
      for (size_t i = 0; i < count; i++, at += 4) floats[i] = (int32_t)bytes(at, 4) / 2147483648.0f;
      break;
    case CUE_SAMPLE_F32:
      for (size_t i = 0; i < count; i++, at += 4) {
        uint32_t word = bytes(at, 4);
        memcpy(&floats[i], &word, 4);
      }
      break;
    default:
      for (size_t i = 0; i < count; i++, at += 8) {
        uint64_t word = (uint64_t)bytes(at + 4, 4) << 32 | bytes(at, 4);
        double value;
        memcpy(&value, &word, 8);
        floats[i] = (float)value;
      }
  }
}

size_t cue_first_not_finite(const float *floats, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(floats[i])) return i;
  return count;
}
