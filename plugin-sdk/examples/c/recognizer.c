/* SPDX-License-Identifier: MIT
 *
 * A whole recognizer in plain C: it hears the keys of a telephone (DTMF tones) and says them as words. Copy it and put an
 * engine where Goertzel's filters are.
 *
 * Read it from the bottom: cue_plugin_entry, the entry, one instance, and then open, push, finish, close.
 */
#include <cue/cue.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_RATE 4000u /* twice the highest tone, and some room */
#define LEAST_SHARE 0.8  /* this much of the sound's energy is in two tones when a key is down */
#define LEAST_TONE 0.1   /* and this much in each of them */
#define LEAST_POWER 1e-6 /* mean square: -60 dB; what is softer is silence */

static const double row_hertz[4] = {697, 770, 852, 941}, column_hertz[4] = {1209, 1336, 1477, 1633};
static const char *const keys[16] = {"one",   "two",   "three", "a", "four", "five", "six",   "b",
                                     "seven", "eight", "nine",  "c", "star", "zero", "pound", "d"};
#define NO_KEY (-1)

/* A window of 25 ms that is being heard. Two take turns, half a window apart, so a key is timed to 12.5 ms. */
typedef struct window {
  double back1[8], back2[8]; /* of each filter: its last two values */
  double energy;
  uint64_t filled;
} window;

typedef struct heard_word {
  int key;
  uint32_t hits; /* windows it was heard in: from two on it stays */
  uint64_t start, end;
  double share; /* summed over its windows */
} heard_word;

/* One instance, and its one stream. The host knows it by `table`, whose `self` leads back here. */
typedef struct ear {
  cue_instance table;
  uint64_t cancelled; /* set by cancel on any thread, so touched by atomic operations only */

  const cue_listen_sink *sink; /* NULL: no stream is open */
  uint32_t partials, sample, rate, channels;
  uint32_t phrase_of[16]; /* which phrase a key belongs to, 1 for the first; 0: none */
  int has_phrases;

  double coefficient[8];
  window windows[2];
  uint64_t half; /* frames of half a window */
  uint64_t frame;
  heard_word *words;
  uint32_t count, room;
  int misses;  /* windows since the last word's key was heard */
  int is_open; /* the last word's key is still down */
  uint32_t revision;
} ear;

static int32_t fail(cue_error *error, int32_t status, const char *sentence) {
  size_t length = strlen(sentence);
  if (error->struct_size < sizeof *error) return status; /* no room for all of it: the status will do */
  if (length > CUE_ERROR_SENTENCE_BYTES) length = CUE_ERROR_SENTENCE_BYTES;
  error->status = status;
  error->sentence_length = (uint32_t)length;
  memcpy(error->sentence, sentence, length);
  return status;
}

/* --- What is reported --------------------------------------------------------------------------------------------- */

/* Gives the sink all words so far. The last one is shown as soon as its key is heard, and counts as stable from its second
 * window on: one window alone may be a click. With phrases, a key of none of them is outside, and no part of the text. */
static int32_t tell(ear *it, int is_final, cue_error *error) {
  cue_word *words = calloc((size_t)it->count + 1, sizeof *words);
  const cue_word **pointers = calloc((size_t)it->count + 1, sizeof *pointers);
  char *text = malloc((size_t)it->count * 8 + 1); /* the longest word and a blank */
  if (!words || !pointers || !text) {
    free(words), free(pointers), free(text);
    return fail(error, CUE_E_MEMORY, "There is no memory for what was heard.");
  }
  cue_transcript heard = {.struct_size = sizeof heard,
                          .revision = ++it->revision,
                          .words = pointers,
                          .end = it->frame,
                          .no_speech = it->count == 0, /* 0: not known */
                          .language = CUE_TEXT("en")};
  double confidence = 0;
  for (uint32_t i = 0; i < it->count; i++) {
    const heard_word *from = &it->words[i];
    uint32_t length = (uint32_t)strlen(keys[from->key]), phrase = it->phrase_of[from->key];
    int outside = it->has_phrases && !phrase;
    pointers[i] = &words[i];
    words[i] = (cue_word){.struct_size = sizeof *words,
                          .text = {keys[from->key], length, 0},
                          .start = from->start,
                          .end = from->end,
                          .confidence = fmin(from->share / from->hits, 1),
                          .phrase = phrase,
                          .flags = outside ? CUE_WORD_OUTSIDE : 0};
    confidence += words[i].confidence;
    if (outside) continue;
    if (heard.text.length) text[heard.text.length++] = ' ';
    memcpy(text + heard.text.length, keys[from->key], length);
    heard.text.length += length;
    if (from->hits > 1) heard.stable_bytes = heard.text.length;
  }
  heard.text.bytes = text;
  heard.word_count = it->count;
  heard.confidence = it->count ? confidence / it->count : 0;
  int32_t answer = (is_final ? it->sink->final : it->sink->partial)(it->sink->data, &heard);
  free(words), free(pointers), free(text); /* all was borrowed by the sink, and only for the call */
  return answer == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}

/* --- What is heard ------------------------------------------------------------------------------------------------ */

/* Takes the key of the next window, which began at `start`, or NO_KEY. */
static int32_t hear(ear *it, int key, double share, uint64_t start, cue_error *error) {
  heard_word *last = it->is_open ? &it->words[it->count - 1] : NULL;
  if (last && key == last->key) {
    it->misses = 0;
    last->share += share;
    last->end = start + 2 * it->half;
    return ++last->hits == 2 && it->partials ? tell(it, 0, error) : CUE_OK;
  }
  if (last && key == NO_KEY && last->hits > 1 && ++it->misses < 2) return CUE_OK; /* a crackle in the tone */
  if (last && last->hits == 1) { /* it was none: nobody has been promised that it stays */
    it->count--;
    it->is_open = 0;
    if (key == NO_KEY) return it->partials ? tell(it, 0, error) : CUE_OK;
  }
  it->is_open = key != NO_KEY;
  if (!it->is_open) return CUE_OK;
  if (it->count == it->room) {
    uint32_t room = it->room ? 2 * it->room : 16;
    heard_word *more = realloc(it->words, room * sizeof *more);
    if (!more) return fail(error, CUE_E_MEMORY, "There is no memory for another word.");
    it->words = more;
    it->room = room;
  }
  uint64_t free_from = it->count ? it->words[it->count - 1].end : 0; /* windows overlap, words do not */
  it->words[it->count++] = (heard_word){.key = key,
                                        .hits = 1,
                                        .share = share,
                                        .end = start + 2 * it->half,
                                        .start = start > free_from ? start : free_from};
  it->misses = 0;
  return it->partials ? tell(it, 0, error) : CUE_OK;
}

/* Which key is down in a full window. A sine of amplitude A over n samples has the energy n A^2 / 2, and its filter ends with
 * |X|^2 = (n A / 2)^2: so 2 |X|^2 / n is the energy that it explains. */
static int key_of(const ear *it, const window *w, double *share) {
  int best[2] = {0, 0};
  double explained[8];
  if (w->energy / (double)w->filled < LEAST_POWER) return NO_KEY;
  for (int i = 0; i < 8; i++) {
    double power =
        w->back1[i] * w->back1[i] + w->back2[i] * w->back2[i] - it->coefficient[i] * w->back1[i] * w->back2[i];
    explained[i] = 2 * power / (double)w->filled / w->energy;
    if (explained[i] > explained[4 * (i / 4) + best[i / 4]]) best[i / 4] = i % 4;
  }
  double row = explained[best[0]], column = explained[4 + best[1]];
  *share = row + column;
  return *share >= LEAST_SHARE && row >= LEAST_TONE && column >= LEAST_TONE ? 4 * best[0] + best[1] : NO_KEY;
}

static double sample_at(const ear *it, const void *samples, size_t index) {
  if (it->sample == CUE_SAMPLE_S16) return ((const int16_t *)samples)[index] / 32768.0;
  double value = ((const float *)samples)[index];
  return fabs(value) <= 64 ? value : 0; /* what is no number, or no sound, is silence */
}

/* Takes one frame, mixed down. All depends on how many frames came before, and nothing on how they were cut. */
static int32_t take(ear *it, double value, cue_error *error) {
  int32_t status = CUE_OK;
  for (int turn = 0; turn < 2; turn++) {
    if (turn == 1 && it->frame < it->half) continue; /* the second begins later */
    window *w = &it->windows[turn];
    for (int i = 0; i < 8; i++) {
      double next = value + it->coefficient[i] * w->back1[i] - w->back2[i];
      w->back2[i] = w->back1[i];
      w->back1[i] = next;
    }
    w->energy += value * value;
    if (++w->filled < 2 * it->half) continue;
    double share = 0;
    int key = key_of(it, w, &share);
    *w = (window){.filled = 0};
    status = hear(it, key, share, it->frame + 1 - 2 * it->half, error);
  }
  it->frame++;
  return status;
}

/* --- What may be asked for ---------------------------------------------------------------------------------------- */

static char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter + 32) : letter; }

/* Whether `word` stands in `text` as a word, in any case. */
static int has_word(cue_text text, const char *word) {
  uint32_t length = (uint32_t)strlen(word);
  for (uint32_t at = 0; at + length <= text.length; at++) {
    uint32_t same = 0;
    while (same < length && lower(text.bytes[at + same]) == word[same]) same++;
    int begins = at == 0 || text.bytes[at - 1] == ' ';
    int ends = at + length == text.length || text.bytes[at + length] == ' ';
    if (same == length && begins && ends) return 1;
  }
  return 0;
}

/* "en", "en-GB", "EN_us" */
static int is_english(cue_text tag) {
  return tag.length >= 2 && lower(tag.bytes[0]) == 'e' && lower(tag.bytes[1]) == 'n' &&
         (tag.length == 2 || tag.bytes[2] == '-' || tag.bytes[2] == '_');
}

static void report(const cue_listen_sink *sink, uint32_t field, uint32_t outcome, double value, const char *text) {
  cue_honoured honoured = {.struct_size = sizeof honoured,
                           .field = field,
                           .outcome = outcome,
                           .value = value,
                           .text = {text, (uint32_t)strlen(text), 0}};
  /* A host of before this function has a shorter sink. */
  if (sink->struct_size >= sizeof *sink) sink->honoured(sink->data, &honoured);
}

static void close_stream(void *self) {
  ear *it = self;
  it->sink = NULL;
  free(it->words);
  it->words = NULL;
  it->count = it->room = 0;
}

/* [worker] Everything of the request is read here; none of it is there later but the sink. */
static int32_t open_stream(void *self, const cue_listen_request *request, const cue_listen_sink *sink,
                           cue_error *error) {
  ear *it = self;
  cue_listen_request asked = {0}; /* what an older host does not say stays 0 */
  memcpy(&asked, request, request->struct_size < sizeof asked ? request->struct_size : sizeof asked);

  cue_audio_format format = {0};
  memcpy(&format, asked.format, asked.format->struct_size < sizeof format ? asked.format->struct_size : sizeof format);
  if (it->sink) return fail(error, CUE_E_BUSY, "A stream is open already.");
  if (format.sample != CUE_SAMPLE_S16 && format.sample != CUE_SAMPLE_F32)
    return fail(error, CUE_E_FORMAT, "Samples are 16-bit integers or 32-bit floats here.");
  if (format.channels < 1 || format.channels > 64) return fail(error, CUE_E_FORMAT, "Sound has 1 to 64 channels here.");
  if (format.rate < LEAST_RATE || format.rate > 768000)
    return fail(error, CUE_E_RATE, "Telephone tones need 4,000 to 768,000 frames a second.");

  if (asked.language.length && !is_english(asked.language))
    report(sink, CUE_FIELD_LANGUAGE, CUE_HONOURED_REPLACED, 0, "en");
  if (asked.model.length) report(sink, CUE_FIELD_MODEL, CUE_HONOURED_IGNORED, 0, "tones need no model");
  it->has_phrases = asked.phrase_count > 0;
  memset(it->phrase_of, 0, sizeof it->phrase_of);
  for (uint32_t p = 0; p < asked.phrase_count; p++) {
    int useful = 0;
    for (int key = 0; key < 16; key++) {
      if (!has_word(asked.phrases[p]->text, keys[key])) continue;
      useful = 1;
      if (!it->phrase_of[key]) it->phrase_of[key] = p + 1;
    }
    if (!useful) report(sink, CUE_FIELD_PHRASE, CUE_HONOURED_IGNORED, p + 1, "no key is in it");
  }

  it->partials = asked.partials;
  it->sample = format.sample;
  it->rate = format.rate;
  it->channels = format.channels;
  it->half = it->rate / 80;
  for (int i = 0; i < 8; i++)
    it->coefficient[i] = 2 * cos(6.283185307179586 * (i < 4 ? row_hertz[i] : column_hertz[i - 4]) / it->rate);
  memset(it->windows, 0, sizeof it->windows);
  it->frame = 0;
  it->misses = it->is_open = 0;
  it->revision = 0;
  it->sink = sink;
  return CUE_OK;
}

/* [worker] */
static int32_t push(void *self, const cue_push *sound, cue_error *error) {
  ear *it = self;
  if (!it->sink) return fail(error, CUE_E_STATE, "No stream is open.");
  for (uint32_t at = 0; at < sound->frames; at++) {
    double sum = 0;
    for (uint32_t channel = 0; channel < it->channels; channel++)
      sum += sample_at(it, sound->samples, (size_t)at * it->channels + channel);
    int32_t status = take(it, sum / it->channels, error);
    if (status != CUE_OK) return status;
    if (at % 1024 == 0 && sound->call && __atomic_load_n(&it->cancelled, __ATOMIC_RELAXED) == sound->call)
      return CUE_CANCELLED; /* a cancel names a call: one of an earlier call is none of this one */
  }
  return CUE_OK;
}

/* [worker] The final holds what is sure, so nothing in it contradicts what was called stable. */
static int32_t finish(void *self, const cue_call *call, cue_error *error) {
  ear *it = self;
  (void)call; /* it takes no time */
  if (!it->sink) return fail(error, CUE_E_STATE, "No stream is open.");
  if (it->count && it->words[it->count - 1].hits == 1) it->count--;
  int32_t status = tell(it, 1, error);
  close_stream(it); /* one final, and nothing after it */
  return status;
}

/* --- The rest is the same for every plugin ------------------------------------------------------------------------ */

/* [main] An engine would load its model here, once for all streams. */
static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
/* [worker] Every stream begins afresh here; an engine that adapts to its speaker would forget them. */
static int32_t reset(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void cancel(void *self, uint64_t call) { __atomic_store_n(&((ear *)self)->cancelled, call, __ATOMIC_RELAXED); }

static void destroy(void *self) {
  close_stream(self);
  free(self);
}

static const void *instance_extension(void *self, const char *id) {
  static const cue_recognizer recognizer = {sizeof recognizer, 0, open_stream, push, finish, close_stream};
  (void)self;
  return strcmp(id, CUE_KIND_RECOGNIZER) ? NULL : &recognizer;
}

static const cue_descriptor descriptor = {.struct_size = sizeof descriptor,
                                          .concurrency = CUE_PER_INSTANCE,
                                          .determinism = CUE_DETERMINISM_ALWAYS,
                                          .id = "org.cue.example-c-ear",
                                          .kind = CUE_KIND_RECOGNIZER,
                                          .name = CUE_TEXT("Telephone keys"),
                                          .vendor = CUE_TEXT("Cue"),
                                          .version = CUE_TEXT("1.0"),
                                          .licence = CUE_TEXT("MIT"),
                                          .description = CUE_TEXT("Hears the tones of telephone keys.")};

static int32_t init(const cue_init_request *request, cue_error *error) { return (void)request, (void)error, CUE_OK; }
static uint32_t plugin_count(void) { return 1; }
static const cue_descriptor *plugin_at(uint32_t index) { return index == 0 ? &descriptor : NULL; }
static const void *library_extension(const char *id) { return (void)id, NULL; }

static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
  if (strcmp(request->id, descriptor.id)) return fail(error, CUE_E_NOT_FOUND, "This library offers no such plugin.");
  ear *it = calloc(1, sizeof *it);
  if (!it) return fail(error, CUE_E_MEMORY, "There is no memory for a recognizer.");
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
