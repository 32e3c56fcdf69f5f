// The line between a worker and a child that it forked.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "line.h"

#define TAKEN_BACK (1u << 31)
#define AHEAD (1u << 30)
#define LAST (1u << 29)
#define MARKS (TAKEN_BACK | AHEAD | LAST)

// In a child.
static int line_to_parent = -1;
static line_words *shared;
static uint32_t credit_taken;  // of the words' credit for the request

bool in_child(void) { return line_to_parent >= 0; }

void line_send(int line, const void *bytes, size_t length) {
  const uint8_t *at = bytes;
  while (length > 0) {
    ssize_t n = send(line, at, length, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;  // it has died, which is seen elsewhere
    at += n;
    length -= (size_t)n;
  }
}

static bool mark(line_words *words, unsigned from, unsigned to) {
  return atomic_compare_exchange_strong(&words->serving, &from, to);
}

bool line_take_back(line_words *words, unsigned number) {
  return mark(words, number | AHEAD, number | TAKEN_BACK) || mark(words, number, number | TAKEN_BACK);
}

bool line_give_ahead(line_words *words, unsigned number) { return mark(words, number, number | AHEAD); }

bool line_ask_for_word(line_words *words, unsigned number) { return mark(words, number | AHEAD, number); }

bool line_is_past(line_words *words, unsigned number) { return (atomic_load(&words->serving) & ~MARKS) > number; }

void line_grant(line_words *words, unsigned number, uint32_t frames) {
  atomic_fetch_add(&words->credit[number % 2], frames);
  syscall(SYS_futex, &words->credit[number % 2], FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void line_receive(void *bytes, size_t length) {
  uint8_t *at = bytes;
  while (length > 0) {
    ssize_t n = read(line_to_parent, at, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(0);  // the parent needs us no more, or is gone
    at += n;
    length -= (size_t)n;
  }
}

void line_next(void) {
  char word;
  line_receive(&word, 1);
  if (word != 'R') _exit(70);
  credit_taken = 0;
}

uint32_t credit_receive(void) {
  atomic_uint *credit = &shared->credit[atomic_load(&shared->serving) % 2];
  uint32_t granted;
  while ((granted = atomic_load(credit)) == credit_taken)
    syscall(SYS_futex, credit, FUTEX_WAIT, granted, NULL, NULL, 0);
  uint32_t more = granted - credit_taken;
  credit_taken = granted;
  return more;
}

unsigned line_number(void) { return shared ? atomic_load(&shared->serving) & ~MARKS : 1; }

bool line_was_ahead(void) { return shared && atomic_load(&shared->unwaited) == line_number(); }

bool line_done(bool is_last) {
  unsigned serving = atomic_load(&shared->serving);
  while (!(serving & TAKEN_BACK)) {
    unsigned next = (serving & ~MARKS) + 1;
    if (!atomic_compare_exchange_strong(&shared->serving, &serving, is_last ? serving | LAST : next)) continue;
    if (is_last || !(serving & AHEAD)) return true;
    atomic_store(&shared->unwaited, next);
    return false;
  }
  for (;;) pause();
}

void line_open(int descriptor, line_words *words) {
  line_to_parent = descriptor;
  shared = words;
}

void line_wait(void) {
  struct pollfd word = {.fd = line_to_parent, .events = POLLIN};
  while (poll(&word, 1, -1) < 0 && errno == EINTR) continue;
}

void line_say(char word) { line_send(line_to_parent, &word, 1); }
