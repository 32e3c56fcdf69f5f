// The same shelter for a plugin that is an executable.
#ifndef WORKER_SUPERVISE_H
#define WORKER_SUPERVISE_H

// Starts the program of `arguments` and ends with it.
_Noreturn void supervise(char *const arguments[]);

#endif
