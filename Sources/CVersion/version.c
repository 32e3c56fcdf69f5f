#include "cue_version.h"

_Static_assert(sizeof(CUE_VERSION) > 1, "a version is needed");
