#include <clibrary.h>
#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include "cicu.h"

// ICU puts its version into the names of its library and, by macros, of its functions.
#define FUNCTIONS(each)                                                                                       \
  each(UBreakIterator *, ubrk_open, (UBreakIteratorType, const char *, const UChar *, int32_t, UErrorCode *)) \
      each(void, ubrk_setUText, (UBreakIterator *, UText *, UErrorCode *))                                    \
          each(int32_t, ubrk_next, (UBreakIterator *)) each(void, ubrk_close, (UBreakIterator *))             \
              each(UText *, utext_openUTF8, (UText *, const char *, int64_t, UErrorCode *))                   \
                  each(UText *, utext_close, (UText *))
CUE_LIBRARY("libicuuc.so." U_ICU_VERSION_SHORT, FUNCTIONS);

struct cue_sentence_breaks {
  UBreakIterator *iterator;
  UText *text;
};

int cue_icu_is_there(void) { return cue_library_load(&shared); }

cue_sentence_breaks *cue_sentence_breaks_open(const char *text, int64_t length, const char *locale) {
  if (!cue_icu_is_there() || length > INT32_MAX) return NULL;
  cue_sentence_breaks *breaks = calloc(1, sizeof *breaks);
  if (!breaks) return NULL;
  UErrorCode failure = U_ZERO_ERROR;
  breaks->text = library.utext_openUTF8(NULL, text, length, &failure);
  breaks->iterator = library.ubrk_open(UBRK_SENTENCE, locale, NULL, 0, &failure);
  if (U_SUCCESS(failure)) library.ubrk_setUText(breaks->iterator, breaks->text, &failure);
  if (U_SUCCESS(failure)) return breaks;
  cue_sentence_breaks_close(breaks);
  return NULL;
}

int64_t cue_sentence_breaks_next(cue_sentence_breaks *breaks) {
  int32_t next = library.ubrk_next(breaks->iterator);
  return next == UBRK_DONE ? -1 : next;
}

void cue_sentence_breaks_close(cue_sentence_breaks *breaks) {
  if (breaks->iterator) library.ubrk_close(breaks->iterator);
  if (breaks->text) library.utext_close(breaks->text);
  free(breaks);
}
