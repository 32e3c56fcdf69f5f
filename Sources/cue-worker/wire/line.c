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

bool line_take_back(line_words *words, unsigned number) {
  unsigned serving = number;
  return atomic_compare_exchange_strong(&words->serving, &serving, number | TAKEN_BACK);
}

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

unsigned line_number(void) { return shared ? atomic_load(&shared->serving) & ~TAKEN_BACK : 1; }

void line_done(void) {
  unsigned serving = atomic_load(&shared->serving);
  if (!(serving & TAKEN_BACK) && atomic_compare_exchange_strong(&shared->serving, &serving, serving + 1)) return;
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
