// The seccomp filter: which system calls a plugin may make.
#ifndef WORKER_FILTER_H
#define WORKER_FILTER_H

#include "grants.h"

// From now on this process, and all that it starts, is refused the calls that `all` does not grant; `landlock` is the version
// that keeps files. If the process is watched, or where a decision needs the supervisor, calls wait for notices.h. Cannot be taken
// back. Called while there is one thread. False where the system does not let us, or is of a kind whose calls we do not know: then
// nothing has changed.
bool filter_begin(const grants *all, int landlock);

// Whether calls wait for the supervisor where the filter has been set up.
bool filter_asks(void);

#endif
