#include <cue/needs.h>

/* The library that stands in for its sound library. */
CUE_PLUGIN_NEEDS("read:$plugin/espeak\n")
