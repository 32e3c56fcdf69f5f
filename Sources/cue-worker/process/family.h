// The processes below a supervisor, as /proc shows them.
#ifndef WORKER_FAMILY_H
#define WORKER_FAMILY_H

#include <stdbool.h>
#include <sys/types.h>

// In the supervisor: at most `most` processes may live below it.
void family_begin(unsigned most);

// Whether one more process may be forked, by the thread `caller`, which goes on to do so if this returns true.
bool family_may_grow(pid_t caller);

// Whether the process or thread is below the supervisor.
bool family_has(pid_t thread);

// The process of a thread; 0 if it is gone.
pid_t family_process_of(pid_t thread);

// Whether the system tells of each process which children it has.
bool family_is_known(void);

#endif
