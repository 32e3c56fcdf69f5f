#define _GNU_SOURCE
#include "processes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int64_t bench_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void bench_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

static int64_t cpu_of(const struct rusage *usage) {
  return ((int64_t)usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000000 +
         ((int64_t)usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1000;
}

static int start(const char *const *arguments, int in, int output, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (in >= 0) posix_spawn_file_actions_adddup2(&actions, in, 0);
  else posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (output >= 0) posix_spawn_file_actions_adddup2(&actions, output, 1);
  else posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  int failure = posix_spawn(process, arguments[0], &actions, NULL, (char *const *)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

// Reaps all that is left of a program's descendants. wait4 counts, with each, those it has waited for itself.
static void reap_rest(bench_cost *out) {
  int64_t end = bench_now() + 2000000000;
  struct rusage usage;
  int status;
  for (;;) {
    pid_t ended = wait4(-1, &status, WNOHANG, &usage);
    if (ended > 0) {
      out->orphans++;
      out->cpu_ns += cpu_of(&usage);
    } else if (ended < 0) {
      return;  // there are no more
    } else if (bench_now() > end) {
      out->left_running++;
      return;
    } else {
      usleep(100);
    }
  }
}

int bench_run(const char *const *arguments, int reads, bench_cost *out) {
  static char block[1 << 16];
  int output[2] = {-1, -1};
  *out = (bench_cost){.first_byte_ns = -1};
  while (waitpid(-1, NULL, WNOHANG) > 0) continue;  // orphans of what ran before
  if (reads && pipe2(output, O_CLOEXEC) != 0) return errno;
  pid_t process;
  int64_t begun = bench_now();
  int failure = start(arguments, -1, output[1], &process);
  if (reads) close(output[1]);
  if (!failure && reads) {
    ssize_t count;
    while ((count = read(output[0], block, sizeof block)) > 0) {
      if (out->bytes == 0) out->first_byte_ns = bench_now() - begun;
      out->bytes += count;
    }
  }
  if (reads) close(output[0]);
  if (failure) return failure;
  struct rusage usage;
  while (wait4(process, &out->status, 0, &usage) < 0 && errno == EINTR) continue;
  out->wall_ns = bench_now() - begun;
  out->cpu_ns = cpu_of(&usage);
  reap_rest(out);
  return 0;
}

int bench_start(const char *const *arguments, pid_t *process, int *to, int *from) {
  int in[2], output[2];
  if (pipe2(in, O_CLOEXEC) != 0) return errno;
  if (pipe2(output, O_CLOEXEC) != 0) return errno;
  int failure = start(arguments, in[0], output[1], process);
  close(in[0]);
  close(output[1]);
  *to = in[1];
  *from = output[0];
  return failure;
}

int bench_start_at_terminal(const char *const *arguments, int columns, int rows, pid_t *process) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  int terminal;
  *process = forkpty(&terminal, NULL, NULL, &size);
  if (*process == 0) {
    execv(arguments[0], (char *const *)arguments);
    _exit(127);
  }
  return *process < 0 ? -1 : terminal;
}

void bench_kill(pid_t process) {
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
}

static int64_t read_clock(clockid_t clock) {
  struct timespec time = {0, 0};
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t bench_own_cpu(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

// Counts the children of a process, of all its threads: a parent is a thread, for Linux. `cpu` takes what they and all below them
// have used: a supervisor stands between us and a worker.
static int children(const char *parent, int64_t *cpu) {
  char path[64], list_path[384];
  snprintf(path, sizeof path, "/proc/%s/task", parent);
  DIR *threads = opendir(path);
  int count = 0, process;
  for (struct dirent *each; threads && (each = readdir(threads));) {
    snprintf(list_path, sizeof list_path, "%s/%s/children", path, each->d_name);
    FILE *list = each->d_name[0] == '.' ? NULL : fopen(list_path, "r");
    for (; list && fscanf(list, "%d", &process) == 1; count++) {
      if (!cpu) continue;
      clockid_t clock;
      if (clock_getcpuclockid(process, &clock) == 0) *cpu += read_clock(clock);
      char child[16];
      snprintf(child, sizeof child, "%d", process);
      children(child, cpu);
    }
    if (list) fclose(list);
  }
  if (threads) closedir(threads);
  return count;
}

int bench_wait_for_children(int most) {
  int64_t end = bench_now() + 2000000000;
  for (;;) {
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    int left = children("self", NULL);
    if (left <= most || bench_now() > end) return left;
    usleep(100);
  }
}

int64_t bench_children_cpu(void) {
  int64_t sum = 0;
  children("self", &sum);
  return sum;
}
