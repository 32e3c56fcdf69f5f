// How much is allocated, and from where.
#ifndef WORKER_HEAP_H
#define WORKER_HEAP_H

#include <stdint.h>

// Bytes allocated now.
uint64_t heap_bytes(void);
// From now on one thread alone allocates much: it is spared an arena of its own, which grows page by page.
void heap_for_one_thread(void);

#endif
