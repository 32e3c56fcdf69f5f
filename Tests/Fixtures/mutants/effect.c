/* Effects that keep to the interface but for one thing, named after it; the conformance suite must find just that. Each is a
 * gain that glides, and a stretch that drops, repeats and turns grains of 1,200 frames: a tone of 440 Hz at 48,000 Hz has eleven
 * periods in one, so that of it nothing is heard but what was asked for. The first one, "healthy", keeps to all of it.
 *
 * Read it from the bottom: the ids, then what you look for by its name. */
#define MUTANT_KIND CUE_KIND_DSP
#include "mutant.h"
#include <math.h>
#include <unistd.h>

#define DELAY 200u /* frames, of "hidden-delay" and "keeps-sound" */
#define GRAIN 1200u
#define GLIDE 2400u /* frames from one gain to another */

enum { GAIN = 1, DECIBELS, TEMPO, PITCH };

typedef struct effect {
  cue_instance table;
  const char *id;
  double gain, decibels, tempo, pitch;
  double now; /* the gain on its way */
  uint32_t channels, most_frames;
  float held[DELAY];
  uint32_t at;
  uint64_t frames, calls;
  int has_rest, has_sound;
  int is_broken; /* of "stays-broken": it has met a very large number */
  uint32_t rate, refusals, uses;
  /* the grain that is being filled, and the one that is being given */
  float filling[GRAIN * 8], giving[GRAIN * 8];
  uint32_t filled, given;
  uint32_t length; /* of the one that is being given */
  uint32_t copies; /* of it that are still to come, this one included */
  double owed;     /* frames of output, less what was given */
  double phase;    /* where in the grain it is read */
} effect;

static inline int is(const effect *it, const char *id) { return it->id[0] == id[0] && !strcmp(it->id, id); }
static int is_gain(double number) { return number >= 0 && number <= 4; }
static double target(const effect *it) {
  return it->gain * pow(10, it->decibels / (is(it, "wrong-decibels") ? 10 : 20));
}
static int stretches(const effect *it) { return it->tempo != 1 || it->pitch != 0; }

static float everybodys; /* of "shares-sound" */

static void forget(effect *it) {
  it->frames = it->at = it->filled = it->given = it->copies = 0;
  it->owed = it->phase = 0;
  it->now = target(it);
  if (!is(it, "keeps-sound")) memset(it->held, 0, sizeof it->held);
  it->has_rest = 1;
  it->has_sound = 0;
}

static int32_t configure(void *self, const cue_configure *wanted, cue_error *error) {
  effect *it = self;
  uint32_t rate = wanted->rate, channels = wanted->input_channels, max_frames = wanted->max_frames;
  if (is(it, "divides-by-rate") && rate == 0) abort();
  if (channels > 8) it->refusals++;
  if (rate == 0) return fail(error, CUE_E_RATE, "Sound has a rate.");
  if (channels == 0 || channels > 8 || max_frames == 0) return fail(error, CUE_E_FORMAT, "It has eight ears.");
  if (wanted->struct_size >= sizeof *wanted && wanted->output_channels && wanted->output_channels != channels)
    return is(it, "one-mouth-an-ear") ? CUE_E_INTERNAL : fail(error, CUE_E_FORMAT, "It has as many ears as mouths.");
  if (is(it, "six-is-too-much") && channels > 2) return fail(error, CUE_E_INTERNAL, "So many ears.");
  it->channels = channels;
  it->most_frames = max_frames;
  it->rate = rate;
  it->uses++;
  forget(it);
  return CUE_OK;
}

/* A sample of the sound, louder or softer, in the way of the fault. */
static float louder(effect *it, float sample, uint32_t i) {
  it->has_sound |= sample != 0;
  it->is_broken |= fabsf(sample) > 1e20f;
  sample = (float)(sample * it->now);
  if (is(it, "mute")) sample = 0;
  if (is(it, "wraps-around")) sample -= 4 * floorf((sample + 2) / 4);
  if (is(it, "stays-broken") && it->is_broken) sample *= 0.5f;
  if (is(it, "hums-at-11025") && it->rate == 11025) sample += 0.01f;
  if (is(it, "softer-by-error") && it->refusals) sample *= 0.9f;
  if (is(it, "softer-by-use") && it->uses > 2) sample *= 0.9f;
  if (is(it, "tires") && it->frames > 2000000) sample *= 0.5f;
  if (is(it, "shares-sound")) everybodys = sample += 0.1f * everybodys;
  if (is(it, "not-a-number") && it->frames == 30000) sample = NAN;
  if (is(it, "block-edges") && i == 0 && it->most_frames == 4096) sample = 0;
  if (is(it, "short-room") && it->most_frames > 8192) sample = 0;
  if (is(it, "hisses") && it->frames > 15000 && sample == 0) sample += 0.001f;
  if (is(it, "never-twice")) sample += (float)(getpid() % 100 + 1) * 1e-9f;
  if ((is(it, "hidden-delay") || is(it, "keeps-sound")) && it->channels == 1) {
    float held = it->held[it->at % DELAY];
    it->held[it->at % DELAY] = sample;
    it->at++;
    sample = is(it, "hidden-delay") ? held : sample + (it->frames < DELAY ? held : 0);
  }
  return sample;
}

static void glide(effect *it) {
  double to = target(it);
  it->now = is(it, "jumps") || fabs(to - it->now) < 1e-6 ? to : it->now + (to - it->now) * (1 - exp(-8.0 / GLIDE));
}

/* The grain is full, or the last one: says how often it is given. */
static void turn(effect *it, uint32_t length) {
  memcpy(it->giving, it->filling, sizeof it->giving);
  double tempo = it->tempo * (is(it, "slow-tempo") && it->tempo != 1 ? 0.9 : 1);
  it->owed += length / tempo;
  it->length = length;
  it->copies = length ? (uint32_t)(it->owed / length + 0.5) : 0;
  it->owed -= (double)it->copies * length;
  if (is(it, "loses-high-grains") && it->pitch > 0 && it->frames > 50000 && it->frames < 52000) it->copies = 0;
  it->filled = it->given = 0;
}

/* Gives what it can of the grain. */
static uint32_t give(effect *it, float *output, uint32_t capacity) {
  uint32_t produced = 0;
  double step = exp2(it->pitch / (is(it, "half-pitch") ? 24 : 12));
  if (is(it, "chipmunk")) step *= it->tempo;
  for (; it->copies > 0 && produced < capacity; produced++) {
    double at = it->phase = fmod(it->phase + step, it->length);
    uint32_t low = (uint32_t)at, high = (low + 1) % it->length;
    for (uint32_t c = 0; c < it->channels; c++)
      output[produced * it->channels + c] = (float)(it->giving[low * it->channels + c] * (1 - (at - low)) +
                                                    it->giving[high * it->channels + c] * (at - low));
    if (++it->given == it->length) it->given = 0, it->copies--;
  }
  return produced;
}

static uint32_t stretch(effect *it, const cue_process *block, uint32_t *used) {
  uint32_t produced = give(it, block->output, block->output_capacity);
  while (*used < block->input_frames && it->copies == 0) {
    for (uint32_t c = 0; c < it->channels; c++)
      it->filling[it->filled * it->channels + c] = (float)(block->input[*used * it->channels + c] * target(it));
    it->frames++;
    ++*used;
    if (++it->filled < GRAIN) continue;
    turn(it, GRAIN);
    produced += give(it, block->output + produced * it->channels, block->output_capacity - produced);
  }
  return produced;
}

static int32_t events_checked(effect *it, const cue_process *asked) {
  for (uint32_t e = 0; e < asked->event_count; e++) {
    const cue_param_event *event = asked->events[e];
    if (is(it, "dies-of-two-changes") && e > 0 && event->frame == asked->events[e - 1]->frame) abort();
    if ((event->id != GAIN || !is_gain(event->number)) && !is(it, "any-change")) return CUE_E_INVALID;
  }
  return CUE_OK;
}

/* By its bits: while an effect works, such a number counts as 0. */
static int is_subnormal(float sample) {
  uint32_t bits;
  memcpy(&bits, &sample, sizeof bits);
  return (bits & 0x7f800000) == 0 && (bits & 0x7fffff) != 0;
}

static int32_t process(void *self, cue_process *given) {
  effect *it = self;
  cue_process own = {0}, *block = &own;
  size_t known = given->struct_size < sizeof own ? given->struct_size : sizeof own;
  if (is(it, "ignores-size")) known = sizeof own;
  memcpy(block, given, known);
  if (is(it, "copies-all") && given->struct_size > sizeof *given)
    memset((char *)given + sizeof *given, 0, given->struct_size - sizeof *given);
  if (it->channels == 0) {
    if (is(it, "unready")) abort();
    return CUE_E_STATE;
  }
  uint32_t frames = block->input_frames < block->output_capacity ? block->input_frames : block->output_capacity;
  if (is(it, "needs-frames") && block->input_frames == 0) return CUE_E_INVALID;
  int32_t status = events_checked(it, block);
  if (status < 0) return status;
  it->calls++;
  if (is(it, "hoards") && it->calls > 6000) leak(100);
  if (is(it, "allocates")) {
    void *volatile room = malloc(block->input_frames * 4 + 16);
    free(room);
  }
  if (is(it, "waits") && it->calls % 100 == 99) wait_ms(1);
  if (is(it, "stumbles") && it->calls % 400 == 399) wait_ms(3);
  if (is(it, "slow-with-little") && block->input_frames && is_subnormal(block->input[0])) wait_ms(1);
  uint32_t event = 0, used = 0;
  if (stretches(it)) {
    for (; event < block->event_count; event++) it->gain = block->events[event]->number;
    given->produced = stretch(it, block, &used);
    given->used = used;
    return CUE_OK;
  }
  for (uint32_t i = 0; i < frames; i++) {
    for (; event < block->event_count && block->events[event]->frame <= i; event++)
      if (is(it, "first-of-two") && event > 0 && block->events[event - 1]->frame == block->events[event]->frame)
        continue;
      else if (is(it, "later-change") && block->events[event]->frame == 0) continue;
      else if (block->events[event]->id == GAIN && !is(it, "deaf-to-changes")) {
        it->gain = block->events[event]->number;
        if (it->frames == 0 && i == 0) it->now = target(it);
      }
    glide(it);
    if (is(it, "early-change") && i == 0 && block->event_count) it->now = it->gain = block->events[0]->number;
    for (uint32_t c = 0; c < it->channels; c++) block->output[i * it->channels + c] = 0;
    for (uint32_t c = 0; c < it->channels && !(is(it, "four-ears") && c > 3); c++)
      block->output[i * it->channels + c] = louder(it, block->input[i * it->channels + c], i);
    it->frames++;
  }
  if (is(it, "writes-on")) block->output[block->output_capacity * it->channels] = 0;
  if (is(it, "writes-input") && frames) ((float *)(uintptr_t)block->input)[0] = 0;
  given->used = frames;
  if (is(it, "needs-two-frames") && frames == 1) frames = 0;
  given->produced = is(it, "gives-nothing") ? 0 : frames;
  if (is(it, "loses-frames") && it->calls > 16000 && frames == 64) given->produced -= 8;
  return CUE_OK;
}

static int32_t flush(void *self, cue_process *block) {
  effect *it = self;
  uint32_t capacity = block->output_capacity;
  float *output = block->output;
  block->used = block->produced = 0;
  if (it->channels == 0) return CUE_E_STATE;
  if (stretches(it)) {
    if (it->copies == 0 && it->filled) turn(it, it->filled);
    block->produced = give(it, output, capacity);
    return CUE_OK;
  }
  if (is(it, "long-tail") && it->has_sound && it->has_rest) {
    for (; block->produced < 3000 && block->produced < capacity; block->produced++)
      for (uint32_t c = 0; c < it->channels; c++) output[block->produced * it->channels + c] = 0.1f;
    it->has_rest = 0;
  }
  if (is(it, "never-ends") && it->has_rest++ % 2 == 0) {
    block->produced = capacity < 100 ? capacity : 100;
    memset(output, 0, block->produced * it->channels * sizeof *output);
  }
  return CUE_OK;
}

/* Where a frame is heard: where it was, but for a stretch. */
static uint64_t place(void *self, uint64_t frame) {
  effect *it = self;
  if (is(it, "place-at-one-rate") && it->rate != 48000) return frame + 500;
  if (is(it, "place-of-the-first") && frame > 9000) return 9000;
  return (uint64_t)((double)frame / it->tempo);
}

static uint32_t latency(void *self) { return (void)self, 0; }
static uint32_t tail(void *self) { return (void)self, 0; }

static const cue_param_info infos[] = {
    {.id = GAIN,
     .type = CUE_PARAM_NUMBER,
     .flags = CUE_PARAM_LIVE,
     .name = CUE_TEXT("gain"),
     .maximum = 4,
     .initial = 1},
    {.id = DECIBELS,
     .type = CUE_PARAM_NUMBER,
     .name = CUE_TEXT("makeup-gain"),
     .unit = CUE_TEXT("dB"),
     .minimum = -24,
     .maximum = 24},
    {.id = TEMPO,
     .type = CUE_PARAM_NUMBER,
     .name = CUE_TEXT("tempo"),
     .unit = CUE_TEXT("x"),
     .minimum = 0.25,
     .maximum = 4,
     .initial = 1},
    {.id = PITCH,
     .type = CUE_PARAM_NUMBER,
     .name = CUE_TEXT("pitch"),
     .unit = CUE_TEXT("st"),
     .minimum = -12,
     .maximum = 12},
};
#define INFOS (sizeof infos / sizeof *infos)

static uint32_t param_count(void *self) { return (void)self, INFOS; }

static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  return (void)self, index < INFOS ? fill(out, &infos[index], sizeof *infos) : CUE_E_NOT_FOUND;
}

static double *value_of(effect *it, uint32_t id) {
  double *values[] = {&it->gain, &it->decibels, &it->tempo, &it->pitch};
  return id >= 1 && id <= INFOS ? values[id - 1] : NULL;
}

static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  const double *value = value_of(self, id);
  if (!value) return CUE_E_NOT_FOUND;
  out->number = *value;
  return CUE_OK;
}

static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  double *own = value_of(self, id);
  if (!own) return fail(error, CUE_E_NOT_FOUND, "There is no such parameter.");
  if (!(value->number >= infos[id - 1].minimum && value->number <= infos[id - 1].maximum))
    return fail(error, CUE_E_INVALID, "It is not within its range.");
  *own = value->number;
  return CUE_OK;
}

static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static int32_t reset(void *self, cue_error *error) {
  effect *it = self;
  (void)error;
  if (!is(it, "keeps-sound")) forget(it);
  if (is(it, "resets-all")) it->gain = 0.5;
  return CUE_OK;
}
static void destroy(void *self) { free(self); }
static void cancel(void *self, uint64_t call) { (void)self, (void)call; }

static const void *instance_extension(void *self, const char *id) {
  static const cue_dsp dsp = {sizeof dsp, 0, configure, process, flush, latency, tail, place};
  static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
  (void)self;
  return !strcmp(id, CUE_KIND_DSP) ? (const void *)&dsp : !strcmp(id, CUE_EXT_PARAMS) ? &params : NULL;
}

static const cue_instance *make(const char *id) {
  effect *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->id = id;
  it->gain = it->tempo = it->now = 1;
  it->table = (cue_instance){sizeof it->table, 0, it, activate, destroy, cancel, reset, instance_extension};
  return &it->table;
}

static const char *const ids[] = {
    "healthy",
    "mute",
    "gives-nothing",
    "not-a-number",
    "six-is-too-much",
    "block-edges",
    "short-room",
    "needs-frames",
    "writes-on",
    "writes-input",
    "hisses",
    "keeps-sound",
    "never-ends",
    "hidden-delay",
    "never-twice",
    "any-change",
    "resets-all",
    "one-mouth-an-ear",
    /* what it says of itself */
    "long-tail",
    "wrong-decibels",
    "slow-tempo",
    "chipmunk",
    "half-pitch",
    "loses-high-grains",
    "deaf-to-changes",
    "jumps",
    "four-ears",
    "hums-at-11025",
    "wraps-around",
    "stays-broken",
    "place-at-one-rate",
    "place-of-the-first",
    "first-of-two",
    "later-change",
    "early-change",
    "shares-sound",
    "softer-by-error",
    "softer-by-use",
    "allocates",
    "waits",
    "tires",
    "needs-two-frames",
    /* harsh hosts */
    "unready",
    "divides-by-rate",
    "dies-of-two-changes",
    /* endurance, time, other hosts */
    "hoards",
    "loses-frames",
    "stumbles",
    "slow-with-little",
    "copies-all",
    "ignores-size",
};

static const char *id_at(uint32_t index) { return ids[index]; }
static uint32_t id_count(void) { return sizeof ids / sizeof *ids; }
