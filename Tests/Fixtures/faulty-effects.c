/* An effect that breaks the rules in the way its parameter says. */
#include <cue/cue.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE, CRASH, CLAIM_MORE, IDLE, NOT_A_NUMBER, ENDLESS, HANG, REFUSE, DROP, DROP_HALF, ZERO, LOUD, GROW, SOFT };
#define CHOICE(number, name) \
  { sizeof(cue_choice), number, CUE_TEXT(name) }
static const cue_choice faults[] = {
    CHOICE(NONE, "none"),           CHOICE(CRASH, "crash"),      CHOICE(CLAIM_MORE, "claim-more"),
    CHOICE(IDLE, "idle"),           CHOICE(NOT_A_NUMBER, "nan"), CHOICE(ENDLESS, "endless"),
    CHOICE(HANG, "hang"),           CHOICE(REFUSE, "refuse"),    CHOICE(DROP, "drop"),
    CHOICE(DROP_HALF, "drop-half"), CHOICE(ZERO, "zero"),        CHOICE(LOUD, "loud"),
    CHOICE(GROW, "grow"),           CHOICE(SOFT, "soft"),
};
static float gain = 1;
static int blocks;
static int fault;

static int32_t configure(void *self, const cue_configure *wanted, cue_error *error) {
  return (void)self, (void)wanted, (void)error, CUE_OK;
}

static int32_t process(void *self, cue_process *block) {
  (void)self;
  uint32_t frames = block->input_frames < block->output_capacity ? block->input_frames : block->output_capacity;
  block->used = block->produced = frames;
  if (frames) memcpy(block->output, block->input, frames * sizeof(float));
  switch (fault) {
    case CRASH: *(volatile int *)0 = 1; break;
    case CLAIM_MORE: block->produced = block->output_capacity + 1; break;
    case IDLE: block->used = block->produced = 0; break;
    case NOT_A_NUMBER:
      if (frames) block->output[0] = NAN;
      break;
    case HANG:
      for (volatile int waiting = 1; waiting;) continue;
      break;
    case REFUSE: return CUE_E_INTERNAL;
    case DROP: block->produced = 0; break;
    case DROP_HALF:
      if (blocks++ % 2) block->produced = 0;
      break;
    case ZERO: memset(block->output, 0, frames * sizeof(float)); break;
    case LOUD:
      for (uint32_t i = 0; i < frames; i++) block->output[i] *= 100;
      break;
    case GROW: /* As a filter does that swings up. */
      for (uint32_t i = 0; i < frames; i++) block->output[i] *= gain *= 1.0005f;
      break;
    case SOFT:
      for (uint32_t i = 0; i < frames; i++) block->output[i] *= 0.001f;
      break;
    default: break;
  }
  return CUE_OK;
}

static int32_t flush(void *self, cue_process *block) {
  (void)self;
  block->used = 0;
  block->produced = fault == ENDLESS ? block->output_capacity : 0;
  memset(block->output, 0, block->produced * sizeof(float));
  return CUE_OK;
}

static uint32_t zero(void *self) { return (void)self, 0; }
static int32_t fine(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void nothing(void *self) { (void)self; }
static void cancel(void *self, uint64_t call) { (void)self, (void)call; }
static uint32_t one(void *self) { return (void)self, 1; }

static int32_t info(void *self, uint32_t index, cue_param_info *out) {
  static const cue_choice *choices[sizeof faults / sizeof *faults];
  (void)self;
  if (index) return CUE_E_NOT_FOUND;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) choices[i] = &faults[i];
  *out = (cue_param_info){.struct_size = sizeof *out,
                          .id = 1,
                          .type = CUE_PARAM_CHOICE,
                          .name = CUE_TEXT("fault"),
                          .choices = choices,
                          .choice_count = sizeof faults / sizeof *faults};
  return CUE_OK;
}

static int32_t get(void *self, uint32_t id, cue_param_value *out) {
  (void)self, (void)id;
  out->number = fault;
  return CUE_OK;
}

static int32_t set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  (void)self, (void)id, (void)error;
  fault = (int)value->number;
  return CUE_OK;
}

static const void *extension(void *self, const char *id) {
  static const cue_dsp dsp = {sizeof dsp, 0, configure, process, flush, zero, zero, NULL};
  static const cue_params params = {sizeof params, 0, one, info, get, set};
  (void)self;
  return !strcmp(id, CUE_KIND_DSP) ? (const void *)&dsp : !strcmp(id, CUE_EXT_PARAMS) ? &params : NULL;
}

static const cue_descriptor offered = {
    .struct_size = sizeof offered, .concurrency = CUE_PER_PROCESS, .id = "faulty-effect", .kind = CUE_KIND_DSP};
static int32_t init(const cue_init_request *request, cue_error *error) { return (void)request, (void)error, CUE_OK; }
static uint32_t count(void) { return 1; }
static const cue_descriptor *at(uint32_t index) { return index ? NULL : &offered; }
static int32_t create(const cue_create_request *request, const cue_instance **made, cue_error *error) {
  static const cue_instance table = {sizeof table, 0, NULL, fine, nothing, cancel, fine, extension};
  (void)request, (void)error;
  *made = &table;
  return CUE_OK;
}
static const void *none(const char *id) { return (void)id, NULL; }
CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *host) {
  static const cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, 0, CUE_TEXT("C"), init, count,
                                  at,           create,        none};
  (void)host;
  return &entry;
}
