// Landlock: which files, sockets and processes a plugin reaches.
#ifndef WORKER_LANDLOCK_H
#define WORKER_LANDLOCK_H

#include "grants.h"

// The version of Landlock that this kernel has, at most `most`; 0: none.
int landlock_version(int most);

// From now on this process, and all that it starts, reaches what `all` grants and what every dynamic program needs. Needs
// no_new_privs. Returns the version that is enforced; 0: none.
int landlock_begin(const grants *all);

#endif
