// Limits and rights of a plugin's processes.
#ifndef WORKER_LIMITS_H
#define WORKER_LIMITS_H

#include "grants.h"

// Leaves the terminal: a session of its own without one. A terminal on standard error stays to be written to, but cannot be read.
void limits_leave_terminal(void);
// Limits memory (see grants), and takes away locked memory and priorities above the present one.
void limits_set(const grants *all);
// Gives up all capabilities, for itself and for all that it starts. False if some remain.
bool limits_drop_capabilities(void);

#endif
