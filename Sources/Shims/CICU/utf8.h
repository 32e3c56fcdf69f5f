#ifndef CUE_ICU_UTF8_H
#define CUE_ICU_UTF8_H

#include <unicode/umachine.h>

// Writes `count` letters of the basic plane, as all in words of numbers and units are, and a zero. Soft hyphens are left out, and
// blanks become plain ones. Returns the number of bytes, 0 if `size` is too small.
static inline int cue_utf8(const UChar *letters, int32_t count, char *words, int size) {
  int end = 0;
  for (int32_t i = 0; i < count; i++) {
    UChar letter = letters[i];
    if (letter == 0xad) continue;
    if (letter == 0xa0 || letter == 0x202f) letter = ' ';
    if (end + 4 > size) {
      end = 0;
      break;
    }
    if (letter < 0x80) {
      words[end++] = (char)letter;
    } else if (letter < 0x800) {
      words[end++] = (char)(0xc0 | letter >> 6);
      words[end++] = (char)(0x80 | (letter & 0x3f));
    } else {
      words[end++] = (char)(0xe0 | letter >> 12);
      words[end++] = (char)(0x80 | (letter >> 6 & 0x3f));
      words[end++] = (char)(0x80 | (letter & 0x3f));
    }
  }
  words[end] = 0;
  return end;
}

#endif
