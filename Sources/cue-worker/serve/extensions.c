#include "extensions.h"

#include <limits.h>
#include <stdint.h>

#include "../wire/line.h"

static field bytes_of(const job *request) {
  field found = {0};
  fields_find(request->message.body, CUE_TAG_BYTES, &found);
  return found;
}

static void unsupported(const job *request) {
  wire_failure(request->message.request, CUE_E_UNSUPPORTED, "This plugin has no such extension.");
}

// A child's answer is one page, so that it is whole whenever the child is killed.
static void reply(const job *request, int32_t status, const cue_error *error, const void *bytes, uint32_t length,
                  uint32_t most) {
  if (status < 0) {
    wire_done(request->message.request, status, error);
  } else if (length > most || (in_child() && length > PIPE_BUF / 2) || (length && !bytes)) {
    wire_failure(request->message.request, CUE_E_PROTOCOL, "The plugin gives more bytes than it may.");
  } else {
    message more = {0};
    message_start(&more, 0, 0, 0);
    if (length) message_bytes(&more, CUE_TAG_BYTES, bytes, length);
    wire_done_with(request->message.request, status, error, &more);
    message_free(&more);
  }
}

void serve_save(instance *it, job *request) {
  const cue_state *state = it->table->get_extension(it->table->self, CUE_EXT_STATE);
  if (!state) return unsupported(request);
  cue_error error = {.struct_size = sizeof error};
  cue_state_data data = {.struct_size = sizeof data};
  int32_t status = state->save(it->table->self, &data, &error);
  reply(request, status, &error, data.bytes, data.length, CUE_STATE_BYTES_MAX);
}

void serve_load(instance *it, job *request) {
  const cue_state *state = it->table->get_extension(it->table->self, CUE_EXT_STATE);
  if (!state) return unsupported(request);
  field given = bytes_of(request);
  if (given.length > CUE_STATE_BYTES_MAX) {
    wire_failure(request->message.request, CUE_E_INVALID, "A state has at most 524,288 bytes.");
    return;
  }
  cue_error error = {.struct_size = sizeof error};
  cue_state_data data = {.struct_size = sizeof data, .length = given.length, .bytes = given.bytes};
  wire_done(request->message.request, state->load(it->table->self, &data, &error), &error);
}

void serve_extension(instance *it, job *request) {
  const cue_messages *messages = it->table->get_extension(it->table->self, CUE_EXT_MESSAGES);
  if (!messages) return unsupported(request);
  field given = bytes_of(request);
  if (given.length > CUE_MESSAGE_BYTES_MAX) {
    wire_failure(request->message.request, CUE_E_INVALID, "A message has at most 524,288 bytes.");
    return;
  }
  cue_error error = {.struct_size = sizeof error};
  cue_message asked = {.struct_size = sizeof asked,
                       .length = given.length,
                       .call = request->call,
                       .extension = fields_text(request->message.body, CUE_TAG_ID),
                       .bytes = given.bytes};
  cue_message answer = {.struct_size = sizeof answer};
  int32_t status = messages->answer(it->table->self, &asked, &answer, &error);
  reply(request, status, &error, answer.bytes, answer.length, CUE_MESSAGE_BYTES_MAX);
}
