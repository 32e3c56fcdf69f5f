/* SPDX-License-Identifier: MIT
 *
 * A whole effect in plain C: every sound is heard once more, a quarter of a second later. Copy it and put your own
 * equation where the echo is:
 *
 *     output(n) = input(n) + level(n) * input(n - delay)      delay: a quarter of a second
 *
 * Read it from the bottom: cue_plugin_entry, the entry, one instance, what it can do, and process.
 */
#include <cue/cue.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL 1u /* the number of our one parameter */

/* One instance. The host knows it by `table`, whose `self` leads back here. */
typedef struct echo {
  cue_instance table;
  double level;
  uint32_t channels;
  uint32_t delay; /* frames */
  uint32_t at;    /* the oldest frame of `past` */
  uint32_t rest;  /* frames that flush has still to give */
  float *past;    /* the last `delay` frames of the input */
} echo;

static int32_t fail(cue_error *error, int32_t status, const char *sentence) {
  size_t length = strlen(sentence);
  if (error->struct_size < sizeof *error) return status; /* no room for all of it: the status will do */
  if (length > CUE_ERROR_SENTENCE_BYTES) length = CUE_ERROR_SENTENCE_BYTES;
  error->status = status;
  error->sentence_length = (uint32_t)length;
  memcpy(error->sentence, sentence, length);
  return status;
}

/* Fills a struct of the caller's, which is shorter than ours where the host is older: its size stays, and so does what
 * follows it. */
static int32_t fill(void *out, const void *ours, size_t size) {
  uint32_t room = *(uint32_t *)out;
  if (room > sizeof room)
    memcpy((char *)out + sizeof room, (const char *)ours + sizeof room, (room < size ? room : size) - sizeof room);
  return CUE_OK;
}

/* Refuses what is no number, too. */
static int is_level(double number) { return number >= 0 && number <= 1; }

static int are_levels(const cue_process *block) {
  for (uint32_t i = 0; i < block->event_count; i++)
    if (block->events[i]->id != LEVEL || !is_level(block->events[i]->number)) return 0;
  return 1;
}

/* [worker] All memory is taken here: process takes none. We work frame by frame, so max_frames does not matter. */
static int32_t configure(void *self, const cue_configure *wanted, cue_error *error) {
  echo *it = self;
  cue_configure asked = {0}; /* what an older host does not say stays 0 */
  memcpy(&asked, wanted, wanted->struct_size < sizeof asked ? wanted->struct_size : sizeof asked);
  uint32_t rate = asked.rate, channels = asked.input_channels;
  if (asked.output_channels && asked.output_channels != channels)
    return fail(error, CUE_E_FORMAT, "As many channels come out as go in.");
  if (asked.side_channels) return fail(error, CUE_E_FORMAT, "It takes no second sound beside the first.");
  uint32_t delay = rate < 4 ? 1 : rate / 4;
  float *past = calloc((size_t)delay * channels, sizeof *past);
  if (!past) return fail(error, CUE_E_MEMORY, "There is no memory for an echo.");
  free(it->past);
  it->past = past;
  it->channels = channels;
  it->delay = delay;
  it->at = 0;
  it->rest = it->delay;
  return CUE_OK;
}

/* One frame through the equation; `input` is NULL for silence. */
static void frame(echo *it, const float *input, float *output) {
  float *past = it->past + (size_t)it->at * it->channels;
  for (uint32_t channel = 0; channel < it->channels; channel++) {
    float now = input ? input[channel] : 0;
    output[channel] = now + (float)it->level * past[channel];
    past[channel] = now;
  }
  it->at = (it->at + 1) % it->delay;
}

/* [rt] No memory, no lock, no file. Takes as much as fits the output; what is left, events included, comes again. */
static int32_t process(void *self, cue_process *block) {
  echo *it = self;
  uint32_t frames = block->input_frames < block->output_capacity ? block->input_frames : block->output_capacity;
  uint32_t next = 0;
  if (!it->past) return CUE_E_STATE; /* not configured */
  if (!are_levels(block)) return CUE_E_INVALID;
  for (uint32_t i = 0; i < frames; i++) {
    while (next < block->event_count && block->events[next]->frame <= i) it->level = block->events[next++]->number;
    frame(it, block->input + (size_t)i * it->channels, block->output + (size_t)i * it->channels);
  }
  block->used = block->produced = frames;
  return CUE_OK;
}

/* [rt] The echo of the last quarter of a second; the level may change in it, too. */
static int32_t flush(void *self, cue_process *block) {
  echo *it = self;
  uint32_t frames = it->rest < block->output_capacity ? it->rest : block->output_capacity;
  uint32_t next = 0;
  if (!it->past) return CUE_E_STATE;
  if (!are_levels(block)) return CUE_E_INVALID;
  for (uint32_t i = 0; i < frames; i++) {
    while (next < block->event_count && block->events[next]->frame <= i) it->level = block->events[next++]->number;
    frame(it, NULL, block->output + (size_t)i * it->channels);
  }
  it->rest -= frames;
  block->used = 0;
  block->produced = frames;
  return CUE_OK;
}

static uint32_t latency(void *self) { return (void)self, 0; }
static uint32_t tail(void *self) { return ((echo *)self)->delay; }

static uint32_t param_count(void *self) { return (void)self, 1; }

static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  static const cue_param_info ours = {.id = LEVEL,
                                      .type = CUE_PARAM_NUMBER,
                                      .flags = CUE_PARAM_SOUND | CUE_PARAM_LIVE,
                                      .name = CUE_TEXT("level"),
                                      .description = CUE_TEXT("How loud the echo is, beside the sound."),
                                      .minimum = 0,
                                      .maximum = 1,
                                      .initial = 0.5};
  (void)self;
  return index == 0 ? fill(out, &ours, sizeof ours) : CUE_E_NOT_FOUND;
}

static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  cue_param_value ours = {.number = ((echo *)self)->level};
  return id == LEVEL ? fill(out, &ours, sizeof ours) : CUE_E_NOT_FOUND;
}

static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  if (id != LEVEL) return fail(error, CUE_E_NOT_FOUND, "There is no such parameter.");
  if (!is_level(value->number)) return fail(error, CUE_E_INVALID, "level goes from 0 to 1.");
  ((echo *)self)->level = value->number;
  return CUE_OK;
}

static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }

/* Forgets the sound before; the parameters stay. */
static int32_t reset(void *self, cue_error *error) {
  echo *it = self;
  (void)error;
  if (it->past) memset(it->past, 0, (size_t)it->delay * it->channels * sizeof *it->past);
  it->rest = it->delay;
  return CUE_OK;
}

static void cancel(void *self, uint64_t call) { (void)self, (void)call; }
static void destroy(void *self) {
  free(((echo *)self)->past);
  free(self);
}

static const void *instance_extension(void *self, const char *id) {
  /* No place: what goes in at a frame comes out there. */
  static const cue_dsp dsp = {sizeof dsp, 0, configure, process, flush, latency, tail, NULL};
  static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
  (void)self;
  return !strcmp(id, CUE_KIND_DSP) ? (const void *)&dsp : !strcmp(id, CUE_EXT_PARAMS) ? &params : NULL;
}

static const cue_descriptor descriptor = {
    .struct_size = sizeof descriptor,
    .concurrency = CUE_PER_INSTANCE,
    .determinism = CUE_DETERMINISM_ALWAYS,
    .id = "org.cue.example-c-dsp",
    .kind = CUE_KIND_DSP,
    .name = CUE_TEXT("Echo example"),
    .vendor = CUE_TEXT("Cue"),
    .version = CUE_TEXT("1.0"),
    .licence = CUE_TEXT("MIT"),
    .description = CUE_TEXT("Every sound once more, a quarter of a second later.")};

static int32_t init(const cue_init_request *request, cue_error *error) { return (void)request, (void)error, CUE_OK; }
static uint32_t plugin_count(void) { return 1; }
static const cue_descriptor *plugin_at(uint32_t index) { return index == 0 ? &descriptor : NULL; }
static const void *library_extension(const char *id) { return (void)id, NULL; }

static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
  if (strcmp(request->id, descriptor.id)) return fail(error, CUE_E_NOT_FOUND, "This library offers no such plugin.");
  echo *it = calloc(1, sizeof *it);
  if (!it) return fail(error, CUE_E_MEMORY, "There is no memory for an effect.");
  it->level = 0.5;
  it->table = (cue_instance){sizeof it->table, 0, it, activate, destroy, cancel, reset, instance_extension};
  *instance = &it->table;
  return CUE_OK;
}

/* The one exported name. The host compares versions, and refuses politely. */
CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *host) {
  static const cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, CUE_ABI_MINOR, CUE_TEXT("cue 1.0 C"),
                                  init,         plugin_count,  plugin_at,     create,        library_extension};
  (void)host;
  return &entry;
}
