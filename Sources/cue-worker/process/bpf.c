#include "bpf.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

static struct sock_filter code[640];
static unsigned short used, rule_start;
static bool asks;

static void add(struct sock_filter statement) {
  if (used < sizeof code / sizeof *code) code[used] = statement;
  used++;
}

static void load(size_t offset) { add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset)); }

void answer(unsigned with) {
  asks |= with == ASK;
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, with));
}

void answer_if(unsigned value, unsigned with) {
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
  answer(with);
}

void answer_unless(unsigned value, unsigned with) {
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
  answer(with);
}

void answer_if_any(unsigned mask, unsigned with) {
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, mask, 0, 1));
  answer(with);
}

void keep(unsigned mask) { add((struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask)); }

void load_argument(int index) { load(offsetof(struct seccomp_data, args) + (size_t)index * sizeof(uint64_t)); }

void load_call(void) { load(offsetof(struct seccomp_data, nr)); }

void bpf_begin(int error) {
  used = 0;
  asks = false;
#ifdef OWN_CALLS
  load(offsetof(struct seccomp_data, arch));
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_CALLS, 1, 0));
  answer(FAIL(error));
  load_call();
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALL, 0, 1));
  answer(FAIL(error));
#else
  (void)error;
#endif
}

void rule_begin(unsigned call) {
  rule_start = used;
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 0));
}

void rule_end(void) {
  if (used <= sizeof code / sizeof *code) code[rule_start].jf = (unsigned char)(used - rule_start - 1);
}

void rule(unsigned call, unsigned with) { answer_if(call, with); }

void rules(const unsigned *calls, unsigned count, unsigned with) {
  for (unsigned i = 0; i < count; i++) rule(calls[i], with);
}

int bpf_install(void) {
#ifdef OWN_CALLS
  answer(ALLOW);
  if (used > sizeof code / sizeof *code) return -1;
  struct sock_fprog program = {used, code};
  unsigned long flags = asks ? SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV : 0;
  long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  // Before Linux 5.19, a signal interrupts a call that waits for its answer, which is then asked for once more.
  if (result < 0 && asks && errno == EINVAL)
    result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  return (int)result;
#else
  return -1;
#endif
}
