/* SPDX-License-Identifier: MIT
 *
 * Pins the layout of every struct that crosses: size and the offset of its last field, on 64-bit machines. A failure
 * here is a broken ABI. Appending a field changes its struct's line and nothing else.
 */
#include <cue/cue.h>

#define LAYOUT(type, size, last, offset)                             \
  _Static_assert(sizeof(type) == (size), #type " has another size"); \
  _Static_assert(offsetof(type, last) == (offset), #type "." #last " moved")

#if UINTPTR_MAX == 0xffffffffffffffffu
LAYOUT(cue_text, 16, reserved, 12);
LAYOUT(cue_error, 536, sentence, 24);
LAYOUT(cue_audio_format, 16, channels, 12);
LAYOUT(cue_host, 88, get_extension, 80);
LAYOUT(cue_descriptor, 128, description, 112);
LAYOUT(cue_instance, 56, get_extension, 48);
LAYOUT(cue_entry, 72, get_extension, 64);
LAYOUT(cue_param_info, 128, reserved, 124);
LAYOUT(cue_param_value, 32, text, 16);
LAYOUT(cue_param_event, 24, number, 16);
LAYOUT(cue_params, 40, set, 32);
LAYOUT(cue_voice_traits, 48, pitch_maximum, 40);
LAYOUT(cue_voice_info, 104, determinism, 100);
LAYOUT(cue_tone, 24, weight, 16);
LAYOUT(cue_speech_request, 176, reserved, 172);
LAYOUT(cue_speech_event, 40, name, 24);
LAYOUT(cue_honoured, 40, text, 24);
LAYOUT(cue_speech_sink, 48, honoured, 40);
LAYOUT(cue_voice, 56, prepare, 48);
LAYOUT(cue_phrase, 40, written, 24);
LAYOUT(cue_lexicon_entry, 32, pronunciation, 16);
LAYOUT(cue_listen_request, 80, lexicon, 72);
LAYOUT(cue_word, 48, flags, 44);
LAYOUT(cue_transcript, 88, language, 72);
LAYOUT(cue_listen_sink, 48, honoured, 40);
LAYOUT(cue_recognizer, 40, close, 32);
LAYOUT(cue_process, 48, events, 40);
LAYOUT(cue_dsp, 56, place, 48);
LAYOUT(cue_device_info, 56, name, 40);
LAYOUT(cue_device_request, 64, title, 48);
LAYOUT(cue_device_state, 32, device, 16);
LAYOUT(cue_device, 96, state, 88);
#endif
