// The supervisor is the parent of what it shelters. Orphans come to it, whatever group or session they have moved to, so that
// it can end them all. Descriptor 3 is its lifeline, a pipe that closes when the host ends or wants an end. The wire, standard
// input and output, is the child's alone: each side must see its end when the other closes it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "notices.h"
#include "privacy.h"
#include "supervise.h"
#include "wall.h"
#include "watch.h"

#define LIFELINE 3
#define NO_PROCESS 71  // the host takes it for a shortage, see PROTOCOL.md

// Sends SIGKILL to each child we have now, and says how many there are; -1 when the system does not say.
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

// Ends all that runs below us, whatever group or session it has moved to: orphans become our children, so killing children
// until there are none leaves nothing running. `sheltered` is the child, or 0 if that has ended already.
static void end_all_below(pid_t supervisor, pid_t sheltered) {
  if (sheltered) {
    // Mostly there is nothing else.
    kill(-sheltered, SIGKILL);
    kill(sheltered, SIGKILL);
    waitpid(sheltered, NULL, 0);
  }
  for (;;) {
    pid_t ended;
    do {
      ended = waitpid(-1, NULL, WNOHANG);
    } while (ended > 0);
    if (ended < 0) return;
    int killed = kill_children(supervisor);
    if (killed < 0) return;  // the system does not say: those that have moved away are lost
    if (killed > 0) waitpid(-1, NULL, 0);
    else poll(NULL, 0, 1);  // one has come to us since
  }
}

// Whether another process has sent a signal that ends: those that come by themselves do not.
static bool told_to_end(int signals) {
  struct signalfd_siginfo each;
  bool told = false;
  while (read(signals, &each, sizeof each) == sizeof each) {
    int number = (int)each.ssi_signo;
    told |= number != SIGCHLD && number != SIGURG && number != SIGWINCH && number != SIGCONT && number != SIGTSTP &&
            number != SIGTTIN && number != SIGTTOU;
  }
  return told;
}

// Ends as the child did, so that the host learns how.
_Noreturn static void end_as(int status) {
  if (WIFSIGNALED(status)) {
    sigset_t none;
    sigemptyset(&none);
    signal(WTERMSIG(status), SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    raise(WTERMSIG(status));
  }
  _exit(WEXITSTATUS(status));
}

// `signals` are blocked: they wait in a descriptor, as a signal that ends us would leave our descendants running.
_Noreturn static void watch_over(pid_t supervisor, pid_t sheltered, const sigset_t *signals) {
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  struct pollfd watched[3] = {
      {.fd = LIFELINE, .events = POLLIN},
      {.fd = signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK), .events = POLLIN},
      {.events = POLLIN},
  };
  for (;;) {
    watched[2].fd = notices_descriptor();
    int status;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended != sheltered) continue;  // an orphan
      end_all_below(supervisor, 0);
      end_as(status);
    }
    poll(watched, 3, watched[1].fd < 0 ? 10 : -1);
    if (watched[0].revents) {
      end_all_below(supervisor, sheltered);
      _exit(0);
    }
    if (watched[2].revents) notices_look(!(watched[2].revents & POLLIN));
    if (watched[1].revents && told_to_end(watched[1].fd)) {
      end_all_below(supervisor, sheltered);
      raise(SIGKILL);  // which says that the plugin is not to blame
    }
  }
}

void forget_stops(void) {
  static const int stops[] = {SIGTSTP, SIGTTIN, SIGTTOU};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
    signal(stops[i], SIG_IGN);  // drops one that waits
    signal(stops[i], SIG_DFL);
    sigaddset(&set, stops[i]);
  }
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

// Goes on in a child behind the wall; this process watches over it.
static void child_begin(const grants *all) {
  pid_t supervisor = getpid();
  privacy_refuse_cores();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(LIFELINE, F_SETFD, FD_CLOEXEC);
  if (all->is_walled || watch_is_on()) notices_open();
  // Blocked before there is a child: on a busy machine it may have served a line before this process runs again.
  sigset_t every, before;
  sigfillset(&every);
  sigprocmask(SIG_BLOCK, &every, &before);
  pid_t child = fork();
  if (child < 0) _exit(NO_PROCESS);
  if (child > 0) {
    notices_begin(child, all);
    watch_over(supervisor, child, &every);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (getppid() != supervisor) _exit(0);
  watch_leave();
  // A child that ends its own group does not end us. Behind the wall it has a session of its own.
  if (!all->is_walled) setpgid(0, 0);
  wall_begin(all);
}

void shelter(const grants *all) {
  child_begin(all);
  close(LIFELINE);
}

_Noreturn void supervise(char *const arguments[], const grants *all) {
  child_begin(all);
  // A program that has just been written may be open in some process that is about to begin another one.
  for (int tries = 0; tries < 100; tries++) {
    execv(arguments[0], arguments);
    if (errno != ETXTBSY) break;
    poll(NULL, 0, 10);
  }
  int failure = errno;
  bool by_wall = failure == EACCES && all->is_walled && access(arguments[0], X_OK) == 0;
  fprintf(stderr, "cue-worker: %s cannot be started: %s%s\n", arguments[0], strerror(failure),
          by_wall ? "; is its interpreter, or a link in its path, granted by --grant=execute:?" : "");
  _exit(failure == ENOENT ? 127 : 126);
}
