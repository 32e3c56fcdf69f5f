/* Recognizers that keep to the interface but for one thing, named after it; the conformance suite must find just that. What
 * is loud for 50 ms is a word, "key"; where phrases are given, as many words as one of them has are that one. The first one, "healthy", keeps to all of it.
 *
 * Read it from the bottom: the ids, then what you look for by its name. */
#define MUTANT_KIND CUE_KIND_RECOGNIZER
#include "mutant.h"
#include <math.h>

#define MOST_WORDS 4096
#define MOST_PHRASES 8
#define PHRASE_BYTES 200
#define QUIET_ENDS 50 /* windows of 10 ms after a word, until an endpoint is advised */

typedef struct {
  char text[PHRASE_BYTES];
  cue_text words[64];
  uint32_t count;
} phrase;

static uint32_t open_streams; /* of all instances */

typedef struct listener {
  cue_instance table;
  const char *id;
  uint64_t stop;               /* the call that was cancelled */
  const cue_listen_sink *sink; /* NULL: no stream is open */
  uint32_t partials, sample, rate, channels;
  uint64_t frame;
  double energy;   /* of the window that is being filled */
  uint32_t filled; /* frames of it */
  uint32_t loud;   /* loud windows in a row */
  cue_word words[MOST_WORDS];
  const cue_word *pointers[MOST_WORDS];
  uint32_t count, revision, pushes, streams;
  uint32_t refusals;
  uint32_t empty; /* pushes without sound */
  int had_phrases, was_first_cut;
  int was_cut;    /* the last stream was closed before its end */
  uint32_t quiet; /* windows in a row */
  int is_over;    /* of "stops-at-pause": it hears no more */
  phrase phrases[MOST_PHRASES];
  uint32_t phrase_count;
} listener;

static inline int is(const listener *it, const char *id) { return it->id[0] == id[0] && !strcmp(it->id, id); }

static void take_phrase(phrase *p, cue_text text) {
  p->count = 0;
  if (text.length >= PHRASE_BYTES) return;
  memcpy(p->text, text.bytes, text.length);
  for (uint32_t i = 0; i < text.length && p->count < 64;) {
    uint32_t start = i;
    while (i < text.length && p->text[i] != ' ') i++;
    if (i > start) p->words[p->count++] = (cue_text){p->text + start, i - start, 0};
    i++;
  }
}

/* Words with at most a second between them are one phrase: the one that has as many. */
static void name_words(listener *it) {
  for (uint32_t start = 0, end; start < it->count; start = end) {
    for (end = start + 1; end < it->count && it->words[end].start - it->words[end - 1].end <= it->rate;) end++;
    for (uint32_t p = 0; p < it->phrase_count; p++) {
      if (it->phrases[p].count != end - start) continue;
      const phrase *named = &it->phrases[is(it, "hears-others") ? (p + 1) % it->phrase_count : p];
      for (uint32_t i = start; i < end; i++) {
        it->words[i].text = named->words[(i - start) % named->count];
        it->words[i].phrase = p + 1;
      }
    }
  }
}

/* Gives all words so far, in the way of the fault. */
static int32_t tell(listener *it, int is_final) {
  static const char said[] = "thanks";
  char *text = malloc(it->count * PHRASE_BYTES + 64);
  if (!text) return CUE_E_MEMORY;
  uint32_t length = 0;
  if (it->phrase_count) name_words(it);
  for (uint32_t i = 0; i < it->count; i++) {
    if (i) text[length++] = ' ';
    memcpy(text + length, it->words[i].text.bytes, it->words[i].text.length);
    length += it->words[i].text.length;
  }
  int invents = (is(it, "invents-without-sound") && it->frame == 0) ||
                (is(it, "invents-in-silence") && it->frame == 80000 && it->energy == 0 && !it->count) ||
                (is(it, "invents-in-hum") && it->frame == 48000 && !it->count) ||
                (is(it, "invents-in-noise") && it->frame == 56000 && !it->count) ||
                (is(it, "shared-ear") && open_streams > 1) || (is(it, "counts-blocks") && it->pushes > 100) ||
                (is(it, "counts-streams") && it->streams > 1 && it->count && !it->phrase_count) ||
                (is(it, "leftover") && it->was_cut) || (is(it, "shaken-by-refusal") && it->refusals) ||
                (is(it, "remembers-phrases") && it->had_phrases && !it->phrase_count) ||
                (is(it, "late-to-load") && it->streams == 2 && it->was_first_cut) ||
                (is(it, "tires") && it->streams > 40) || (is(it, "counts-empty-pushes") && it->empty > 3);
  if (invents) length = (uint32_t)strlen(strcpy(text, said));
  cue_transcript heard = {.struct_size = sizeof heard,
                          .revision = ++it->revision,
                          .text = {text, length, 0},
                          .stable_bytes = it->phrase_count && !is_final ? 0 : length,
                          .word_count = it->count,
                          .words = it->pointers,
                          .end = it->frame,
                          .confidence = length ? 0.9 : 0,
                          .no_speech = length ? 0 : 1};
  if (is(it, "revision-stays")) heard.revision = 1;
  if (is(it, "forgets-promise") && it->count > 1) memcpy(text, "kex", 3);
  if (is(it, "takes-promise-back") && is_final) heard.stable_bytes = 0;
  if (is(it, "more-than-sure")) heard.confidence = length ? 1.5 : 0;
  int32_t answer = (is_final ? it->sink->final : it->sink->partial)(it->sink->data, &heard);
  if (is_final && is(it, "two-finals-with-partials") && it->partials && it->count)
    it->sink->final(it->sink->data, &heard);
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
  it->quiet = it->loud ? 0 : it->quiet + 1;
  if (it->count && it->quiet == (is(it, "ends-in-pause") ? 10 : QUIET_ENDS) &&
      it->sink->struct_size >= sizeof *it->sink)
    it->sink->endpoint(it->sink->data, it->frame + (is(it, "ends-beyond") ? 100000 : 0));
  if (it->count && it->quiet == 150 && is(it, "stops-at-pause")) it->is_over = 1;
  if (it->loud != 5 || it->count == MOST_WORDS || it->is_over) return CUE_OK;
  uint64_t late = is(it, "words-late") && it->phrase_count ? it->rate * 2 / 5 : 0;
  cue_word word = {.struct_size = sizeof word,
                   .text = CUE_TEXT("key"),
                   .start = it->frame - 5 * length + late,
                   .end = it->frame + late,
                   .confidence = 0.9};
  if (is(it, "words-at-one-rate")) {
    word.start = word.start * 16000 / it->rate;
    word.end = word.end * 16000 / it->rate;
  }
  if (is(it, "words-overlap") && !it->phrase_count) word.start = 0;
  if (is(it, "words-beyond-end") && !it->phrase_count) word.end = word.start + 10000000;
  it->pointers[it->count] = &it->words[it->count];
  it->words[it->count++] = word;
  return it->partials || is(it, "unasked-partials") ? tell(it, 0) : CUE_OK;
}

static void end_stream(listener *it) {
  if (it->sink) open_streams--;
  it->sink = NULL;
}

static int32_t open(void *self, const cue_listen_request *request, const cue_listen_sink *sink, cue_error *error) {
  listener *it = self;
  cue_listen_request asked = {0};
  size_t known = request->struct_size < sizeof asked ? request->struct_size : sizeof asked;
  memcpy(&asked, request, is(it, "ignores-size") ? sizeof asked : known);
  if (is(it, "copies-all") && request->struct_size > sizeof asked)
    memset((char *)(uintptr_t)request + sizeof asked, 0, request->struct_size - sizeof asked);
  const cue_audio_format *format = asked.format;
  if (it->sink) return fail(error, CUE_E_BUSY, "A stream is open.");
  if (format->sample != CUE_SAMPLE_S16 && format->sample != CUE_SAMPLE_F32)
    return fail(error, CUE_E_FORMAT, "There are no such samples.");
  if (format->rate < 1000) it->refusals++;
  if (format->rate < 1000) return fail(error, CUE_E_RATE, "So few.");
  if (is(it, "one-channel-only") && format->channels > 1) return fail(error, CUE_E_INTERNAL, "It has one ear.");
  for (uint32_t i = 0; i < asked.phrase_count; i++)
    if (is(it, "short-phrases") && asked.phrases[i]->text.length > 1000) abort();
  if (is(it, "crowded") && asked.phrase_count > 4 && asked.partials) abort();
  if (is(it, "leaks-stream")) leak(1500);
  it->phrase_count = asked.phrase_count < MOST_PHRASES ? asked.phrase_count : MOST_PHRASES;
  for (uint32_t i = 0; i < it->phrase_count; i++) take_phrase(&it->phrases[i], asked.phrases[i]->text);
  it->sink = sink;
  it->partials = asked.partials;
  it->sample = format->sample;
  it->rate = format->rate;
  it->channels = format->channels;
  it->frame = it->filled = it->loud = it->quiet = it->count = it->revision = it->pushes = 0;
  it->energy = 0;
  it->is_over = 0;
  it->had_phrases |= it->phrase_count > 0;
  it->empty = 0;
  it->streams++;
  open_streams++;
  return CUE_OK;
}

static int32_t push(void *self, const cue_push *sound, cue_error *error) {
  listener *it = self;
  const void *samples = sound->samples;
  uint32_t frames = sound->frames;
  if (!it->sink && is(it, "pushes-anyway")) abort();
  if (!it->sink) return fail(error, CUE_E_STATE, "No stream is open.");
  it->pushes++;
  it->empty += frames == 0;
  /* It is these two that are slow, and nothing else: the suite asks how long a cancel takes. The one takes a second more than the
     suite grants, the other a second in all. */
  if (is(it, "deaf-to-cancel") && frames > 500000) wait_ms_from(&it->stop, sound->call, 3000);
  if (is(it, "lazy-cancel") && frames > 500000) wait_ms_from(&it->stop, sound->call, 1000);
  if (is(it, "slow-ear") && frames == 8000) wait_ms(700);
  if (is(it, "healthy-slow") && frames == 16000) wait_ms(40);
  if (is(it, "hoards-sound") && it->frame > 100000) leak(frames * 2);
  for (uint32_t i = 0; i < frames; i++) {
    double sum = 0;
    for (uint32_t c = 0; c < it->channels; c++) {
      size_t at = (size_t)i * it->channels + c;
      double sample =
          it->sample == CUE_SAMPLE_S16 ? ((const int16_t *)samples)[at] / 32768.0 : ((const float *)samples)[at];
      if (is(it, "numbers-only") && isnan(sample)) abort();
      if (is(it, "one-ear") && c == 1) sample = -sample;
      if (is(it, "soft-in-float") && it->sample == CUE_SAMPLE_F32) sample /= 100;
      sum += isfinite(sample) ? fmax(-1, fmin(1, sample)) : 0;
    }
    sum /= it->channels;
    it->energy += sum * sum;
    it->frame++;
    if (++it->filled >= it->rate / 100) {
      int32_t status = window_over(it);
      if (status != CUE_OK) return status;
      if (sound->call && __atomic_load_n(&it->stop, __ATOMIC_SEQ_CST) == sound->call) return CUE_CANCELLED;
    }
  }
  return CUE_OK;
}

static int32_t finish(void *self, const cue_call *call, cue_error *error) {
  listener *it = self;
  (void)call;
  if (!it->sink) return fail(error, CUE_E_STATE, "No stream is open.");
  if (is(it, "needs-a-window") && it->frame > 0 && it->frame < 160) abort();
  if (is(it, "no-final")) return CUE_OK;
  int32_t status = tell(it, 1);
  it->was_cut = 0;
  end_stream(it);
  return status;
}

static void close_stream(void *self) {
  listener *it = self;
  if (it->sink) it->was_cut = 1;
  if (it->sink && it->streams == 1) it->was_first_cut = 1;
  end_stream(it);
}

static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static int32_t reset(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void destroy(void *self) {
  end_stream(self);
  free(self);
}
static void cancel(void *self, uint64_t call) { __atomic_store_n(&((listener *)self)->stop, call, __ATOMIC_SEQ_CST); }

static const void *instance_extension(void *self, const char *id) {
  static const cue_recognizer recognizer = {sizeof recognizer, 0, open, push, finish, close_stream};
  return (void)self, !strcmp(id, CUE_KIND_RECOGNIZER) ? &recognizer : NULL;
}

static const cue_instance *make(const char *id) {
  listener *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->id = id;
  it->table = (cue_instance){sizeof it->table, 0, it, activate, destroy, cancel, reset, instance_extension};
  return &it->table;
}

static const char *const ids[] = {
    "healthy",
    "healthy-slow",
    "no-final",
    "two-finals",
    "invents-without-sound",
    "one-channel-only",
    "invents-in-silence",
    "invents-in-hum",
    "invents-in-noise",
    "needs-a-window",
    "one-ear",
    "pushes-anyway",
    "counts-blocks",
    "counts-streams",
    "numbers-only",
    "short-phrases",
    "revision-stays",
    "forgets-promise",
    "takes-promise-back",
    "unasked-partials",
    "words-overlap",
    "words-beyond-end",
    "more-than-sure",
    "ends-in-pause",
    "ends-beyond",
    "deaf-to-cancel",
    "leftover",
    "shaken-by-refusal",
    "remembers-phrases",
    "late-to-load",
    "tires",
    "counts-empty-pushes",
    "two-finals-with-partials",
    "soft-in-float",
    "words-at-one-rate",
    /* with a voice that speaks to it */
    "hears-others",
    "stops-at-pause",
    "words-late",
    /* chance, several, endurance, time, other hosts */
    "crowded",
    "shared-ear",
    "leaks-stream",
    "hoards-sound",
    "lazy-cancel",
    "slow-ear",
    "copies-all",
    "ignores-size",
};

static const char *id_at(uint32_t index) { return ids[index]; }
static uint32_t id_count(void) { return sizeof ids / sizeof *ids; }
