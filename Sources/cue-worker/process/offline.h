// A worker without a network.
#ifndef WORKER_OFFLINE_H
#define WORKER_OFFLINE_H

#include <stdbool.h>

// From now on this process, and all that it starts, can open no socket but those that stay on this machine: AF_UNIX, which sound
// servers use, and AF_NETLINK, by which a library asks about interfaces. Every other call of socket() fails with `error`, also for
// the loopback address. Cannot be taken back. Called first, while there is one thread. False where the system does not let us, or
// is of a kind whose calls we do not know: then nothing has changed, and the caller must not go on as if.
bool offline_begin(int error);

#endif
