#define _GNU_SOURCE
#include "test_support.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

int test_wait_for_end(pid_t process, int milliseconds) {
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  if (descriptor < 0) return errno == ESRCH;
  struct pollfd watched = {.fd = descriptor, .events = POLLIN};
  int ready;
  do {
    ready = poll(&watched, 1, milliseconds);
  } while (ready < 0 && errno == EINTR);
  close(descriptor);
  return ready == 1;
}

const char *test_file_at(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fname : NULL;
}
