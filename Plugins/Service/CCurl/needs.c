#include <cue/needs.h>

/* A service on a network; the facts about its models lie beside the plugin. */
CUE_PLUGIN_NEEDS(
    "network\n"
    "$plugin\n")
