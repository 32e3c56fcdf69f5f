#define _GNU_SOURCE
#include "crew.h"

#include <sched.h>
#include <time.h>

#include "../process/heap.h"

#define LONG_NANOSECONDS 300000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static instance *first, *last;  // those with jobs that no thread has taken up
static unsigned called, threads, most_threads, idle;
static bool (*serve_next)(instance *it);

static unsigned core_count(void) {
  cpu_set_t usable;
  int count = sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : 1;
  return count > 0 ? (unsigned)count : 1;
}

static instance *next_instance(void) {
  pthread_mutex_lock(&lock);
  while (!first) {
    // Nobody waits for what is held while there is nothing to do.
    pthread_mutex_unlock(&lock);
    wire_release();
    pthread_mutex_lock(&lock);
    if (first) break;
    idle++;
    pthread_cond_wait(&work, &lock);
    idle--;
  }
  called--;
  instance *it = first;
  first = it->called_next;
  if (!first) last = NULL;
  pthread_mutex_unlock(&lock);
  return it;
}

static void line_up(instance *it) {
  pthread_mutex_lock(&lock);
  it->called_next = NULL;
  if (last) last->called_next = it;
  else first = it;
  last = it;
  called++;
  pthread_mutex_unlock(&lock);
}

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void *serve_all(void *nothing) {
  wire_may_wait();
  for (;;) {
    instance *it = next_instance();
    int64_t start = nanoseconds();
    pthread_mutex_lock(&it->lock);
    if (!serve_next(it)) {
      it->is_over = true;
      pthread_cond_broadcast(&it->work);
    } else if (it->queue) {
      line_up(it);  // after the others
    } else {
      it->is_called = false;
    }
    pthread_mutex_unlock(&it->lock);
    // What took long is not kept from the host; only many small things are.
    if (nanoseconds() - start > LONG_NANOSECONDS) wire_release();
  }
  return nothing;
}

#define LEAST_STACK_BYTES (1u << 20)  // what plugins are promised

bool thread_start(pthread_t *thread, void *(*run)(void *), void *argument) {
  pthread_attr_t attributes;
  size_t bytes = 0;
  if (pthread_attr_init(&attributes) != 0) return false;
  // As much as the user's limit allows, which may be little.
  pthread_attr_getstacksize(&attributes, &bytes);
  if (bytes < LEAST_STACK_BYTES) pthread_attr_setstacksize(&attributes, LEAST_STACK_BYTES);
  bool has_started = pthread_create(thread, &attributes, run, argument) == 0;
  pthread_attr_destroy(&attributes);
  return has_started;
}

static bool start_thread(void) {
  pthread_t thread;
  if (!thread_start(&thread, serve_all, NULL)) return false;
  pthread_detach(thread);
  threads++;
  return true;
}

bool crew_start(bool (*serve)(instance *it)) {
  serve_next = serve;
  if (!most_threads) {
    most_threads = core_count();
    heap_for_many_lines();  // each block takes and gives back pieces of many pages
  }
  return threads > 0 || start_thread();
}

// Only the main thread calls instances, so `threads` is its own.
void crew_call(instance *it) {
  if (it->is_called) return;
  it->is_called = true;
  line_up(it);
  pthread_mutex_lock(&lock);
  bool are_busy = called > idle;
  if (idle > 0) pthread_cond_signal(&work);
  pthread_mutex_unlock(&lock);
  if (are_busy && threads < most_threads) start_thread();
}

void crew_wait_for_last(instance *it) {
  pthread_mutex_lock(&it->lock);
  while (!it->is_over) pthread_cond_wait(&it->work, &it->lock);
  pthread_mutex_unlock(&it->lock);
}
