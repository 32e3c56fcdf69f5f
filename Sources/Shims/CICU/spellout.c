#include <clibrary.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>

#include "cicu.h"

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
    // UTF-8 by hand: words of numbers have no letters beyond the basic plane.
    int end = 0;
    for (int32_t i = 0; i < count; i++) {
      UChar letter = spelled[i];
      if (letter == 0xad) continue;  // a soft hyphen
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
    count = end;
  }
  library.unum_close(format);
  return count > 0;
}
