// Neutral instruments for a program that judges a plugin: they treat it as asked, and say what they saw. Off unless the
// worker was started with --instruments.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "instruments.h"
#include "../process/end.h"
#include "../process/heap.h"
#include "heap_guard.h"
#include "tries.h"

#define PIECES 1024u
#define NEWER_BYTES 64u  // what a later version adds to every struct

static host_age age;
static message before;
static int printed = -1;
static atomic_uint late_calls, overruns;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint32_t microseconds(uint64_t nanoseconds) {
  return nanoseconds / 1000 > UINT32_MAX ? UINT32_MAX : (uint32_t)(nanoseconds / 1000);
}

// The process itself.

static cue_text text_of(const char *string) { return (cue_text){string, (uint32_t)strlen(string), 0}; }

static uint32_t entries(const char *folder, message *m) {
  DIR *directory = opendir(folder);
  uint32_t count = 0;
  if (!directory) return 0;
  for (struct dirent *each; (each = readdir(directory));) {
    if (each->d_name[0] == '.' || (m && atoi(each->d_name) == dirfd(directory))) continue;
    count++;
    if (!m) continue;
    char path[300], what[200], line[320];
    snprintf(path, sizeof path, "%s/%s", folder, each->d_name);
    ssize_t length = readlink(path, what, sizeof what - 1);
    what[length < 0 ? 0 : length] = '\0';
    snprintf(line, sizeof line, "%.16s %s", each->d_name, what);
    message_text(m, CUE_TAG_DESCRIPTOR, text_of(line));
  }
  closedir(directory);
  return count;
}

static uint64_t resident(void) {
  unsigned long long all = 0, pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  if (fscanf(file, "%llu %llu", &all, &pages) != 2) pages = 0;
  fclose(file);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint32_t float_mode(void) {
#if defined(__x86_64__)
  return __builtin_ia32_stmxcsr() & ~0x3fu;  // without the flags of what has happened
#else
  return (uint32_t)fegetround();
#endif
}

// One thing that a plugin must leave as it was, under a name for people.
__attribute__((format(printf, 2, 3))) static void state(message *m, const char *format, ...) {
  char line[200];
  va_list values;
  va_start(values, format);
  vsnprintf(line, sizeof line, format, values);
  va_end(values);
  message_text(m, CUE_TAG_STATE, text_of(line));
}

static void state_of_signals(message *m) {
  for (int number = 1; number <= 64; number++) {
    struct sigaction action = {0};
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_DFL) continue;
    state(m, "the flags of the handler of signal %d: %x", number, (unsigned)action.sa_flags & ~0x04000000u);
  }
  sigset_t blocked;
  char set[65] = "";
  pthread_sigmask(SIG_SETMASK, NULL, &blocked);
  for (int number = 1; number <= 64; number++) set[number - 1] = sigismember(&blocked, number) == 1 ? '1' : '0';
  state(m, "the signals that the thread blocks: %s", set);
}

static void state_of_limits(message *m) {
  static const char *const names[] = {
      "processor time",  "file size",       "data",        "stack",         "core",
      "resident memory", "processes",       "descriptors", "locked memory", "address space",
      "file locks",      "pending signals", "queues",      "priority",      "real-time priority",
      "real-time use"};
  for (int number = 0; number < (int)(sizeof names / sizeof *names); number++) {
    struct rlimit limit;
    if (getrlimit(number, &limit) == 0)
      state(m, "the limit on %s: %llu, at most %llu", names[number], (unsigned long long)limit.rlim_cur,
            (unsigned long long)limit.rlim_max);
  }
}

static void state_of_files(message *m) {
  static const char *const names[] = {"standard input", "standard output", "standard error"};
  for (int number = 0; number < 3; number++) {
    struct stat status = {0};
    if (fstat(number, &status) == 0)
      state(m, "%s: %llx:%llu, flags %x", names[number], (unsigned long long)status.st_dev,
            (unsigned long long)status.st_ino, (unsigned)fcntl(number, F_GETFL));
  }
  struct stat root = {0};
  if (stat("/", &root) == 0)
    state(m, "the root folder: %llx:%llu", (unsigned long long)root.st_dev, (unsigned long long)root.st_ino);
}

static void state_of_thread(message *m) {
  state(m, "the locale of the thread: %s", uselocale((locale_t)0) == LC_GLOBAL_LOCALE ? "the process's" : "its own");
  state(m, "the rounding mode of the thread: %d", fegetround());
#if defined(__x86_64__)
  unsigned short control;
  __asm__ volatile("fnstcw %0" : "=m"(control));
  state(m, "the control word of the thread's x87: %x", control);
#endif
  state(m, "the priority of the thread: %d", getpriority(PRIO_PROCESS, 0));
  state(m, "the scheduler of the thread: %d", sched_getscheduler(0));
  state(m, "the timer slack of the thread: %d", prctl(PR_GET_TIMERSLACK));
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) state(m, "the cores of the thread: %d", CPU_COUNT(&cores));
}

static void state_of_process(message *m) {
  static const char *const timers[] = {"real time", "processor time", "time with the system"};
  for (int number = 0; number < 3; number++) {
    struct itimerval timer = {0};
    getitimer((__itimer_which_t)number, &timer);
    bool is_armed = timer.it_value.tv_sec || timer.it_value.tv_usec;
    state(m, "the timer of %s: %s", timers[number], is_armed ? "runs" : "stands");
  }
  int subreaper = 0;
  prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
  state(m, "who gets orphaned processes: %s", subreaper ? "this process" : "another one");
  state(m, "whether the process can be dumped: %d", prctl(PR_GET_DUMPABLE));
  state(m, "the session and the process group: %d, %d", (int)getsid(0), (int)getpgrp());
  state(m, "the decimal point: %s", localeconv()->decimal_point);
}

static uint32_t mappings(void) {
  uint32_t count = 0;
  FILE *file = fopen("/proc/self/maps", "re");
  if (!file) return 0;
  for (int byte; (byte = getc_unlocked(file)) != EOF;) count += byte == '\n';
  fclose(file);
  return count;
}

static void look(message *m) {
  state_of_signals(m);
  state_of_limits(m);
  state_of_files(m);
  state_of_thread(m);
  state_of_process(m);
  message_u32(m, CUE_TAG_MAPPINGS, mappings());
  message_u64(m, CUE_TAG_HEAP, heap_bytes());
  message_u64(m, CUE_TAG_RESIDENT, resident());
  message_u32(m, CUE_TAG_THREADS, entries("/proc/self/task", NULL));
  entries("/proc/self/fd", m);
  char folder[4096];
  if (getcwd(folder, sizeof folder)) message_text(m, CUE_TAG_FOLDER, text_of(folder));
  message_text(m, CUE_TAG_LOCALE, text_of(setlocale(LC_ALL, NULL)));
  uint64_t handlers[64] = {0};
  for (int number = 1; number <= 64; number++) {
    struct sigaction action = {0};
    if (sigaction(number, NULL, &action) == 0) handlers[number - 1] = (uint64_t)(uintptr_t)action.sa_sigaction;
  }
  message_bytes(m, CUE_TAG_HANDLERS, handlers, sizeof handlers);
  message_u32(m, CUE_TAG_FLOAT_MODE, float_mode());
  mode_t mask = umask(0);
  umask(mask);
  message_u32(m, CUE_TAG_MASK, mask);
  for (char **each = environ; each && *each; each++) message_text(m, CUE_TAG_ENVIRONMENT, text_of(*each));
  struct stat status = {0};
  fflush(stdout);
  fstat(printed, &status);
  message_u64(m, CUE_TAG_PRINTED, (uint64_t)status.st_size);
  message_u32(m, CUE_TAG_LATE_CALLS, late_calls);
  message_u32(m, CUE_TAG_OVERRUNS, overruns);
}

static void inspect(instance *it, job *request) {
  (void)it;
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, CUE_OK);
  look(&m);
  message_bytes(&m, CUE_TAG_BEFORE, before.bytes + CUE_MESSAGE_HEADER_BYTES, before.used - CUE_MESSAGE_HEADER_BYTES);
  wire_send(&m);
  message_free(&m);
}

// Structs as a host of another version lends them.

// Room of `size` bytes that ends where a page begins that cannot be touched.
static void *guarded(size_t size, void **pages, size_t *length) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  *length = (size + page - 1) / page * page;
  *pages = mmap(NULL, *length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (*pages == MAP_FAILED) worker_end("out of memory");
  mprotect((char *)*pages + *length, page, PROT_NONE);
  return (char *)*pages + *length - size;
}

static void *pages_of(void *room, size_t size, size_t *length) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  *length = (size + page - 1) / page * page;
  return (char *)room + size - *length;
}

// Sound begins at a multiple of the alignment, so up to one step less of it lies between its end and the page.
static size_t steps(size_t size) { return (size + SOUND_ALIGNMENT - 1) / SOUND_ALIGNMENT * SOUND_ALIGNMENT; }

static void *guard_room(const job *request, size_t size) {
  void *pages;
  size_t length;
  if (!size || !fields_u32(request->message.body, CUE_TAG_GUARD, 0)) return NULL;
  return guarded(steps(size), &pages, &length);
}

static void protect(void *room, size_t size) {
  size_t length;
  void *pages = pages_of(room, steps(size), &length);
  mprotect(pages, length, PROT_READ);
}

static void release(void *room, size_t size) {
  size_t length;
  void *pages = pages_of(room, steps(size), &length);
  munmap(pages, length + (size_t)sysconf(_SC_PAGESIZE));
}

static void *lend_aged(void *ours, uint32_t size, uint32_t shorter) {
  if (age == HOST_OF_TODAY) return ours;
  uint32_t lent_size = age == HOST_OLDER ? shorter : size + NEWER_BYTES;
  void *pages;
  size_t length;
  uint8_t *lent = guarded(lent_size, &pages, &length);
  memset(lent, 0xa5, lent_size);
  memcpy(lent, ours, lent_size < size ? lent_size : size);
  memcpy(lent, &lent_size, sizeof lent_size);
  return lent;
}

static void take_aged(void *lent, void *ours, uint32_t size) {
  if (lent == ours) return;
  uint32_t lent_size;
  memcpy(&lent_size, lent, sizeof lent_size);
  if (lent_size > size + NEWER_BYTES) lent_size = 0, overruns++;
  for (uint32_t i = size; i < lent_size; i++)
    if (((uint8_t *)lent)[i] != 0xa5) {
      overruns++;
      break;
    }
  memcpy(ours, lent, lent_size < size ? lent_size : size);
  memcpy(ours, &size, sizeof size);
  // Its pages stay: a pointer kept for too long is found by other means.
}

// A line of speech under observation. A plugin that calls its sink when it is over meets a marked one, so these are not
// freed.

typedef struct {
  const cue_speech_sink *sink;
  cue_speech_sink own;  // what the plugin has
  instance *it;
  uint64_t began, first;
  _Atomic uint64_t stopped;  // when STOP was answered, or `cancel` had returned; 0: not yet
  uint64_t cancel_took;
  uint64_t call;
  uint32_t cancel_after, stop_after, hold;
  bool cancels;
  atomic_bool over;
  atomic_bool entered,
      quiet;  // the sink was called; a cancel that came after that has returned, so it is meant to end
  atomic_uint inside, overlaps, audio_calls, calls_after, most_frames;
  uint32_t pieces[PIECES];  // frames of the first calls of `audio`
  bool held, wants_cancel;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t canceller;
} observed;

#define OBSERVED 64
static observed lines[OBSERVED];
static pthread_mutex_t lines_lock = PTHREAD_MUTEX_INITIALIZER;

static struct timespec in_nanoseconds(uint64_t time) {
  struct timespec then;
  clock_gettime(CLOCK_REALTIME, &then);
  time += (uint64_t)then.tv_nsec;
  then.tv_sec += (time_t)(time / 1000000000u);
  then.tv_nsec = (long)(time % 1000000000u);
  return then;
}

// Calls `cancel` when it is time, once, as the worker does.
static void *cancel_it(void *data) {
  observed *o = data;
  struct timespec then = in_nanoseconds((uint64_t)o->cancel_after * 1000);
  pthread_mutex_lock(&o->lock);
  while (!o->over && !o->wants_cancel)
    if (o->hold) pthread_cond_wait(&o->changed, &o->lock);
    else if (pthread_cond_timedwait(&o->changed, &o->lock, &then) == ETIMEDOUT) break;
  if (!o->over) {
    pthread_mutex_unlock(&o->lock);
    uint64_t start = now();
    // Before its first call of the sink, a plugin may not have looked yet.
    bool is_under_way = o->entered;
    o->it->table->cancel(o->it->table->self, o->call);
    pthread_mutex_lock(&o->lock);
    if (is_under_way) o->quiet = true;
    o->cancel_took = now() - start;
    if (!o->stopped) o->stopped = now();
    pthread_cond_broadcast(&o->changed);
  }
  pthread_mutex_unlock(&o->lock);
  return NULL;
}

// Whether a call of the sink may go on to the real one.
static bool enter(observed *o) {
  if (o->over) {
    late_calls++;
    return false;
  }
  if (o->inside++) o->overlaps++;
  o->entered = true;
  if (o->quiet) o->calls_after++;
  return !o->stopped;
}

static int32_t leave(observed *o, int32_t answer) {
  o->inside--;
  // After a cancel the sink goes on taking: whether the plugin then stops is up to it.
  if (o->cancels) return CUE_CONTINUE;
  return o->stopped ? CUE_STOP : answer;
}

static int32_t seen_begin(void *data, const cue_audio_format *format) {
  observed *o = data;
  if (o->over) return enter(o), CUE_STOP;
  return leave(o, enter(o) ? o->sink->begin(o->sink->data, format) : CUE_CONTINUE);
}

static int32_t seen_audio(void *data, const void *samples, uint32_t frames) {
  observed *o = data;
  if (o->over) return enter(o), CUE_STOP;
  int32_t answer = enter(o) ? o->sink->audio(o->sink->data, samples, frames) : CUE_CONTINUE;
  if (!o->audio_calls++) o->first = now();
  if (frames > o->most_frames) o->most_frames = frames;
  if (o->audio_calls <= PIECES) o->pieces[o->audio_calls - 1] = frames;
  if (o->hold && o->audio_calls == 1) {
    struct timespec then = in_nanoseconds((uint64_t)o->hold * 1000000);
    pthread_mutex_lock(&o->lock);
    o->wants_cancel = true;
    pthread_cond_broadcast(&o->changed);
    while (!o->stopped && pthread_cond_timedwait(&o->changed, &o->lock, &then) != ETIMEDOUT) continue;
    o->held = o->stopped != 0;
    pthread_mutex_unlock(&o->lock);
  }
  if (o->stop_after && o->audio_calls == o->stop_after) {
    o->stopped = now();
    o->quiet = true;
  }
  return leave(o, answer);
}

static int32_t seen_event(void *data, const cue_speech_event *event) {
  observed *o = data;
  if (o->over) return enter(o), CUE_STOP;
  return leave(o, enter(o) ? o->sink->event(o->sink->data, event) : CUE_CONTINUE);
}

static int32_t seen_honoured(void *data, const cue_honoured *honoured) {
  observed *o = data;
  if (o->over) return enter(o), CUE_STOP;
  return leave(o, enter(o) ? o->sink->honoured(o->sink->data, honoured) : CUE_CONTINUE);
}

static observed *observe(instance *it, fields body, const cue_speech_sink *sink) {
  static uint32_t next;
  pthread_mutex_lock(&lines_lock);
  observed *o = &lines[next++ % OBSERVED];
  pthread_mutex_unlock(&lines_lock);
  memset(o, 0, sizeof *o);
  o->sink = sink;
  o->it = it;
  o->cancel_after = fields_u32(body, CUE_TAG_CANCEL_AFTER, UINT32_MAX);
  o->stop_after = fields_u32(body, CUE_TAG_STOP_AFTER, 0);
  o->hold = fields_u32(body, CUE_TAG_HOLD, 0);
  o->cancels = o->cancel_after != UINT32_MAX || o->hold;
  pthread_mutex_init(&o->lock, NULL);
  pthread_cond_init(&o->changed, NULL);
  return o;
}

static cue_text or_null(cue_text text, bool nulls) {
  if (nulls && text.length == 0) text.bytes = NULL;
  return text;
}

static int32_t speak_observed(instance *it, job *request, cue_speech_request *said, const cue_speech_sink *sink,
                              cue_error *error, message *seen) {
  const cue_voice *voice = it->kind;
  fields body = request->message.body;
  observed *o = observe(it, body, sink);
  o->call = request->call;
  bool nulls = fields_u32(body, CUE_TAG_NULLS, 0);
  said->text = or_null(said->text, nulls);
  said->language = or_null(said->language, nulls);
  said->voice = or_null(said->voice, nulls);
  said->direction = or_null(said->direction, nulls);
  said->previous_text = or_null(said->previous_text, nulls);
  said->next_text = or_null(said->next_text, nulls);
  void *pages = NULL;
  size_t length = 0;
  uint32_t guard = fields_u32(body, CUE_TAG_GUARD, 0);
  if (guard && said->text.length) {
    char *copy = guarded(said->text.length + (guard == 2 ? 64 : 0), &pages, &length);
    memcpy(copy, said->text.bytes, said->text.length);
    mprotect(pages, length, PROT_READ);
    said->text.bytes = copy;
  }
  o->own = (cue_speech_sink){.struct_size = sizeof o->own,
                             .data = o,
                             .begin = seen_begin,
                             .audio = seen_audio,
                             .event = seen_event,
                             .honoured = seen_honoured};
  cue_speech_sink *lent_sink = lend_aged(&o->own, sizeof o->own, sizeof o->own);
  cue_speech_request *lent = lend_aged(said, sizeof *said, offsetof(cue_speech_request, direction));
  cue_error *lent_error = lend_aged(error, sizeof *error, offsetof(cue_error, sentence));
  uint8_t request_before[sizeof *said], sink_before[sizeof o->own];
  size_t request_bytes = lent->struct_size < sizeof *said ? lent->struct_size : sizeof *said;
  memcpy(request_before, lent, request_bytes);
  memcpy(sink_before, lent_sink, sizeof o->own);
  bool cancelling = o->cancels && pthread_create(&o->canceller, NULL, cancel_it, o) == 0;
  o->began = now();
  int32_t status = voice->speak(it->table->self, lent, lent_sink, lent_error);
  uint64_t end = now();
  pthread_mutex_lock(&o->lock);
  o->over = true;
  pthread_cond_broadcast(&o->changed);
  uint64_t stopped = o->stopped;
  pthread_mutex_unlock(&o->lock);
  if (cancelling) pthread_join(o->canceller, NULL);
  bool changed = memcmp(request_before, lent, request_bytes) || memcmp(sink_before, lent_sink, sizeof o->own);
  take_aged(lent_error, error, sizeof *error);
  // Read or kept, from here on it is gone.
  if (pages) mprotect(pages, length, PROT_NONE);
  message_start(seen, 0, 0, 0);
  message_i32(seen, CUE_TAG_RETURNED, status);
  message_u32(seen, CUE_TAG_AUDIO_CALLS, o->audio_calls);
  message_u32(seen, CUE_TAG_MOST_FRAMES, o->most_frames);
  message_u32(seen, CUE_TAG_CALLS_AFTER, o->calls_after);
  message_u32(seen, CUE_TAG_OVERLAPS, o->overlaps);
  message_u32(seen, CUE_TAG_CHANGED, changed);
  message_i32(seen, CUE_TAG_ERROR_STATUS, error->status);
  for (uint32_t i = 0; i < o->audio_calls && i < PIECES; i++) message_u32(seen, CUE_TAG_PIECE, o->pieces[i]);
  if (o->first) message_u32(seen, CUE_TAG_FIRST_TOOK, microseconds(o->first - o->began));
  if (stopped) {
    message_u32(seen, CUE_TAG_STOP_TOOK, end > stopped ? microseconds(end - stopped) : 0);
    message_u32(seen, CUE_TAG_CANCEL_TOOK, microseconds(o->cancel_took));
    message_u32(seen, CUE_TAG_HELD, o->held);
  }
  return status;
}

static enum { HEAP_AS_EVER, HEAP_COUNTED, HEAP_GUARDED } heap;

static void loaded(void) {
  if (heap != HEAP_AS_EVER) heap_guard_begin(heap == HEAP_GUARDED);
}

static hook_table table = {.loaded = loaded,
                           .allocations = heap_guard_calls,
                           .inspect = inspect,
                           .try = tries_serve,
                           .lend = lend_aged,
                           .take = take_aged,
                           .guard = guard_room,
                           .protect = protect,
                           .release = release,
                           .speak = speak_observed};

const hook_table *instruments_start(const char *manner) {
  age = !strcmp(manner, "=older") ? HOST_OLDER : !strcmp(manner, "=newer") ? HOST_NEWER : HOST_OF_TODAY;
  // A folder in which nobody can write anything.
  static char *nothing[] = {NULL};
  if (!strcmp(manner, "=bare")) {
    environ = nothing;
    if (chdir("/proc") != 0) worker_end("its folder could not be taken away");
  }
  // Printed text goes where it can be counted.
  printed = memfd_create("printed", MFD_CLOEXEC);
  if (printed < 0 || dup2(printed, STDOUT_FILENO) < 0) worker_end("its instruments could not be set up");
  message_start(&before, 0, 0, 0);
  look(&before);
  table.host = age;
  heap = !strcmp(manner, "=guarded") ? HEAP_GUARDED : !strcmp(manner, "=counted") ? HEAP_COUNTED : HEAP_AS_EVER;
  table.never_forks = !strcmp(manner, "=unforked");
  return &table;
}
