// espeak-ng, loaded when the engine is activated rather than with the plugin: to say what a plugin offers needs no engine.
#ifndef CUE_ESPEAK_H
#define CUE_ESPEAK_H

#include <espeak-ng/speak_lib.h>

// Loads libespeak-ng. Its only use of libpcaudio is to play sound, which a voice plugin never does, and which drags in some
// forty libraries; where `silent` names a library of that name that plays nothing, it is loaded in its place.
// Returns NULL, or what the loader says.
const char *cue_espeak_load(const char *silent);

// The engine's functions, after a successful load.
typedef struct {
  int (*initialize)(espeak_AUDIO_OUTPUT output, int milliseconds, const char *path, int options);
  void (*set_callback)(t_espeak_callback *callback);
  espeak_ERROR (*set_voice)(const char *name);
  espeak_ERROR (*set_parameter)(espeak_PARAMETER parameter, int value, int relative);
  espeak_ERROR (*synth)(const void *text, size_t size, unsigned int position, espeak_POSITION_TYPE type,
                        unsigned int end, unsigned int flags, unsigned int *identifier, void *user);
  const espeak_VOICE **(*list_voices)(espeak_VOICE *specification);
  const char *(*info)(const char **path);
  const char *(*phonemes)(const void **text, int text_mode, int phoneme_mode);
} cue_espeak_engine;

const cue_espeak_engine *cue_espeak(void);

// Whether the current voice would say names of letters of `text` in English, because it has no sounds for them. Not for English voices.
int cue_espeak_spells(const char *text);

// The union in an event, which Swift sees as bytes.
static inline const char *cue_espeak_name(const espeak_EVENT *event) { return event->id.name; }
static inline const char *cue_espeak_phoneme(const espeak_EVENT *event) { return event->id.string; }

#endif
