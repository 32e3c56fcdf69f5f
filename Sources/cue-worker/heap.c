// The worker's heap: jemalloc's where the worker is linked with it, else libc's.
//
// In a process with threads, libc's calloc takes a lock for each piece. An engine that lives by small pieces, as PocketSphinx
// does, loses by it what the way through the worker may cost.
#define _GNU_SOURCE
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>

#include "worker.h"

// jemalloc reads this when the process starts: the thread that polls hardly allocates, the one that speaks does.
const char *malloc_conf = "narenas:2";

// jemalloc(3).
__attribute__((weak)) int mallctl(const char *name, void *old, size_t *old_size, void *new, size_t new_size);

uint64_t heap_bytes(void) {
  if (!mallctl) {
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
  }
  // What is counted is brought up to date by setting the epoch.
  uint64_t epoch = 1;
  size_t allocated = 0, size = sizeof epoch;
  mallctl("thread.tcache.flush", NULL, NULL, NULL, 0);
  mallctl("epoch", &epoch, &size, &epoch, sizeof epoch);
  size = sizeof allocated;
  mallctl("stats.allocated", &allocated, &size, NULL, 0);
  return allocated;
}

void heap_for_one_thread(void) {
  if (!mallctl) mallopt(M_ARENA_MAX, 1);
}
