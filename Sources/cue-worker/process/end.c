// How a worker ends: with a word, and with its host.
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "end.h"

static pid_t worker_process;
static bool is_sheltered;

_Noreturn void worker_end(const char *why) {
  if (why) {
    fprintf(stderr, "cue-worker: %s\n", why);
    fflush(stderr);
  }
  // The group holds what the plugin has started; a forked child ends alone. A supervisor ends the group after a good end, so that the
  // host can tell this from a kill.
  if ((why || !is_sheltered) && getpid() == worker_process && getpgrp() == worker_process) kill(0, SIGKILL);
  _exit(why ? 70 : 0);
}

// While the plugin loads or lists its voices, the control pipe is not read, and the worker must still end with its host. This
// signal comes when the *thread* that started us ends, so whether the host is gone is another question.
static pid_t host_process;

static void host_may_be_gone(int signal) {
  (void)signal;
  if (getppid() != host_process) kill(getpgrp() == worker_process ? 0 : worker_process, SIGKILL);
}

void worker_end_with_host(bool has_supervisor) {
  is_sheltered = has_supervisor;
  worker_process = getpid();
  host_process = getppid();
  struct sigaction watch = {.sa_handler = host_may_be_gone, .sa_flags = SA_RESTART};
  sigaction(SIGHUP, &watch, NULL);
  prctl(PR_SET_PDEATHSIG, SIGHUP);
}

// What a fault of its own has made, or a call of abort, ends it as ever.
static void ended(int number, siginfo_t *info, void *context) {
  (void)context;
  if (info->si_code <= 0 && info->si_pid != getpid()) kill(getpid(), SIGKILL);
  raise(number);  // it waits until this handler, which is reset, has returned
}

void worker_end_by_others(void) {
  static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ, SIGSTKFLT};
  for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    struct sigaction before, action = {.sa_sigaction = ended, .sa_flags = SA_SIGINFO | SA_RESETHAND};
    // A sanitizer has handlers of its own.
    if (sigaction(crashes[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(crashes[i], &action, NULL);
  }
}
