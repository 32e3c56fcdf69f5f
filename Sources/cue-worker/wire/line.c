// The line between a worker and a child that it forked.
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "line.h"

static int line_to_parent = -1;  // in a child

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

// The next word on the line; credit is read with it.
char line_word(uint32_t *credit) {
  char word;
  line_receive(&word, 1);
  if (word == 'C') line_receive(credit, sizeof *credit);
  return word;
}

uint32_t credit_receive(void) {
  uint32_t frames = 0;
  if (line_word(&frames) != 'C') _exit(70);
  return frames;
}

void line_open(int descriptor) { line_to_parent = descriptor; }

void line_wait(void) {
  struct pollfd word = {.fd = line_to_parent, .events = POLLIN};
  while (poll(&word, 1, -1) < 0 && errno == EINTR) continue;
}

void line_say(char word) { line_send(line_to_parent, &word, 1); }
