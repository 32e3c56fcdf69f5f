// The version of Cue, in one place: the program, the worker, plugins' requests, packages and the Makefile take it from here.
#ifndef CUE_VERSION_H
#define CUE_VERSION_H

#define CUE_VERSION "0.1.0-dev"

// When work on this version began, in seconds since the start of 1970, UTC; it changes with the version.
#define CUE_VERSION_DATE_EPOCH 1795219200

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
// When this was made, in seconds since the start of 1970, UTC: SOURCE_DATE_EPOCH of the build, or else the version's date. Builds of
// the same sources do not differ in it.
int64_t cue_build_time(void);
#ifdef __cplusplus
}
#endif

#endif
