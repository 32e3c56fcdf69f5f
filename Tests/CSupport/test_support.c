#define _GNU_SOURCE
#include "test_support.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

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

int test_start_at_terminal(const char *const *arguments, const char *const *environment, int columns, int rows,
                           pid_t *process, int *own) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  int terminal, side;
  if (openpty(&terminal, &side, NULL, NULL, &size) != 0) return -1;
  fcntl(terminal, F_SETFD, FD_CLOEXEC);
  fcntl(side, F_SETFD, FD_CLOEXEC);
  *process = fork();
  if (*process == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (login_tty(side) == 0) execve(arguments[0], (char *const *)arguments, (char *const *)environment);
    _exit(127);
  }
  *own = side;
  return *process < 0 ? -1 : terminal;
}

void test_resize_terminal(int terminal, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  ioctl(terminal, TIOCSWINSZ, &size);
}

ssize_t test_read_terminal(int terminal, void *bytes, size_t count, int milliseconds) {
  struct pollfd watched = {.fd = terminal, .events = POLLIN};
  int ready;
  do {
    ready = poll(&watched, 1, milliseconds);
  } while (ready < 0 && errno == EINTR);
  return ready > 0 ? read(terminal, bytes, count) : 0;
}

void test_terminal_modes(int terminal, char *text, size_t count) {
  struct termios modes;
  if (tcgetattr(terminal, &modes) != 0) {
    snprintf(text, count, "none");
    return;
  }
  snprintf(text, count, "%x %x %x %x %d %d", modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag,
           modes.c_cc[VMIN], modes.c_cc[VTIME]);
}

int test_status_of(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
