// One filter for all: --offline, --watched, and the wall. It is raw BPF, see Decisions/0034. Rules that look at arguments see numbers
// only, never what a pointer points to: that could change after the look. Where a number is not enough, the supervisor decides and
// acts in the plugin's place (notices.c).
#define _GNU_SOURCE
#include "filter.h"

#include <asm/ioctls.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/netlink.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf.h"
#include "notices.h"
#include "watch.h"

// The headers of older systems lack what later kernels have added. From 424 on, numbers are the same everywhere.
enum {
  CALL_pidfd_send_signal = 424,
  CALL_io_uring_setup = 425,  // and the two that follow
  CALL_open_tree = 428,       // and move_mount, fsopen, fsconfig, fsmount, fspick
  CALL_clone3 = 435,
  CALL_openat2 = 437,
  CALL_pidfd_getfd = 438,
  CALL_process_madvise = 440,
  CALL_mount_setattr = 442,
  CALL_quotactl_fd = 443,
  CALL_memfd_secret = 447,
  CALL_fchmodat2 = 452,
  CALL_setxattrat = 463,
  CALL_removexattrat = 466,
  CALL_open_tree_attr = 467,
  CALL_file_setattr = 469,
};

// What no plugin needs.
static const unsigned never[] = {
    // Ways around a filter, into the kernel, and into other processes.
    CALL_io_uring_setup, CALL_io_uring_setup + 1, CALL_io_uring_setup + 2, __NR_bpf, __NR_perf_event_open,
    __NR_userfaultfd, __NR_keyctl, __NR_add_key, __NR_request_key, __NR_ptrace, __NR_process_vm_readv,
    __NR_process_vm_writev, __NR_kcmp, CALL_pidfd_getfd, CALL_process_madvise, __NR_migrate_pages, __NR_move_pages,
    CALL_memfd_secret,
    // The tree of files, and namespaces.
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_unshare, __NR_setns, __NR_open_by_handle_at,
    CALL_open_tree, CALL_open_tree + 1, CALL_open_tree + 2, CALL_open_tree + 3, CALL_open_tree + 4, CALL_open_tree + 5,
    CALL_mount_setattr, CALL_open_tree_attr, __NR_swapon, __NR_swapoff, __NR_quotactl, CALL_quotactl_fd, __NR_acct,
    // The system itself.
    __NR_kexec_load, __NR_kexec_file_load, __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_reboot,
    __NR_syslog, __NR_settimeofday, __NR_clock_settime, __NR_sethostname, __NR_setdomainname, __NR_vhangup,
#ifdef __NR_iopl
    __NR_iopl, __NR_ioperm,
#endif
    // What Landlock does not keep: rights, owners, attributes and times of files, and who opens which file.
    __NR_fchmod, __NR_fchmodat, CALL_fchmodat2, __NR_fchown, __NR_fchownat, __NR_setxattr, __NR_lsetxattr,
    __NR_fsetxattr, __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr, CALL_setxattrat, CALL_removexattrat,
    CALL_file_setattr, __NR_utimensat, __NR_fanotify_init, __NR_inotify_add_watch,
#ifdef __NR_chmod
    __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat,
#endif
    // Memory, semaphores and queues that all processes of a user share.
    __NR_shmget, __NR_shmat, __NR_shmctl, __NR_semget, __NR_semop, __NR_semtimedop, __NR_semctl, __NR_msgget,
    __NR_msgsnd, __NR_msgrcv, __NR_msgctl, __NR_mq_open, __NR_mq_unlink};

// A terminal takes input from a program, becomes ours, stops, or works in another way; and flags of files.
static const unsigned refused_ioctls[] = {
    TIOCSTI,         TIOCSCTTY,        TIOCLINUX,  TIOCCONS,   TIOCSETD,   TIOCSPGRP, TIOCEXCL,
    TIOCSWINSZ,      TCXONC,           TCFLSH,     TCSETS,     TCSETSW,    TCSETSF,   TCSETA,
    TCSETAW,         TCSETAF,          0x402c542b, 0x402c542c, 0x402c542d,  // TCSETS2, TCSETSW2, TCSETSF2
    FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR};

#define NEW_NAMESPACES 0x7e020000u  // CLONE_NEW…
#define SOCKET_KIND 0xfu            // of the second argument of socket(); the rest is flags
#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool has_supervisor;  // one that answers

// Sockets of processes of this machine do not leave it, but other programs may be asked for anything over them: the user's session
// starts programs. So the wall gives out none but those that the supervisor has connected.
static void add_sockets(const grants *all) {
  const bool is_watched = watch_is_offline();  // a socket may be opened; its use is recorded and refused
  const bool has_socket = all->is_walled && grants_have(all, PLACE_SOCKET) && has_supervisor;
  const unsigned refused = FAIL(EACCES);
  if (!all->is_walled && !is_watched && !all->is_offline) return;
  unsigned of_internet = is_watched ? ALLOW : refused, of_machine = ALLOW, of_kernel = ALLOW;
  if (all->is_walled) {
    if (all->network == NETWORK_ALL) of_internet = ALLOW;
    else if (all->network == NETWORK_LOCAL && !is_watched && has_supervisor) of_internet = ASK;
    of_machine = has_socket ? ASK : refused;
    of_kernel = of_internet == ALLOW ? ALLOW : refused;
  }
  rule_begin(__NR_socket);
  load_argument(0);
  answer_if(AF_INET, of_internet);
  answer_if(AF_INET6, of_internet);
  answer_if(AF_UNIX, of_machine);
  answer_unless(AF_NETLINK, refused);
  if (all->is_walled) {
    load_argument(2);
    answer_unless(NETLINK_ROUTE, refused);  // a library asks about interfaces
  }
  answer(of_kernel);
  rule_end();
  if (!all->is_walled) return;
  // One of datagrams can send to any address. Resolvers of names use such pairs, so a plugin with a network may have them.
  rule_begin(__NR_socketpair);
  load_argument(1);
  keep(SOCKET_KIND);
  answer_if(SOCK_STREAM, ALLOW);
  answer_if(SOCK_SEQPACKET, ALLOW);
  if (all->network == NETWORK_ALL) answer_if(SOCK_DGRAM, ALLOW);
  answer(refused);
  rule_end();
  if (!has_socket) return;
  // The sockets of this machine are connected already. The length of the address distinguishes them from those of a network.
  rule_begin(__NR_connect);
  if (all->network != NETWORK_NONE || is_watched) {
    const unsigned verdict = is_watched ? ASK : ALLOW;
    load_argument(2);
    answer_if(16, verdict);   // sockaddr_in
    answer_if(28, verdict);   // sockaddr_in6
    answer_if(128, verdict);  // sockaddr_storage
  }
  answer(FAIL(0));
  rule_end();
}

static void add_processes(const grants *all) {
  // libc falls back to clone, whose flags a filter can read.
  rule(CALL_clone3, FAIL(ENOSYS));
  const unsigned verdict = all->processes <= 1 ? FAIL(EAGAIN) : has_supervisor ? ASK : ALLOW;
  rule_begin(__NR_clone);
  load_argument(0);
  answer_if_any(NEW_NAMESPACES | CLONE_PARENT | CLONE_PTRACE, FAIL(EPERM));
  answer_if_any(CLONE_THREAD, ALLOW);
  answer(verdict);
  rule_end();
#ifdef __NR_fork
  rule(__NR_fork, verdict);
  rule(__NR_vfork, verdict);
#endif
  if (all->is_program || all->may_run) return;
  rule(__NR_execve, FAIL(EACCES));
  rule(__NR_execveat, FAIL(EACCES));
}

// What acts on a process by its number, and would reach any process of the user. 0 is the process that calls.
static void add_priorities(void) {
  static const unsigned of_process[] = {__NR_prlimit64, __NR_sched_setattr};
  for (unsigned i = 0; i < COUNT(of_process); i++) {
    rule_begin(of_process[i]);
    load_argument(0);
    answer_if(0, ALLOW);
    answer(FAIL(EPERM));
    rule_end();
  }
  // libc calls these for threads, by number.
  static const unsigned of_thread[] = {__NR_sched_setaffinity, __NR_sched_setscheduler, __NR_sched_setparam};
  for (unsigned i = 0; i < COUNT(of_thread); i++) {
    rule_begin(of_thread[i]);
    load_argument(0);
    answer_if(0, ALLOW);
    answer(has_supervisor ? ASK : FAIL(EPERM));
    rule_end();
  }
  static const unsigned with_kind[] = {__NR_setpriority, __NR_ioprio_set};
  static const unsigned kind_process[] = {PRIO_PROCESS, 1};
  for (unsigned i = 0; i < COUNT(with_kind); i++) {
    rule_begin(with_kind[i]);
    load_argument(0);
    answer_unless(kind_process[i], FAIL(EPERM));
    load_argument(1);
    answer_unless(0, FAIL(EPERM));
    answer(ALLOW);
    rule_end();
  }
}

static void add_ioctls(bool keeps_signals) {
  rule_begin(__NR_ioctl);
  load_argument(1);
  answer_if_one_of(refused_ioctls, COUNT(refused_ioctls), FAIL(EPERM));
  if (keeps_signals) {
    answer_if(0x8901, FAIL(EPERM));  // FIOSETOWN: a descriptor sends signals
    answer_if(0x8902, FAIL(EPERM));  // SIOCSPGRP
  }
  answer(ALLOW);
  rule_end();
}

// Landlock before version 6 does not keep signals within the plugin's own processes. Without a supervisor, a process sends signals
// to the first process of the plugin only: that one may abort, and its children may not.
static void add_signals(void) {
  static const unsigned calls[] = {__NR_kill, __NR_tkill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo};
  for (unsigned i = 0; i < COUNT(calls); i++) {
    rule_begin(calls[i]);
    if (!has_supervisor) {
      load_argument(0);
      answer_if((unsigned)getpid(), ALLOW);
    }
    answer(has_supervisor ? ASK : FAIL(EPERM));
    rule_end();
  }
  rule(CALL_pidfd_send_signal, FAIL(EPERM));
  rule_begin(__NR_fcntl);
  load_argument(1);
  answer_if(F_SETOWN, FAIL(EPERM));
  answer_if(F_SETOWN_EX, FAIL(EPERM));
  answer_if(F_SETSIG, FAIL(EPERM));
  answer(ALLOW);
  rule_end();
}

// Landlock before version 3 lets a file that can be read be emptied.
static void add_truncation(void) {
  rule(__NR_truncate, FAIL(EACCES));
  rule(CALL_openat2, FAIL(ENOSYS));  // its flags are in memory; libraries do without it on older systems
  static const struct {
    unsigned call;
    int flags;
  } calls[] = {{__NR_openat, 2},
#ifdef __NR_open
               {__NR_open, 1}
#endif
  };
  for (unsigned i = 0; i < COUNT(calls); i++) {
    rule_begin(calls[i].call);
    load_argument(calls[i].flags);
    keep(O_TRUNC | O_ACCMODE);
    answer_if(O_TRUNC | O_RDONLY, FAIL(EACCES));
    answer_if(O_TRUNC | O_ACCMODE, FAIL(EACCES));
    rule_end();
  }
}

static int compose(const grants *all, int landlock) {
  bpf_begin();
  if (all->is_walled) {
    rules(never, COUNT(never), FAIL(EPERM));
    add_ioctls(landlock < 6);
    add_processes(all);
    add_priorities();
    if (landlock < 6) add_signals();
    if (landlock < 3) add_truncation();
  } else if (all->is_offline) {
    // A ring opens sockets without a call.
    rule(CALL_io_uring_setup, FAIL(EACCES));
  }
  add_sockets(all);
  watch_add_rules();
  return bpf_install(EACCES);
}

bool filter_begin(const grants *all, int landlock) {
  if (!all->is_walled && !all->is_offline && !watch_is_on()) return true;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  has_supervisor = notices_are_open();
  int listener = compose(all, landlock);
  // Another program may answer for all processes already, as in some containers.
  if (listener < 0 && has_supervisor && !watch_is_on()) {
    has_supervisor = false;
    listener = compose(all, landlock);
  }
  if (listener < 0) return false;
  return notices_give(listener);
}

bool filter_asks(void) { return has_supervisor; }
