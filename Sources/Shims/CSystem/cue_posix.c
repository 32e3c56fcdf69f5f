#define _GNU_SOURCE
#include "cue_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PIPE_BYTES (256 * 1024)

static void close_both(int pipe[2]) {
  if (pipe[0] >= 0) close(pipe[0]);
  if (pipe[1] >= 0) close(pipe[1]);
}

// A descriptor below 5 could be one that posix_spawn has to fill, which would lose it.
static int out_of_the_way(int pipe[2]) {
  for (int i = 0; i < 2; i++) {
    int moved = fcntl(pipe[i], F_DUPFD_CLOEXEC, 5);
    if (moved < 0) return errno == EINVAL ? EMFILE : errno;
    close(pipe[i]);
    pipe[i] = moved;
  }
  return 0;
}

static int open_pipe(int pipe[2]) {
  if (pipe2(pipe, O_CLOEXEC) != 0) return errno;
  return out_of_the_way(pipe);
}

// Keeps this thread, and what it starts, to one of the cores of `before`.
static void keep_to_core(const cpu_set_t *before, int core) {
  int left = core % CPU_COUNT(before);
  for (int i = 0; i < CPU_SETSIZE; i++) {
    if (!CPU_ISSET(i, before) || left-- > 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(i, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

int cue_shared_open(size_t bytes) {
  // The limit on the size of files counts here, too, and to go beyond it is a signal.
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < bytes) return -1;
  int memory = memfd_create("cue-sound", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  // A process that makes it shorter would end all that read the missing part.
  int kept =
      ftruncate(memory, (off_t)bytes) == 0 && fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0
          ? fcntl(memory, F_DUPFD_CLOEXEC, 5)
          : -1;
  close(memory);
  return kept;
}

int cue_trace_open(void) {
  int memory = memfd_create("cue-trace", MFD_CLOEXEC);
  if (memory < 0) return -1;
  int kept = fcntl(memory, F_DUPFD_CLOEXEC, 5);
  close(memory);
  return kept;
}

int cue_start(const char *const *arguments, const char *const *environment, int verbose, int with_lifeline, int core,
              int shared, cue_started *out) {
  int in[2] = {-1, -1}, from[2] = {-1, -1}, life[2] = {-1, -1};
  int failure = open_pipe(in);
  if (!failure) failure = open_pipe(from);
  if (!failure && with_lifeline) failure = open_pipe(life);
  if (!failure) {
    fcntl(from[0], F_SETPIPE_SZ, PIPE_BYTES);  // a wish: a smaller pipe works too
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    if (!verbose) posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (with_lifeline) posix_spawn_file_actions_adddup2(&actions, life[0], 3);
    // Whatever else our caller left open, as a key's descriptor, is no business of a plugin.
    if (shared >= 0) posix_spawn_file_actions_adddup2(&actions, shared, 4);
    posix_spawn_file_actions_addclosefrom_np(&actions, shared >= 0 ? 5 : with_lifeline ? 4 : 3);
    // A stop from the terminal that comes before the child has its own group would hold it for good: nobody continues it there.
    // It stays blocked until the program runs, which drops it (see supervise.c).
    sigset_t stops, all;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTSTP);
    sigaddset(&stops, SIGTTIN);
    sigaddset(&stops, SIGTTOU);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &stops);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    // A wish: where there are more cores than a set holds, it goes to any.
    cpu_set_t before;
    bool stays = core >= 0 && sched_getaffinity(0, sizeof before, &before) == 0;
    if (stays) keep_to_core(&before, core);
    failure = posix_spawn(&out->process, arguments[0], &actions, &attributes, (char *const *)arguments,
                          (char *const *)environment);
    if (stays) sched_setaffinity(0, sizeof before, &before);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  if (failure) {
    close_both(in);
    close_both(from);
    close_both(life);
    return failure;
  }
  close(in[0]);
  close(from[1]);
  if (with_lifeline) close(life[0]);
  out->ended = (int)syscall(SYS_pidfd_open, out->process, 0);
  out->to_worker = in[1];
  out->from_worker = from[0];
  out->lifeline = with_lifeline ? life[1] : -1;
  fcntl(in[1], F_SETFL, O_NONBLOCK);
  fcntl(from[0], F_SETFL, O_NONBLOCK);
  return 0;
}

void cue_widen(const cue_started *worker) { fcntl(worker->to_worker, F_SETPIPE_SZ, PIPE_BYTES); }

ssize_t cue_write(int descriptor, const void *bytes, size_t count) {
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  ssize_t written = write(descriptor, bytes, count);
  int failure = errno;
  if (written < 0 && failure == EPIPE && !sigismember(&pending, SIGPIPE)) {
    // The signal is this thread's, and waits: it is taken before anybody else sees it.
    struct timespec now = {0, 0};
    while (sigtimedwait(&pipe_signal, NULL, &now) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = failure;
  return written;
}

int cue_event_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cue_event_set(int event) {
  uint64_t one = 1;
  if (write(event, &one, sizeof one) < 0) return;  // full: it is set already
}

void cue_event_clear(int event) {
  uint64_t count;
  if (read(event, &count, sizeof count) < 0) return;  // it was not set
}

static int wait_for(struct pollfd watched[4], int milliseconds) {
  int64_t end = milliseconds < 0 ? 0 : cue_now_milliseconds() + milliseconds;
  for (;;) {
    int ready = poll(watched, 4, milliseconds);
    if (ready >= 0)
      return (watched[0].revents ? 1 : 0) | (watched[1].revents ? 2 : 0) | (watched[2].revents ? 4 : 0) |
             (watched[3].revents ? 8 : 0);
    if (errno != EINTR) return 0;
    if (milliseconds < 0) continue;
    milliseconds = (int)(end - cue_now_milliseconds());
    if (milliseconds <= 0) return 0;
  }
}

int cue_wait(int read_from, int write_to, int event, int milliseconds) {
  struct pollfd watched[4] = {
      {.fd = read_from, .events = POLLIN},
      {.fd = write_to, .events = POLLOUT},
      {.fd = event, .events = POLLIN},
      {.fd = -1},
  };
  return wait_for(watched, milliseconds);
}

int cue_open_place(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int cue_pipe_has_writer(int descriptor) {
  if (cue_wait(descriptor, -1, -1, 0) & 1) return 1;
  int copy[2];
  if (pipe2(copy, O_CLOEXEC) != 0) return 1;
  // Copies what comes next and leaves it there: 0 is the end, which a pipe that nobody has opened has, too.
  ssize_t count = tee(descriptor, copy[1], 1, SPLICE_F_NONBLOCK);
  int has = count > 0 || (count < 0 && errno == EAGAIN);
  close(copy[0]);
  close(copy[1]);
  return has;
}

int cue_wait_for_worker(const cue_started *worker, int event, int milliseconds) {
  struct pollfd watched[4] = {
      {.fd = worker->from_worker, .events = POLLIN},
      {.fd = -1},
      {.fd = event, .events = POLLIN},
      {.fd = worker->ended, .events = POLLIN},
  };
  int ready = wait_for(watched, milliseconds);
  // What it said last may have come between the look at its pipe and the one at its end.
  if (ready == 8 && cue_wait(worker->from_worker, -1, -1, 0)) ready |= 1;
  return ready;
}

void cue_keep_memory_private(void) { prctl(PR_SET_DUMPABLE, 0); }

int cue_core_count(void) {
  cpu_set_t usable;
  // A set is too small where there are more cores than it holds.
  long count = sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (int)count;
}

void cue_keep_free_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
}

int64_t cue_memory_room(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return INT64_MAX;
  FILE *file = fopen("/proc/self/statm", "re");
  long long pages = 0;
  if (file) {
    if (fscanf(file, "%lld", &pages) != 1) pages = 0;
    fclose(file);
  }
  int64_t room = (int64_t)limit.rlim_cur - pages * sysconf(_SC_PAGESIZE);
  return room < 0 ? 0 : room;
}

// A worker takes five descriptors, and three more while it is started. The rest are for files.
#define WORKER_DESCRIPTORS 8
#define OTHER_DESCRIPTORS 10
// The stack of a thread, what it allocates for itself, and a long line of sound.
#define WORKER_BYTES (24 << 20)
#define OTHER_BYTES (48 << 20)

int cue_room_for_workers(void) {
  int64_t room = INT_MAX;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 4096) {
    int64_t open = 0;
    for (int i = 0; i < (int)limit.rlim_cur; i++) open += fcntl(i, F_GETFD) >= 0;
    room = ((int64_t)limit.rlim_cur - open - OTHER_DESCRIPTORS) / WORKER_DESCRIPTORS;
  }
  int64_t bytes = cue_memory_room();
  if (bytes != INT64_MAX && (bytes - OTHER_BYTES) / WORKER_BYTES < room) room = (bytes - OTHER_BYTES) / WORKER_BYTES;
  return room < 1 ? 1 : (int)room;
}

int64_t cue_now_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int cue_end_group(pid_t process) {
  int status = 0;
  kill(-process, SIGKILL);
  kill(process, SIGKILL);
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

int cue_end_supervised(cue_started *worker, int milliseconds) {
  close(worker->lifeline);
  worker->lifeline = -1;
  int64_t end = cue_now_milliseconds() + milliseconds;
  for (int64_t left = milliseconds; left > 0; left = end - cue_now_milliseconds()) {
    // Where the system cannot tell of its end, it is asked for again and again.
    cue_wait(worker->ended, -1, -1, worker->ended < 0 ? 1 : (int)left);
    int status;
    pid_t ended = waitpid(worker->process, &status, WNOHANG);
    if (ended == worker->process) return status;
    if (ended < 0 && errno != EINTR) return 0;
  }
  return cue_end_group(worker->process);
}

int cue_has_ended(pid_t process, int *status) {
  pid_t ended = waitpid(process, status, WNOHANG);
  if (ended != process) return 0;
  kill(-process, SIGKILL);  // processes that it started and left
  return 1;
}

int cue_status_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
int cue_status_exit(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 0; }

static void (*signal_handler)(int);
static sigset_t watched_signals;

static void watch_signals(void *unused) {
  (void)unused;
  for (;;) {
    int signal;
    if (sigwait(&watched_signals, &signal) == 0) signal_handler(signal);
  }
}

int cue_on_signal(void (*handler)(int signal)) {
  signal_handler = handler;
  sigemptyset(&watched_signals);
  sigaddset(&watched_signals, SIGINT);
  sigaddset(&watched_signals, SIGTERM);
  struct sigaction hangup;
  sigaction(SIGHUP, NULL, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&watched_signals, SIGHUP);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &watched_signals, &before);
  int failure = cue_thread_start("signals", 0, 0, watch_signals, NULL, NULL);
  if (failure) pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failure;
}

struct start {
  void (*body)(void *);
  void *context;
  char name[16];
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  pthread_setname_np(pthread_self(), start.name);
  start.body(start.context);
  return NULL;
}

int cue_thread_start(const char *name, size_t stack_bytes, int joined, void (*body)(void *context), void *context,
                     pthread_t *out) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  *start = (struct start){.body = body, .context = context};
  snprintf(start->name, sizeof start->name, "%s", name);
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (!joined) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int failure = stack_bytes ? pthread_attr_setstacksize(&attributes, stack_bytes) : 0;
  if (!failure) failure = pthread_create(&thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  if (failure) free(start);
  else if (out) *out = thread;
  return failure;
}

static int lock_byte(int descriptor, int64_t offset, short type) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
  while (fcntl(descriptor, F_OFD_SETLK, &lock) != 0)
    if (errno != EINTR) return errno == EACCES ? EAGAIN : errno;
  return 0;
}

int cue_lock_byte(int descriptor, int64_t offset) { return lock_byte(descriptor, offset, F_WRLCK); }

void cue_unlock_byte(int descriptor, int64_t offset) { lock_byte(descriptor, offset, F_UNLCK); }

// `terminal` is that of the group `group` from now on. SIGTTOU would stop a process in the background that asks for this.
static void hand_terminal_to(int terminal, pid_t group) {
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &before);
  tcsetpgrp(terminal, group);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// The terminal that controls us, if our group is in its foreground: a command may ask for a passphrase there, whatever
// standard input is. -1 without one.
static int foreground_terminal(void) {
  int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0 || tcgetpgrp(terminal) == getpgrp()) return terminal;
  close(terminal);
  return -1;
}

// Reads until `end`, the end of the output with that of `process`, or until there is no room. Returns 0 or errno.
static int read_output(pid_t process, int output, int64_t end, uint8_t *bytes, size_t room, size_t *length,
                       int *status) {
  int ended = (int)syscall(SYS_pidfd_open, process, 0);
  struct pollfd watched[4] = {
      {.fd = output, .events = POLLIN}, {.fd = -1}, {.fd = -1}, {.fd = ended, .events = POLLIN}};
  int failure = 0;
  while (!failure) {
    int64_t left = end - cue_now_milliseconds();
    int ready = left > 0 ? wait_for(watched, (int)left) : 0;
    if (!ready) failure = ETIMEDOUT;
    if (ready & 1) {
      ssize_t count = *length < room ? read(output, bytes + *length, room - *length) : -2;
      if (count > 0) *length += (size_t)count;
      else if (count == 0) watched[0].fd = -1;  // it prints no more, and may yet fail
      else if (count == -2) failure = EFBIG;
      else if (errno != EINTR) failure = errno;
    } else if (ready & 8) {
      while (waitpid(process, status, 0) < 0 && errno == EINTR) continue;
      break;
    }
  }
  if (failure) *status = cue_end_group(process);
  if (ended >= 0) close(ended);
  return failure;
}

int cue_command_output(const char *line, int milliseconds, uint8_t *bytes, size_t room, size_t *length, int *status) {
  int64_t end = cue_now_milliseconds() + milliseconds;
  int from[2] = {-1, -1};
  *length = 0;
  int failure = open_pipe(from);
  if (failure) return failure;
  char *const arguments[] = {"sh", "-c", (char *)line, NULL};
  int terminal = foreground_terminal();
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  if (terminal >= 0) posix_spawn_file_actions_addtcsetpgrp_np(&actions, terminal);
  posix_spawn_file_actions_adddup2(&actions, from[1], 1);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t process = -1;
  failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(from[1]);
  if (!failure) failure = read_output(process, from[0], end, bytes, room, length, status);
  if (terminal >= 0) {
    hand_terminal_to(terminal, getpgrp());
    close(terminal);
  }
  close(from[0]);
  return failure;
}

int cue_run_in_terminal(const char *command, const char *path, int *status) {
  char *line = NULL;
  if (asprintf(&line, "%s \"$1\"", command) < 0) return ENOMEM;
  char *const arguments[] = {"sh", "-c", line, "sh", (char *)path, NULL};
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGINT);
  sigaddset(&usual, SIGQUIT);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
  sigaction(SIGINT, &ignore, &interrupt);
  sigaction(SIGQUIT, &ignore, &quit);
  pid_t process = -1;
  int failure = posix_spawn(&process, "/bin/sh", NULL, &attributes, arguments, environ);
  if (!failure) {
    while (waitpid(process, status, 0) < 0)
      if (errno != EINTR) {
        failure = errno;
        break;
      }
  }
  sigaction(SIGINT, &interrupt, NULL);
  sigaction(SIGQUIT, &quit, NULL);
  posix_spawnattr_destroy(&attributes);
  free(line);
  return failure;
}

static char no_memory[512];
static int no_memory_status;

static void out_of_memory(int signal) {
  (void)signal;
  if (write(STDERR_FILENO, no_memory, strlen(no_memory)) < 0) _exit(no_memory_status);
  _exit(no_memory_status);
}

void cue_on_no_memory(const char *words, int status) {
  snprintf(no_memory, sizeof no_memory, "%s", words);
  no_memory_status = status;
  struct sigaction action = {.sa_handler = out_of_memory};
  sigaction(SIGABRT, &action, NULL);
}

int cue_thread_real_time(void) {
  // The lowest priority goes before all other programs, and after the threads of the kernel and the sound server.
  struct sched_param least = {.sched_priority = sched_get_priority_min(SCHED_RR)};
  return sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &least) == 0 ? 0 : errno;
}

int cue_thread_nice(int niceness) {
  return setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), niceness) == 0 ? 0 : errno;
}

int cue_thread_niceness(void) { return getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid)); }

int cue_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}
