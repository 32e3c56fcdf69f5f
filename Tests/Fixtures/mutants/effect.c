/* Effects that keep to the interface but for one thing, named after it; the conformance suite must find just that. Each is a
 * gain. The first one, "healthy", keeps to all of it.
 *
 * Read it from the bottom: the ids, then what you look for by its name. */
#define _GNU_SOURCE
#include <cue/cue.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *id_at(uint32_t index);
static uint32_t id_count(void);

#define DELAY 200u /* frames, of "hidden-delay" and "keeps-sound" */

typedef struct effect {
  cue_instance table;
  const char *id;
  double gain;
  uint32_t channels;
  float held[DELAY];
  uint32_t at;
  uint64_t frames;
  int has_rest;
} effect;

static int is(const effect *it, const char *id) { return !strcmp(it->id, id); }

static int32_t fail(cue_error *error, int32_t status, const char *sentence) {
  size_t length = strlen(sentence);
  if (error->struct_size < sizeof *error) return status;
  error->status = status;
  error->sentence_length = (uint32_t)length;
  memcpy(error->sentence, sentence, length);
  return status;
}

static int is_gain(double number) { return number >= 0 && number <= 4; }

static int32_t configure(void *self, uint32_t rate, uint32_t channels, uint32_t max_frames, cue_error *error) {
  effect *it = self;
  (void)rate, (void)max_frames;
  if (is(it, "six-is-too-much") && channels > 2) return fail(error, CUE_E_INTERNAL, "So many ears.");
  it->channels = channels;
  it->frames = 0;
  it->at = 0;
  if (!is(it, "keeps-sound")) memset(it->held, 0, sizeof it->held);
  it->has_rest = 1;
  return CUE_OK;
}

static int32_t process(void *self, cue_process *block) {
  effect *it = self;
  uint32_t frames = block->input_frames < block->output_capacity ? block->input_frames : block->output_capacity;
  if (is(it, "needs-frames") && block->input_frames == 0) return CUE_E_INVALID;
  for (uint32_t e = 0; e < block->event_count; e++)
    if ((block->events[e]->id != 1 || !is_gain(block->events[e]->number)) && !is(it, "any-change")) return CUE_E_INVALID;
  uint32_t event = 0;
  for (uint32_t i = 0; i < frames; i++) {
    for (; event < block->event_count && block->events[event]->frame <= i; event++)
      if (block->events[event]->id == 1) it->gain = block->events[event]->number;
    for (uint32_t c = 0; c < it->channels; c++) {
      float sample = (float)(block->input[i * it->channels + c] * it->gain);
      if (is(it, "mute")) sample = 0;
      if (is(it, "not-a-number") && it->frames == 30000) sample = NAN;
      if (is(it, "block-edges") && i == 0) sample = 0;
      if (is(it, "hisses") && it->frames > 15000) sample += 0.001f;
      if (is(it, "never-twice")) sample += (float)(getpid() % 100 + 1) * 1e-9f;
      if ((is(it, "hidden-delay") || is(it, "keeps-sound")) && it->channels == 1) {
        float held = it->held[it->at % DELAY];
        it->held[it->at % DELAY] = sample;
        it->at++;
        sample = is(it, "hidden-delay") ? held : sample + (it->frames < DELAY ? held : 0);
      }
      block->output[i * it->channels + c] = sample;
    }
    it->frames++;
  }
  if (is(it, "writes-on")) block->output[block->output_capacity * it->channels] = 0;
  if (is(it, "writes-input") && frames) ((float *)(uintptr_t)block->input)[0] = 0;
  block->used = frames;
  block->produced = is(it, "gives-nothing") ? 0 : frames;
  return CUE_OK;
}

static int32_t flush(void *self, float *output, uint32_t capacity, uint32_t *produced) {
  effect *it = self;
  *produced = 0;
  if (is(it, "hidden-delay") && it->has_rest) {
    for (; *produced < DELAY && *produced < capacity; (*produced)++)
      output[*produced * it->channels] = it->held[(it->at + *produced) % DELAY];
    it->has_rest = 0;
  }
  if (is(it, "never-ends") && it->has_rest++ % 2) {
    *produced = capacity < 100 ? capacity : 100;
    memset(output, 0, *produced * it->channels * sizeof *output);
  }
  return CUE_OK;
}

static uint32_t latency(void *self) { return (void)self, 0; }
static uint32_t tail(void *self) { return (void)self, 0; }

static uint32_t param_count(void *self) { return (void)self, 1; }

static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  cue_param_info ours = {.id = 1, .type = CUE_PARAM_NUMBER, .flags = CUE_PARAM_LIVE, .name = CUE_TEXT("gain"),
                         .maximum = 4, .initial = 1};
  uint32_t size = out->struct_size;
  (void)self;
  if (index > 0) return CUE_E_NOT_FOUND;
  memcpy((char *)out + sizeof size, (char *)&ours + sizeof size, (size < sizeof ours ? size : sizeof ours) - sizeof size);
  return CUE_OK;
}

static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  if (id != 1) return CUE_E_NOT_FOUND;
  out->number = ((effect *)self)->gain;
  return CUE_OK;
}

static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  if (id != 1) return fail(error, CUE_E_NOT_FOUND, "There is no such parameter.");
  if (!is_gain(value->number)) return fail(error, CUE_E_INVALID, "It goes from 0 to 4.");
  ((effect *)self)->gain = value->number;
  return CUE_OK;
}

static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static int32_t reset(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void destroy(void *self) { free(self); }
static void cancel(void *self) { (void)self; }

static const void *instance_extension(void *self, const char *id) {
  static const cue_dsp dsp = {sizeof dsp, 0, configure, process, flush, latency, tail, NULL};
  static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
  (void)self;
  return !strcmp(id, CUE_KIND_DSP) ? (const void *)&dsp : !strcmp(id, CUE_EXT_PARAMS) ? &params : NULL;
}

static int32_t init(const cue_host *host, cue_text path, cue_error *error) {
  return (void)host, (void)path, (void)error, CUE_OK;
}

static const cue_descriptor *plugin_at(uint32_t index) {
  static cue_descriptor descriptors[64];
  if (index >= id_count()) return NULL;
  cue_descriptor ours = {
      .struct_size = sizeof ours, .concurrency = CUE_PER_INSTANCE, .determinism = CUE_DETERMINISM_ALWAYS,
      .id = id_at(index), .kind = CUE_KIND_DSP, .name = CUE_TEXT("Mutant"), .version = CUE_TEXT("1.0")};
  descriptors[index] = ours;
  return &descriptors[index];
}

static const void *library_extension(const char *id) { return (void)id, NULL; }

static int32_t create(const char *id, const cue_instance **instance, cue_error *error) {
  for (uint32_t i = 0; i < id_count(); i++) {
    if (strcmp(id, id_at(i))) continue;
    effect *it = calloc(1, sizeof *it);
    if (!it) return CUE_E_MEMORY;
    it->id = id_at(i);
    it->gain = 1;
    it->table = (cue_instance){sizeof it->table, 0, it, activate, destroy, cancel, reset, instance_extension};
    *instance = &it->table;
    return CUE_OK;
  }
  return fail(error, CUE_E_NOT_FOUND, "There is no such mutant.");
}

CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *host) {
  static const cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, CUE_ABI_MINOR, CUE_TEXT("C"),
                                  init, id_count, plugin_at, create, library_extension};
  return (void)host, &entry;
}

static const char *const ids[] = {
    "healthy", "mute", "gives-nothing", "not-a-number", "six-is-too-much", "block-edges", "needs-frames", "writes-on",
    "writes-input", "hisses", "keeps-sound", "never-ends", "hidden-delay", "never-twice", "any-change",
};

static const char *id_at(uint32_t index) { return ids[index]; }
static uint32_t id_count(void) { return sizeof ids / sizeof *ids; }
