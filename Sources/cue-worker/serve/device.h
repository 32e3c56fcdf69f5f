// The requests that a sound device serves.
#ifndef WORKER_DEVICE_H
#define WORKER_DEVICE_H

#include "../plugin/instance.h"

void serve_devices(instance *it, job *request);
void serve_open(instance *it, job *request);
void serve_write(instance *it, job *request);
void serve_read(instance *it, job *request);
void serve_position(instance *it, job *request);
void serve_drain(instance *it, job *request);
void serve_drop(instance *it, job *request);
void serve_close(instance *it, job *request);

#endif
