/* Sound devices that keep to the interface but for one thing, named after it; the conformance suite must find just that. They
 * take all sound at once, and capture a rising line of samples as fast as it is read. The first one, "healthy", keeps to all.
 *
 * Read it from the bottom: the ids, then what you look for by its name. */
#define MUTANT_KIND CUE_KIND_DEVICE
#include "mutant.h"
#include <math.h>

typedef struct device {
  cue_instance table;
  const char *id;
  uint64_t stop;      /* the call that was cancelled */
  uint32_t direction; /* 0: no stream is open */
  uint32_t sample, rate, channels;
  uint64_t position, lost;
  uint32_t xruns, reads;
  int was_dropped;
} device;

static inline int is(const device *it, const char *id) { return it->id[0] == id[0] && !strcmp(it->id, id); }

static int32_t list(void *self, const cue_call *call, uint32_t *count, cue_error *error) {
  return (void)call, (void)error, *count = is(self, "lists-twice") || is(self, "two-defaults") ? 3 : 2, CUE_OK;
}

static int32_t info(void *self, uint32_t index, cue_device_info *out) {
  const device *it = self;
  if (index > 2) return CUE_E_NOT_FOUND;
  int captures = index == 1;
  cue_device_info ours = {.flags = CUE_DEVICE_IS_DEFAULT,
                          .direction = captures ? CUE_DIRECTION_CAPTURE : CUE_DIRECTION_PLAYBACK,
                          .id = CUE_TEXT("one"),
                          .name = CUE_TEXT("The only one")};
  if (index == 2 && is(it, "two-defaults")) ours.id = (cue_text)CUE_TEXT("two");
  if (index == 2 && is(it, "lists-twice")) ours.flags = 0;
  if (captures && is(it, "nameless")) ours.name = (cue_text){0};
  if (captures && is(it, "no-direction")) ours.direction = 3;
  return fill(out, &ours, sizeof ours);
}

static int32_t open(void *self, const cue_device_request *request, cue_error *error) {
  device *it = self;
  cue_device_request asked = {0};
  size_t size = request->struct_size < sizeof asked ? request->struct_size : sizeof asked;
  memcpy(&asked, request, is(it, "ignores-size") ? sizeof asked : size);
  if (is(it, "copies-all") && request->struct_size > sizeof asked)
    memset((char *)(uintptr_t)request + sizeof asked, 0, request->struct_size - sizeof asked);
  if (is(it, "shares-nothing") && it->direction) return fail(error, CUE_E_BUSY, "A stream is open.");
  if (asked.device.length && !is(it, "takes-any-name") &&
      (asked.device.length != 3 || memcmp(asked.device.bytes, "one", 3)))
    return fail(error, CUE_E_DEVICE, "There is no such device.");
  if (asked.direction != CUE_DIRECTION_PLAYBACK && asked.direction != CUE_DIRECTION_CAPTURE)
    return fail(error, CUE_E_UNSUPPORTED, "There is no such direction.");
  if (is(it, "one-rate-only") && asked.format->rate != 48000) return fail(error, CUE_E_INTERNAL, "It has one rate.");
  if (is(it, "leaks-stream")) leak(1500);
  if (!is(it, "keeps-position")) it->position = 0;
  it->direction = asked.direction;
  it->sample = asked.format->sample;
  it->rate = asked.format->rate;
  it->channels = asked.format->channels;
  it->lost = it->xruns = it->reads = 0;
  it->was_dropped = 0;
  return CUE_OK;
}

static int32_t write(void *self, const cue_write *sound, uint32_t *written, cue_error *error) {
  device *it = self;
  uint32_t frames = sound->frames;
  *written = 0;
  if (it->direction != CUE_DIRECTION_PLAYBACK && !is(it, "writes-anyway"))
    return fail(error, CUE_E_STATE, "No stream plays.");
  if (is(it, "deaf-while-playing") && frames > 100000) wait_ms_from(&it->stop, sound->call, 3200);
  if (is(it, "lazy-cancel") && frames > 100000) wait_ms_from(&it->stop, sound->call, 1000);
  if (is(it, "mute-after-drop") && it->was_dropped) return fail(error, CUE_E_INTERNAL, "It was dropped.");
  *written = frames;
  it->position += is(it, "swallows") && frames == 4800 ? frames / 2 : frames;
  return CUE_OK;
}

static int32_t capture(void *self, const cue_read *room, uint32_t *frames, cue_error *error) {
  device *it = self;
  void *samples = room->samples;
  uint32_t capacity = room->capacity;
  *frames = 0;
  if (!it->direction && is(it, "reads-closed")) abort();
  if (it->direction != CUE_DIRECTION_CAPTURE) return fail(error, CUE_E_STATE, "No stream captures.");
  it->reads++;
  if (is(it, "deaf-while-capturing") && capacity > 10000) wait_ms_from(&it->stop, room->call, 3200);
  if (is(it, "loses-secretly") && it->reads == 5) it->position += 100;
  if (is(it, "forgets-losses") && it->reads == 5) it->position += 100, it->lost += 100, it->xruns++;
  if (is(it, "forgets-losses") && it->reads == 7) it->position -= 100, it->lost = 0, it->xruns = 0;
  if (is(it, "silent-after-drop") && it->was_dropped) return fail(error, CUE_E_INTERNAL, "It was dropped.");
  uint32_t count = capacity < 160 ? capacity : 160;
  for (uint32_t i = 0; i < count * it->channels; i++) {
    float sample = (float)((it->position + i / it->channels) % 1000) / 4000;
    if (is(it, "not-numbers") && it->reads == 20) sample = NAN;
    if (it->sample == CUE_SAMPLE_F32) ((float *)samples)[i] = sample;
    else ((int16_t *)samples)[i] = (int16_t)(isfinite(sample) ? sample * 32767 : 0);
  }
  it->position += count;
  *frames = is(it, "claims-more") && it->reads == 4 ? capacity + 1 : count;
  return CUE_OK;
}

static uint64_t position(void *self) { return ((const device *)self)->position; }
static uint32_t latency(void *self) { return (void)self, 0; }

static int32_t drain(void *self, const cue_call *call, cue_error *error) {
  device *it = self;
  (void)call;
  if (is(it, "waits-for-the-microphone") && it->direction == CUE_DIRECTION_CAPTURE)
    return fail(error, CUE_E_INTERNAL, "It goes on.");
  return CUE_OK;
}

static int32_t flush(void *self, cue_error *error) {
  device *it = self;
  (void)error;
  it->was_dropped = 1;
  if (is(it, "starts-again") && it->direction == CUE_DIRECTION_PLAYBACK) it->position = 0;
  if (is(it, "fragile") && !it->direction) abort();
  return CUE_OK;
}

static void close_stream(void *self) { ((device *)self)->direction = 0; }

static int32_t state(void *self, cue_device_state *out) {
  const device *it = self;
  if (!it->direction) return CUE_E_STATE;
  cue_device_state ours = {.xruns = it->xruns, .lost_frames = it->lost, .device = CUE_TEXT("one")};
  return fill(out, &ours, sizeof ours);
}

static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static int32_t reset(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void destroy(void *self) { free(self); }
static void cancel(void *self, uint64_t call) { __atomic_store_n(&((device *)self)->stop, call, __ATOMIC_SEQ_CST); }

static const void *instance_extension(void *self, const char *id) {
  static const cue_device table = {sizeof table, 0,       list,  info,  open,         write, capture,
                                   position,     latency, drain, flush, close_stream, state};
  return (void)self, !strcmp(id, CUE_KIND_DEVICE) ? &table : NULL;
}

static const cue_instance *make(const char *id) {
  device *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->id = id;
  it->table = (cue_instance){sizeof it->table, 0, it, activate, destroy, cancel, reset, instance_extension};
  return &it->table;
}

static const char *const ids[] = {
    "healthy",
    "lists-twice",
    "two-defaults",
    "nameless",
    "no-direction",
    "swallows",
    "loses-secretly",
    "forgets-losses",
    "claims-more",
    "one-rate-only",
    "takes-any-name",
    "not-numbers",
    "writes-anyway",
    "reads-closed",
    "deaf-while-playing",
    "deaf-while-capturing",
    "starts-again",
    "mute-after-drop",
    "silent-after-drop",
    "waits-for-the-microphone",
    "keeps-position",
    "shares-nothing",
    /* chance, endurance, time, other hosts */
    "fragile",
    "leaks-stream",
    "lazy-cancel",
    "copies-all",
    "ignores-size",
};

static const char *id_at(uint32_t index) { return ids[index]; }
static uint32_t id_count(void) { return sizeof ids / sizeof *ids; }
