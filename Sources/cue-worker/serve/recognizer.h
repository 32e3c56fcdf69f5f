// The requests that a recognizer serves.
#ifndef WORKER_RECOGNIZER_H
#define WORKER_RECOGNIZER_H

#include "../plugin/instance.h"

void serve_listen(instance *it, job *request);
void serve_audio(instance *it, job *request);
void serve_finish(instance *it, job *request);
// Ends the open stream as cancelled.
void serve_cancelled_stream(instance *it);

#endif
