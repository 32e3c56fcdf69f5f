// What the tests ask of the system and Swift's Glibc module lacks.
#ifndef TEST_SUPPORT_H
#define TEST_SUPPORT_H

#include <sys/types.h>

// Waits until `process` has ended, at most `milliseconds`. Whether it has.
int test_wait_for_end(pid_t process, int milliseconds);
// The file that was loaded to where `address` is, or NULL. Lives until the process ends.
const char *test_file_at(const void *address);

#endif
