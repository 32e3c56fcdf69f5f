// What the tests ask of the system and Swift's Glibc module lacks.
#ifndef TEST_SUPPORT_H
#define TEST_SUPPORT_H

#include <sys/types.h>

// Waits until `process` has ended, at most `milliseconds`. Whether it has.
int test_wait_for_end(pid_t process, int milliseconds);
// The file that was loaded to where `address` is, or NULL. Lives until the process ends.
const char *test_file_at(const void *address);

// Starts `arguments[0]` at a terminal of its own, whose other side is returned and whose keys are sent there; -1 on failure.
// `own` becomes a descriptor of the program's side, which keeps that open.
int test_start_at_terminal(const char *const *arguments, const char *const *environment, int columns, int rows,
                           pid_t *process, int *own);
// Makes the terminal another size, and tells the program.
void test_resize_terminal(int terminal, int columns, int rows);
// Reads what is there, waiting at most `milliseconds`; 0: nothing came.
ssize_t test_read_terminal(int terminal, void *bytes, size_t count, int milliseconds);
// The terminal's modes as text, to compare.
void test_terminal_modes(int terminal, char *text, size_t count);
// Waits for `process` to end, and returns its status as waitpid gives it, as far as a shell shows it: 128 and more is a signal.
int test_status_of(pid_t process);

// Whether the kernel refuses to start processes to this one: CUE_TEST_FAST was set when it started.
int test_processes_are_refused(void);
// The page faults of all children that have ended and were waited for. Each child has some, so this grows with every one.
long test_work_of_ended_children(void);

#endif
