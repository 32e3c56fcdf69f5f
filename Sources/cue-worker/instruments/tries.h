// Single calls of a plugin that is judged.
#ifndef WORKER_TRIES_H
#define WORKER_TRIES_H

#include "../plugin/instance.h"

void tries_serve(instance *it, job *request);

#endif
