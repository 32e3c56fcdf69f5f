// What several kinds of plugin are served with.
#ifndef WORKER_ANSWERS_H
#define WORKER_ANSWERS_H

#include "../plugin/instance.h"

// Marks a sentence in `error`.
void say(cue_error *error, int32_t status, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Bytes in a frame of `format`, or 0 if there can be no such sound.
uint32_t frame_bytes_of(const cue_audio_format *format);
// The sound of a WRITE or AUDIO, aligned, to be freed; never says more frames than there are.
void *sound_take(const instance *it, const job *request, uint32_t *frames);
// The LEXICON of a request, as plugins get it; to be freed.
typedef struct {
  uint32_t count;
  cue_lexicon_entry *entries;
  const cue_lexicon_entry **pointers;  // NULL: there are none
} lexicon_room;
lexicon_room lexicon_of(fields body);
void lexicon_free(lexicon_room *lexicon);
// Sends what a plugin could not do as asked.
void honoured_send(uint32_t request, const cue_honoured *honoured);

#endif
