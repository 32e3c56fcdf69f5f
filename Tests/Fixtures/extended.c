/* A library that uses what few plugins use: two channels out of one, a second sound, meters, choices with ids of their own, text in
 * pieces, state, messages, both extensions of the host, features, and a kind that no host knows. Tests/worker-protocol speaks to
 * it. */
#include <cue/cue.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 8000u
#define FRAMES_A_BYTE 80u

typedef struct {
  cue_instance table;
  const cue_host *host;
  void *context;
  int is_active;
  uint64_t cancelled, call;
  /* the voice */
  const cue_speech_sink *sink; /* of an open line */
  uint64_t frame;
  char taught[64];
  uint32_t taught_length;
  char answer[512];
  /* the effect */
  uint32_t input_channels, output_channels, side_channels, latency;
  double gain, loudest;
  uint32_t mode, rest, wrong;
} extended;

static int32_t fail(cue_error *error, int32_t status, const char *sentence) {
  error->status = status;
  error->sentence_length = (uint32_t)strlen(sentence);
  memcpy(error->sentence, sentence, error->sentence_length);
  return status;
}

static int is_cancelled(extended *it) {
  return it->call && __atomic_load_n(&it->cancelled, __ATOMIC_SEQ_CST) == it->call;
}

static void say_changed(extended *it, uint32_t what) {
  const cue_changes *changes = it->host->get_extension(it->host->data, CUE_EXT_CHANGES);
  if (changes) changes->changed(it->host->data, it->context, what);
}

/* The voice: a fixed number of frames for each byte. */

static int32_t hum(extended *it, const cue_speech_sink *sink, uint32_t bytes, double gain) {
  int16_t block[FRAMES_A_BYTE];
  if (bytes && it->frame == 0) {
    cue_audio_format format = {sizeof format, CUE_SAMPLE_S16, RATE, 1};
    if (sink->begin(sink->data, &format) != CUE_CONTINUE) return CUE_CANCELLED;
  }
  for (uint32_t i = 0; i < FRAMES_A_BYTE; i++) block[i] = (int16_t)lrint(8000 * gain * sin(i * 0.3));
  for (uint32_t i = 0; i < bytes; i++) {
    cue_speech_event event = {.struct_size = sizeof event,
                              .type = CUE_EVENT_PHONEME,
                              .frame = it->frame,
                              .frames = FRAMES_A_BYTE,
                              .name = CUE_TEXT("m"),
                              .value = 1,
                              .alphabet = CUE_ALPHABET_IPA};
    if (sink->event(sink->data, &event) != CUE_CONTINUE || is_cancelled(it)) return CUE_CANCELLED;
    if (sink->audio(sink->data, block, FRAMES_A_BYTE) != CUE_CONTINUE || is_cancelled(it)) return CUE_CANCELLED;
    it->frame += FRAMES_A_BYTE;
  }
  return CUE_OK;
}

static double gain_of(const cue_speech_request *asked) {
  return asked->flags & CUE_SPEECH_SILENT ? 0 : asked->volume == 0 ? 1 : asked->volume;
}

/* Most of the stack that a plugin is promised. */
static void use_stack(void) {
  volatile char deep[900000];
  for (size_t i = 0; i < sizeof deep; i += 1000) deep[i] = 1;
}

static int32_t speak(void *self, const cue_speech_request *asked, const cue_speech_sink *sink, cue_error *error) {
  extended *it = self;
  (void)error;
  it->call = asked->call;
  it->frame = 0;
  if (is_cancelled(it)) return CUE_CANCELLED;
  if (asked->text.length == 7) use_stack();
  say_changed(it, CUE_CHANGED_VOICES);
  return hum(it, sink, asked->text.length, gain_of(asked));
}

static int32_t stream_begin(void *self, const cue_speech_request *asked, const cue_speech_sink *sink,
                            cue_error *error) {
  extended *it = self;
  (void)error;
  it->call = asked->call;
  it->frame = 0;
  it->sink = sink;
  return hum(it, sink, asked->text.length, 1);
}
static int32_t stream_text(void *self, const cue_stream_text *piece, cue_error *error) {
  extended *it = self;
  it->call = piece->call;
  if (piece->text.length && piece->text.bytes[0] == '!') return fail(error, CUE_E_INVALID, "It does not shout.");
  return hum(it, it->sink, piece->text.length, 1);
}
static int32_t stream_end(void *self, const cue_call *call, cue_error *error) {
  extended *it = self;
  (void)error;
  it->call = call->call;
  return hum(it, it->sink, 1, 1); /* a full stop */
}
static void stream_close(void *self) { ((extended *)self)->sink = NULL; }

static int32_t traits(void *self, cue_voice_traits *out) {
  (void)self;
  out->events = CUE_EVENT_PHONEME;
  out->volume_maximum = 4;
  out->alphabet = CUE_ALPHABET_IPA;
  return CUE_OK;
}
static int32_t list_voices(void *self, const cue_call *call, uint32_t *count, cue_error *error) {
  return (void)self, (void)call, (void)error, *count = 1, CUE_OK;
}
static int32_t voice_info(void *self, uint32_t index, cue_voice_info *out) {
  static const cue_language english = {sizeof english, 0, CUE_TEXT("en-GB")};
  static const cue_language *const languages[] = {&english};
  (void)self;
  if (index) return CUE_E_NOT_FOUND;
  out->id = (cue_text)CUE_TEXT("hum");
  out->name = out->id;
  out->languages = languages;
  out->language_count = 1;
  return CUE_OK;
}
static int32_t sound_fingerprint(void *self, const cue_voice_request *asked, cue_text *out) {
  return (void)self, *out = asked->voice.length ? asked->voice : (cue_text)CUE_TEXT("none"), CUE_OK;
}

/* What it has learned is a word. */
static int32_t save(void *self, cue_state_data *out, cue_error *error) {
  extended *it = self;
  (void)error;
  out->bytes = it->taught;
  out->length = it->taught_length;
  return CUE_OK;
}
static int32_t load(void *self, const cue_state_data *in, cue_error *error) {
  extended *it = self;
  if (in->length > sizeof it->taught) return fail(error, CUE_E_INVALID, "It learns short words.");
  if (in->length) memcpy(it->taught, in->bytes, in->length);
  it->taught_length = in->length;
  return CUE_OK;
}

/* Messages: what the host offers, in words. */
static int32_t answer(void *self, const cue_message *asked, cue_message *reply, cue_error *error) {
  extended *it = self;
  static const char known[] = "org.example.questions/1";
  if (asked->extension.length != sizeof known - 1 || memcmp(asked->extension.bytes, known, sizeof known - 1))
    return fail(error, CUE_E_UNSUPPORTED, "It knows other questions.");
  const cue_places *places = it->host->get_extension(it->host->data, CUE_EXT_PLACES);
  cue_text path = {0};
  int32_t status = CUE_OK;
  if (asked->length == 1 && places) {
    uint32_t place = ((const uint8_t *)asked->bytes)[0];
    status = places->place(it->host->data, it->context, place & 15, place >> 4, &path);
  } else {
    path = it->host->language;
  }
  snprintf(it->answer, sizeof it->answer, "%d %.*s", status, (int)path.length, path.bytes ? path.bytes : "");
  reply->bytes = it->answer;
  reply->length = (uint32_t)strlen(it->answer);
  return CUE_OK;
}

/* The effect: a gain, to as many channels as are wanted; a second sound lowers it. */

static int32_t configure(void *self, const cue_configure *wanted, cue_error *error) {
  extended *it = self;
  (void)error;
  it->input_channels = wanted->input_channels;
  it->output_channels = wanted->output_channels ? wanted->output_channels : wanted->input_channels;
  it->side_channels = wanted->side_channels;
  it->latency = 0;
  it->rest = 100;
  return CUE_OK;
}

static void check_place(extended *it, const void *sound) { it->wrong += (uintptr_t)sound % 64 != 0; }

static int32_t process(void *self, cue_process *block) {
  extended *it = self;
  volatile float tiny = 1e-30f;
  it->wrong += tiny * 1e-10f != 0; /* a subnormal number */
  check_place(it, block->input);
  check_place(it, block->output);
  if (block->side) check_place(it, block->side);
  uint32_t frames = block->input_frames < block->output_capacity ? block->input_frames : block->output_capacity;
  if (frames > 333) frames = 333; /* so that the rest begins anywhere */
  uint32_t next = 0;
  for (uint32_t i = 0; i < frames; i++) {
    while (next < block->event_count && block->events[next]->frame <= i) it->gain = block->events[next++]->number;
    double side = block->side ? fabs((double)block->side[i * it->side_channels]) : 0;
    for (uint32_t c = 0; c < it->output_channels; c++) {
      float sample = block->input[i * it->input_channels + c % it->input_channels];
      block->output[i * it->output_channels + c] = (float)(sample * it->gain * (1 - side));
      if (fabs(sample) > it->loudest) it->loudest = fabs(sample);
    }
    if (block->input[i * it->input_channels] == 0.75f && it->latency == 0) {
      it->latency = 10;
      say_changed(it, CUE_CHANGED_LATENCY);
    }
  }
  block->used = block->produced = frames;
  return CUE_OK;
}

static int32_t flush(void *self, cue_process *block) {
  extended *it = self;
  check_place(it, block->output);
  uint32_t frames = it->rest < block->output_capacity ? it->rest : block->output_capacity, next = 0;
  if (frames > 30) frames = 30;
  for (uint32_t i = 0; i < frames; i++) {
    while (next < block->event_count && block->events[next]->frame <= i) it->gain = block->events[next++]->number;
    for (uint32_t c = 0; c < it->output_channels; c++) block->output[i * it->output_channels + c] = (float)it->gain;
  }
  it->rest -= frames;
  block->used = 0;
  block->produced = frames;
  return CUE_OK;
}

static uint32_t latency(void *self) { return ((extended *)self)->latency; }
static uint32_t tail(void *self) { return (void)self, CUE_TAIL_UNKNOWN; }

enum { GAIN = 1, MODE, LOUDEST, WRONG };
static uint32_t param_count(void *self) { return (void)self, 4; }
static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  static const cue_choice soft = {sizeof soft, 7, CUE_TEXT("soft")}, hard = {sizeof hard, 3, CUE_TEXT("hard")};
  static const cue_choice *const modes[] = {&soft, &hard};
  static const cue_param_info all[] = {
      {.id = GAIN,
       .type = CUE_PARAM_NUMBER,
       .flags = CUE_PARAM_LIVE | CUE_PARAM_OPEN_ENDED | CUE_PARAM_LOGARITHMIC,
       .name = CUE_TEXT("gain"),
       .group = CUE_TEXT("Level"),
       .minimum = 0.1,
       .maximum = 10,
       .initial = 1},
      {.id = MODE,
       .type = CUE_PARAM_CHOICE,
       .name = CUE_TEXT("mode"),
       .initial = 7,
       .choices = modes,
       .choice_count = 2},
      {.id = LOUDEST, .type = CUE_PARAM_NUMBER, .flags = CUE_PARAM_OUTPUT, .name = CUE_TEXT("loudest"), .maximum = 1},
      {.id = WRONG, .type = CUE_PARAM_INTEGER, .flags = CUE_PARAM_OUTPUT, .name = CUE_TEXT("wrong"), .maximum = 1000}};
  (void)self;
  if (index > 3) return CUE_E_NOT_FOUND;
  uint32_t size = out->struct_size;
  *out = all[index];
  out->struct_size = size;
  return CUE_OK;
}
static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  extended *it = self;
  double values[] = {it->gain, it->mode, it->loudest, it->wrong};
  if (id < 1 || id > 4) return CUE_E_NOT_FOUND;
  out->number = values[id - 1];
  return CUE_OK;
}
static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  extended *it = self;
  if (id == GAIN) return it->gain = value->number, CUE_OK;
  if (id == MODE && (value->number == 7 || value->number == 3)) return it->mode = (uint32_t)value->number, CUE_OK;
  return fail(error, CUE_E_INVALID, "It is not to be set to that.");
}

/* The instance, and the library. */

static int32_t activate(void *self, cue_error *error) { return (void)error, ((extended *)self)->is_active = 1, CUE_OK; }
static int32_t reset(void *self, cue_error *error) { return (void)error, ((extended *)self)->rest = 100, CUE_OK; }
static void destroy(void *self) { free(self); }
static void cancel(void *self, uint64_t call) {
  __atomic_store_n(&((extended *)self)->cancelled, call, __ATOMIC_SEQ_CST);
}

static const void *voice_extension(void *self, const char *id) {
  static const cue_voice voice = {sizeof voice, 0, traits, list_voices, voice_info, speak, sound_fingerprint, NULL};
  static const cue_voice_stream stream = {sizeof stream, 0, stream_begin, stream_text, stream_end, stream_close};
  static const cue_state state = {sizeof state, 0, save, load};
  static const cue_messages messages = {sizeof messages, 0, answer};
  (void)self;
  if (!strcmp(id, CUE_KIND_VOICE)) return &voice;
  if (!strcmp(id, CUE_EXT_VOICE_STREAM)) return &stream;
  if (!strcmp(id, CUE_EXT_STATE)) return &state;
  return strcmp(id, CUE_EXT_MESSAGES) ? NULL : &messages;
}
static const void *effect_extension(void *self, const char *id) {
  static const cue_dsp dsp = {sizeof dsp, 0, configure, process, flush, latency, tail, NULL};
  static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
  return (void)self, !strcmp(id, CUE_KIND_DSP) ? (const void *)&dsp : !strcmp(id, CUE_EXT_PARAMS) ? &params : NULL;
}

static const char *const features[] = {CUE_FEATURE_SPATIAL, CUE_FEATURE_SIDE_CHAIN};
static const cue_descriptor offered[] = {{.struct_size = sizeof *offered,
                                          .concurrency = CUE_PER_INSTANCE,
                                          .id = "org.example.oracle",
                                          .kind = "org.example.oracle/1",
                                          .name = CUE_TEXT("Oracle"),
                                          .version = CUE_TEXT("1")},
                                         {.struct_size = sizeof *offered,
                                          .concurrency = CUE_PER_INSTANCE,
                                          .id = "org.example.hum",
                                          .kind = CUE_KIND_VOICE,
                                          .name = CUE_TEXT("Hum"),
                                          .version = CUE_TEXT("1")},
                                         {.struct_size = sizeof *offered,
                                          .concurrency = CUE_PER_INSTANCE,
                                          .flags = CUE_FLAG_NOT_REALTIME,
                                          .id = "org.example.widen",
                                          .kind = CUE_KIND_DSP,
                                          .name = CUE_TEXT("Widen"),
                                          .version = CUE_TEXT("1"),
                                          .features = features,
                                          .feature_count = 2}};

static int32_t init(const cue_init_request *request, cue_error *error) { return (void)request, (void)error, CUE_OK; }
static uint32_t plugin_count(void) { return 3; }
static const cue_descriptor *plugin_at(uint32_t index) { return index < 3 ? &offered[index] : NULL; }
static const void *library_extension(const char *id) { return (void)id, NULL; }
static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
  int is_voice = !strcmp(request->id, offered[1].id);
  if (!is_voice && strcmp(request->id, offered[2].id)) return fail(error, CUE_E_NOT_FOUND, "Nobody knows how.");
  extended *it = calloc(1, sizeof *it);
  if (!it) return CUE_E_MEMORY;
  it->host = request->host;
  it->context = request->context;
  it->gain = 1;
  it->mode = 7;
  it->table = (cue_instance){sizeof it->table, 0,      it,    activate,
                             destroy,          cancel, reset, is_voice ? voice_extension : effect_extension};
  *instance = &it->table;
  return CUE_OK;
}

CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *host) {
  static const cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, CUE_ABI_MINOR, CUE_TEXT("C"),
                                  init,         plugin_count,  plugin_at,     create,        library_extension};
  return (void)host, &entry;
}
