// The shelter of a plugin that is an executable: it keeps its standard input and output, which are the wire, and ends
// with its host. Descriptor 3 is a pipe that closes when the host does.
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

#include "worker.h"

#define LIFELINE 3

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
    execv(arguments[0], arguments);
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
    // The group holds what the program has started; a host that made no group keeps its own.
    kill(getpgrp() == supervisor ? 0 : program, SIGKILL);
    watched[0].fd = -1;
  }
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  _exit(WEXITSTATUS(status));
}
