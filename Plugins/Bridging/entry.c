// The library as Cue sees it: the effects of the list, and one instance of an effect.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"

static const cue_host *host;
// Other plugin systems want instances to be made and ended one at a time.
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

typedef struct {
  cue_instance table;
  const bridge_effect *effect;
  const void *code;
  bridge_params params;
  bridge_stream *stream;
  uint32_t rate;
} instance;

static void log_warning(const char *sentence) {
  host->log(host->data, CUE_LOG_WARN, (cue_text){sentence, (uint32_t)strlen(sentence), 0});
}

// An effect: dsp.h.

static int32_t configure(void *self, uint32_t rate, uint32_t channels, uint32_t max_frames, cue_error *error) {
  instance *it = self;
  const bridge_effect *effect = it->effect;
  if (!it->code) return say(error, CUE_E_STATE, "The effect was not activated.");
  if (rate < 4000 || rate > 384000) return say(error, CUE_E_RATE, "It takes 4,000 to 384,000 frames a second.");
  if (max_frames == 0) return say(error, CUE_E_INVALID, "A block has at least one frame.");
  bool is_mono = effect->inputs == 1 && effect->outputs == 1;
  if (channels == 0 || channels > (is_mono ? 64u : 2u))
    return say(error, CUE_E_FORMAT, is_mono ? "It takes 1 to 64 channels." : "It takes one or two channels.");
  pthread_mutex_lock(&making);
  stream_close(it->stream);
  it->rate = rate;
  it->stream = stream_open(it->code, effect, &it->params, rate, channels);
  pthread_mutex_unlock(&making);
  if (it->stream) return CUE_OK;
  return say(error, CUE_E_RATE, "The effect cannot be made for %u frames a second.", rate);
}

static int32_t process(void *self, cue_process *block) {
  instance *it = self;
  block->used = block->produced = 0;
  if (!it->stream) return CUE_E_STATE;
  for (uint32_t i = 0; i < block->event_count; i++)
    if (params_check(&it->params, block->events[i]->id, block->events[i]->number, NULL) < 0) return CUE_E_INVALID;
  return stream_process(it->stream, block);
}

static int32_t flush(void *self, float *output, uint32_t capacity, uint32_t *produced) {
  instance *it = self;
  *produced = 0;
  if (!it->stream) return CUE_E_STATE;
  *produced = stream_flush(it->stream, output, capacity);
  return CUE_OK;
}

static uint32_t latency(void *self) {
  instance *it = self;
  return it->stream ? stream_latency(it->stream) : 0;
}

static uint32_t tail(void *self) {
  instance *it = self;
  return it->stream ? stream_tail(it->stream) : 0;
}

static uint64_t place(void *self, uint64_t frame) {
  instance *it = self;
  return it->stream ? stream_place(it->stream, frame) : frame;
}

// Parameters: params.h.

static uint32_t param_count(void *self) { return ((instance *)self)->params.count; }

static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  return params_info(&((instance *)self)->params, index, out);
}

static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  return params_get(&((instance *)self)->params, id, out);
}

static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  instance *it = self;
  int32_t status = params_check(&it->params, id, value->number, error);
  if (status == CUE_OK) params_set(&it->params, id, value->number, it->rate);
  return status;
}

// An instance: entry.h.

static int32_t activate(void *self, cue_error *error) {
  instance *it = self;
  char sentence[400] = "";
  pthread_mutex_lock(&making);
  it->code = the_bridge.load(it->effect, sentence, sizeof sentence);
  pthread_mutex_unlock(&making);
  return it->code ? CUE_OK : say(error, CUE_E_MODEL, "%s", sentence);
}

static void destroy(void *self) {
  instance *it = self;
  pthread_mutex_lock(&making);
  stream_close(it->stream);
  pthread_mutex_unlock(&making);
  params_close(&it->params);
  free(it);
}

static void cancel(void *self) { (void)self; }

static int32_t reset(void *self, cue_error *error) {
  instance *it = self;
  if (!it->stream) return CUE_OK;
  pthread_mutex_lock(&making);
  bool is_made = stream_reset(it->stream);
  if (!is_made) stream_close(it->stream), it->stream = NULL;
  pthread_mutex_unlock(&making);
  return is_made ? CUE_OK : say(error, CUE_E_MEMORY, "The effect cannot be made again.");
}

static const void *instance_extension(void *self, const char *id) {
  static const cue_dsp dsp = {sizeof dsp, 0, configure, process, flush, latency, tail, place};
  static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
  (void)self;
  return !strcmp(id, CUE_KIND_DSP) ? (const void *)&dsp : !strcmp(id, CUE_EXT_PARAMS) ? &params : NULL;
}

// The library: entry.h.

static int32_t init(const cue_host *the_host, cue_text path, cue_error *error) {
  host = the_host;
  if (index_open(path, log_warning)) return CUE_OK;
  return say(error, CUE_E_IO, "The %s effects of this machine could not be listed.", the_bridge.title);
}

static uint32_t plugin_count(void) {
  uint32_t count;
  index_effects(&count);
  return count;
}

static const cue_descriptor *plugin_at(uint32_t index) {
  uint32_t count;
  const bridge_effect *effects = index_effects(&count);
  return index < count ? &effects[index].descriptor : NULL;
}

static const void *library_extension(const char *id) { return (void)id, NULL; }

static int compare_id(const void *id, const void *effect) {
  return strcmp(id, ((const bridge_effect *)effect)->descriptor.id);
}

static int32_t create(const char *id, const cue_instance **made, cue_error *error) {
  uint32_t count;
  const bridge_effect *effects = index_effects(&count);
  const bridge_effect *effect = count ? bsearch(id, effects, count, sizeof *effects, compare_id) : NULL;
  if (!effect) return say(error, CUE_E_NOT_FOUND, "This machine has no such %s effect.", the_bridge.title);
  instance *it = calloc(1, sizeof *it);
  if (!it || !params_open(&it->params, effect)) {
    free(it);
    return say(error, CUE_E_MEMORY, "The description of the effect cannot be read.");
  }
  it->effect = effect;
  it->rate = (uint32_t)REFERENCE_RATE;
  it->table = (cue_instance){sizeof it->table, 0, it, activate, destroy, cancel, reset, instance_extension};
  *made = &it->table;
  return CUE_OK;
}

CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *the_host) {
  static const cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, CUE_ABI_MINOR, CUE_TEXT("cue 1.0 C"),
                                  init,         plugin_count,  plugin_at,     create,        library_extension};
  (void)the_host;
  return &entry;
}
