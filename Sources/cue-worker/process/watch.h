// A plugin under observation: what it asks of a network, and which files it changes, is written down.
#ifndef WORKER_WATCH_H
#define WORKER_WATCH_H

#include <stdbool.h>

// From now on each call of this process, and of all that it starts, by which it would reach a network or change a file by its name
// waits for watch_answer(). Called first, while there is one thread, by the process that becomes the supervisor; it must not make
// such a call itself. Without `online`, no socket reaches a network. Returns the descriptor that becomes readable when a call waits;
// -1 where the system does not let us: then nothing has changed.
int watch_begin(bool online);

// The descriptor that watch_begin() gave, or -1.
int watch_descriptor(void);

// Called by the child of the supervisor: it has nothing to do with what is written down.
void watch_leave(void);

// Answers one call that waits, and appends a line to descriptor 4: `network ADDRESS` for one that is refused, `file PATH` for a
// file that is opened to be written, made, renamed or removed. `blind` stands there once if the system does not let us look.
void watch_answer(void);

#endif
