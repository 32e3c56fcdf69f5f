#include "cue_version.h"

_Static_assert(sizeof(CUE_VERSION) > 1, "a version is needed");

// The compiler takes SOURCE_DATE_EPOCH for it, where that is set.
const char *cue_build_time(void) { return __DATE__ " " __TIME__; }
