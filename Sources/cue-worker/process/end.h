// How a worker ends.
#ifndef WORKER_END_H
#define WORKER_END_H

#include <stdbool.h>

// Ends the worker and all that its plugin started. `why` goes to standard error; NULL is a good end: the host has asked for it.
_Noreturn void worker_end(const char *why);
// From now on this process, and what it starts, ends when its host does. `has_supervisor`: its parent ends what it leaves running.
void worker_end_with_host(bool has_supervisor);
// From now on a signal of a crash that another process sends ends this one by SIGKILL: the plugin has not crashed, and the host,
// which sees how it ended, does not blame it.
void worker_end_by_others(void);

#endif
