// The threads that serve the effects of this worker, as many as there are cores: if each of many effects had a thread, most of
// the time would go to waking them.
#ifndef WORKER_CREW_H
#define WORKER_CREW_H

#include "../plugin/instance.h"

// Starts a thread that calls plugins, with the stack that they are promised.
bool thread_start(pthread_t *thread, void *(*run)(void *), void *argument);
// Starts the first thread, if there is none; false if the system has none left. `serve` does the first job of an instance,
// which is locked before and after; it returns false if that was its last.
bool crew_start(bool (*serve)(instance *it));
// Has an instance that is locked and has a job served, until it has none.
void crew_call(instance *it);
// Waits until an instance has done its last job.
void crew_wait_for_last(instance *it);

#endif
