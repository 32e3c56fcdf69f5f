// ICU's sentence boundaries, and numbers and units in words. The library is loaded when it is first asked: linking it would cost every start of the program most
// of a millisecond, and `ubrk_open` is a macro that Swift cannot see.
#ifndef CUE_ICU_H
#define CUE_ICU_H

#include <stdint.h>

typedef struct cue_sentence_breaks cue_sentence_breaks;

// Whether the library is there. [any]
int cue_icu_is_there(void);

// Boundaries in `text`, valid UTF-8 that lives until the close. `locale` is ICU's, such as "pt" or "pt@ss=standard". NULL where
// the library is missing or refuses. [any]
cue_sentence_breaks *cue_sentence_breaks_open(const char *text, int64_t length, const char *locale);

// The next boundary, in bytes; the first is after the first sentence, the last is `length`. -1 after that.
int64_t cue_sentence_breaks_next(cue_sentence_breaks *breaks);

void cue_sentence_breaks_close(cue_sentence_breaks *breaks);

// Writes `number`, digits with a point before decimals, in words of `locale`, by the set of rules of that name ("%spellout-ordinal");
// empty for the usual one. 0 where the library, the language or the rules are missing, else 1. [any]
int cue_spellout(const char *locale, const char *rules, const char *number, char *words, int size);

// Writes the name of the unit `unit`, such as "kilometer-per-hour", as it is after `number` in `locale`. 0 where the library, the
// language or the unit is missing, else 1. [any]
int cue_unit_name(const char *locale, const char *unit, const char *number, char *words, int size);

#endif
