// A process that goes back to how it was: its memory, its registers and its signal mask. What else a process has (descriptors,
// threads, mappings) must be as it was already, which is looked at before.
#ifndef WORKER_REWIND_H
#define WORKER_REWIND_H

#include <stdbool.h>

// Remembers the present state of the process. Returns true at once, and again for each rewind_back(); false if it cannot be
// done. The process has one thread and no secrets: for a moment others may read its memory.
bool rewind_mark(void);
// Whether the process can go back: nothing but memory has changed since the mark.
bool rewind_possible(void);
// Goes back, where that is possible.
_Noreturn void rewind_back(void);

#endif
