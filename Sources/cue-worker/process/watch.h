// Observes a plugin: records what it asks of a network, and which files it changes.
#ifndef WORKER_WATCH_H
#define WORKER_WATCH_H

#include <stdbool.h>

// From now on, each call of this process and its descendants that would reach a network, or change a file by its name, waits for
// watch_answer(). The process that becomes the supervisor calls this first, while it has one thread, and must not make such a call itself.
// Without `online`, no socket reaches a network. Returns a descriptor that becomes readable when a call waits; -1 if the system does not
// allow this: then nothing has changed.
int watch_begin(bool online);

// The descriptor that watch_begin() returned, or -1.
int watch_descriptor(void);

// Closes the record in the child of the supervisor, which does not need it.
void watch_leave(void);

// Answers one call that waits, and appends a line to descriptor 4: `network ADDRESS` for a call that is refused, `file PATH` for a file
// that is opened for writing, made, renamed or removed, and once `blind REASON` if the system does not let us read the plugin.
void watch_answer(void);

#endif
