#include "wire.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../process/end.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the wire is little-endian; swap here for other machines"
#endif

static void message_room(message *m, uint32_t more) {
  if (more > CUE_MESSAGE_TO_HOST_MAX || m->used > CUE_MESSAGE_TO_HOST_MAX)
    worker_end("the plugin gave more than a message holds");
  if (m->used + more <= m->room) return;
  uint32_t room = m->room ? m->room : 512;
  while (room < m->used + more) room *= 2;
  uint8_t *bytes = realloc(m->bytes, room);
  if (!bytes) worker_end("out of memory");
  m->bytes = bytes;
  m->room = room;
}

void message_append(message *m, const void *bytes, uint32_t length) {
  message_room(m, length);
  if (length) memcpy(m->bytes + m->used, bytes, length);
  m->used += length;
}

void message_start(message *m, uint16_t type, uint16_t flags, uint32_t request) {
  uint32_t length = 0;
  m->used = 0;
  message_append(m, &length, 4);
  message_append(m, &type, 2);
  message_append(m, &flags, 2);
  message_append(m, &request, 4);
}

static void field_header(message *m, uint16_t tag, uint32_t length) {
  uint16_t zero = 0;
  message_append(m, &tag, 2);
  message_append(m, &zero, 2);
  message_append(m, &length, 4);
}

void message_bytes(message *m, uint16_t tag, const void *bytes, uint32_t length) {
  field_header(m, tag, length);
  message_append(m, bytes, length);
}

cue_text text_cut(cue_text text, uint32_t most) {
  if (text.length <= most || !text.bytes) return text;
  while (most > 0 && ((unsigned char)text.bytes[most] & 0xc0) == 0x80) most--;
  text.length = most;
  return text;
}

void message_text(message *m, uint16_t tag, cue_text text) {
  if (text.bytes && text.length) message_bytes(m, tag, text.bytes, text.length);
}

void message_u32(message *m, uint16_t tag, uint32_t value) { message_bytes(m, tag, &value, 4); }
void message_i32(message *m, uint16_t tag, int32_t value) { message_bytes(m, tag, &value, 4); }
void message_u64(message *m, uint16_t tag, uint64_t value) { message_bytes(m, tag, &value, 8); }
void message_f64(message *m, uint16_t tag, double value) { message_bytes(m, tag, &value, 8); }

uint32_t message_group(message *m, uint16_t tag) {
  field_header(m, tag, 0);
  return m->used;
}

void message_group_end(message *m, uint32_t group) {
  uint32_t length = m->used - group;
  memcpy(m->bytes + group - 4, &length, 4);
}

// Gives its length to the message that begins at `start`, after others.
static void message_end_from(message *m, uint32_t start) {
  uint32_t length = m->used - start - CUE_MESSAGE_HEADER_BYTES;
  memcpy(m->bytes + start, &length, 4);
}

void message_end(message *m) { message_end_from(m, 0); }

void message_free(message *m) {
  free(m->bytes);
  memset(m, 0, sizeof *m);
}

bool fields_next(fields *rest, field *out) {
  uint32_t length;
  if (rest->left < CUE_FIELD_HEADER_BYTES) return false;
  memcpy(&length, rest->at + 4, 4);
  if (length > rest->left - CUE_FIELD_HEADER_BYTES) return false;
  memcpy(&out->tag, rest->at, 2);
  out->length = length;
  out->bytes = rest->at + CUE_FIELD_HEADER_BYTES;
  rest->at += CUE_FIELD_HEADER_BYTES + length;
  rest->left -= CUE_FIELD_HEADER_BYTES + length;
  return true;
}

bool fields_find(fields all, uint16_t tag, field *out) {
  for (field each; fields_next(&all, &each);) {
    if (each.tag != tag) continue;
    *out = each;
    return true;
  }
  return false;
}

uint32_t fields_u32(fields all, uint16_t tag, uint32_t otherwise) {
  field found;
  uint32_t value;
  if (!fields_find(all, tag, &found) || found.length != 4) return otherwise;
  memcpy(&value, found.bytes, 4);
  return value;
}

double fields_f64(fields all, uint16_t tag, double otherwise) {
  field found;
  double value;
  if (!fields_find(all, tag, &found) || found.length != 8) return otherwise;
  memcpy(&value, found.bytes, 8);
  return value;
}

cue_text fields_text(fields all, uint16_t tag) {
  field found;
  cue_text text = {"", 0, 0};
  if (!fields_find(all, tag, &found)) return text;
  text.bytes = (const char *)found.bytes;
  text.length = found.length;
  return text;
}

uint32_t fields_count(fields all, uint16_t tag) {
  field each;
  uint32_t count = 0;
  while (fields_next(&all, &each)) count += each.tag == tag;
  return count;
}

void header_read(const uint8_t *bytes, uint32_t *length, received *out) {
  memcpy(length, bytes, 4);
  memcpy(&out->type, bytes + 4, 2);
  memcpy(&out->flags, bytes + 6, 2);
  memcpy(&out->request, bytes + 8, 4);
}

static int wire = -1;
static pthread_mutex_t wire_lock = PTHREAD_MUTEX_INITIALIZER;

void wire_open(int descriptor) { wire = descriptor; }

// What threads that may wait have said, in the order in which they said it, and since when. The lock guards both.
static message held;
static int64_t held_since;
static _Thread_local bool may_wait;
#define MOST_HELD_BYTES (96u * 1024)
// To hold this much would take longer than to write it.
#define LARGE_BYTES (16u * 1024)
#define MOST_HELD_NANOSECONDS 1000000

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void write_all(const message *m) {
  uint32_t sent = 0;
  while (sent < m->used) {
    ssize_t n = write(wire, m->bytes + sent, m->used - sent);
    if (n > 0) {
      sent += (uint32_t)n;
    } else if (n < 0 && errno == EAGAIN) {
      struct pollfd room = {.fd = wire, .events = POLLOUT};
      poll(&room, 1, -1);
      if (room.revents & POLLERR) worker_end(NULL);  // the host is gone
    } else if (n < 0 && errno != EINTR) {
      worker_end(errno == EPIPE ? NULL : "its output cannot be written; the plugin may have closed it");
    }
  }
}

static void write_held(void) {
  write_all(&held);
  held.used = 0;
}

// In a forked child nobody else writes while it runs, and what is written at once is at most PIPE_BUF bytes, or messages
// of a page each, so each is on the pipe whole or not at all, whenever the child is killed.
void wire_write(const message *m) {
  pthread_mutex_lock(&wire_lock);
  if (may_wait && m->used < LARGE_BYTES) {
    if (held.used == 0) held_since = nanoseconds();
    message_append(&held, m->bytes, m->used);
    if (held.used >= MOST_HELD_BYTES || nanoseconds() - held_since >= MOST_HELD_NANOSECONDS) write_held();
  } else {
    if (held.used > 0) write_held();
    write_all(m);
  }
  pthread_mutex_unlock(&wire_lock);
}

void wire_may_wait(void) { may_wait = true; }

void wire_release(void) {
  pthread_mutex_lock(&wire_lock);
  if (held.used > 0) write_held();
  pthread_mutex_unlock(&wire_lock);
}

void wire_send(message *m) {
  message_end(m);
  wire_write(m);
}

void wire_done(uint32_t request, int32_t status, const cue_error *error) {
  wire_done_with(request, status, error, NULL);
}

static message done(uint32_t request, int32_t status, const cue_error *error, const message *more) {
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request);
  message_i32(&m, CUE_TAG_STATUS, status);
  if (status < 0 && error) {
    uint32_t length = error->sentence_length;
    if (length > CUE_ERROR_SENTENCE_BYTES) length = CUE_ERROR_SENTENCE_BYTES;
    message_bytes(&m, CUE_TAG_SENTENCE, error->sentence, length);
    message_i32(&m, CUE_TAG_DETAIL, error->detail);
    message_u32(&m, CUE_TAG_RETRY_MS, error->retry_after_ms);
  }
  if (more && more->used > CUE_MESSAGE_HEADER_BYTES)
    message_append(&m, more->bytes + CUE_MESSAGE_HEADER_BYTES, more->used - CUE_MESSAGE_HEADER_BYTES);
  message_end(&m);
  return m;
}

void wire_done_with(uint32_t request, int32_t status, const cue_error *error, const message *more) {
  message m = done(request, status, error, more);
  wire_write(&m);
  message_free(&m);
}

void wire_done_behind(message *pages, message *last, uint32_t request, int32_t status, const cue_error *error,
                      const message *more) {
  static const uint8_t nothing[PIPE_BUF];
  message m = done(request, status, error, more);
  uint32_t used = pages->used % PIPE_BUF + last->used + m.used;
  // After whole pages it fills the last one.
  uint32_t left = pages->used >= PIPE_BUF && used <= PIPE_BUF ? PIPE_BUF - used : 0;
  if (used > PIPE_BUF || (left > 0 && left < CUE_FIELD_HEADER_BYTES)) {
    if (pages->used) wire_write(pages);
    if (last->used) wire_write(last);
    wire_write(&m);
  } else {
    message_append(pages, last->bytes, last->used);
    uint32_t start = pages->used;
    message_append(pages, m.bytes, m.used);
    if (left) message_bytes(pages, CUE_TAG_PADDING, nothing, left - CUE_FIELD_HEADER_BYTES);
    message_end_from(pages, start);
    wire_write(pages);
  }
  message_free(&m);
}

void wire_failure(uint32_t request, int32_t status, const char *sentence) {
  cue_error error = {.struct_size = sizeof error, .status = status};
  size_t length = strlen(sentence);
  if (length > CUE_ERROR_SENTENCE_BYTES) length = CUE_ERROR_SENTENCE_BYTES;
  memcpy(error.sentence, sentence, length);
  error.sentence_length = (uint32_t)length;
  wire_done(request, status, &error);
}
