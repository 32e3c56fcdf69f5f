// The worker's side of the wire: messages written whole, fields read within their bounds.
#ifndef WORKER_WIRE_H
#define WORKER_WIRE_H

#include <cue/cue.h>
#include <cue/protocol.h>
#include <stdbool.h>

// A message being written. Its buffer grows; running out of memory ends the worker.
typedef struct {
  uint8_t *bytes;
  uint32_t used;
  uint32_t room;
} message;

void message_start(message *m, uint16_t type, uint16_t flags, uint32_t request);
void message_bytes(message *m, uint16_t tag, const void *bytes, uint32_t length);
// More bytes of the open group.
void message_append(message *m, const void *bytes, uint32_t length);
void message_text(message *m, uint16_t tag, cue_text text);  // empty text is left out
void message_u32(message *m, uint16_t tag, uint32_t value);
void message_i32(message *m, uint16_t tag, int32_t value);
void message_u64(message *m, uint16_t tag, uint64_t value);
void message_f64(message *m, uint16_t tag, double value);
// Opens a field made of fields; the result goes to message_group_end.
uint32_t message_group(message *m, uint16_t tag);
void message_group_end(message *m, uint32_t group);
// Gives a message its length, once all of it is there.
void message_end(message *m);
void message_free(message *m);

// A field being read.
typedef struct {
  uint16_t tag;
  uint32_t length;
  const uint8_t *bytes;
} field;

// Fields still to be read.
typedef struct {
  const uint8_t *at;
  uint32_t left;
} fields;

// Takes the next field; false at the end, or, with `left` not 0, where the rest is not a field.
bool fields_next(fields *rest, field *out);
// `text`, no longer than `most` bytes, and whole characters of it.
cue_text text_cut(cue_text text, uint32_t most);
// The first field of that tag, from the start.
bool fields_find(fields all, uint16_t tag, field *out);
uint32_t fields_u32(fields all, uint16_t tag, uint32_t otherwise);
double fields_f64(fields all, uint16_t tag, double otherwise);
cue_text fields_text(fields all, uint16_t tag);  // empty if there is none
uint32_t fields_count(fields all, uint16_t tag);

// A received message: header and fields, in one allocation.
typedef struct {
  uint16_t type;
  uint16_t flags;
  uint32_t request;
  fields body;
} received;

// Reads the header at the start of `bytes`.
void header_read(const uint8_t *bytes, uint32_t *length, received *out);

// Where messages go; set once at start. Writing waits until there is room and ends the worker when the host is gone.
void wire_open(int descriptor);
void wire_write(const message *m);  // one that has its length, or several
void wire_send(message *m);
// What this thread writes from now on may wait, until it is much, or for a millisecond, or until wire_release is called or another
// thread writes. A write costs more than many copies, and each may wake the host.
void wire_may_wait(void);
void wire_release(void);
// Sends a message without keeping it.
void wire_done(uint32_t request, int32_t status, const cue_error *error);
// The same, with the fields of `more`.
void wire_done_with(uint32_t request, int32_t status, const cue_error *error, const message *more);
// The same, after messages of whole pages and a message that has its length, or nothing: in one write where its last page holds
// that message and the end.
void wire_done_behind(message *pages, message *last, uint32_t request, int32_t status, const cue_error *error,
                      const message *more);
void wire_failure(uint32_t request, int32_t status, const char *sentence);

#endif
