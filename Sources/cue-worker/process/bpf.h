// A seccomp filter in the making: statements of BPF, for x86-64 and AArch64.
#ifndef WORKER_BPF_H
#define WORKER_BPF_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>

#if defined __x86_64__
#define OWN_CALLS AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OWN_CALLS AUDIT_ARCH_AARCH64
#endif
#define FOREIGN_CALL 0x40000000u  // from this number on, calls of x32 on x86-64; AArch64 has none that high

#define ALLOW SECCOMP_RET_ALLOW
#define ASK SECCOMP_RET_USER_NOTIF
#define FAIL(error) (SECCOMP_RET_ERRNO | ((unsigned)(error)&SECCOMP_RET_DATA))

void bpf_begin(void);

// A rule of a call: between rule_begin() and rule_end() stand statements that answer. If none of them does, the next rule of the same
// call decides; after the last one, the call is allowed.
void rule_begin(unsigned call);
void rule_end(void);
// Loads the lower half of an argument: all that the kernel reads of a number.
void load_argument(int index);
// Answers if the loaded value is `value`, is one of `values`, is not `value`, or has one of the bits of `mask`.
void answer_if(unsigned value, unsigned with);
void answer_if_one_of(const unsigned *values, unsigned count, unsigned with);
void answer_unless(unsigned value, unsigned with);
void answer_if_any(unsigned mask, unsigned with);
// Keeps these bits of the loaded value.
void keep(unsigned mask);
void answer(unsigned with);

// The whole rule of calls that always get one answer.
void rule(unsigned call, unsigned with);
void rules(const unsigned *calls, unsigned count, unsigned with);

// Installs the filter, which allows all other calls; needs no_new_privs. Calls of another kind of program, whose numbers mean something
// else, fail with `foreign_error`. Returns the descriptor by which ASK is answered, or 0 if no rule asks; -1 if the system refuses:
// then nothing has changed.
int bpf_install(int foreign_error);

#endif
