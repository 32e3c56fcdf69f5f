// How a worker ends.
#ifndef WORKER_END_H
#define WORKER_END_H

// Ends the worker and all that its plugin started. `why`, unless NULL, goes to standard error.
_Noreturn void worker_end(const char *why);
// From now on this process, and what it starts, ends when its host does.
void worker_end_with_host(void);
// From now on a signal of a crash that another process sends ends this one by SIGKILL: the plugin has not crashed, and the host,
// which sees how it ended, does not blame it.
void worker_end_by_others(void);

#endif
