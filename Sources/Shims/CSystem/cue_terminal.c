#define _GNU_SOURCE
#include "cue_terminal.h"

#include "cue_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// What ends a process that does not handle it: first the crashes, then what others send.
static const int fatal[] = {SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP, SIGFPE,  SIGABRT, SIGSYS,  SIGQUIT,  SIGHUP,
                            SIGINT,  SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM};
enum { CRASHES = 7, FATAL = sizeof fatal / sizeof *fatal };

static struct {
  int terminal;
  pid_t owner;
  struct termios before;
  char leave[128];
  struct sigaction previous[FATAL];
  char stack[16384];  // for the handler, where the stack itself has overflowed
} held;
static atomic_int is_held;

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
      if (poll(&ready, 1, 200) <= 0) return;  // nobody takes it any more
    } else if (errno != EINTR) {
      return;
    }
  }
}

void cue_terminal_leave(void) {
  int failure = errno;
  int expected = 1;
  if (atomic_load(&is_held) && held.owner == getpid() && atomic_compare_exchange_strong(&is_held, &expected, 0)) {
    pid_t foreground = tcgetpgrp(held.terminal);
    if (foreground == getpgrp() || foreground <= 0) {
      // Were we sent to the background just now, this must not stop us.
      sigset_t stop, before;
      sigemptyset(&stop);
      sigaddset(&stop, SIGTTOU);
      pthread_sigmask(SIG_BLOCK, &stop, &before);
      write_all(held.terminal, held.leave, strlen(held.leave));
      tcsetattr(held.terminal, TCSANOW, &held.before);
      pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
  }
  errno = failure;
}

// Puts the terminal back, then does what would have happened without us.
static void end(int signal, siginfo_t *info, void *context) {
  (void)context;
  cue_terminal_leave();
  int comes_again = 0;
  for (int i = 0; i < FATAL; i++) {
    if (fatal[i] != signal) continue;
    sigaction(signal, &held.previous[i], NULL);
    // What the processor refused it refuses again; anything else, a key that the kernel made a signal of too, is sent again.
    comes_again = i < CRASHES && info->si_code > 0 && signal != SIGTRAP;
  }
  if (!comes_again) raise(signal);
}

static void watch_ends(void) {
  static int is_watched;
  if (is_watched) return;
  is_watched = 1;
  atexit(cue_terminal_leave);
  stack_t none, own = {.ss_sp = held.stack, .ss_size = sizeof held.stack};
  if (sigaltstack(NULL, &none) == 0 && (none.ss_flags & SS_DISABLE)) sigaltstack(&own, NULL);
  struct sigaction action = {.sa_sigaction = end, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < FATAL; i++) {
    struct sigaction *previous = &held.previous[i];
    sigaction(fatal[i], NULL, previous);
    int is_handled = (previous->sa_flags & SA_SIGINFO) || previous->sa_handler != SIG_DFL;
    // What handles a crash (a backtracer) comes after us. The others are then somebody else's business.
    if (is_handled && i >= CRASHES) continue;
    sigaction(fatal[i], &action, NULL);
  }
}

int cue_terminal_enter(int terminal, const char *enter, const char *leave) {
  if (!atomic_load(&is_held)) {
    if (tcgetattr(terminal, &held.before) != 0) return errno;
    held.terminal = terminal;
    held.owner = getpid();
    strncpy(held.leave, leave, sizeof held.leave - 1);
  }
  watch_ends();
  struct termios keys = held.before;
  // Control-C, -Z and -\ stay signals, so that a program that hangs can be ended; Control-S must not halt the picture.
  keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  keys.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR | ISTRIP);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  atomic_store(&is_held, 1);
  if (tcsetattr(terminal, TCSANOW, &keys) != 0) {
    int failure = errno;
    atomic_store(&is_held, 0);
    return failure;
  }
  write_all(terminal, enter, strlen(enter));
  return 0;
}

static int signal_pipe[2] = {-1, -1};

static void tell(int signal) {
  int failure = errno;
  char byte = signal == SIGWINCH  ? CUE_TERMINAL_RESIZED
              : signal == SIGTSTP ? CUE_TERMINAL_STOPPING
                                  : CUE_TERMINAL_CONTINUED;
  if (write(signal_pipe[1], &byte, 1) < 0) errno = failure;  // the pipe is full: enough has been reported
  errno = failure;
}

static const struct sigaction telling = {.sa_handler = tell, .sa_flags = SA_RESTART};

int cue_terminal_signals(void) {
  if (signal_pipe[0] >= 0) return signal_pipe[0];
  if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  sigaction(SIGWINCH, &telling, NULL);
  sigaction(SIGCONT, &telling, NULL);
  struct sigaction stop;
  sigaction(SIGTSTP, NULL, &stop);
  // A shell without job control has it ignored.
  if (stop.sa_handler != SIG_IGN) sigaction(SIGTSTP, &telling, NULL);
  return signal_pipe[0];
}

void cue_terminal_stop(void) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaction(SIGTSTP, &usual, NULL);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &telling, NULL);
}

int cue_terminal_wait(int keys, int signals, int event, int milliseconds) {
  struct pollfd watched[3] = {
      {.fd = keys, .events = POLLIN},
      {.fd = signals, .events = POLLIN},
      {.fd = event, .events = POLLIN},
  };
  int64_t end = milliseconds < 0 ? 0 : cue_now_milliseconds() + milliseconds;
  for (;;) {
    int ready = poll(watched, 3, milliseconds);
    if (ready >= 0) return (watched[0].revents ? 1 : 0) | (watched[1].revents ? 2 : 0) | (watched[2].revents ? 4 : 0);
    if (errno != EINTR) return 0;
    if (milliseconds < 0) continue;
    milliseconds = (int)(end - cue_now_milliseconds());
    if (milliseconds <= 0) return 0;
  }
}

int cue_terminal_size(int terminal, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

static int is_name_of_unicode(const char *name) {
  return strcasestr(name, "utf-8") != NULL || strcasestr(name, "utf8") != NULL;
}

int cue_locale_is_unicode(void) {
  static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  const char *name = NULL;
  for (unsigned i = 0; i < sizeof variables / sizeof *variables && !(name && *name); i++) name = getenv(variables[i]);
  if (!name || !*name) return 0;
  // The name mostly says it. Reading the locale would take a twentieth of the time that help takes.
  if (is_name_of_unicode(name)) return 1;
  locale_t users = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (!users) return 0;
  int is_unicode = is_name_of_unicode(nl_langinfo_l(CODESET, users));
  freelocale(users);
  return is_unicode;
}

static locale_t unicode;
static void open_unicode(void) { unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int cue_terminal_width(uint32_t scalar) {
  if (scalar >= 0x20 && scalar < 0x7f) return 1;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_unicode);
  if (!unicode) return scalar < 0xa0 ? -1 : 1;
  locale_t before = uselocale(unicode);
  int width = wcwidth((wchar_t)scalar);
  uselocale(before);
  return width;
}
