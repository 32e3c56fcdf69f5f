// The heap of a worker: libc's, or jemalloc's where the worker is linked with it.
//
// In a process with threads, libc's calloc takes a lock for each piece. An engine that lives by small pieces, as PocketSphinx
// does, loses by it what the way through the worker may cost. A child that says a line and ends is better off with libc's: it
// writes to fewer of its parent's pages.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>

#include "heap.h"

// jemalloc reads this when the process starts: the thread that polls hardly allocates, the one that serves does.
const char *malloc_conf = "narenas:2";

uint64_t heap_bytes(void) {
  struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

void heap_for_one_thread(void) { mallopt(M_ARENA_MAX, 1); }

void heap_for_many_lines(void) {
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
}
