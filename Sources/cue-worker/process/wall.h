// The wall: what confines a plugin before its code runs.
#ifndef WORKER_WALL_H
#define WORKER_WALL_H

#include "grants.h"

#define NO_FILTER 72  // the host does not blame the plugin, see PROTOCOL.md

// From now on this process, and all that it starts, is confined as `all` says. Called in the child of a supervisor, so that the two
// do not share a wall, while there is one thread and nothing of the plugin is loaded. Ends the process with NO_FILTER if the system
// cannot keep it from a network that is not granted.
void wall_begin(const grants *all);

// Prints what of the wall this system enforces, a line each.
void wall_report(void);

#endif
