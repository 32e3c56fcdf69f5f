// A fast run of the tests starts no process: where CUE_TEST_FAST is set, the kernel refuses each with "operation not permitted".
// Threads are allowed. This is asked before main, so that every later thread is bound by it.
#define _GNU_SOURCE
#include "test_support.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the filter below names its architecture"
#endif

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, name))
#define IF_EQUAL(value, then) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, 1), BPF_STMT(BPF_RET | BPF_K, (then))
#define REFUSE(error) (SECCOMP_RET_ERRNO | (error))

static int are_refused;

__attribute__((constructor)) static void refuse_processes(void) {
  const char *fast = getenv("CUE_TEST_FAST");
  if (!fast || !*fast) return;
  struct sock_filter rules[] = {
      FIELD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, REFUSE(EPERM)),
      FIELD(nr),
      // Its flags are reached by a pointer, which a filter cannot follow: callers go back to clone.
      IF_EQUAL(__NR_clone3, REFUSE(ENOSYS)),
#ifdef __NR_fork
      IF_EQUAL(__NR_fork, REFUSE(EPERM)),
      IF_EQUAL(__NR_vfork, REFUSE(EPERM)),
#endif
      IF_EQUAL(__NR_execve, REFUSE(EPERM)),
      IF_EQUAL(__NR_execveat, REFUSE(EPERM)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      FIELD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, REFUSE(EPERM)),
  };
  struct sock_fprog filter = {.len = sizeof rules / sizeof *rules, .filter = rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) != 0) {
    perror("This kernel cannot refuse processes to a fast run of the tests");
    exit(70);
  }
  are_refused = 1;
}

int test_processes_are_refused(void) { return are_refused; }

long test_work_of_ended_children(void) {
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  return used.ru_minflt + used.ru_majflt;
}
