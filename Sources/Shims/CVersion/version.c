#include "cue_version.h"

_Static_assert(sizeof(CUE_VERSION) > 1, "a version is needed");

// The same sources make the same program on any day: nothing here asks a clock.
#ifndef CUE_SOURCE_DATE_EPOCH
#define CUE_SOURCE_DATE_EPOCH CUE_VERSION_DATE_EPOCH
#endif

int64_t cue_build_time(void) { return CUE_SOURCE_DATE_EPOCH; }
