#include <cue/needs.h>

CUE_PLUGIN_NEEDS(
    "$plugin\n"
    "$models\n")
