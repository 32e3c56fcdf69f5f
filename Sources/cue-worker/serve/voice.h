// The requests that a voice serves.
#ifndef WORKER_VOICE_H
#define WORKER_VOICE_H

#include "../plugin/instance.h"

// In a forked child, before it serves or is marked.
void voice_in_child(void);
void serve_voices(instance *it, job *request);
void serve_traits(instance *it, job *request);
void serve_fingerprint(instance *it, job *request);
void serve_prepare(instance *it, job *request);
void serve_speak(instance *it, job *request);
// A line whose text comes in pieces.
void serve_stream(instance *it, job *request);
void serve_text(instance *it, job *request);
void serve_end(instance *it, job *request);
// Ends it as cancelled.
void serve_cancelled_line(instance *it);

#endif
