// A process that is not "dumpable": the system writes no core of it, lets only a process attach that may attach to every other,
// and gives its files in /proc to root.
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "privacy.h"

static bool is_private(void) {
  const char *wish = getenv("CUE_DUMPABLE");
  return !wish || strcmp(wish, "1") != 0;
}

void privacy_begin(void) {
  if (is_private()) prctl(PR_SET_DUMPABLE, 0);
}

void privacy_refuse_cores(void) {
  // Where cores go to a program, as with systemd-coredump, Linux ignores a limit of 0 and obeys a limit of 1. Into a file, 1 is
  // too little for any core.
  struct rlimit limit = {is_private(), is_private()};
  if (setrlimit(RLIMIT_CORE, &limit) == 0) return;
  limit.rlim_cur = limit.rlim_max = 0;
  setrlimit(RLIMIT_CORE, &limit);
}

int privacy_open_own(const char *path) {
  int before = prctl(PR_GET_DUMPABLE);
  if (before == 0) prctl(PR_SET_DUMPABLE, 1);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (before == 0) prctl(PR_SET_DUMPABLE, 0);
  return file;
}
