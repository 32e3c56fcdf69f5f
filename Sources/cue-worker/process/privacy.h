// Whether other processes of the same user may read this one's memory and attach to it.
#ifndef WORKER_PRIVACY_H
#define WORKER_PRIVACY_H

// From now on they may not, nor may processes forked from this one: keys are in its memory. To look for a fault in a plugin,
// set CUE_DUMPABLE=1 in the environment.
void privacy_begin(void);
// Keeps the system from writing cores of this process and of the programs it becomes, which are dumpable again.
void privacy_refuse_cores(void);
// Opens a file below /proc/self that only the owner of the process may read, as private processes cannot: for that moment this
// one is not private, so nothing secret may be in its memory. Returns a descriptor that is close-on-exec, or -1.
int privacy_open_own(const char *path);

#endif
