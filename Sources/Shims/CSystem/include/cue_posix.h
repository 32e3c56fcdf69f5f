// The few system calls that Swift's Glibc module lacks or makes hard to write.
#ifndef CUE_POSIX_H
#define CUE_POSIX_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A worker that was started: its process, a descriptor that becomes readable when it ends (-1 on a kernel without such), and our
// ends of its pipes. `lifeline` is -1 if it has no supervisor.
typedef struct {
  pid_t process;
  int ended;
  int to_worker;
  int from_worker;
  int lifeline;
} cue_started;

// Starts `arguments[0]` in a process group of its own, with pipes as its standard input and output, `environment`, and
// standard error as ours where `verbose`, else nowhere. It stays on the `core`-th of the cores that this thread may use, counted
// around, or goes to any where that is negative. `shared` is what a program with a lifeline has as descriptor 4, or -1. Our ends
// are close-on-exec and non-blocking. Returns 0 or errno.
int cue_start(const char *const *arguments, const char *const *environment, int verbose, int with_lifeline, int core,
              int shared, cue_started *out);

// Memory of `bytes` that can be shared with a worker, which cannot change its size; -1 on failure.
int cue_shared_open(size_t bytes);

// An empty file in memory, which a worker writes and we read; -1 on failure.
int cue_trace_open(void);

// An event counter that poll can wait for; -1 on failure.
int cue_event_open(void);
void cue_event_set(int event);
void cue_event_clear(int event);

// As write(2), but a reader that is gone is EPIPE and no signal: a plugin that ends must not end its host.
ssize_t cue_write(int descriptor, const void *bytes, size_t count);

// Lets the pipe to a worker hold as much as the one from it. A wish: a smaller pipe works too.
void cue_widen(const cue_started *worker);

// Waits until `read_from`, `write_to` (each may be -1) or `event` is ready, at most `milliseconds` (-1: for ever). Returns a mask:
// 1 read, 2 write, 4 event; 0: time is up.
int cue_wait(int read_from, int write_to, int event, int milliseconds);
// Waits for what a worker says, for its end, or for `event`. Returns a mask: 1 it says something, 4 event, 8 it has ended;
// 0: time is up.
int cue_wait_for_worker(const cue_started *worker, int event, int milliseconds);

// Runs the shell's `command` with `path` as its last word, on our standard input, output and error, and waits for it. The keys
// that interrupt are the command's meanwhile, not ours. Sets `status` as waitpid gives it; returns 0 or errno.
int cue_run_in_terminal(const char *command, const char *path, int *status);

// Runs the shell's `line` in a process group of its own, with our standard input and error, and with the keys of our terminal,
// since it may ask for a passphrase. What it prints goes to `bytes`; `status` is as waitpid gives it. Returns 0, ETIMEDOUT where it
// takes longer than `milliseconds`, EFBIG where it prints more than `room` bytes, or errno; then its group is ended.
int cue_command_output(const char *line, int milliseconds, uint8_t *bytes, size_t room, size_t *length, int *status);

// Follows links to what is at `path`, and neither reads nor writes it: a descriptor that tells where it is, or -1 and errno.
int cue_open_place(const char *path);

// Whether a program has the other end of the pipe open, or had it and wrote or closed it; nothing is read.
int cue_pipe_has_writer(int descriptor);
// A pipe that no child inherits: where it is read, and where it is written. 0, or errno. [any]
int cue_pipe(int *reading, int *writing);

// Locks the byte at `offset` of the open file for `descriptor` and its copies, which keep it until cue_unlock_byte, or
// until the last copy of the descriptor is closed. Does not wait: returns 0, EAGAIN where somebody else has it, or errno.
int cue_lock_byte(int descriptor, int64_t offset);
void cue_unlock_byte(int descriptor, int64_t offset);

// From now on no other process of the same user reads the memory of this one or attaches to it, and no core of it is written.
void cue_keep_memory_private(void);

// How many cores this thread may use, one at least: fewer than the machine has where a scheduler or taskset says so.
int cue_core_count(void);

// From now on the heap keeps up to 16 MB that is free, which is else given back to the system piece by piece, and fetched again.
void cue_keep_free_memory(void);

// How many bytes the limit on memory (ulimit -v) leaves this process; INT64_MAX where there is none.
int64_t cue_memory_room(void);

// From now on memory that cannot be had, which is SIGABRT, ends this process with `status` and `words` on standard error.
void cue_on_no_memory(const char *words, int status);

// How many workers, each with a thread, the limits on descriptors and memory leave room for; one at least.
int cue_room_for_workers(void);

// Milliseconds of a clock that only goes forward.
int64_t cue_now_milliseconds(void);

// Ends the process group of `process` and waits for `process`; returns its status as waitpid gives it.
int cue_end_group(pid_t process);
// Ends a worker that has a lifeline, by closing that: its supervisor ends all that the worker has started, wherever it has moved
// to. One that takes longer than `milliseconds` is ended as cue_end_group does. Returns its status.
int cue_end_supervised(cue_started *worker, int milliseconds);
// Whether `process` has ended by itself; then its group is ended too and `status` is set.
int cue_has_ended(pid_t process, int *status);
int cue_status_signal(int status);  // 0: it was not a signal
int cue_status_exit(int status);

// Calls `handler` on a thread of its own for each SIGINT, SIGTERM and, unless it is ignored, SIGHUP, from now on. Returns 0, or
// errno if that thread cannot be started; then signals do what they did before.
int cue_on_signal(void (*handler)(int signal));
// Starts `body(context)` on a thread called `name` (its first 15 bytes count), with a stack of `stack_bytes` (0: the system's
// usual size). If `joined`, the caller waits for it by pthread_join of `out`; else it ends by itself, and `out` may be NULL.
// Returns 0 or errno.
int cue_thread_start(const char *name, size_t stack_bytes, int joined, void (*body)(void *context), void *context,
                     pthread_t *out);
// Has the calling thread run before all that are not in real time, by turns with others that are; what it starts does not inherit
// that. Returns 0, or errno where the system does not allow it.
int cue_thread_real_time(void);
// Sets how much the calling thread, and what it starts from now on, gives way to others: -20 (least) to 19. Returns 0 or errno.
int cue_thread_nice(int niceness);
// How much it gives way.
int cue_thread_niceness(void);

#endif
