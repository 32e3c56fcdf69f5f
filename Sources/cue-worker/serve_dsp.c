// An effect: a block is one request and one reply.
#include <stdlib.h>
#include <string.h>

#include "worker.h"

// What is [rt] may neither block nor allocate: a worker that is built with RealtimeSanitizer ends where a plugin does.
#if defined(__has_feature)
#if __has_feature(realtime_sanitizer)
#define REALTIME __attribute__((nonblocking))
#endif
#endif
#ifndef REALTIME
#define REALTIME
#endif

static int32_t process_block(const cue_dsp *dsp, void *self, cue_process *block) REALTIME {
  return dsp->process(self, block);
}

static int32_t flush_block(const cue_dsp *dsp, void *self, float *output, uint32_t capacity,
                           uint32_t *produced) REALTIME {
  return dsp->flush(self, output, capacity, produced);
}

void serve_configure(instance *it, job *request) {
  const cue_dsp *dsp = it->kind;
  fields body = request->message.body;
  cue_error error = {.struct_size = sizeof error};
  uint32_t rate = fields_u32(body, CUE_TAG_RATE, 0);
  uint32_t channels = fields_u32(body, CUE_TAG_CHANNELS, 0);
  uint32_t max_frames = fields_u32(body, CUE_TAG_MAX_FRAMES, 0);
  if (rate == 0 || channels == 0 || channels > 64 || max_frames == 0 || max_frames > 1 << 20) {
    wire_failure(request->message.request, CUE_E_FORMAT,
                 "An effect needs a rate, 1 to 64 channels, and blocks of at most 1,048,576 frames.");
    return;
  }
  it->channels = 0;
  int32_t status = dsp->configure(it->table->self, rate, channels, max_frames, &error);
  if (status < 0) {
    wire_done(request->message.request, status, &error);
    return;
  }
  it->channels = channels;
  it->max_frames = max_frames;
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, status);
  message_u32(&m, CUE_TAG_LATENCY, dsp->latency(it->table->self));
  message_u32(&m, CUE_TAG_TAIL, dsp->tail(it->table->self));
  wire_send(&m);
  message_free(&m);
}

static void reply(job *request, int32_t status, uint32_t used, const float *sound,
                  uint32_t samples) {
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, status);
  message_u32(&m, CUE_TAG_USED, used);
  message_bytes(&m, CUE_TAG_SOUND, sound, samples * (uint32_t)sizeof(float));
  wire_send(&m);
  message_free(&m);
}

// Room for the reply; a plugin that claims more than it was given is stopped here.
static float *output_room(const instance *it, job *request, uint32_t *capacity) {
  *capacity = fields_u32(request->message.body, CUE_TAG_CAPACITY, 0);
  uint32_t most = (CUE_MESSAGE_TO_HOST_MAX - 4096) / sizeof(float) / (it->channels ? it->channels : 1);
  if (*capacity > most) *capacity = most;
  float *room = calloc((size_t)*capacity * (it->channels ? it->channels : 1) + 1, sizeof *room);
  if (!room) worker_end("out of memory");
  return room;
}

void serve_process(instance *it, job *request) {
  const cue_dsp *dsp = it->kind;
  field sound = {0};
  fields_find(request->message.body, CUE_TAG_SOUND, &sound);
  uint32_t frames = it->channels ? sound.length / (uint32_t)sizeof(float) / it->channels : 0;
  if (it->channels == 0 || frames > it->max_frames) {
    wire_failure(request->message.request, CUE_E_STATE,
                 "The block is longer than the effect was configured for.");
    return;
  }
  uint32_t capacity;
  float *output = output_room(it, request, &capacity);
  float *input = malloc(sound.length + sizeof *input);
  uint32_t event_count = fields_count(request->message.body, CUE_TAG_PARAM_EVENT);
  cue_param_event *events = calloc(event_count + 1, sizeof *events);
  const cue_param_event **pointers = calloc(event_count + 1, sizeof *pointers);
  if (!input || !events || !pointers) worker_end("out of memory");
  if (sound.length) memcpy(input, sound.bytes, sound.length);  // aligned
  fields rest = request->message.body;
  field each;
  for (uint32_t i = 0; i < event_count && fields_next(&rest, &each);) {
    if (each.tag != CUE_TAG_PARAM_EVENT) continue;
    fields parts = {each.bytes, each.length};
    events[i] = (cue_param_event){.struct_size = sizeof *events,
                                  .frame = fields_u32(parts, CUE_TAG_OFFSET, 0),
                                  .id = fields_u32(parts, CUE_TAG_FIELD, 0),
                                  .number = fields_f64(parts, CUE_TAG_VALUE, 0)};
    pointers[i] = &events[i];
    i++;
  }
  cue_process block = {.struct_size = sizeof block,
                       .event_count = event_count,
                       .input = input,
                       .output = output,
                       .input_frames = frames,
                       .output_capacity = capacity,
                       .events = pointers};
  int32_t status = process_block(dsp, it->table->self, &block);
  if (status >= 0 && (block.used > frames || block.produced > capacity))
    wire_failure(request->message.request, CUE_E_PROTOCOL,
                 "The effect claims to have used or made more sound than there was room for.");
  else
    reply(request, status, block.used, output, status < 0 ? 0 : block.produced * it->channels);
  free(input);
  free(output);
  free(events);
  free(pointers);
}

void serve_flush(instance *it, job *request) {
  const cue_dsp *dsp = it->kind;
  uint32_t capacity, produced = 0;
  if (it->channels == 0) {
    wire_failure(request->message.request, CUE_E_STATE, "The effect was not configured.");
    return;
  }
  float *output = output_room(it, request, &capacity);
  int32_t status = flush_block(dsp, it->table->self, output, capacity, &produced);
  if (produced > capacity)
    wire_failure(request->message.request, CUE_E_PROTOCOL,
                 "The effect claims to have made more sound than there was room for.");
  else
    reply(request, status, 0, output, status < 0 ? 0 : produced * it->channels);
  free(output);
}
