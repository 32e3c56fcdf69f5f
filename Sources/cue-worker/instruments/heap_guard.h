// Finds faults of a plugin's memory that cause no crash by themselves, and counts what it allocates.
#ifndef WORKER_HEAP_GUARD_H
#define WORKER_HEAP_GUARD_H

#include <stdint.h>

// From here on, the libraries that are loaded allocate by the functions of this file; those that the plugin loads later do not. With
// `guards`, each piece of memory ends where a page begins that cannot be touched, is filled before it is given, and cannot be
// touched any more after it was freed. Without, pieces are only counted.
void heap_guard_begin(int guards);

// How often the plugin has allocated or freed memory on this thread.
uint32_t heap_guard_calls(void);

#endif
