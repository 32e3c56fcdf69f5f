// How English spells its sounds: flite's pronouncing dictionary, and its letter-to-sound rules where that has no entry.
#pragma once
#include <flite/flite.h>
#include <stdint.h>
#include <string.h>

cst_lexicon *cmu_lex_init(void);

// Writes the phones of `word`, lower-case letters, with blanks between; returns how many bytes, 0 if there are none.
static inline uint32_t cue_letters_phones(const char *word, char *out, uint32_t capacity) {
  cst_val *phones = lex_lookup(cmu_lex_init(), word, NULL, NULL);
  uint32_t used = 0;
  for (const cst_val *each = phones; each; each = val_cdr(each)) {
    const char *phone = val_string(val_car(each));
    uint32_t length = (uint32_t)strlen(phone);
    if (used + length + 1 > capacity) break;
    if (used) out[used++] = ' ';
    memcpy(out + used, phone, length);
    used += length;
  }
  delete_val(phones);
  return used;
}
