// SPDX-License-Identifier: Apache-2.0
// What the program gives up before it reads anything.
#pragma once

#include <cerrno>
#include <cstddef>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

inline bool limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  return setrlimit(static_cast<__rlimit_resource>(resource), &both) == 0;
}

#if defined(__x86_64__)
constexpr unsigned machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned machine = AUDIT_ARCH_AARCH64;
#else
#error "Add the name that seccomp has for this machine."
#endif

/// No sockets, no other programs, no new privileges, no files written, limited memory and time.
inline bool confine(rlim_t most_bytes, rlim_t most_seconds) {
  sock_filter filter[] = {
      // System calls of other machines, as of 32 bits, have other numbers: they are refused.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 0, 7),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_execve, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_execveat, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_io_uring_setup, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
  };
  // What is printed into a file is the only file that is written.
  struct stat out {};
  const bool prints_to_file = fstat(STDOUT_FILENO, &out) == 0 && S_ISREG(out.st_mode);
  const sock_fprog program{sizeof filter / sizeof filter[0], filter};
#if defined(__SANITIZE_ADDRESS__)
  // The address sanitizer reserves terabytes.
  const bool limited = true;
#else
  const bool limited = limit(RLIMIT_AS, most_bytes);
#endif
  return limited && limit(RLIMIT_CPU, most_seconds) && limit(RLIMIT_FSIZE, prints_to_file ? most_bytes : 0) &&
         limit(RLIMIT_CORE, 0) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
