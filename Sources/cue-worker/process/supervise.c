// The shelter of a plugin that is an executable, and of a worker that tries a plugin nobody knows yet: it keeps its standard
// input and output, which are the wire, and ends with its host. Descriptor 3 is a pipe that closes when the host does, or when
// that wants an end.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supervise.h"

#define LIFELINE 3

// Sends SIGKILL to each child we have now, and says how many there are; -1 when the system does not tell.
static int kill_children(pid_t supervisor) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", supervisor);
  FILE *list = fopen(path, "re");
  if (!list) return -1;
  int child, count = 0;
  for (; fscanf(list, "%d", &child) == 1; count++) kill(child, SIGKILL);
  fclose(list);
  return count;
}

// Ends all that runs below us, whatever group or session it has moved to: orphans come to us, so that killing children until
// there are none leaves none behind.
static void end_all_below(pid_t supervisor, pid_t program) {
  for (;;) {
    pid_t ended;
    do {
      ended = waitpid(-1, NULL, WNOHANG);
    } while (ended > 0);
    if (ended < 0) return;
    int killed = kill_children(supervisor);
    if (killed < 0) {
      kill(-program, SIGKILL);  // an old kernel: those that have moved away are lost
      return;
    }
    if (killed > 0) waitpid(-1, NULL, 0);
    else poll(NULL, 0, 1);  // one has come to us since
  }
}

_Noreturn void supervise(char *const arguments[]) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(LIFELINE, F_SETFD, FD_CLOEXEC);
  pid_t supervisor = getpid();
  pid_t program = fork();
  if (program < 0) _exit(70);
  if (program == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor) _exit(0);
    setpgid(0, 0);  // whoever ends its own group does not end us
    // A program that has just been written may be open in some process that is about to begin another one.
    for (int tries = 0; tries < 100; tries++) {
      execv(arguments[0], arguments);
      if (errno != ETXTBSY) break;
      poll(NULL, 0, 10);
    }
    int failure = errno;
    fprintf(stderr, "cue-worker: %s cannot be started: %s\n", arguments[0], strerror(failure));
    _exit(failure == ENOENT ? 127 : 126);
  }
  // The wire is the program's alone: it must see its end when the host closes it, and the host when the program does.
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  struct pollfd watched[2] = {
      {.fd = LIFELINE, .events = POLLIN},
      {.fd = (int)syscall(SYS_pidfd_open, program, 0), .events = POLLIN},
  };
  int status = 0;
  while (waitpid(program, &status, WNOHANG) == 0) {
    poll(watched, 2, watched[1].fd < 0 ? 100 : -1);  // an old kernel cannot tell when it ends
    if (!watched[0].revents) continue;
    end_all_below(supervisor, program);
    _exit(0);
  }
  end_all_below(supervisor, program);
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  _exit(WEXITSTATUS(status));
}
