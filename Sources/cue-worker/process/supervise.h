// The shelter of plugins: a process that ends all that a plugin has started, wherever it has moved to, when the plugin or the host
// ends.
#ifndef WORKER_SUPERVISE_H
#define WORKER_SUPERVISE_H

#include "grants.h"

// Drops a stop from the terminal that came while this process was started, which the host has blocked, and takes stops again.
// Called first: the process is in a group of its own now, where nobody would continue it.
void forget_stops(void);
// Starts the program of `arguments`, behind the wall that `all` says, and ends with it: for a plugin that is an executable.
_Noreturn void supervise(char *const arguments[], const grants *all);
// Returns in a child of this process, behind the wall that `all` says. This process supervises the child from now on and ends with
// it: for a worker, which needs no second program. Called first, when the process has little memory that the two would copy.
void shelter(const grants *all);

#endif
