/* An effect: a tremolo, five swells a second, as deep as its one parameter says. Put your effect where `process` is.
 *
 * Read it from the bottom: cue_plugin_entry, the library, one instance, what it can do, and process. */
#include "plugin.h"

#define SWELLS_A_SECOND 5.0

/* One instance. The host knows it by `table`, whose `self` leads back here. */
typedef struct {
  cue_instance table;
  double depth;  /* parameter "depth", 0 to 1 */
  uint32_t rate; /* 0: not configured */
  uint32_t channels;
  uint64_t frame; /* of the sound, since it was configured */
} tremolo;

/* [worker] */
static int32_t configure(void *self, const cue_configure *wanted, cue_error *error) {
  tremolo *it = self;
  cue_configure asked; /* an effect that keeps sound makes room for it here, and not while it works */
  take(&asked, wanted, sizeof asked);
  uint32_t rate = asked.rate, channels = asked.input_channels;
  if (rate == 0 || rate > 768000) return fail(error, CUE_E_RATE, "The rate goes from 1 to 768000 Hz.");
  if (channels == 0 || channels > 64) return fail(error, CUE_E_FORMAT, "There are 1 to 64 channels.");
  if (asked.output_channels && asked.output_channels != channels)
    return fail(error, CUE_E_FORMAT, "As many channels come out as go in.");
  if (asked.side_channels) return fail(error, CUE_E_FORMAT, "It takes no second sound beside the first.");
  it->rate = rate;
  it->channels = channels;
  it->frame = 0;
  return CUE_OK;
}

/* [rt] The heart of an effect. It neither waits nor allocates, and does not depend on how the sound is cut into blocks. */
static int32_t process(void *self, cue_process *block) {
  tremolo *it = self;
  if (it->rate == 0) return CUE_E_STATE;
  for (uint32_t i = 0; i < block->event_count; i++)
    if (block->events[i]->id != 1 || !(block->events[i]->number >= 0 && block->events[i]->number <= 1))
      return CUE_E_INVALID;
  uint32_t count = block->input_frames < block->output_capacity ? block->input_frames : block->output_capacity;
  uint32_t next = 0; /* of the changes, in the order of their frames; those after what is taken come again */
  for (uint32_t i = 0; i < count; i++) {
    for (; next < block->event_count && block->events[next]->frame <= i; next++)
      it->depth = block->events[next]->number;
    double turn = fmod((double)it->frame++ * SWELLS_A_SECOND / it->rate, 1);
    double gain = 1 - it->depth * (0.5 - 0.5 * cos(6.283185307179586 * turn));
    for (uint32_t c = 0; c < it->channels; c++)
      block->output[i * it->channels + c] = (float)(gain * block->input[i * it->channels + c]);
  }
  block->used = count;
  block->produced = count;
  return CUE_OK;
}

/* [rt] Nothing is kept back, so there is nothing left. */
static int32_t flush(void *self, cue_process *block) {
  block->used = block->produced = 0;
  return ((tremolo *)self)->rate ? CUE_OK : CUE_E_STATE;
}

static uint32_t latency(void *self) { return (void)self, 0; }
static uint32_t tail(void *self) { return (void)self, 0; }

/* Parameters: what users set by --set depth=0.8; CUE_PARAM_LIVE says that it may change at any frame. */

static uint32_t param_count(void *self) { return (void)self, 1; }

static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  static const cue_param_info ours = {.id = 1,
                                      .type = CUE_PARAM_NUMBER,
                                      .flags = CUE_PARAM_SOUND | CUE_PARAM_LIVE,
                                      .name = CUE_TEXT("depth"),
                                      .description = CUE_TEXT("How deep it swells: 0 not at all, 1 down to silence."),
                                      .minimum = 0,
                                      .maximum = 1,
                                      .initial = 0.5};
  (void)self;
  return index == 0 ? fill(out, &ours, sizeof ours) : CUE_E_NOT_FOUND;
}

static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  cue_param_value ours = {.number = ((tremolo *)self)->depth};
  return id == 1 ? fill(out, &ours, sizeof ours) : CUE_E_NOT_FOUND;
}

static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  if (id != 1) return fail(error, CUE_E_NOT_FOUND, "There is no such parameter.");
  if (!(value->number >= 0 && value->number <= 1)) /* refuses what is no number, too */
    return fail(error, CUE_E_INVALID, "depth goes from 0 to 1.");
  ((tremolo *)self)->depth = value->number;
  return CUE_OK;
}

/* One instance. */

static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static int32_t reset(void *self, cue_error *error) {
  (void)error;
  ((tremolo *)self)->frame = 0;
  return CUE_OK;
}
static void destroy(void *self) { free(self); }
static void cancel(void *self, uint64_t call) { (void)self, (void)call; } /* no call here takes long */

static const void *instance_extension(void *self, const char *id) {
  static const cue_dsp table = {sizeof table, 0, configure, process, flush, latency, tail, NULL};
  static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
  (void)self;
  return !strcmp(id, CUE_KIND_DSP) ? (const void *)&table : !strcmp(id, CUE_EXT_PARAMS) ? &params : NULL;
}

/* The library. */

static const cue_descriptor descriptor = {.struct_size = sizeof descriptor,
                                          .concurrency = CUE_PER_INSTANCE,
                                          .determinism = CUE_DETERMINISM_ALWAYS,
                                          .id = "starter-name",
                                          .kind = CUE_KIND_DSP,
                                          .name = CUE_TEXT("starter-name"),
                                          .vendor = CUE_TEXT("me"),
                                          .version = CUE_TEXT("1.0"),
                                          .licence = CUE_TEXT("MIT"),
                                          .description = CUE_TEXT("Makes sound swell and fade.")};

static int32_t init(const cue_init_request *request, cue_error *error) { return (void)request, (void)error, CUE_OK; }
static uint32_t plugin_count(void) { return 1; }
static const cue_descriptor *plugin_at(uint32_t index) { return index == 0 ? &descriptor : NULL; }
static const void *library_extension(const char *id) { return (void)id, NULL; }

static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
  if (strcmp(request->id, descriptor.id)) return fail(error, CUE_E_NOT_FOUND, "This library offers no such plugin.");
  tremolo *it = calloc(1, sizeof *it);
  if (!it) return fail(error, CUE_E_MEMORY, "There is no memory for an effect.");
  it->depth = 0.5;
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
