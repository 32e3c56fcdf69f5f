// The version of Cue, in one place: the program, the worker, plugins' requests, packages and the Makefile take it from here.
#ifndef CUE_VERSION_H
#define CUE_VERSION_H

#define CUE_VERSION "0.1.0-dev"

#ifdef __cplusplus
extern "C" {
#endif
// When version.c was compiled, as in "Nov 23 2026 01:00:00"; never freed.
const char *cue_build_time(void);
#ifdef __cplusplus
}
#endif

#endif
