// The library as Cue sees it: the effects of the list, and one instance of an effect.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"

static const cue_host *host;  // for what concerns the library
// Other plugin systems want instances to be made and ended one at a time.
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

typedef struct {
  cue_instance table;
  const cue_host *host;
  void *context;
  const cue_changes *changes;  // NULL where the host has none
  const bridge_effect *effect;
  const void *code;
  bridge_params params;
  bridge_stream *stream;
  uint32_t rate;
} instance;

// What a caller's struct says; an older one is shorter, and the rest stays 0.
static void take(void *ours, size_t size, const void *given) {
  uint32_t given_size;
  memcpy(&given_size, given, sizeof given_size);
  memset(ours, 0, size);
  memcpy(ours, given, given_size < size ? given_size : size);
}

static void log_warning(const char *sentence) {
  host->log(host->data, CUE_LOG_WARN, (cue_text){sentence, (uint32_t)strlen(sentence), 0});
}

// An effect: dsp.h.

static int32_t refuse_channels(const bridge_effect *effect, cue_error *error) {
  uint32_t inputs = effect->inputs, outputs = effect->outputs;
  const char *side = effect->sides ? ", and may take a second sound" : "";
  if (inputs == 1 && outputs == 1)
    return say(error, CUE_E_FORMAT, "As many channels come out as go in, 1 to 64%s.", side);
  if (inputs <= 2 && outputs <= 2)
    return say(error, CUE_E_FORMAT, "It takes one or two channels, and gives one or two%s.", side);
  return say(error, CUE_E_FORMAT, "It takes one channel or %u, and gives one or %u%s.", inputs, outputs, side);
}

static int32_t configure(void *self, const cue_configure *wanted, cue_error *error) {
  instance *it = self;
  cue_configure asked;
  take(&asked, sizeof asked, wanted);
  bridge_channels channels = {asked.input_channels, asked.output_channels, asked.side_channels};
  if (!channels.output) channels.output = channels.input;
  if (!it->code) return say(error, CUE_E_STATE, "The effect was not activated.");
  if (asked.rate < 4000 || asked.rate > 384000)
    return say(error, CUE_E_RATE, "It takes 4,000 to 384,000 frames a second.");
  if (asked.max_frames == 0) return say(error, CUE_E_INVALID, "A block has at least one frame.");
  if (!stream_takes(it->effect, &channels)) return refuse_channels(it->effect, error);
  pthread_mutex_lock(&making);
  stream_close(it->stream);
  it->rate = asked.rate;
  it->stream = stream_open(it->code, it->effect, &it->params, asked.rate, &channels);
  pthread_mutex_unlock(&making);
  if (it->stream) return CUE_OK;
  return say(error, CUE_E_RATE, "The effect cannot be made for %u frames a second.", asked.rate);
}

static int32_t work(instance *it, cue_process *given, int32_t (*function)(bridge_stream *, cue_process *)) {
  cue_process block;
  take(&block, sizeof block, given);
  given->used = given->produced = 0;
  if (!it->stream) return CUE_E_STATE;
  for (uint32_t i = 0; i < block.event_count; i++)
    if (params_check(&it->params, block.events[i]->id, block.events[i]->number, NULL) < 0) return CUE_E_INVALID;
  uint32_t latency = stream_latency(it->stream);
  int32_t status = function(it->stream, &block);
  given->used = block.used;
  given->produced = block.produced;
  if (it->changes && stream_latency(it->stream) != latency)
    it->changes->changed(it->host->data, it->context, CUE_CHANGED_LATENCY);
  return status;
}

static int32_t process(void *self, cue_process *block) { return work(self, block, stream_process); }

static int32_t flush(void *self, cue_process *block) { return work(self, block, stream_flush); }

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

// No call takes long.
static void cancel(void *self, uint64_t call) { (void)self, (void)call; }

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

static int32_t init(const cue_init_request *request, cue_error *error) {
  host = request->host;
  if (index_open(host, log_warning)) return CUE_OK;
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

static int32_t create(const cue_create_request *request, const cue_instance **made, cue_error *error) {
  const char *id = request->id;
  uint32_t count;
  const bridge_effect *effects = index_effects(&count);
  const bridge_effect *effect = count ? bsearch(id, effects, count, sizeof *effects, compare_id) : NULL;
  if (!effect) return say(error, CUE_E_NOT_FOUND, "This machine has no such %s effect.", the_bridge.title);
  instance *it = calloc(1, sizeof *it);
  if (!it || !params_open(&it->params, effect)) {
    free(it);
    return say(error, CUE_E_MEMORY, "The description of the effect cannot be read.");
  }
  it->host = request->host;
  it->context = request->context;
  it->changes = it->host->get_extension(it->host->data, CUE_EXT_CHANGES);
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
