// Calls of a plugin that wait for the supervisor's decision.
#ifndef WORKER_NOTICES_H
#define WORKER_NOTICES_H

#include <stdbool.h>

#include "grants.h"

// Before the fork of the supervisor's child: a channel, over which the child hands its calls to the supervisor.
void notices_open(void);
// Whether there is one.
bool notices_are_open(void);

// In the child: hands over the descriptor of its filter (0: none) and closes its copy. False if that fails: then the plugin could
// answer its own calls.
bool notices_give(int listener);

// In the supervisor: `child` is the process behind the wall.
void notices_begin(int child, const grants *all);
// The descriptor to wait for, or -1.
int notices_descriptor(void);
// Takes what has arrived there.
void notices_look(bool has_ended);

#endif
