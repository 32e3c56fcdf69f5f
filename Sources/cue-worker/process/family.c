// All that a plugin starts stays below its supervisor, to which orphans come.
#define _GNU_SOURCE
#include "family.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_PENDING 32u

static unsigned most_processes;
static unsigned bound;  // at most this many live now; they are counted when this reaches the limit
// Threads that were allowed to fork, and may not have done so yet.
static pid_t pending[MOST_PENDING];
static unsigned pending_count;

void family_begin(unsigned most) {
  most_processes = most;
  bound = 1;
}

// A number from /proc/THREAD/status; 0 if it is gone.
static pid_t status_of(pid_t thread, const char *field) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", thread);
  FILE *status = fopen(path, "re");
  if (!status) return 0;
  int number = 0;
  size_t length = strlen(field);
  while (fgets(line, sizeof line, status))
    if (!strncmp(line, field, length) && sscanf(line + length, ": %d", &number) == 1) break;
  fclose(status);
  return number;
}

pid_t family_process_of(pid_t thread) { return status_of(thread, "Tgid"); }

bool family_has(pid_t thread) {
  pid_t supervisor = getpid();
  // A process on the way up may end meanwhile. Then its children have come to another one that is ours.
  for (int tries = 0; tries < 3; tries++) {
    pid_t at = thread;
    while (at > 1 && at != supervisor) at = status_of(at, "PPid");
    if (at == supervisor) return thread != supervisor && family_process_of(thread) != supervisor;
    if (at == 1) return false;
  }
  return false;
}

// How many live below `process`, of `room` at most; -1 if the system does not say.
static int count_below(pid_t process, unsigned room) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (!threads) return errno == ENOENT ? 0 : -1;
  int count = 0;
  for (struct dirent *thread; count >= 0 && (unsigned)count < room && (thread = readdir(threads));) {
    if (thread->d_name[0] == '.') continue;
    char file[320];
    snprintf(file, sizeof file, "/proc/%d/task/%s/children", process, thread->d_name);
    FILE *list = fopen(file, "re");
    if (!list) continue;  // the thread has ended
    for (int child; count >= 0 && (unsigned)count < room && fscanf(list, "%d", &child) == 1;) {
      count++;
      int more = (unsigned)count < room ? count_below(child, room - (unsigned)count) : 0;
      count = more < 0 ? -1 : count + more;
    }
    fclose(list);
  }
  closedir(threads);
  return count;
}

// While processes are counted, one may end and its children come to another that is counted already: the larger of two counts.
static int count_all(void) {
  int one = count_below(getpid(), most_processes), other = count_below(getpid(), most_processes);
  return one < 0 || other < 0 ? -1 : one > other ? one : other;
}

static bool is_alive(pid_t thread) { return syscall(SYS_tkill, thread, 0) == 0 || errno != ESRCH; }

// A thread that asks again has done what it was allowed.
static void forget_pending(pid_t caller) {
  for (unsigned i = 0; i < pending_count;) {
    if (pending[i] == caller || !is_alive(pending[i])) pending[i] = pending[--pending_count];
    else i++;
  }
}

bool family_may_grow(pid_t caller) {
  if (bound < most_processes && pending_count < MOST_PENDING) {
    for (unsigned i = 0; i < pending_count; i++)
      if (pending[i] == caller) pending[i] = pending[--pending_count];
  } else {
    forget_pending(caller);
    int count = count_all();
    if (count < 0) return false;
    bound = (unsigned)count + pending_count;
    if (bound >= most_processes || pending_count == MOST_PENDING) return false;
  }
  pending[pending_count++] = caller;
  bound++;
  return true;
}

bool family_is_known(void) { return access("/proc/self/task", F_OK) == 0 && count_below(getpid(), 1) >= 0; }
