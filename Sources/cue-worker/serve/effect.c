// An effect: a block is one request. Its result goes back as it is made, so the host may already have sent the next one.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "effect.h"
#include "../plugin/hooks.h"
#include "../process/end.h"
#include "../wire/shared.h"

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

// Room for `samples`, kept from block to block; one more, so that there is always an address.
static float *room(float **kept, size_t *kept_samples, size_t samples) {
  if (samples >= *kept_samples || !*kept) {
    free(*kept);
    *kept_samples = samples + 1;
    *kept = calloc(*kept_samples, sizeof **kept);
    if (!*kept) worker_end("out of memory");
  }
  return *kept;
}

// The sound of a message: where it lies, or, where no sample may lie there, a copy.
static const float *sound_of(instance *it, field sound) {
  if (sound.length && (uintptr_t)sound.bytes % _Alignof(float) == 0) return (const float *)(const void *)sound.bytes;
  float *copy = room(&it->input, &it->input_samples, sound.length / sizeof(float));
  if (sound.length) memcpy(copy, sound.bytes, sound.length / sizeof *copy * sizeof *copy);
  return copy;
}

// Where the sound of an effect is put, for this many frames at once.
typedef struct {
  float *output;
  uint32_t capacity;
  bool is_shared;
} output_place;

// In memory that the host shares, as far as the request says where; until it is full, or a message was sent about it.
static bool shared_output(const instance *it, const job *request, output_place *out) {
  uint32_t length;
  uint8_t *place = shared_place(request->message.body, CUE_TAG_SHARED_ROOM, &length);
  if (!place) return false;
  *out = (output_place){(float *)(void *)place, length / (uint32_t)sizeof(float) / it->channels, true};
  return out->capacity > 0;
}

// In memory of the instance.
static output_place own_output(instance *it, const job *request) {
  uint32_t capacity = fields_u32(request->message.body, CUE_TAG_CAPACITY, 0);
  uint32_t most = (CUE_MESSAGE_TO_HOST_MAX - 65536) / sizeof(float) / it->channels;
  if (capacity > most) capacity = most;
  if (capacity == 0) capacity = 1;
  return (output_place){room(&it->output, &it->output_samples, (size_t)capacity * it->channels), capacity, false};
}

static void send_rest(instance *it) {
  if (it->reply.used) wire_write(&it->reply);
  it->reply.used = 0;
}

// Sound leaves with what comes after it: a block that gives one piece of it costs one write, and wakes the host once.
static void send_sound(instance *it, const job *request, const output_place *made, uint32_t frames) {
  uint32_t length = frames * it->channels * (uint32_t)sizeof(float);
  send_rest(it);
  message_start(&it->reply, CUE_MSG_SOUND, 0, request->message.request);
  if (made->is_shared) shared_name(&it->reply, CUE_TAG_SHARED_SOUND, made->output, length);
  else message_bytes(&it->reply, CUE_TAG_SOUND, made->output, length);
  message_end(&it->reply);
}

static void fail(instance *it, const job *request, int32_t status, const char *sentence) {
  send_rest(it);
  wire_failure(request->message.request, status, sentence);
}

static void stop(instance *it, const job *request) {
  send_rest(it);
  wire_done(request->message.request, CUE_CANCELLED, NULL);
}

// Says where the frames that the host asks for are heard.
static void send_done(instance *it, const job *request) {
  const cue_dsp *dsp = it->kind;
  bool places = dsp->struct_size >= offsetof(cue_dsp, place) + sizeof dsp->place && dsp->place;
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, CUE_OK);
  fields rest = request->message.body;
  field each;
  uint32_t asked = 0;
  while (asked < 4096 && fields_next(&rest, &each)) {
    if (each.tag != CUE_TAG_FRAME || each.length != 8) continue;
    uint64_t frame;
    memcpy(&frame, each.bytes, 8);
    message_u64(&m, CUE_TAG_FRAME, places ? dsp->place(it->table->self, frame) : frame + dsp->latency(it->table->self));
    asked++;
  }
  message_end(&m);
  message_append(&it->reply, m.bytes, m.used);
  message_free(&m);
  send_rest(it);
}

// More than any effect keeps back; one that gives more gives without end.
#define MOST_KEPT_FRAMES ((UINT64_C(1) << 25) + (UINT64_C(1) << 20))

static bool gives_on(instance *it, const job *request, uint64_t produced, uint32_t frames) {
  if (produced <= 256 * (uint64_t)frames + MOST_KEPT_FRAMES) return true;
  fail(it, request, CUE_E_PROTOCOL, "The effect gives sound without end.");
  return false;
}

static void too_much(instance *it, const job *request) {
  fail(it, request, CUE_E_PROTOCOL, "The effect claims to have used or made more sound than there was room for.");
}

// The events of a request, to be freed.
typedef struct {
  uint32_t count;
  cue_param_event *events;
  const cue_param_event **pointers;
} changes;

static changes changes_of(const job *request) {
  changes all = {.count = fields_count(request->message.body, CUE_TAG_PARAM_EVENT)};
  if (all.count == 0) return all;
  all.events = calloc(all.count, sizeof *all.events);
  all.pointers = calloc(all.count, sizeof *all.pointers);
  if (!all.events || !all.pointers) worker_end("out of memory");
  fields rest = request->message.body;
  field each;
  for (uint32_t i = 0; i < all.count && fields_next(&rest, &each);) {
    if (each.tag != CUE_TAG_PARAM_EVENT) continue;
    fields parts = {each.bytes, each.length};
    all.events[i] = (cue_param_event){.struct_size = sizeof *all.events,
                                      .frame = fields_u32(parts, CUE_TAG_OFFSET, 0),
                                      .id = fields_u32(parts, CUE_TAG_FIELD, 0),
                                      .number = fields_f64(parts, CUE_TAG_VALUE, 0)};
    all.pointers[i] = &all.events[i];
    i++;
  }
  return all;
}

// Those that the effect has not come to yet, counted from the rest of the input.
static uint32_t changes_left(changes *all, uint32_t used) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < all->count; i++) {
    if (all->events[i].frame < used) continue;
    all->events[left] = all->events[i];
    all->events[left++].frame -= used;
  }
  return all->count = left;
}

// An older host has no events to give.
static cue_process *block_lent(cue_process *block) {
  if (host_played() == HOST_OLDER) block->event_count = 0;
  return lend(block, sizeof *block, offsetof(cue_process, events));
}

// Frames that the effect gets at once, so that a block that is not wanted any more ends soon.
#define PIECE_FRAMES 1024u

// Without changes and instruments. What is made is gathered, as far as there is room.
static void process_pieces(instance *it, job *request, const float *input, uint32_t frames) {
  const cue_dsp *dsp = it->kind;
  uint32_t used = 0, made = 0, idle = 0;
  uint64_t produced = 0;
  output_place place;
  if (!shared_output(it, request, &place)) place = own_output(it, request);
  do {
    uint32_t piece = frames - used < PIECE_FRAMES ? frames - used : PIECE_FRAMES;
    cue_process block = {.struct_size = sizeof block,
                         .input = input + (size_t)used * it->channels,
                         .output = place.output + (size_t)made * it->channels,
                         .input_frames = piece,
                         .output_capacity = place.capacity - made};
    int32_t status = process_block(dsp, it->table->self, &block);
    if (status != CUE_OK) {
      fail(it, request, status, "It could not process a block.");
      return;
    }
    if (block.used > piece || block.produced > place.capacity - made) return too_much(it, request);
    used += block.used;
    made += block.produced;
    produced += block.produced;
    idle = block.used == 0 && block.produced == 0 ? idle + 1 : 0;
    if (idle == 4) {
      fail(it, request, CUE_E_PROTOCOL, "The effect neither takes nor gives sound.");
      return;
    }
    if (!gives_on(it, request, produced, frames)) return;
    if (made == place.capacity || used == frames) {
      if (made) send_sound(it, request, &place, made);
      made = 0;
      // The host may not have read it yet.
      if (place.is_shared && used < frames) place = own_output(it, request);
    }
  } while (used < frames && !atomic_load(&request->cancelled));
  if (used < frames) stop(it, request);
  else send_done(it, request);
}

static void process_all(instance *it, job *request, const float *input, uint32_t frames, changes *events,
                        float *guarded_output) {
  const cue_dsp *dsp = it->kind;
  uint32_t used = 0, idle = 0;
  uint64_t produced = 0;
  output_place place = own_output(it, request);
  do {
    cue_process block = {.struct_size = sizeof block,
                         .event_count = events->count,
                         .input = input + (size_t)used * it->channels,
                         .output = guarded_output ? guarded_output : place.output,
                         .input_frames = frames - used,
                         .output_capacity = place.capacity,
                         .events = events->pointers};
    cue_process *lent = block_lent(&block);
    int32_t status = process_block(dsp, it->table->self, lent);
    take_back(lent, &block, sizeof block);
    if (status != CUE_OK) {
      fail(it, request, status,
           status == CUE_E_INVALID ? "It takes no such change of a parameter in the middle of its sound."
                                   : "It could not process a block.");
      return;
    }
    if (block.used > frames - used || block.produced > place.capacity) return too_much(it, request);
    if (guarded_output)
      memcpy(place.output, guarded_output, (size_t)block.produced * it->channels * sizeof *place.output);
    if (block.produced) send_sound(it, request, &place, block.produced);
    used += block.used;
    produced += block.produced;
    changes_left(events, block.used);
    idle = block.used == 0 && block.produced == 0 ? idle + 1 : 0;
    if (idle == 4) {
      fail(it, request, CUE_E_PROTOCOL, "The effect neither takes nor gives sound.");
      return;
    }
    if (!gives_on(it, request, produced, frames)) return;
  } while (used < frames && !atomic_load(&request->cancelled));
  if (used < frames) {
    stop(it, request);
    return;
  }
  send_done(it, request);
}

static uint64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// The same block again and again, as a program that judges an effect wants it; says how long the longest call took, and how
// much it took and gave in all.
static void process_again(instance *it, job *request, const float *input, uint32_t frames, uint32_t times) {
  const cue_dsp *dsp = it->kind;
  output_place place = own_output(it, request);
  uint64_t longest = 0, used = 0, produced = 0;
  for (uint32_t round = 0; round < times && !atomic_load(&request->cancelled); round++) {
    uint32_t at = 0, idle = 0;
    do {
      cue_process block = {.struct_size = sizeof block,
                           .input = input + (size_t)at * it->channels,
                           .output = place.output,
                           .input_frames = frames - at,
                           .output_capacity = place.capacity};
      uint64_t start = nanoseconds();
      int32_t status = process_block(dsp, it->table->self, &block);
      uint64_t took = nanoseconds() - start;
      if (status != CUE_OK) {
        wire_failure(request->message.request, status, "It could not process a block.");
        return;
      }
      if (block.used > frames - at || block.produced > place.capacity) return too_much(it, request);
      if (took > longest) longest = took;
      at += block.used;
      produced += block.produced;
      idle = block.used == 0 && block.produced == 0 ? idle + 1 : 0;
    } while (at < frames && idle < 4);
    used += at;
  }
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, CUE_OK);
  message_u32(&m, CUE_TAG_LONGEST, longest > UINT32_MAX ? UINT32_MAX : (uint32_t)longest);
  message_u64(&m, CUE_TAG_POSITION, used);
  message_u64(&m, CUE_TAG_END, produced);
  wire_send(&m);
  message_free(&m);
}

void serve_process(instance *it, job *request) {
  field sound = {0}, shared;
  if (!fields_find(request->message.body, CUE_TAG_SHARED_SOUND, &shared)) {
    fields_find(request->message.body, CUE_TAG_SOUND, &sound);
  } else if (!(sound.bytes = shared_place(request->message.body, CUE_TAG_SHARED_SOUND, &sound.length))) {
    wire_failure(request->message.request, CUE_E_INVALID, "The sound lies outside the memory that is shared.");
    return;
  }
  uint32_t frames = it->channels ? sound.length / (uint32_t)sizeof(float) / it->channels : 0;
  if (it->channels == 0 || frames > it->max_frames) {
    wire_failure(request->message.request, CUE_E_STATE, "The block is longer than the effect was configured for.");
    return;
  }
  const float *input = sound_of(it, sound);
  uint32_t times = hooks ? fields_u32(request->message.body, CUE_TAG_REPEAT, 0) : 0;
  if (times) {
    process_again(it, request, input, frames, times);
    return;
  }
  changes events = changes_of(request);
  if (events.count == 0 && !hooks) {
    process_pieces(it, request, input, frames);
    return;
  }
  for (uint32_t i = 0; i < events.count; i++) {
    if (events.events[i].frame >= frames || (i > 0 && events.events[i].frame < events.events[i - 1].frame)) {
      wire_failure(request->message.request, CUE_E_INVALID,
                   "The changes of parameters are not sorted, or are after the end of the block.");
      free(events.events);
      free(events.pointers);
      return;
    }
  }
  size_t in_bytes = (size_t)frames * it->channels * sizeof *input;
  size_t out_bytes = (size_t)own_output(it, request).capacity * it->channels * sizeof *input;
  float *guarded_input = hooks ? hooks->guard(request, in_bytes) : NULL;
  float *guarded_output = hooks ? hooks->guard(request, out_bytes) : NULL;
  if (guarded_input) {
    memcpy(guarded_input, input, in_bytes);
    hooks->protect(guarded_input, in_bytes);
    input = guarded_input;
  }
  process_all(it, request, input, frames, &events, guarded_output);
  if (guarded_input) hooks->release(guarded_input, in_bytes);
  if (guarded_output) hooks->release(guarded_output, out_bytes);
  free(events.events);
  free(events.pointers);
}

void serve_flush(instance *it, job *request) {
  const cue_dsp *dsp = it->kind;
  uint32_t produced = 0;
  uint64_t all = 0;
  if (it->channels == 0) {
    wire_failure(request->message.request, CUE_E_STATE, "The effect was not configured.");
    return;
  }
  output_place place = own_output(it, request);
  do {
    produced = 0;
    int32_t status = flush_block(dsp, it->table->self, place.output, place.capacity, &produced);
    if (status != CUE_OK) {
      fail(it, request, status, "It could not give the rest of its sound.");
      return;
    }
    if (produced > place.capacity) return too_much(it, request);
    if (produced) send_sound(it, request, &place, produced);
    all += produced;
    if (!gives_on(it, request, all, 0)) return;
  } while (produced > 0 && !atomic_load(&request->cancelled));
  if (produced > 0) {
    stop(it, request);
    return;
  }
  send_done(it, request);
}
