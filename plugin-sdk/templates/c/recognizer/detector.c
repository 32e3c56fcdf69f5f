/* A recognizer: it hears when there is sound and when there is silence, and calls each stretch of sound “sound”. Put your engine
 * where `window` is.
 *
 * Read it from the bottom: cue_plugin_entry, the library, one instance, what it can do, and push. */
#include "plugin.h"

#define WINDOWS_A_SECOND 100u /* how finely it listens */
#define ENOUGH 10u            /* windows of sound that make a stretch */
#define PAUSE 20u             /* windows of silence that end it */
#define ADVICE 50u            /* windows of silence after which the speaker seems to have finished */

/* One instance. The host knows it by `table`, whose `self` leads back here. */
typedef struct {
  cue_instance table;
  double threshold; /* parameter "threshold", in dB below full scale */
  /* The open stream. */
  int is_open;
  int partials;
  cue_listen_sink sink;
  cue_audio_format format;
  uint64_t frame;         /* frames heard */
  double energy;          /* of the window that is being heard */
  uint32_t window_frames; /* of it */
  uint32_t loud;          /* windows of sound in a row */
  uint32_t quiet;         /* windows of silence since */
  int in_sound;           /* the last word still sounds */
  uint32_t revision;
  cue_word *words;
  const cue_word **pointers; /* to them, as the host gets them */
  uint32_t count;
  uint32_t room;
  char *text;
} detector;

static void end_stream(detector *it) {
  free(it->words);
  free(it->pointers);
  free(it->text);
  it->words = NULL;
  it->pointers = NULL;
  it->text = NULL;
  it->count = it->room = 0;
  it->is_open = 0;
}

/* [worker] */
static int32_t open_stream(void *self, const cue_listen_request *request, const cue_listen_sink *sink,
                           cue_error *error) {
  detector *it = self;
  cue_listen_request asked;
  take(&asked, request, sizeof asked);
  if (it->is_open) return fail(error, CUE_E_STATE, "A stream is open already.");
  cue_audio_format format;
  take(&format, asked.format, sizeof format);
  if (format.sample != CUE_SAMPLE_F32 && format.sample != CUE_SAMPLE_S16)
    return fail(error, CUE_E_FORMAT, "Sound is 32-bit float or 16-bit integer.");
  if (format.channels == 0 || format.channels > 64) return fail(error, CUE_E_FORMAT, "There are 1 to 64 channels.");
  if (format.rate < WINDOWS_A_SECOND || format.rate > 768000)
    return fail(error, CUE_E_RATE, "The rate goes from 100 to 768000 Hz.");
  if (!is_utf8(asked.language) || !is_utf8(asked.model))
    return fail(error, CUE_E_TEXT_ENCODING, "The language or model is not UTF-8.");
  /* It hears that there is sound and not what is said, and says so. */
  for (uint32_t i = 0; i < asked.phrase_count; i++) {
    cue_honoured ignored = {.struct_size = sizeof ignored,
                            .field = CUE_FIELD_PHRASE,
                            .outcome = CUE_HONOURED_IGNORED,
                            .value = i + 1,
                            .text = CUE_TEXT("it hears sound, not words")};
    if (sink->honoured(sink->data, &ignored) != CUE_CONTINUE) return CUE_CANCELLED;
  }
  end_stream(it);
  take(&it->sink, sink, sizeof it->sink);
  it->format = format;
  it->partials = asked.partials != 0;
  it->frame = 0;
  it->energy = 0;
  it->window_frames = it->loud = it->quiet = it->revision = 0;
  it->in_sound = 0;
  it->is_open = 1;
  return CUE_OK;
}

/* What was heard, in a transcript whose strings live until more is heard. 0: there is no memory. */
static int transcript(detector *it, cue_transcript *out) {
  static const char word[] = "sound";
  char *text = realloc(it->text, it->count * sizeof word + 1);
  if (!text) return 0;
  it->text = text;
  const cue_word **pointers = realloc(it->pointers, (it->count + 1) * sizeof *pointers);
  if (!pointers) return 0;
  it->pointers = pointers;
  uint32_t length = 0;
  for (uint32_t i = 0; i < it->count; i++) {
    if (i > 0) text[length++] = ' ';
    memcpy(text + length, word, sizeof word - 1);
    pointers[i] = &it->words[i];
    it->words[i].text = (cue_text){text + length, sizeof word - 1, 0};
    length += sizeof word - 1;
  }
  /* Nothing that was heard is ever taken back, so all of it is stable. Loudness does not show whether somebody spoke: no_speech
   * is 0.5. */
  *out = (cue_transcript){.struct_size = sizeof *out,
                          .revision = ++it->revision,
                          .text = {text, length, 0},
                          .stable_bytes = length,
                          .word_count = it->count,
                          .words = pointers,
                          .end = it->frame,
                          .no_speech = it->count ? 0.5 : 1};
  return 1;
}

/* One more hundredth of a second, `loud` or not. CUE_STOP: the host has heard enough. */
static int32_t window(detector *it, int loud, uint32_t frames) {
  if (loud) {
    it->loud++;
    it->quiet = 0;
  } else {
    it->quiet++;
    if (it->quiet >= PAUSE) it->in_sound = 0;
    if (!it->in_sound) it->loud = 0;
    if (it->quiet == ADVICE && it->count > 0) return it->sink.endpoint(it->sink.data, it->words[it->count - 1].end);
    return CUE_CONTINUE;
  }
  if (it->in_sound) {
    it->words[it->count - 1].end = it->frame;
    return CUE_CONTINUE;
  }
  if (it->loud < ENOUGH) return CUE_CONTINUE;
  if (it->count == it->room) {
    uint32_t room = it->room ? it->room * 2 : 64;
    cue_word *words = realloc(it->words, room * sizeof *words);
    if (!words) return CUE_E_MEMORY;
    it->words = words;
    it->room = room;
  }
  uint64_t length = (uint64_t)it->loud * frames;
  it->words[it->count++] = (cue_word){.struct_size = sizeof(cue_word), .start = it->frame - length, .end = it->frame};
  it->in_sound = 1;
  cue_transcript heard;
  if (!it->partials) return CUE_CONTINUE;
  if (!transcript(it, &heard)) return CUE_E_MEMORY;
  return it->sink.partial(it->sink.data, &heard);
}

static int32_t outcome(int32_t answer, cue_error *error) {
  if (answer == CUE_E_MEMORY) return fail(error, answer, "There is no memory for what was heard.");
  return answer == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}

/* [worker] The heart of a recognizer: sound comes in pieces of any length, and the result does not depend on them. */
static int32_t push(void *self, const cue_push *sound, cue_error *error) {
  detector *it = self;
  if (!it->is_open) return fail(error, CUE_E_STATE, "No stream is open.");
  const float *f32 = sound->samples;
  const int16_t *s16 = sound->samples;
  uint32_t channels = it->format.channels, whole = it->format.rate / WINDOWS_A_SECOND;
  double limit = pow(10, it->threshold / 10);
  for (uint32_t i = 0; i < sound->frames; i++) {
    double sum = 0;
    for (uint32_t c = 0; c < channels; c++) {
      size_t at = (size_t)i * channels + c;
      sum += it->format.sample == CUE_SAMPLE_F32 ? f32[at] : s16[at] / 32768.0;
    }
    double sample = isfinite(sum) ? sum / channels : 0;
    it->energy += sample * sample;
    it->frame++;
    if (++it->window_frames < whole) continue;
    int32_t answer = window(it, it->energy / whole > limit, whole);
    it->energy = 0;
    it->window_frames = 0;
    if (answer != CUE_CONTINUE) return outcome(answer, error);
  }
  return CUE_OK;
}

/* [worker] */
static int32_t finish(void *self, const cue_call *call, cue_error *error) {
  detector *it = self;
  (void)call;
  if (!it->is_open) return fail(error, CUE_E_STATE, "No stream is open.");
  cue_transcript heard;
  if (!transcript(it, &heard)) return outcome(CUE_E_MEMORY, error);
  it->is_open = 0;
  return outcome(it->sink.final(it->sink.data, &heard), error);
}

/* [worker] */
static void close_stream(void *self) { end_stream(self); }

/* Parameters: what users set by --set threshold=-50. */

static uint32_t param_count(void *self) { return (void)self, 1; }

static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  static const cue_param_info ours = {.id = 1,
                                      .type = CUE_PARAM_NUMBER,
                                      .name = CUE_TEXT("threshold"),
                                      .unit = CUE_TEXT("dB"),
                                      .description = CUE_TEXT("What is louder is sound, what is not is silence."),
                                      .minimum = -90,
                                      .maximum = 0,
                                      .initial = -40};
  (void)self;
  return index == 0 ? fill(out, &ours, sizeof ours) : CUE_E_NOT_FOUND;
}

static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  cue_param_value ours = {.number = ((detector *)self)->threshold};
  return id == 1 ? fill(out, &ours, sizeof ours) : CUE_E_NOT_FOUND;
}

static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  if (id != 1) return fail(error, CUE_E_NOT_FOUND, "There is no such parameter.");
  if (!(value->number >= -90 && value->number <= 0)) /* refuses what is no number, too */
    return fail(error, CUE_E_INVALID, "threshold goes from -90 to 0 dB.");
  ((detector *)self)->threshold = value->number;
  return CUE_OK;
}

/* One instance. */

/* [main] An engine would load its model here; whatever takes long belongs here and not into create. */
static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static int32_t reset(void *self, cue_error *error) {
  (void)error;
  end_stream(self);
  return CUE_OK;
}
static void destroy(void *self) {
  end_stream(self);
  free(self);
}
static void cancel(void *self, uint64_t call) { (void)self, (void)call; } /* no call here takes long */

static const void *instance_extension(void *self, const char *id) {
  static const cue_recognizer table = {sizeof table, 0, open_stream, push, finish, close_stream};
  static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
  (void)self;
  return !strcmp(id, CUE_KIND_RECOGNIZER) ? (const void *)&table : !strcmp(id, CUE_EXT_PARAMS) ? &params : NULL;
}

/* The library. */

static const cue_descriptor descriptor = {.struct_size = sizeof descriptor,
                                          .concurrency = CUE_PER_INSTANCE,
                                          .determinism = CUE_DETERMINISM_ALWAYS,
                                          .id = "starter-name",
                                          .kind = CUE_KIND_RECOGNIZER,
                                          .name = CUE_TEXT("starter-name"),
                                          .vendor = CUE_TEXT("me"),
                                          .version = CUE_TEXT("1.0"),
                                          .licence = CUE_TEXT("MIT"),
                                          .description = CUE_TEXT("Hears when there is sound.")};

static int32_t init(const cue_init_request *request, cue_error *error) { return (void)request, (void)error, CUE_OK; }
static uint32_t plugin_count(void) { return 1; }
static const cue_descriptor *plugin_at(uint32_t index) { return index == 0 ? &descriptor : NULL; }
static const void *library_extension(const char *id) { return (void)id, NULL; }

static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
  if (strcmp(request->id, descriptor.id)) return fail(error, CUE_E_NOT_FOUND, "This library offers no such plugin.");
  detector *it = calloc(1, sizeof *it);
  if (!it) return fail(error, CUE_E_MEMORY, "There is no memory for a recognizer.");
  it->threshold = -40;
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
