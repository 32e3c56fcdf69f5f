/* SPDX-License-Identifier: MIT
 *
 * Pins the layout of every struct that crosses: size and the offset of its last field. A failure here is a broken ABI. Appending
 * a field changes its struct's line and nothing else.
 *
 * Three layouts: pointers of 64 bits; of 32 bits; and of 32 bits where 64-bit numbers lie at multiples of 4 (i386).
 */
#include <cue/cue.h>

#if UINTPTR_MAX == 0xffffffffffffffffu
#define PICK(wide, narrow, i386) wide
#elif defined(__i386__)
#define PICK(wide, narrow, i386) i386
#else
#define PICK(wide, narrow, i386) narrow
#endif

#define LAYOUT(type, last, size, offset)                             \
  _Static_assert(sizeof(type) == (size), #type " has another size"); \
  _Static_assert(offsetof(type, last) == (offset), #type "." #last " moved")

LAYOUT(cue_text, reserved, PICK(16, 12, 12), PICK(12, 8, 8));
LAYOUT(cue_lexicon_entry, pronunciation, PICK(40, 32, 32), PICK(24, 20, 20));
LAYOUT(cue_call, call, PICK(16, 16, 16), PICK(8, 8, 8));
LAYOUT(cue_error, sentence, PICK(536, 536, 536), PICK(24, 24, 24));
LAYOUT(cue_audio_format, channels, PICK(16, 16, 16), PICK(12, 12, 12));
LAYOUT(cue_honoured, text, PICK(40, 40, 36), PICK(24, 24, 24));
LAYOUT(cue_host, get_extension, PICK(104, 72, 72), PICK(96, 68, 68));
LAYOUT(cue_changes, changed, PICK(16, 12, 12), PICK(8, 8, 8));
LAYOUT(cue_places, place, PICK(16, 12, 12), PICK(8, 8, 8));
LAYOUT(cue_descriptor, reserved_2, PICK(152, 116, 116), PICK(148, 112, 112));
LAYOUT(cue_instance, get_extension, PICK(56, 32, 32), PICK(48, 28, 28));
LAYOUT(cue_init_request, path, PICK(32, 24, 24), PICK(16, 12, 12));
LAYOUT(cue_create_request, id, PICK(32, 20, 20), PICK(24, 16, 16));
LAYOUT(cue_entry, get_extension, PICK(72, 48, 48), PICK(64, 44, 44));
LAYOUT(cue_choice, name, PICK(24, 20, 20), PICK(8, 8, 8));
LAYOUT(cue_param_info, reserved, PICK(144, 120, 120), PICK(140, 116, 116));
LAYOUT(cue_param_value, text, PICK(32, 32, 28), PICK(16, 16, 16));
LAYOUT(cue_param_event, number, PICK(24, 24, 24), PICK(16, 16, 16));
LAYOUT(cue_params, set, PICK(40, 24, 24), PICK(32, 20, 20));
LAYOUT(cue_state_data, bytes, PICK(16, 12, 12), PICK(8, 8, 8));
LAYOUT(cue_state, load, PICK(24, 16, 16), PICK(16, 12, 12));
LAYOUT(cue_message, bytes, PICK(40, 32, 32), PICK(32, 28, 28));
LAYOUT(cue_messages, answer, PICK(16, 12, 12), PICK(8, 8, 8));
LAYOUT(cue_voice_traits, reserved, PICK(64, 64, 64), PICK(60, 60, 60));
LAYOUT(cue_language, tag, PICK(24, 20, 20), PICK(8, 8, 8));
LAYOUT(cue_voice_info, determinism, PICK(104, 84, 84), PICK(100, 80, 80));
LAYOUT(cue_tone, weight, PICK(32, 32, 28), PICK(24, 24, 20));
LAYOUT(cue_voice_request, voice, PICK(32, 32, 28), PICK(16, 16, 16));
LAYOUT(cue_speech_request, reserved, PICK(184, 160, 152), PICK(180, 152, 148));
LAYOUT(cue_speech_event, reserved, PICK(64, 64, 60), PICK(60, 60, 56));
LAYOUT(cue_speech_sink, honoured, PICK(48, 28, 28), PICK(40, 24, 24));
LAYOUT(cue_voice, prepare, PICK(56, 32, 32), PICK(48, 28, 28));
LAYOUT(cue_stream_text, text, PICK(32, 32, 28), PICK(16, 16, 16));
LAYOUT(cue_voice_stream, close, PICK(40, 24, 24), PICK(32, 20, 20));
LAYOUT(cue_phrase, written, PICK(40, 32, 32), PICK(24, 20, 20));
LAYOUT(cue_listen_request, lexicon, PICK(80, 64, 60), PICK(72, 56, 56));
LAYOUT(cue_push, samples, PICK(24, 24, 20), PICK(16, 16, 16));
LAYOUT(cue_word, reserved, PICK(56, 56, 52), PICK(52, 52, 48));
LAYOUT(cue_transcript, language, PICK(88, 80, 76), PICK(72, 64, 64));
LAYOUT(cue_listen_sink, honoured, PICK(48, 28, 28), PICK(40, 24, 24));
LAYOUT(cue_recognizer, close, PICK(40, 24, 24), PICK(32, 20, 20));
LAYOUT(cue_configure, reserved, PICK(32, 32, 32), PICK(28, 28, 28));
LAYOUT(cue_process, side, PICK(56, 40, 40), PICK(48, 36, 36));
LAYOUT(cue_dsp, place, PICK(56, 32, 32), PICK(48, 28, 28));
LAYOUT(cue_device_info, name, PICK(56, 48, 48), PICK(40, 36, 36));
LAYOUT(cue_device_request, reserved, PICK(64, 56, 52), PICK(60, 48, 48));
LAYOUT(cue_write, samples, PICK(24, 24, 20), PICK(16, 16, 16));
LAYOUT(cue_read, samples, PICK(24, 24, 20), PICK(16, 16, 16));
LAYOUT(cue_device_state, device, PICK(32, 32, 28), PICK(16, 16, 16));
LAYOUT(cue_device, state, PICK(96, 52, 52), PICK(88, 48, 48));
