/* Effects that leave their sound alone, and do one thing that only a sanitizer sees, named after it: proof for 'make conform-asan',
 * '-tsan' and '-rtsan' that each finds what it is there for. The first one, "healthy", does none of it. */
#define MUTANT_KIND CUE_KIND_DSP
#include "mutant.h"
#include <pthread.h>

typedef struct effect {
  cue_instance table;
  const char *id;
  uint32_t channels;
  pthread_mutex_t lock;
  float *kept; /* as long as a frame */
  volatile uint32_t shared;
} effect;

static inline int is(const effect *it, const char *id) { return it->id[0] == id[0] && !strcmp(it->id, id); }

static int32_t configure(void *self, const cue_configure *wanted, cue_error *error) {
  effect *it = self;
  uint32_t channels = wanted->input_channels;
  if (wanted->rate == 0 || channels == 0 || channels > 64 || wanted->max_frames == 0)
    return fail(error, CUE_E_FORMAT, "Sound has a rate, channels and frames.");
  free(it->kept);
  it->kept = calloc(channels, sizeof *it->kept);
  it->channels = it->kept ? channels : 0;
  return it->kept ? CUE_OK : fail(error, CUE_E_MEMORY, "There is no memory for a frame.");
}

static void *count(void *self) {
  effect *it = self;
  it->shared++;
  return NULL;
}

static void misbehave(effect *it) {
  if (is(it, "allocates")) {
    void *memory = malloc(64);
    __asm__ volatile("" : : "r"(memory) : "memory");
    free(memory);
  }
  if (is(it, "locks")) {
    pthread_mutex_lock(&it->lock);
    pthread_mutex_unlock(&it->lock);
  }
  if (is(it, "races")) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, count, it) != 0) return;
    it->shared++;
    pthread_join(thread, NULL);
  }
  if (is(it, "reads-behind")) it->shared += it->kept[it->channels] != 0;
}

static int32_t process(void *self, cue_process *block) {
  effect *it = self;
  if (it->channels == 0) return CUE_E_STATE;
  if (block->event_count) return CUE_E_INVALID;
  uint32_t frames = block->input_frames < block->output_capacity ? block->input_frames : block->output_capacity;
  if (frames) memcpy(block->output, block->input, (size_t)frames * it->channels * sizeof(float));
  misbehave(it);
  block->used = block->produced = frames;
  return CUE_OK;
}

static int32_t flush(void *self, cue_process *block) {
  effect *it = self;
  block->used = block->produced = 0;
  return it->channels ? CUE_OK : CUE_E_STATE;
}

static uint32_t latency(void *self) { return (void)self, 0; }
static uint32_t tail(void *self) { return (void)self, 0; }
static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static int32_t reset(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void cancel(void *self, uint64_t call) { (void)self, (void)call; }

static void destroy(void *self) {
  effect *it = self;
  pthread_mutex_destroy(&it->lock);
  free(it->kept);
  free(it);
}

static const void *instance_extension(void *self, const char *id) {
  static const cue_dsp dsp = {sizeof dsp, 0, configure, process, flush, latency, tail, NULL};
  return (void)self, !strcmp(id, CUE_KIND_DSP) ? &dsp : NULL;
}

static const cue_instance *make(const char *id) {
  effect *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->id = id;
  pthread_mutex_init(&it->lock, NULL);
  it->table = (cue_instance){sizeof it->table, 0, it, activate, destroy, cancel, reset, instance_extension};
  return &it->table;
}

static const char *const ids[] = {"healthy", "allocates", "locks", "races", "reads-behind"};
static const char *id_at(uint32_t index) { return ids[index]; }
static uint32_t id_count(void) { return sizeof ids / sizeof *ids; }
