// All instances of this worker, their queues, and the threads that serve them.
#ifndef WORKER_INSTANCES_H
#define WORKER_INSTANCES_H

#include "../plugin/instance.h"

instance *instances_all(void);
instance *instance_find(uint32_t number);
// The one whose open stream is of that request.
instance *instance_of_stream(uint32_t request);
// These two keep or free the request.
void instance_create(job *request);
void instance_destroy(job *request);
void instance_enqueue(instance *it, job *request);
// Serves a request at once, or in its turn.
void instance_serve(instance *it, job *request);
void instance_cancel(uint32_t request);
void instance_credit(uint32_t request, uint32_t frames);

#endif
