// Runs programs and counts what they cost, with all that they start. Only one is run at a time.
#ifndef CUE_BENCH_PROCESSES_H
#define CUE_BENCH_PROCESSES_H

#include <stdint.h>
#include <sys/types.h>

// What a program and all its descendants cost.
typedef struct {
  int status;             // as waitpid gives it
  int orphans;            // descendants whose parent ended before it had waited for them; counted too
  int left_running;       // descendants that still ran two seconds later; not counted
  int64_t wall_ns;        // from just before the start to the end of the program
  int64_t cpu_ns;         // user and system time
  int64_t first_byte_ns;  // from just before the start to the first byte of its output; -1: none came
  int64_t bytes;          // of its output
} bench_cost;

// From now on, processes whose parents have ended become our children: their cost is counted.
void bench_adopt_orphans(void);

// Runs `arguments[0]` to its end with no input; its output is read and counted where `reads` is not 0,
// else thrown away. Returns 0 or errno. No other child of ours may be running.
int bench_run(const char *const *arguments, int reads, bench_cost *out);

// Starts `arguments[0]` with pipes as its standard input and output. Returns 0 or errno.
int bench_start(const char *const *arguments, pid_t *process, int *to, int *from);
// Starts `arguments[0]` before a screen of `columns` by `rows`; returns our side of its terminal, or -1.
int bench_start_at_terminal(const char *const *arguments, int columns, int rows, pid_t *process);
// Kills it and waits for it.
void bench_kill(pid_t process);

// Waits until no more than `most` children of ours are left, at most two seconds; returns how many there are. What a child cost
// counts as ours only when it has been waited for.
int bench_wait_for_children(int most);

// Nanoseconds of a clock that only goes forward.
int64_t bench_now(void);

// Nanoseconds of processor time: our own so far, and that of all processes below us that run now.
int64_t bench_own_cpu(void);
int64_t bench_children_cpu(void);

#endif
