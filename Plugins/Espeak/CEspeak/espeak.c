#include "cue_espeak.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

static cue_espeak_engine engine;
static int (*initialize)(espeak_AUDIO_OUTPUT, int, const char *, int);
static int rate;

// Each initialization leaves a thread running: one is enough.
static int initialize_once(espeak_AUDIO_OUTPUT output, int length, const char *path, int options) {
  if (rate <= 0) rate = initialize(output, length, path, options);
  return rate;
}

const cue_espeak_engine *cue_espeak(void) { return &engine; }

const char *cue_espeak_load(const char *silent) {
  if (engine.synth) return NULL;
  if (silent && access(silent, R_OK) == 0) dlopen(silent, RTLD_NOW | RTLD_LOCAL);
  void *library = dlopen("libespeak-ng.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
  struct {
    const char *name;
    void **function;
  } wanted[] = {
      {"espeak_Initialize", (void **)&initialize},           {"espeak_SetSynthCallback", (void **)&engine.set_callback},
      {"espeak_SetVoiceByName", (void **)&engine.set_voice}, {"espeak_SetParameter", (void **)&engine.set_parameter},
      {"espeak_ListVoices", (void **)&engine.list_voices},   {"espeak_Info", (void **)&engine.info},
      {"espeak_TextToPhonemes", (void **)&engine.phonemes},  {"espeak_Synth", (void **)&engine.synth},
  };
  for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    *wanted[i].function = dlsym(library, wanted[i].name);
    if (!*wanted[i].function) return dlerror();
  }
  engine.initialize = initialize_once;
  return NULL;
}

int cue_espeak_spells(const char *text) {
  const int in_ipa = 0x02;
  const void *at = text;
  // Each call translates one clause. No text has more clauses than bytes, so this ends.
  for (size_t left = strlen(text) + 2; at && left > 0; left--) {
    const char *part = engine.phonemes(&at, espeakCHARS_UTF8, in_ipa);
    // If the language has no sound for a sign, espeak says its name in English, after the mark "(en)".
    if (part && strstr(part, "(en)")) return 1;
  }
  return 0;
}
