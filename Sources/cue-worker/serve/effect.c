// An effect: a block is one request. Its result goes back as it is made, so the host may already have sent the next one.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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

// Subnormal numbers slow some processors down a hundredfold, and cannot be heard: while an effect works, they are 0.
#if defined(__x86_64__)
#define SUBNORMALS_ARE_ZERO 0x8040u
static unsigned float_mode(void) { return __builtin_ia32_stmxcsr(); }
static void set_float_mode(unsigned mode) { __builtin_ia32_ldmxcsr(mode); }
#elif defined(__aarch64__)
#define SUBNORMALS_ARE_ZERO (UINT64_C(1) << 24)
static uint64_t float_mode(void) {
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
}
static void set_float_mode(uint64_t mode) { __asm__ volatile("msr fpcr, %0" : : "r"(mode)); }
#else
#define SUBNORMALS_ARE_ZERO 0u
static unsigned float_mode(void) { return 0; }
static void set_float_mode(unsigned mode) { (void)mode; }
#endif

typedef int32_t (*sound_function)(void *self, cue_process *block);

// What else the plugin has changed stays changed, where a program that judges it sees that.
static int32_t work_on(sound_function function, void *self, cue_process *block) REALTIME {
  const __typeof__(float_mode()) before = float_mode();
  set_float_mode(before | SUBNORMALS_ARE_ZERO);
  int32_t status = function(self, block);
  set_float_mode((float_mode() & ~SUBNORMALS_ARE_ZERO) | (before & SUBNORMALS_ARE_ZERO));
  return status;
}

void serve_configure(instance *it, job *request) {
  const cue_dsp *dsp = it->kind;
  fields body = request->message.body;
  cue_error error = {.struct_size = sizeof error};
  cue_configure wanted = {.struct_size = sizeof wanted,
                          .flags = fields_u32(body, CUE_TAG_FLAGS, 0),
                          .rate = fields_u32(body, CUE_TAG_RATE, 0),
                          .max_frames = fields_u32(body, CUE_TAG_MAX_FRAMES, 0),
                          .input_channels = fields_u32(body, CUE_TAG_CHANNELS, 0),
                          .output_channels = fields_u32(body, CUE_TAG_OUTPUT_CHANNELS, 0),
                          .side_channels = fields_u32(body, CUE_TAG_SIDE_CHANNELS, 0)};
  if (!wanted.output_channels) wanted.output_channels = wanted.input_channels;
  if (wanted.rate == 0 || wanted.input_channels == 0 || wanted.input_channels > 64 || wanted.output_channels > 64 ||
      wanted.side_channels > 64 || wanted.max_frames == 0 || wanted.max_frames > 1 << 20) {
    wire_failure(request->message.request, CUE_E_FORMAT,
                 "An effect needs a rate, 1 to 64 channels, and blocks of at most 1,048,576 frames.");
    return;
  }
  it->input_channels = 0;
  cue_configure *lent = lend(&wanted, sizeof wanted, offsetof(cue_configure, output_channels));
  int32_t status = dsp->configure(it->table->self, lent, &error);
  if (status < 0) {
    wire_done(request->message.request, status, &error);
    return;
  }
  it->input_channels = wanted.input_channels;
  it->output_channels = wanted.output_channels;
  it->side_channels = wanted.side_channels;
  it->max_frames = wanted.max_frames;
  it->has_ended = false;
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, status);
  message_u32(&m, CUE_TAG_LATENCY, dsp->latency(it->table->self));
  message_u32(&m, CUE_TAG_TAIL, dsp->tail(it->table->self));
  wire_send(&m);
  message_free(&m);
}

// Room for `count` samples, kept from block to block; one more, so that there is always an address.
static float *room(sound_room *kept, size_t count) {
  if (count >= kept->count || !kept->samples) {
    free(kept->samples);
    kept->count = count + 1;
    size_t bytes = (kept->count * sizeof(float) + SOUND_ALIGNMENT - 1) / SOUND_ALIGNMENT * SOUND_ALIGNMENT;
    kept->samples = aligned_alloc(SOUND_ALIGNMENT, bytes);
    if (!kept->samples) worker_end("out of memory");
    memset(kept->samples, 0, bytes);
  }
  return kept->samples;
}

static bool is_aligned(const void *sound) { return (uintptr_t)sound % SOUND_ALIGNMENT == 0; }

// The sound of a message: where it lies, or, where a plugin's sound may not begin there, a copy.
static const float *sound_of(sound_room *kept, field sound) {
  if (sound.length && is_aligned(sound.bytes)) return (const float *)(const void *)sound.bytes;
  float *copy = room(kept, sound.length / sizeof(float));
  if (sound.length) memcpy(copy, sound.bytes, sound.length / sizeof *copy * sizeof *copy);
  return copy;
}

// The rest of a block that an effect did not take at once, where it may begin.
static const float *rest_of(sound_room *kept, const float *sound, size_t samples) {
  if (is_aligned(sound)) return sound;
  float *copy = room(kept, samples);
  if (samples) memcpy(copy, sound, samples * sizeof *copy);
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
  *out = (output_place){(float *)(void *)place, length / (uint32_t)sizeof(float) / it->output_channels, true};
  return out->capacity > 0;
}

// In memory of the instance.
static output_place own_output(instance *it, const job *request) {
  uint32_t capacity = fields_u32(request->message.body, CUE_TAG_CAPACITY, 0);
  uint32_t most = (CUE_MESSAGE_TO_HOST_MAX - 65536) / sizeof(float) / it->output_channels;
  if (capacity > most) capacity = most;
  if (capacity == 0) capacity = 1;
  return (output_place){room(&it->output, (size_t)capacity * it->output_channels), capacity, false};
}

static void send_rest(instance *it) {
  if (it->reply.used) wire_write(&it->reply);
  it->reply.used = 0;
}

// Sound leaves with what comes after it: a block that gives one piece of it costs one write, and wakes the host once.
static void send_sound(instance *it, const job *request, const output_place *made, uint32_t frames) {
  uint32_t length = frames * it->output_channels * (uint32_t)sizeof(float);
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
  bool places = dsp->place;
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

// What an effect works on: its input, and a second sound that is not heard.
typedef struct {
  const float *input;
  const float *side;  // NULL: silence
  uint32_t frames;
} input_place;

// A block of at most `most` frames of the input from `used` on, that is written to `output`.
static cue_process block_of(instance *it, const input_place *from, uint32_t used, uint32_t most, float *output,
                            uint32_t capacity) {
  uint32_t frames = from->frames - used < most ? from->frames - used : most;
  cue_process block = {
      .struct_size = sizeof block, .output = output, .input_frames = frames, .output_capacity = capacity};
  size_t in = it->input_channels, side = it->side_channels;
  block.input = rest_of(&it->moved_input, from->input + used * in, frames * in);
  if (from->side) block.side = rest_of(&it->moved_side, from->side + used * side, frames * side);
  return block;
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

static uint64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// What an effect has taken and given since the beginning of a request.
typedef struct {
  uint32_t frames;  // of the input
  uint32_t used;
  uint64_t produced;
  uint32_t idle;  // calls, one after the other, that did neither
} course;

// More than any effect keeps back; one that gives more gives without end.
#define MOST_KEPT_FRAMES ((UINT64_C(1) << 25) + (UINT64_C(1) << 20))
#define MOST_IDLE_CALLS 4u

// Has the effect work on a block, and counts what it took and gave; `nanoseconds_taken`, if not NULL, gets how long the call took.
// If the effect fails or breaks the rules, this ends the request, `failure` being the sentence, and returns false.
static bool advance(instance *it, const job *request, course *so_far, sound_function function, cue_process *block,
                    const char *failure, uint64_t *nanoseconds_taken) {
  const uint32_t given = block->input_frames, capacity = block->output_capacity;
  cue_process *lent = block_lent(block);
  const bool has_changes = block->event_count > 0;
  const uint64_t start = nanoseconds_taken ? nanoseconds() : 0;
  int32_t status = work_on(function, it->table->self, lent);
  if (nanoseconds_taken) *nanoseconds_taken = nanoseconds() - start;
  take_back(lent, block, sizeof *block);
  if (status == CUE_E_INVALID && has_changes)
    failure = "It takes no such change of a parameter in the middle of its sound.";
  if (status != CUE_OK) {
    fail(it, request, status, failure);
    return false;
  }
  if (block->used > given || block->produced > capacity) {
    fail(it, request, CUE_E_PROTOCOL, "The effect claims to have used or made more sound than there was room for.");
    return false;
  }
  so_far->used += block->used;
  so_far->produced += block->produced;
  so_far->idle = block->used == 0 && block->produced == 0 ? so_far->idle + 1 : 0;
  if (so_far->idle == MOST_IDLE_CALLS) {
    fail(it, request, CUE_E_PROTOCOL, "The effect neither takes nor gives sound.");
    return false;
  }
  if (so_far->produced > 256 * (uint64_t)so_far->frames + MOST_KEPT_FRAMES) {
    fail(it, request, CUE_E_PROTOCOL, "The effect gives sound without end.");
    return false;
  }
  return true;
}

// Whether there is more input, and the host still wants it.
static bool goes_on(const job *request, const course *so_far) {
  return so_far->used < so_far->frames && !atomic_load(&request->cancelled);
}

static void end_of(instance *it, const job *request, const course *so_far) {
  if (so_far->used < so_far->frames) stop(it, request);
  else send_done(it, request);
}

#define NOT_PROCESSED "It could not process a block."

// Frames that the effect gets at once, so that a block that is not wanted any more ends soon.
#define PIECE_FRAMES 1024u
// Room for what is made elsewhere: more than most effects make of a piece.
#define MOVED_FRAMES (4 * PIECE_FRAMES)

// Without changes and instruments. What is made is gathered, as far as there is room.
static void process_pieces(instance *it, job *request, const input_place *from) {
  const cue_dsp *dsp = it->kind;
  course so_far = {.frames = from->frames};
  uint32_t made = 0;
  output_place place;
  if (!shared_output(it, request, &place)) place = own_output(it, request);
  do {
    uint32_t left = place.capacity - made;
    float *end = place.output + (size_t)made * it->output_channels;
    // Where sound may not begin at the end of what was made, it is made elsewhere, and moved.
    bool is_moved = !is_aligned(end);
    if (is_moved && left > MOVED_FRAMES) left = MOVED_FRAMES;
    float *output = is_moved ? room(&it->moved_output, (size_t)left * it->output_channels) : end;
    cue_process block = block_of(it, from, so_far.used, PIECE_FRAMES, output, left);
    if (!advance(it, request, &so_far, dsp->process, &block, NOT_PROCESSED, NULL)) return;
    if (is_moved) memcpy(end, output, (size_t)block.produced * it->output_channels * sizeof *output);
    made += block.produced;
    if (made == place.capacity || so_far.used == from->frames) {
      if (made) send_sound(it, request, &place, made);
      made = 0;
      // The host may not have read it yet.
      if (place.is_shared && so_far.used < from->frames) place = own_output(it, request);
    }
  } while (goes_on(request, &so_far));
  end_of(it, request, &so_far);
}

static void process_all(instance *it, job *request, const input_place *from, changes *events, float *guarded_output,
                        uint32_t guarded_frames) {
  const cue_dsp *dsp = it->kind;
  course so_far = {.frames = from->frames};
  output_place place = own_output(it, request);
  if (guarded_output) place.capacity = guarded_frames;
  float *output = guarded_output ? guarded_output : place.output;
  do {
    cue_process block = block_of(it, from, so_far.used, UINT32_MAX, output, place.capacity);
    block.event_count = events->count;
    block.events = events->pointers;
    if (!advance(it, request, &so_far, dsp->process, &block, NOT_PROCESSED, NULL)) return;
    if (guarded_output) memcpy(place.output, output, (size_t)block.produced * it->output_channels * sizeof *output);
    if (block.produced) send_sound(it, request, &place, block.produced);
    changes_left(events, block.used);
  } while (goes_on(request, &so_far));
  end_of(it, request, &so_far);
}

// The same block again and again, as a program that judges an effect wants it; says how long the longest call took, and how
// much it took and gave in all.
static void process_again(instance *it, job *request, const input_place *from, uint32_t times) {
  const cue_dsp *dsp = it->kind;
  output_place place = own_output(it, request);
  uint64_t longest = 0, used = 0, produced = 0;
  struct rusage before, after;
  getrusage(RUSAGE_THREAD, &before);
  uint32_t allocations = hooks->allocations();
  for (uint32_t round = 0; round < times && !atomic_load(&request->cancelled); round++) {
    course so_far = {.frames = from->frames};
    do {
      cue_process block = block_of(it, from, so_far.used, UINT32_MAX, place.output, place.capacity);
      uint64_t took;
      if (!advance(it, request, &so_far, dsp->process, &block, NOT_PROCESSED, &took)) return;
      if (took > longest) longest = took;
    } while (so_far.used < so_far.frames);
    used += so_far.used;
    produced += so_far.produced;
  }
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, CUE_OK);
  getrusage(RUSAGE_THREAD, &after);
  message_u32(&m, CUE_TAG_WAITS, (uint32_t)(after.ru_nvcsw - before.ru_nvcsw));
  message_u32(&m, CUE_TAG_ALLOCATIONS, hooks->allocations() - allocations);
  message_u32(&m, CUE_TAG_LONGEST, longest > UINT32_MAX ? UINT32_MAX : (uint32_t)longest);
  message_u64(&m, CUE_TAG_POSITION, used);
  message_u64(&m, CUE_TAG_END, produced);
  wire_send(&m);
  message_free(&m);
}

static bool changes_are_sorted(const job *request, changes *events, uint32_t frames) {
  for (uint32_t i = 0; i < events->count; i++) {
    if (events->events[i].frame < frames && (i == 0 || events->events[i].frame >= events->events[i - 1].frame))
      continue;
    wire_failure(request->message.request, CUE_E_INVALID,
                 "The changes of parameters are not sorted, or are after the end of the block.");
    return false;
  }
  return true;
}

static void changes_free(changes *events) {
  free(events->events);
  free(events->pointers);
}

// How many frames fill whole steps of the alignment, so that the room for them ends where its last page does.
static uint32_t whole_steps(uint32_t frames) { return frames > 16 ? frames & ~15u : frames; }

void serve_process(instance *it, job *request) {
  field sound = {0}, shared, second = {0};
  if (!fields_find(request->message.body, CUE_TAG_SHARED_SOUND, &shared)) {
    fields_find(request->message.body, CUE_TAG_SOUND, &sound);
  } else if (!(sound.bytes = shared_place(request->message.body, CUE_TAG_SHARED_SOUND, &sound.length))) {
    wire_failure(request->message.request, CUE_E_INVALID, "The sound lies outside the memory that is shared.");
    return;
  }
  uint32_t frames = it->input_channels ? sound.length / (uint32_t)sizeof(float) / it->input_channels : 0;
  if (it->input_channels == 0 || frames > it->max_frames) {
    wire_failure(request->message.request, CUE_E_STATE, "The block is longer than the effect was configured for.");
    return;
  }
  if (it->has_ended) {
    wire_failure(request->message.request, CUE_E_STATE, "Its sound has ended: reset or configure it first.");
    return;
  }
  input_place from = {.input = sound_of(&it->input, sound), .frames = frames};
  if (it->side_channels && fields_find(request->message.body, CUE_TAG_SIDE, &second)) {
    if (second.length / sizeof(float) / it->side_channels != frames) {
      wire_failure(request->message.request, CUE_E_INVALID, "The second sound is not as long as the first.");
      return;
    }
    from.side = sound_of(&it->side, second);
  }
  uint32_t times = hooks ? fields_u32(request->message.body, CUE_TAG_REPEAT, 0) : 0;
  if (times) {
    process_again(it, request, &from, times);
    return;
  }
  changes events = changes_of(request);
  if (events.count == 0 && !hooks) {
    process_pieces(it, request, &from);
    return;
  }
  if (!changes_are_sorted(request, &events, frames)) {
    changes_free(&events);
    return;
  }
  size_t in_bytes = (size_t)frames * it->input_channels * sizeof(float);
  uint32_t out_frames = whole_steps(own_output(it, request).capacity);
  size_t out_bytes = (size_t)out_frames * it->output_channels * sizeof(float);
  float *guarded_input = hooks ? hooks->guard(request, in_bytes) : NULL;
  float *guarded_output = hooks ? hooks->guard(request, out_bytes) : NULL;
  if (guarded_input) {
    memcpy(guarded_input, from.input, in_bytes);
    hooks->protect(guarded_input, in_bytes);
    from.input = guarded_input;
  }
  process_all(it, request, &from, &events, guarded_output, out_frames);
  if (guarded_input) hooks->release(guarded_input, in_bytes);
  if (guarded_output) hooks->release(guarded_output, out_bytes);
  changes_free(&events);
}

void serve_flush(instance *it, job *request) {
  const cue_dsp *dsp = it->kind;
  if (it->input_channels == 0) {
    wire_failure(request->message.request, CUE_E_STATE, "The effect was not configured.");
    return;
  }
  changes events = changes_of(request);
  if (!changes_are_sorted(request, &events, UINT32_MAX)) {
    changes_free(&events);
    return;
  }
  it->has_ended = true;
  output_place place = own_output(it, request);
  course so_far = {0};
  uint32_t produced;
  do {
    cue_process block = {.struct_size = sizeof block,
                         .event_count = events.count,
                         .output = place.output,
                         .output_capacity = place.capacity,
                         .events = events.pointers};
    while (block.event_count > 0 && events.events[block.event_count - 1].frame >= place.capacity) block.event_count--;
    if (!advance(it, request, &so_far, dsp->flush, &block, "It could not give the rest of its sound.", NULL)) break;
    produced = block.produced;
    if (produced) send_sound(it, request, &place, produced);
    changes_left(&events, produced);
    if (produced == 0) send_done(it, request);
    else if (atomic_load(&request->cancelled)) stop(it, request), produced = 0;
  } while (produced > 0);
  changes_free(&events);
}
