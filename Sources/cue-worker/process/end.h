// How a worker ends.
#ifndef WORKER_END_H
#define WORKER_END_H

// Ends the worker and all that its plugin started. `why`, unless NULL, goes to standard error.
_Noreturn void worker_end(const char *why);
// From now on this process, and what it starts, ends when its host does.
void worker_end_with_host(void);

#endif
