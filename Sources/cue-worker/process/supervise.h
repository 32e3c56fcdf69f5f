// The shelter of plugins: a process that ends all that a plugin has started, wherever it has moved to, when the plugin or the host
// ends.
#ifndef WORKER_SUPERVISE_H
#define WORKER_SUPERVISE_H

// Starts the program of `arguments` and ends with it: for a plugin that is an executable.
_Noreturn void supervise(char *const arguments[]);
// Returns in a child of this process, which supervises that child from now on and ends with it: for a worker, which needs no
// second program. Called first, when the process has little memory that the two would copy.
void shelter(void);

#endif
