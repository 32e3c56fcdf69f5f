#include <clibrary.h>
#include <stdio.h>
#include <unicode/unum.h>
#include <unicode/unumberformatter.h>
#include <unicode/ustring.h>

#include "cicu.h"
#include "utf8.h"

#define FUNCTIONS(each)                                                                                             \
  each(UNumberFormatter *, unumf_openForSkeletonAndLocale, (const UChar *, int32_t, const char *, UErrorCode *))    \
      each(UFormattedNumber *, unumf_openResult, (UErrorCode *))                                                    \
          each(void, unumf_formatDecimal,                                                                           \
               (const UNumberFormatter *, const char *, int32_t, UFormattedNumber *, UErrorCode *))                 \
              each(int32_t, unumf_resultToString, (const UFormattedNumber *, UChar *, int32_t, UErrorCode *)) each( \
                  UBool, unumf_resultNextFieldPosition, (const UFormattedNumber *, UFieldPosition *, UErrorCode *)) \
                  each(void, unumf_close, (UNumberFormatter *)) each(void, unumf_closeResult, (UFormattedNumber *))
CUE_LIBRARY("libicui18n.so." U_ICU_VERSION_SHORT, FUNCTIONS);

// The part of `result` that is the unit.
static UBool find_unit(const UFormattedNumber *result, UFieldPosition *place) {
  const int32_t fields[] = {UNUM_MEASURE_UNIT_FIELD, UNUM_PERCENT_FIELD, UNUM_PERMILL_FIELD};
  for (int i = 0; i < 3; i++) {
    *place = (UFieldPosition){.field = fields[i]};
    UErrorCode failure = U_ZERO_ERROR;
    if (library.unumf_resultNextFieldPosition(result, place, &failure) && U_SUCCESS(failure)) return 1;
  }
  return 0;
}

int cue_unit_name(const char *locale, const char *unit, const char *number, char *words, int size) {
  char written[128];
  int length = snprintf(written, sizeof written, "unit/%s unit-width-full-name", unit);
  if (length >= (int)sizeof written || size < 1 || !cue_library_load(&shared)) return 0;
  UChar skeleton[sizeof written];
  for (int i = 0; i < length; i++) skeleton[i] = (UChar)(unsigned char)written[i];
  UErrorCode failure = U_ZERO_ERROR;
  UNumberFormatter *formatter = library.unumf_openForSkeletonAndLocale(skeleton, length, locale, &failure);
  UFormattedNumber *result = library.unumf_openResult(&failure);
  UChar said[256];
  UFieldPosition place;
  int count = 0;
  if (U_SUCCESS(failure)) library.unumf_formatDecimal(formatter, number, -1, result, &failure);
  if (U_SUCCESS(failure)) library.unumf_resultToString(result, said, sizeof said / sizeof *said, &failure);
  if (U_SUCCESS(failure) && find_unit(result, &place))
    count = cue_utf8(said + place.beginIndex, place.endIndex - place.beginIndex, words, size);
  if (formatter) library.unumf_close(formatter);
  if (result) library.unumf_closeResult(result);
  return count > 0;
}
