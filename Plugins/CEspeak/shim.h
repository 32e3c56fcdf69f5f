#pragma once
#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>

// The union behind an event, which Swift sees as bytes.
static inline const char *cue_espeak_name(const espeak_EVENT *event) { return event->id.name; }
static inline const char *cue_espeak_phoneme(const espeak_EVENT *event) { return event->id.string; }
