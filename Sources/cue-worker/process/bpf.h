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

// Begins the filter: calls of another kind of program, whose numbers mean something else, fail with `error`.
void bpf_begin(int error);

// A call has one rule: between rule_begin() and rule_end() stand statements, and the last one answers.
void rule_begin(unsigned call);
void rule_end(void);
// Loads the lower half of an argument: all that the kernel reads of a number.
void load_argument(int index);
// Answers if the loaded value is `value`, is not `value`, or has one of the bits of `mask`.
void answer_if(unsigned value, unsigned with);
void answer_unless(unsigned value, unsigned with);
void answer_if_any(unsigned mask, unsigned with);
// Loads the number of the call again, for a rule that has no answer for some arguments: the next rules decide.
void load_call(void);
// Keeps these bits of the loaded value.
void keep(unsigned mask);
void answer(unsigned with);

// The whole rule of calls that always get one answer.
void rule(unsigned call, unsigned with);
void rules(const unsigned *calls, unsigned count, unsigned with);

// Ends the filter, which allows all other calls, and installs it; needs no_new_privs. Returns the descriptor by which ASK is answered,
// or 0 if no rule asks; -1 if the system refuses: then nothing has changed.
int bpf_install(void);

#endif
