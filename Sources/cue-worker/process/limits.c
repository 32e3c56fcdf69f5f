#define _GNU_SOURCE
#include "limits.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(realtime_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0  // a sanitizer maps terabytes
#endif

void limits_leave_terminal(void) {
  setsid();
  if (!isatty(STDERR_FILENO)) return;
  // It was opened by a shell, for reading too: a plugin could read what the user types.
  int terminal = open("/proc/self/fd/2", O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) terminal = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (terminal < 0) return;
  dup2(terminal, STDERR_FILENO);
  close(terminal);
}

static void limit(int what, rlim_t most) {
  struct rlimit both;
  if (getrlimit(what, &both) != 0) return;
  if (both.rlim_max > most) both.rlim_max = most;
  if (both.rlim_cur > both.rlim_max) both.rlim_cur = both.rlim_max;
  setrlimit(what, &both);
}

void limits_set(const grants *all) {
  if (all->memory && !SANITIZED) limit(RLIMIT_AS, all->memory);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_NICE, 0);
  limit(RLIMIT_RTPRIO, 0);
}

bool limits_drop_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct now[2] = {{0}}, none[2] = {{0}};
  if (syscall(SYS_capget, &header, now) != 0) return false;
  // The bounding set keeps a program that root starts from getting them back. A process without any gets none: no_new_privs.
  if (now[0].permitted || now[1].permitted)
    for (int each = 0; prctl(PR_CAPBSET_READ, each, 0, 0, 0) >= 0; each++) prctl(PR_CAPBSET_DROP, each, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return syscall(SYS_capset, &header, none) == 0;
}
