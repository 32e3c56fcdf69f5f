#define _GNU_SOURCE
#include "wall.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "family.h"
#include "filter.h"
#include "landlock.h"
#include "limits.h"
#include "notices.h"
#include "watch.h"

void wall_begin(const grants *all) {
  int landlock = 0;
  if (all->is_walled) {
    limits_leave_terminal();
    limits_set(all);
    // Files of others are opened for the rules while there are capabilities.
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    landlock = landlock_begin(all);
    limits_drop_capabilities();
  }
  if (filter_begin(all, landlock)) return;
  fputs(watch_is_on()     ? "cue-worker: this system does not let a plugin be watched\n"
        : all->is_offline ? "cue-worker: this system cannot keep a plugin from the network\n"
                          : "cue-worker: this system cannot keep a plugin from other processes\n",
        stderr);
  _exit(NO_FILTER);
}

// The report. A child builds the wall and tries it: what a kernel has, a container may refuse.

typedef struct {
  int landlock;
  bool has_filter, asks, has_capabilities;
} report;

static report try(void) {
  report seen = {0};
  grants none = {
      .is_walled = true, .processes = MOST_PROCESSES, .landlock = NEWEST_LANDLOCK, .plugin = "/proc/self/exe"};
  const char *wish = getenv("CUE_WALL_VERSION");
  if (wish && *wish >= '0' && *wish <= '0' + NEWEST_LANDLOCK && !wish[1]) none.landlock = *wish - '0';
  limits_set(&none);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  seen.landlock = landlock_begin(&none);
  seen.has_capabilities = !limits_drop_capabilities();
  seen.has_filter = filter_begin(&none, seen.landlock);
  seen.asks = seen.has_filter && filter_asks();
  return seen;
}

static void print(const char *name, const char *value) { printf("%s: %s\n", name, value); }

void wall_report(void) {
  report seen = {0};
  int pipes[2];
  if (pipe(pipes) != 0) return;
  fflush(stdout);
  notices_open();
  pid_t child = fork();
  if (child == 0) {
    seen = try();
    ssize_t written = write(pipes[1], &seen, sizeof seen);
    _exit(written == sizeof seen ? 0 : 1);
  }
  close(pipes[1]);
  if (read(pipes[0], &seen, sizeof seen) != sizeof seen) memset(&seen, 0, sizeof seen);
  close(pipes[0]);
  if (child > 0) waitpid(child, NULL, 0);
  const bool counts = seen.asks && family_is_known();
  printf("landlock: %d\n", seen.landlock);
  print("filter", seen.has_filter ? "yes" : "no");
  print("supervisor-decides", seen.asks ? "yes" : "no");
  print("files", seen.landlock >= 1 ? "yes" : "no");
  print("truncation", seen.landlock >= 3 || (seen.landlock >= 1 && seen.has_filter) ? "yes" : "no");
  print("network", seen.has_filter ? "yes" : seen.landlock >= 4 ? "tcp" : "no");
  print("local-sockets", seen.has_filter ? "yes" : seen.landlock >= 6 ? "abstract" : "no");
  print("signals", seen.landlock >= 6 ? "landlock" : seen.asks ? "supervisor" : "no");
  print("memory-of-others", seen.has_filter || seen.landlock >= 1 ? "yes" : "no");
  print("terminal", "yes");
  print("programs", seen.has_filter || seen.landlock >= 1 ? "yes" : "no");
  print("processes", counts ? "yes" : "no");
  print("priority", "yes");
  print("address-space", "yes");
  print("capabilities", seen.has_capabilities ? "kept" : "dropped");
}
