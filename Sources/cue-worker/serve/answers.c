// What several kinds of plugin are served with: sentences, sound that comes with a request, and what was honoured.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "../plugin/hooks.h"
#include "../process/end.h"

void say(cue_error *error, int32_t status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(error->sentence, sizeof error->sentence, format, arguments);
  va_end(arguments);
  if (length > (int)sizeof error->sentence - 1) {
    length = sizeof error->sentence - 1;
    // What was cut off may have left part of a character.
    while (length > 0 && ((unsigned char)error->sentence[length - 1] & 0xc0) == 0x80) length--;
    if (length > 0 && (unsigned char)error->sentence[length - 1] >= 0xc0) length--;
  }
  error->sentence_length = length < 0 ? 0 : (uint32_t)length;
  error->status = status;
}

uint32_t frame_bytes_of(const cue_audio_format *format) {
  uint32_t sample = format->sample == CUE_SAMPLE_S16 ? 2 : format->sample == CUE_SAMPLE_F32 ? 4 : 0;
  bool possible = format->rate >= 1 && format->rate <= 768000 && format->channels >= 1 && format->channels <= 64;
  return possible ? sample * format->channels : 0;
}

void *sound_take(const instance *it, const job *request, uint32_t *frames) {
  field sound = {0};
  fields_find(request->message.body, CUE_TAG_SOUND, &sound);
  uint32_t whole = it->frame_bytes ? sound.length / it->frame_bytes : 0;
  *frames = fields_u32(request->message.body, CUE_TAG_FRAMES, whole);
  if (*frames > whole) *frames = whole;
  void *samples = malloc(sound.length + 1);
  if (!samples) worker_end("out of memory");
  if (sound.length) memcpy(samples, sound.bytes, sound.length);
  return samples;
}

lexicon_room lexicon_of(fields body) {
  lexicon_room all = {.count = fields_count(body, CUE_TAG_LEXICON)};
  if (all.count == 0) return all;
  all.entries = calloc(all.count, sizeof *all.entries);
  all.pointers = calloc(all.count, sizeof *all.pointers);
  if (!all.entries || !all.pointers) worker_end("out of memory");
  field each;
  for (uint32_t i = 0; i < all.count && fields_next(&body, &each);) {
    if (each.tag != CUE_TAG_LEXICON) continue;
    fields pair = {each.bytes, each.length};
    all.entries[i] = (cue_lexicon_entry){.struct_size = sizeof *all.entries,
                                         .word = fields_text(pair, CUE_TAG_NAME),
                                         .pronunciation = fields_text(pair, CUE_TAG_TEXT)};
    all.pointers[i] = lend(&all.entries[i], sizeof *all.entries, sizeof *all.entries);
    i++;
  }
  return all;
}

void lexicon_free(lexicon_room *lexicon) {
  free(lexicon->entries);
  free(lexicon->pointers);
}

void honoured_send(uint32_t request, const cue_honoured *honoured) {
  message m = {0};
  message_start(&m, CUE_MSG_HONOURED, 0, request);
  message_u32(&m, CUE_TAG_FIELD, honoured->field);
  message_u32(&m, CUE_TAG_OUTCOME, honoured->outcome);
  message_f64(&m, CUE_TAG_VALUE, honoured->value);
  message_text(&m, CUE_TAG_TEXT, text_cut(honoured->text, 1024));
  wire_send(&m);
  message_free(&m);
}
