// A seccomp filter in raw BPF (x86-64 and AArch64), see Decisions/0034. It lists what is allowed, so that no family of sockets is
// forgotten. It is a fence for plugins that do not say what they do, and no jail for one that means harm: a program that listens on
// a socket of this machine, such as a proxy, may still be asked.
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "offline.h"

#if defined __x86_64__
#define OWN_CALLS AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OWN_CALLS AUDIT_ARCH_AARCH64
#endif

#define FOREIGN_CALL 0x40000000u  // x32's numbers; AArch64 has none that high
#ifndef __NR_io_uring_setup
#define __NR_io_uring_setup 425
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF_EQUAL(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise)
#define IF_AT_LEAST(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, value, then, otherwise)

bool offline_begin(int error) {
#ifdef OWN_CALLS
  struct sock_filter filter[] = {
      // Calls of another kind of program, such as one of 32 bits, have other numbers.
      LOAD(arch),
      IF_EQUAL(OWN_CALLS, 0, 7),
      LOAD(nr),
      IF_AT_LEAST(FOREIGN_CALL, 5, 0),
      // A ring opens sockets without a call.
      IF_EQUAL(__NR_io_uring_setup, 4, 0),
      IF_EQUAL(__NR_socket, 0, 4),
      LOAD(args[0]),
      IF_EQUAL(AF_UNIX, 2, 0),
      IF_EQUAL(AF_NETLINK, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((unsigned)error & SECCOMP_RET_DATA)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  (void)error;
  return false;
#endif
}
