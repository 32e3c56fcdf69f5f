// The version of Cue, in one place: the program, the worker, plugins' requests, packages and the Makefile take it from here.
#ifndef CUE_VERSION_H
#define CUE_VERSION_H

#define CUE_VERSION "0.1.0-dev"

#endif
