// The requests that an effect serves.
#ifndef WORKER_EFFECT_H
#define WORKER_EFFECT_H

#include "../plugin/instance.h"

void serve_configure(instance *it, job *request);
void serve_process(instance *it, job *request);
void serve_flush(instance *it, job *request);

#endif
