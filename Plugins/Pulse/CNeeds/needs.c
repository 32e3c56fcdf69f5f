#include <cue/needs.h>

/* The sound server's socket, and the user's settings of the sound server. A server on another machine is reached by the network,
 * which this plugin gets only if the settings name one (CUE_FLAG_MAY_NEED_NETWORK). */
CUE_PLUGIN_NEEDS(
    "socket:$runtime/pulse/native\n"
    "read:$config/pulse\n"
    "read:/etc/pulse\n"
    "network\n")
