// What effects are good for. The list keeps it as a sum of bits, one for each word below.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "bridge.h"

enum {
  DENOISE,
  REVERB,
  DELAY,
  DYNAMICS,
  EQUALIZER,
  MODULATION,
  DISTORTION,
  SPATIAL,
  PITCH,
  ANALYZER,
  SIDE_CHAIN,
  KNOWN
};

static const char *const words[KNOWN] = {CUE_FEATURE_DENOISE,    CUE_FEATURE_REVERB,    CUE_FEATURE_DELAY,
                                         CUE_FEATURE_DYNAMICS,   CUE_FEATURE_EQUALIZER, CUE_FEATURE_MODULATION,
                                         CUE_FEATURE_DISTORTION, CUE_FEATURE_SPATIAL,   CUE_FEATURE_PITCH_SHIFT,
                                         CUE_FEATURE_ANALYZER,   CUE_FEATURE_SIDE_CHAIN};

uint32_t features_of_class(const char *name) {
  static const struct {
    const char *name;
    int feature;
  } known[] = {
      {"Reverb", REVERB},        {"Delay", DELAY},           {"Compressor", DYNAMICS},    {"Limiter", DYNAMICS},
      {"Gate", DYNAMICS},        {"Expander", DYNAMICS},     {"Dynamics", DYNAMICS},      {"EQ", EQUALIZER},
      {"MultiEQ", EQUALIZER},    {"ParaEQ", EQUALIZER},      {"Filter", EQUALIZER},       {"Highpass", EQUALIZER},
      {"Lowpass", EQUALIZER},    {"Bandpass", EQUALIZER},    {"Notch", EQUALIZER},        {"Comb", EQUALIZER},
      {"Allpass", EQUALIZER},    {"Chorus", MODULATION},     {"Flanger", MODULATION},     {"Phaser", MODULATION},
      {"Modulator", MODULATION}, {"Distortion", DISTORTION}, {"Waveshaper", DISTORTION},  {"Spatial", SPATIAL},
      {"Pitch", PITCH},          {"Analyser", ANALYZER},     {"FrequencyMeter", ANALYZER}};
  size_t length = strlen(name), ending = sizeof "Plugin" - 1;
  if (length <= ending || strcmp(name + length - ending, "Plugin")) return 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strlen(known[i].name) == length - ending && !strncmp(name, known[i].name, length - ending))
      return 1u << known[i].feature;
  return 0;
}

uint32_t features_of_words(const char *text) {
  static const struct {
    const char *word;
    int feature;
  } known[] = {{"denois", DENOISE},
               {"noise reduc", DENOISE},
               {"verb", REVERB},
               {"delay", DELAY},
               {"echo", DELAY},
               {"compress", DYNAMICS},
               {"limiter", DYNAMICS},
               {"noise gate", DYNAMICS},
               {"noisegate", DYNAMICS},
               {"expander", DYNAMICS},
               {"dynamics", DYNAMICS},
               {"deesser", DYNAMICS},
               {"de-esser", DYNAMICS},
               {"equali", EQUALIZER},
               {"low pass", EQUALIZER},
               {"lowpass", EQUALIZER},
               {"high pass", EQUALIZER},
               {"highpass", EQUALIZER},
               {"bandpass", EQUALIZER},
               {"filter", EQUALIZER},
               {"chorus", MODULATION},
               {"flang", MODULATION},
               {"phaser", MODULATION},
               {"tremolo", MODULATION},
               {"vibrato", MODULATION},
               {"distort", DISTORTION},
               {"overdrive", DISTORTION},
               {"pitch", PITCH},
               {"panner", SPATIAL},
               {"panoram", SPATIAL},
               {"stereo enhance", SPATIAL},
               {"analy", ANALYZER}};
  uint32_t features = 0;
  for (size_t i = 0; text && i < sizeof known / sizeof *known; i++)
    if (strcasestr(text, known[i].word)) features |= 1u << known[i].feature;
  return features;
}

uint32_t features_of_sound(uint32_t inputs, uint32_t sides, uint32_t outputs) {
  return (inputs == 1 && outputs > 1 ? 1u << SPATIAL : 0) | (sides ? 1u << SIDE_CHAIN : 0);
}

const char *const *features_list(uint32_t features, uint32_t *count) {
  const char **list = features ? calloc(KNOWN, sizeof *list) : NULL;
  *count = 0;
  for (uint32_t i = 0; list && i < KNOWN; i++)
    if (features & (1u << i)) list[(*count)++] = words[i];
  return list;
}
