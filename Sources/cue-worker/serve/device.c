// A sound device: a WRITE is done when the device has taken all of it, a READ when there is captured sound.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "../plugin/hooks.h"
#include "../process/end.h"
#include "answers.h"

void serve_devices(instance *it, job *request) {
  const cue_device *device = it->kind;
  cue_error error = {.struct_size = sizeof error};
  uint32_t count = 0;
  cue_call call = {.struct_size = sizeof call, .call = request->call};
  int32_t status = device->list_devices(it->table->self, &call, &count, &error);
  for (uint32_t i = 0; status >= 0 && i < count && i < 1024; i++) {
    cue_device_info info = {.struct_size = sizeof info};
    if (device->device_info(it->table->self, i, &info) < 0) break;
    message m = {0};
    message_start(&m, CUE_MSG_DEVICE, 0, request->message.request);
    message_u32(&m, CUE_TAG_FLAGS, info.flags);
    message_u32(&m, CUE_TAG_TYPE, info.direction);
    message_u32(&m, CUE_TAG_RATE, info.rate);
    message_u32(&m, CUE_TAG_CHANNELS, info.channels);
    message_text(&m, CUE_TAG_ID, info.id);
    message_text(&m, CUE_TAG_NAME, info.name);
    wire_send(&m);
    message_free(&m);
  }
  wire_done(request->message.request, status, &error);
}

// What the open stream says of itself, where the plugin was made for an interface that has that. Not while another thread
// serves the instance.
static bool state_of(instance *it, cue_device_state *state) {
  const cue_device *device = it->kind;
  *state = (cue_device_state){.struct_size = sizeof *state};
  if (!device->state) return false;
  cue_device_state *lent = lend(state, sizeof *state, offsetof(cue_device_state, lost_frames));
  bool known = device->state(it->table->self, lent) >= 0;
  take_back(lent, state, sizeof *state);
  return known;
}

// Where the device is now goes with every answer.
static void reply(instance *it, job *request, int32_t status, const cue_error *error, uint32_t frames) {
  const cue_device *device = it->kind;
  if (status < 0) {
    wire_done(request->message.request, status, error);
    return;
  }
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, status);
  message_u64(&m, CUE_TAG_POSITION, device->position(it->table->self));
  message_u32(&m, CUE_TAG_LATENCY, device->latency(it->table->self));
  message_u32(&m, CUE_TAG_FRAMES, frames);
  cue_device_state state;
  if (request->message.type != CUE_MSG_POSITION && state_of(it, &state)) {
    message_u32(&m, CUE_TAG_XRUNS, state.xruns);
    message_u64(&m, CUE_TAG_LOST, state.lost_frames);
    message_text(&m, CUE_TAG_DEVICE, text_cut(state.device, 1024));
  }
  wire_send(&m);
  message_free(&m);
}

void serve_open(instance *it, job *request) {
  const cue_device *device = it->kind;
  fields body = request->message.body;
  cue_audio_format format = {.struct_size = sizeof format,
                             .sample = fields_u32(body, CUE_TAG_SAMPLE, CUE_SAMPLE_S16),
                             .rate = fields_u32(body, CUE_TAG_RATE, 0),
                             .channels = fields_u32(body, CUE_TAG_CHANNELS, 1)};
  cue_device_request wanted = {
      .struct_size = sizeof wanted,
      .direction = fields_u32(body, CUE_TAG_TYPE, CUE_DIRECTION_PLAYBACK),
      .call = request->call,
      .format = lend(&format, sizeof format, sizeof format),
      .latency_frames = fields_u32(body, CUE_TAG_LATENCY, 0),
      .device = fields_text(body, CUE_TAG_DEVICE),
      .title = fields_text(body, CUE_TAG_TITLE),
  };
  if (!frame_bytes_of(&format)) {
    wire_failure(request->message.request, CUE_E_FORMAT, "There is no sound of such a format.");
    return;
  }
  cue_error error = {.struct_size = sizeof error};
  cue_device_request *lent_wanted = lend(&wanted, sizeof wanted, offsetof(cue_device_request, title));
  cue_error *lent_error = lend(&error, sizeof error, offsetof(cue_error, sentence));
  int32_t status = device->open(it->table->self, lent_wanted, lent_error);
  take_back(lent_wanted, &wanted, sizeof wanted);
  take_back(lent_error, &error, sizeof error);
  if (status >= 0) it->frame_bytes = frame_bytes_of(&format);
  reply(it, request, status, &error, 0);
}

void serve_write(instance *it, job *request) {
  const cue_device *device = it->kind;
  uint32_t frames;
  uint8_t *samples = sound_take(it, request, &frames);
  cue_error error = {.struct_size = sizeof error};
  int32_t status = CUE_OK;
  uint32_t done = 0;
  while (done < frames && status == CUE_OK && !request->cancelled) {
    uint32_t written = 0;
    cue_write sound = {.struct_size = sizeof sound,
                       .frames = frames - done,
                       .call = request->call,
                       .samples = samples + (size_t)done * it->frame_bytes};
    status = device->write(it->table->self, &sound, &written, &error);
    if (written > frames - done) {
      say(&error, CUE_E_PROTOCOL, "The device claims to have taken more sound than it was given.");
      status = CUE_E_PROTOCOL;
    } else {
      done += written;
    }
  }
  free(samples);
  if (request->cancelled) status = CUE_CANCELLED;
  reply(it, request, status, &error, done);
}

void serve_read(instance *it, job *request) {
  const cue_device *device = it->kind;
  if (!device->read) {
    wire_failure(request->message.request, CUE_E_UNSUPPORTED, "This device does not capture.");
    return;
  }
  if (!it->frame_bytes) {
    wire_failure(request->message.request, CUE_E_STATE, "The device is not open: open it before it is used.");
    return;
  }
  uint32_t most = CUE_MESSAGE_TO_HOST_MAX / 2 / it->frame_bytes;
  uint32_t capacity = fields_u32(request->message.body, CUE_TAG_CAPACITY, most);
  if (capacity > most) capacity = most;
  uint8_t *samples = malloc((size_t)capacity * it->frame_bytes + 1);
  if (!samples) worker_end("out of memory");
  cue_error error = {.struct_size = sizeof error};
  uint32_t frames = 0;
  cue_read room = {.struct_size = sizeof room, .capacity = capacity, .call = request->call, .samples = samples};
  int32_t status = device->read(it->table->self, &room, &frames, &error);
  if (status < 0) frames = 0;
  if (frames > capacity) {
    say(&error, CUE_E_PROTOCOL, "The device claims to have captured more sound than there was room for.");
    status = CUE_E_PROTOCOL;
  } else if (frames) {
    message m = {0};
    message_start(&m, CUE_MSG_SOUND, 0, request->message.request);
    message_bytes(&m, CUE_TAG_SOUND, samples, frames * it->frame_bytes);
    wire_send(&m);
    message_free(&m);
  }
  free(samples);
  if (status >= 0 && request->cancelled) status = CUE_CANCELLED;
  reply(it, request, status, &error, frames);
}

void serve_position(instance *it, job *request) { reply(it, request, CUE_OK, NULL, 0); }

void serve_drain(instance *it, job *request) {
  cue_error error = {.struct_size = sizeof error};
  const cue_device *device = it->kind;
  cue_call call = {.struct_size = sizeof call, .call = request->call};
  reply(it, request, device->drain(it->table->self, &call, &error), &error, 0);
}

void serve_drop(instance *it, job *request) {
  cue_error error = {.struct_size = sizeof error};
  const cue_device *device = it->kind;
  reply(it, request, device->flush(it->table->self, &error), &error, 0);
}

void serve_close(instance *it, job *request) {
  const cue_device *device = it->kind;
  device->close(it->table->self);
  wire_done(request->message.request, CUE_OK, NULL);
}
