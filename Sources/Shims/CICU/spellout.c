#include <clibrary.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>

#include "cicu.h"
#include "utf8.h"

#define FUNCTIONS(each)                                                                             \
  each(UNumberFormat *, unum_open,                                                                  \
       (UNumberFormatStyle, const UChar *, int32_t, const char *, UParseError *, UErrorCode *))     \
      each(void, unum_close, (UNumberFormat *))                                                     \
          each(void, unum_setTextAttribute,                                                         \
               (UNumberFormat *, UNumberFormatTextAttribute, const UChar *, int32_t, UErrorCode *)) \
              each(int32_t, unum_formatDecimal,                                                     \
                   (const UNumberFormat *, const char *, int32_t, UChar *, int32_t, UFieldPosition *, UErrorCode *))
CUE_LIBRARY("libicui18n.so." U_ICU_VERSION_SHORT, FUNCTIONS);

int cue_spellout(const char *locale, const char *rules, const char *number, char *words, int size) {
  if (size < 1 || !cue_library_load(&shared)) return 0;
  UErrorCode failure = U_ZERO_ERROR;
  UNumberFormat *format = library.unum_open(UNUM_SPELLOUT, NULL, 0, locale, NULL, &failure);
  if (U_FAILURE(failure)) return 0;
  failure = U_ZERO_ERROR;
  UChar name[64];
  size_t length = strlen(rules);
  int32_t count = 0;
  if (length < sizeof name / sizeof *name) {
    for (size_t i = 0; i < length; i++) name[i] = (UChar)(unsigned char)rules[i];
    if (length > 0) library.unum_setTextAttribute(format, UNUM_DEFAULT_RULESET, name, (int32_t)length, &failure);
    UChar spelled[512];
    if (U_SUCCESS(failure))
      count = library.unum_formatDecimal(format, number, -1, spelled, sizeof spelled / sizeof *spelled, NULL, &failure);
    if (U_FAILURE(failure) || count > (int32_t)(sizeof spelled / sizeof *spelled)) count = 0;
    count = cue_utf8(spelled, count, words, size);
  }
  library.unum_close(format);
  return count > 0;
}
