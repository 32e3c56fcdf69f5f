/* What every plugin in C needs: errors, the caller's structs, text. There is nothing to change here. */
#ifndef PLUGIN_H
#define PLUGIN_H

#include <cue/cue.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fails with a sentence that the user reads. */
static inline int32_t fail(cue_error *error, int32_t status, const char *sentence) {
  size_t length = strlen(sentence);
  if (error->struct_size < sizeof *error) return status; /* there is no room for it: the status will do */
  if (length > CUE_ERROR_SENTENCE_BYTES) length = CUE_ERROR_SENTENCE_BYTES;
  error->status = status;
  error->detail = 0;
  error->retry_after_ms = 0;
  error->sentence_length = (uint32_t)length;
  memcpy(error->sentence, sentence, length);
  return status;
}

/* Fills a struct of the caller's, which is shorter than ours where the host is older: its size stays, and so does what
 * follows it. */
static inline int32_t fill(void *out, const void *ours, size_t size) {
  uint32_t room = *(uint32_t *)out;
  if (room > sizeof room)
    memcpy((char *)out + sizeof room, (const char *)ours + sizeof room, (room < size ? room : size) - sizeof room);
  return CUE_OK;
}

/* Copies a struct of the caller's; what an older host does not say stays 0. */
static inline void take(void *ours, const void *in, size_t size) {
  uint32_t said = *(const uint32_t *)in;
  memset(ours, 0, size);
  memcpy(ours, in, said < size ? said : size);
}

static inline int is(cue_text text, const char *word) {
  return text.length == strlen(word) && (text.length == 0 || !memcmp(text.bytes, word, text.length));
}

/* Whether `text` is UTF-8, which the host does not vouch for. */
static inline int is_utf8(cue_text text) {
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  for (uint32_t i = 0; i < text.length;) {
    unsigned char lead = (unsigned char)text.bytes[i++];
    uint32_t more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : lead >> 3 == 30 ? 3 : 4;
    if (more == 4 || more > text.length - i) return 0;
    uint32_t point = lead & (more ? 0x3fu >> more : 0x7fu);
    for (uint32_t k = 0; k < more; k++, i++) {
      if (((unsigned char)text.bytes[i] & 0xc0) != 0x80) return 0;
      point = point << 6 | ((unsigned char)text.bytes[i] & 0x3f);
    }
    if (point < least[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return 0;
  }
  return 1;
}

#endif
