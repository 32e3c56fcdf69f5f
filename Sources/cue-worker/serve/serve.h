// One request: from fields to a call of the plugin's table, and back.
#ifndef WORKER_SERVE_H
#define WORKER_SERVE_H

#include "../plugin/instance.h"

void serve(instance *it, job *request);
// Whether a message of this type is for an instance.
bool serve_knows(uint16_t type);
// Whether a message of this type belongs to an open stream, and has no DONE of its own.
bool serve_is_streamed(uint16_t type);
// Ends the open stream as cancelled.
void serve_stream_cancelled(instance *it);
// Whether the receiving thread serves a request of this type, while others wait or run.
bool serve_at_once(const instance *it, uint16_t type);

#endif
