// The rules become a tree, sorted by the number of the call: when a filter is installed, the kernel walks it once for each call that
// there is, and later for each call whose rule reads arguments.
#include "bpf.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
#define MOST_RULES 256u
#define IN_A_LEAF 6u

typedef struct {
  unsigned call, at, length;  // its statements
} call_rule;

static call_rule all[MOST_RULES];
static struct sock_filter statements[512], code[1200];
static unsigned rule_count, statement_count, used;
static bool is_full, asks;

static void put(struct sock_filter statement) {
  if (statement_count == sizeof statements / sizeof *statements) is_full = true;
  else statements[statement_count++] = statement;
}

void bpf_begin(void) {
  rule_count = statement_count = used = 0;
  is_full = asks = false;
}

void rule_begin(unsigned call) {
  if (rule_count == MOST_RULES) is_full = true;
  else all[rule_count++] = (call_rule){call, statement_count, 0};
}

void rule_end(void) {
  if (!is_full) all[rule_count - 1].length = statement_count - all[rule_count - 1].at;
}

void load_argument(int index) {
  put((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                   (unsigned)(offsetof(struct seccomp_data, args) + (size_t)index * sizeof(uint64_t))));
}

void answer(unsigned with) {
  asks |= with == ASK;
  put((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, with));
}

void answer_if(unsigned value, unsigned with) {
  put((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
  answer(with);
}

void answer_unless(unsigned value, unsigned with) {
  put((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
  answer(with);
}

void answer_if_one_of(const unsigned *values, unsigned count, unsigned with) {
  for (unsigned i = 0; i < count; i++)
    put((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, values[i], (unsigned char)(count - 1 - i),
                                     i + 1 == count));
  answer(with);
}

void answer_if_any(unsigned mask, unsigned with) {
  put((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, mask, 0, 1));
  answer(with);
}

void keep(unsigned mask) { put((struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask)); }

void rule(unsigned call, unsigned with) {
  rule_begin(call);
  answer(with);
  rule_end();
}

void rules(const unsigned *calls, unsigned count, unsigned with) {
  for (unsigned i = 0; i < count; i++) rule(calls[i], with);
}

// The filter.

static void emit(struct sock_filter statement) {
  if (used == sizeof code / sizeof *code) is_full = true;
  else code[used++] = statement;
}

static void emit_return(unsigned with) { emit((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, with)); }

static int by_call(const void *one, const void *other) {
  const call_rule *a = one, *b = other;
  if (a->call != b->call) return a->call < b->call ? -1 : 1;
  return a->at < b->at ? -1 : 1;  // rules of one call stay in their order
}

static bool is_last_of_call(unsigned at, unsigned end) { return at + 1 == end || all[at + 1].call != all[at].call; }

// Whether a rule is the only one of its call, and always gives one answer.
static bool is_plain(unsigned at, unsigned first, unsigned end) {
  return all[at].length == 1 && is_last_of_call(at, end) && (at == first || all[at - 1].call != all[at].call);
}

// The rules of one call from `first` on; returns where those of the next one begin.
static unsigned emit_rules(unsigned first, unsigned end) {
  unsigned start = used, next = first;
  emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, all[first].call, 0, 0));
  do {
    for (unsigned i = 0; i < all[next].length; i++) emit(statements[all[next].at + i]);
  } while (!is_last_of_call(next++, end));
  emit_return(ALLOW);
  if (used - start - 1 > UINT8_MAX) is_full = true;
  if (!is_full) code[start].jf = (unsigned char)(used - start - 1);
  return next;
}

// Plain rules with the same answer share it: fewer statements for the kernel to translate.
static void emit_leaf(unsigned first, unsigned end) {
  bool is_done[IN_A_LEAF] = {false};
  for (unsigned at = first; at < end; at++) {
    if (is_done[at - first]) continue;
    if (!is_plain(at, first, end)) {
      unsigned next = emit_rules(at, end);
      at = next - 1;
      continue;
    }
    const unsigned with = statements[all[at].at].k, start = used;
    for (unsigned other = at; other < end; other++) {
      if (!is_plain(other, first, end) || statements[all[other].at].k != with) continue;
      is_done[other - first] = true;
      emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, all[other].call, 0, 0));
    }
    if (is_full) return;
    for (unsigned i = start; i < used; i++) code[i].jt = (unsigned char)(used - 1 - i);
    code[used - 1].jf = 1;
    emit_return(with);
  }
  emit_return(ALLOW);
}

static void emit_tree(unsigned first, unsigned end) {
  unsigned middle = first + (end - first) / 2;
  while (middle > first && all[middle - 1].call == all[middle].call) middle--;
  if (end - first <= IN_A_LEAF || middle == first) {
    emit_leaf(first, end);
    return;
  }
  emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, all[middle].call, 0, 1));
  unsigned jump = used;
  emit((struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 0));
  emit_tree(first, middle);
  if (!is_full) code[jump].k = used - jump - 1;
  emit_tree(middle, end);
}

int bpf_install(int foreign_error) {
#ifdef OWN_CALLS
  qsort(all, rule_count, sizeof *all, by_call);
  emit((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_CALLS, 1, 0));
  emit_return(FAIL(foreign_error));
  emit((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALL, 0, 1));
  emit_return(FAIL(foreign_error));
  emit_tree(0, rule_count);
  if (is_full) return -1;
  struct sock_fprog program = {(unsigned short)used, code};
  unsigned long flags = asks ? SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV : 0;
  long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  // Before Linux 5.19, a signal interrupts a call that waits for its answer, which is then asked for once more.
  if (result < 0 && asks && errno == EINVAL)
    result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  return (int)result;
#else
  (void)foreign_error, (void)emit_tree, (void)by_call;
  return -1;
#endif
}
