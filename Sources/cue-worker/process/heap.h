// How much is allocated, and from where.
#ifndef WORKER_HEAP_H
#define WORKER_HEAP_H

#include <stdint.h>

// Bytes allocated now.
uint64_t heap_bytes(void);
// From now on one thread alone allocates much: it is spared an arena of its own, which grows page by page.
void heap_for_one_thread(void);
// From now on the same engine says line after line: up to 16 MB that it frees stay for the next line, instead of going back to the
// kernel, which must then zero each page again.
void heap_for_many_lines(void);

#endif
