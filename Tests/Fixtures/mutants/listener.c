/* Recognizers that keep to the interface but for one thing, named after it; the conformance suite must find just that. What
 * is loud for 50 ms is a word, "key". The first one, "healthy", keeps to all of it.
 *
 * Read it from the bottom: the ids, then what you look for by its name. */
#define _GNU_SOURCE
#include <cue/cue.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *id_at(uint32_t index);
static uint32_t id_count(void);

#define MOST_WORDS 4096

typedef struct listener {
  cue_instance table;
  const char *id;
  int stop;
  const cue_listen_sink *sink; /* NULL: no stream is open */
  uint32_t partials, sample, rate, channels;
  uint64_t frame;
  double energy;   /* of the window that is being filled */
  uint32_t filled; /* frames of it */
  uint32_t loud;   /* loud windows in a row */
  cue_word words[MOST_WORDS];
  uint32_t count, revision, pushes, streams;
  int was_cut;     /* the last stream was closed before its end */
} listener;

static int is(const listener *it, const char *id) { return !strcmp(it->id, id); }

static int32_t fail(cue_error *error, int32_t status, const char *sentence) {
  size_t length = strlen(sentence);
  if (error->struct_size < sizeof *error) return status;
  error->status = status;
  error->sentence_length = (uint32_t)length;
  memcpy(error->sentence, sentence, length);
  return status;
}

static void wait_ms(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

/* Gives all words so far, in the way of the fault. */
static int32_t tell(listener *it, int is_final) {
  static const char said[] = "thanks";
  char *text = malloc(it->count * 4 + 64);
  if (!text) return CUE_E_MEMORY;
  uint32_t length = 0;
  for (uint32_t i = 0; i < it->count; i++) length += (uint32_t)(i ? strlen(strcpy(text + length, " key")) : strlen(strcpy(text, "key")));
  int invents = (is(it, "invents-without-sound") && it->frame == 0) ||
                (is(it, "invents-in-silence") && it->frame == 80000 && it->energy == 0 && !it->count) ||
                (is(it, "invents-in-hum") && it->frame == 48000 && !it->count) ||
                (is(it, "counts-blocks") && it->pushes > 100) || (is(it, "counts-streams") && it->streams > 1) ||
                (is(it, "leftover") && it->was_cut);
  if (invents) length = (uint32_t)strlen(strcpy(text, said));
  cue_transcript heard = {.struct_size = sizeof heard, .revision = ++it->revision, .text = {text, length, 0},
                          .stable_bytes = length, .word_count = it->count, .words = it->words, .end = it->frame,
                          .confidence = length ? 0.9 : -1, .no_speech = length ? 0 : 1};
  if (is(it, "revision-stays")) heard.revision = 1;
  if (is(it, "forgets-promise") && it->count > 1) memcpy(text, "kex", 3);
  if (is(it, "takes-promise-back") && is_final) heard.stable_bytes = 0;
  if (is(it, "more-than-sure")) heard.confidence = length ? 1.5 : -1;
  int32_t answer = (is_final ? it->sink->final : it->sink->partial)(it->sink->data, &heard);
  if (is_final && is(it, "two-finals")) it->sink->final(it->sink->data, &heard);
  free(text);
  return answer == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}

static int32_t window_over(listener *it) {
  double power = it->energy / it->filled;
  uint64_t length = it->filled;
  it->filled = 0;
  it->energy = 0;
  it->loud = power > 0.01 ? it->loud + 1 : 0;
  if (it->loud != 5 || it->count == MOST_WORDS) return CUE_OK;
  cue_word word = {.text = CUE_TEXT("key"), .start = it->frame - 5 * length, .end = it->frame, .confidence = 0.9};
  if (is(it, "words-overlap")) word.start = 0;
  if (is(it, "words-beyond-end")) word.end = word.start + 10000000;
  it->words[it->count++] = word;
  return it->partials || is(it, "unasked-partials") ? tell(it, 0) : CUE_OK;
}

static int32_t reject(listener *it, int32_t status) {
  it->sink = NULL;
  return status;
}

static int32_t open(void *self, const cue_listen_request *request, const cue_listen_sink *sink, cue_error *error) {
  listener *it = self;
  const cue_audio_format *format = &request->format;
  if (it->sink) return fail(error, CUE_E_BUSY, "A stream is open.");
  if (format->sample != CUE_SAMPLE_S16 && format->sample != CUE_SAMPLE_F32)
    return fail(error, CUE_E_FORMAT, "There are no such samples.");
  if (is(it, "one-channel-only") && format->channels > 1) return fail(error, CUE_E_INTERNAL, "It has one ear.");
  for (uint32_t i = 0; i < request->phrase_count; i++)
    if (is(it, "short-phrases") && request->phrases[i]->text.length > 1000) abort();
  it->sink = sink;
  it->partials = request->partials;
  it->sample = format->sample;
  it->rate = format->rate;
  it->channels = format->channels;
  it->frame = it->filled = it->loud = it->count = it->revision = it->pushes = 0;
  it->energy = 0;
  it->streams++;
  return CUE_OK;
}

static int32_t push(void *self, const void *samples, uint32_t frames, cue_error *error) {
  listener *it = self;
  __atomic_store_n(&it->stop, 0, __ATOMIC_SEQ_CST);
  if (!it->sink) return fail(error, CUE_E_STATE, "No stream is open.");
  it->pushes++;
  if (is(it, "deaf-to-cancel") && frames > 500000) wait_ms(400);
  for (uint32_t i = 0; i < frames; i++) {
    double sum = 0;
    for (uint32_t c = 0; c < it->channels; c++) {
      size_t at = (size_t)i * it->channels + c;
      double sample = it->sample == CUE_SAMPLE_S16 ? ((const int16_t *)samples)[at] / 32768.0 : ((const float *)samples)[at];
      if (is(it, "numbers-only") && isnan(sample)) abort();
      sum += isfinite(sample) ? fmax(-1, fmin(1, sample)) : 0;
    }
    sum /= it->channels;
    it->energy += sum * sum;
    it->frame++;
    if (++it->filled >= it->rate / 100) {
      int32_t status = window_over(it);
      if (status != CUE_OK) return status;
      if (__atomic_load_n(&it->stop, __ATOMIC_SEQ_CST)) return CUE_CANCELLED;
    }
  }
  return CUE_OK;
}

static int32_t finish(void *self, cue_error *error) {
  listener *it = self;
  if (!it->sink) return fail(error, CUE_E_STATE, "No stream is open.");
  if (is(it, "no-final")) return CUE_OK;
  int32_t status = tell(it, 1);
  it->was_cut = 0;
  return reject(it, status);
}

static void close_stream(void *self) {
  listener *it = self;
  if (it->sink) it->was_cut = 1;
  it->sink = NULL;
}

static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static int32_t reset(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void destroy(void *self) { free(self); }
static void cancel(void *self) { __atomic_store_n(&((listener *)self)->stop, 1, __ATOMIC_SEQ_CST); }

static const void *instance_extension(void *self, const char *id) {
  static const cue_recognizer recognizer = {sizeof recognizer, 0, open, push, finish, close_stream};
  return (void)self, !strcmp(id, CUE_KIND_RECOGNIZER) ? &recognizer : NULL;
}

static int32_t init(const cue_host *host, cue_text path, cue_error *error) {
  return (void)host, (void)path, (void)error, CUE_OK;
}

static const cue_descriptor *plugin_at(uint32_t index) {
  static cue_descriptor descriptors[64];
  if (index >= id_count()) return NULL;
  cue_descriptor ours = {
      .struct_size = sizeof ours, .concurrency = CUE_PER_INSTANCE, .determinism = CUE_DETERMINISM_ALWAYS,
      .id = id_at(index), .kind = CUE_KIND_RECOGNIZER, .name = CUE_TEXT("Mutant"), .version = CUE_TEXT("1.0")};
  descriptors[index] = ours;
  return &descriptors[index];
}

static const void *library_extension(const char *id) { return (void)id, NULL; }

static int32_t create(const char *id, const cue_instance **instance, cue_error *error) {
  for (uint32_t i = 0; i < id_count(); i++) {
    if (strcmp(id, id_at(i))) continue;
    listener *it = calloc(1, sizeof *it);
    if (!it) return CUE_E_MEMORY;
    it->id = id_at(i);
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
    "healthy", "no-final", "two-finals", "invents-without-sound", "one-channel-only", "invents-in-silence",
    "invents-in-hum", "counts-blocks", "counts-streams", "numbers-only", "short-phrases", "revision-stays",
    "forgets-promise", "takes-promise-back", "unasked-partials", "words-overlap", "words-beyond-end", "more-than-sure",
    "deaf-to-cancel", "leftover",
};

static const char *id_at(uint32_t index) { return ids[index]; }
static uint32_t id_count(void) { return sizeof ids / sizeof *ids; }
