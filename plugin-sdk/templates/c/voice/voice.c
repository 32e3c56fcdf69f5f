/* A voice: it sounds a tone for every word, longer for longer words. Put your engine where `tone` is.
 *
 * Read it from the bottom: cue_plugin_entry, the library, one instance, what it can do, and speak. */
#include "plugin.h"

#define RATE 22050u
#define BLOCK 1024u

/* One instance. The host knows it by `table`, whose `self` leads back here. */
typedef struct {
  cue_instance table;
  double base;        /* parameter "base", in Hz */
  uint64_t call;      /* the number of the call under way */
  uint64_t cancelled; /* set by cancel on any thread, so touched by atomic operations only */
} voice;

static void report(const cue_speech_sink *sink, uint32_t field, uint32_t outcome, double value) {
  cue_honoured honoured = {.struct_size = sizeof honoured, .field = field, .outcome = outcome, .value = value};
  sink->honoured(sink->data, &honoured);
}

/* What was asked for, or the nearest we can do, which is then reported. */
static double within(double asked, double low, double high, double usual, uint32_t field, const cue_speech_sink *sink) {
  double used = isnan(asked) ? usual : asked < low ? low : asked > high ? high : asked;
  if (used != asked) report(sink, field, CUE_HONOURED_CLAMPED, used);
  return used;
}

/* A cancel names a call; one of an earlier call is none of this one. */
static int is_cancelled(voice *it) { return it->call && __atomic_load_n(&it->cancelled, __ATOMIC_RELAXED) == it->call; }

/* Gives the sink `frames` frames of a tone that swells and fades, or of silence where `hertz` is 0; 0 when it is time to stop. */
static int tone(voice *it, const cue_speech_sink *sink, double hertz, double gain, uint64_t frames) {
  int16_t block[BLOCK];
  for (uint64_t at = 0; at < frames;) {
    uint32_t count = frames - at < BLOCK ? (uint32_t)(frames - at) : BLOCK;
    for (uint32_t i = 0; i < count; i++) {
      double edge = fmin((double)(at + i), (double)(frames - at - i)) / (0.01 * RATE);
      double swell = hertz == 0 ? 0 : fmin(edge, 1);
      block[i] = (int16_t)lrint(6000 * gain * swell * sin(6.283185307179586 * hertz * (double)(at + i) / RATE));
    }
    at += count;
    if (sink->audio(sink->data, block, count) != CUE_CONTINUE) return 0;
    if (is_cancelled(it)) return 0;
  }
  return 1;
}

/* [worker] The heart of a voice: sound goes to the sink as it is made, and nothing is kept. */
static int32_t speak(void *self, const cue_speech_request *request, const cue_speech_sink *sink, cue_error *error) {
  voice *it = self;
  cue_speech_request asked;
  take(&asked, request, sizeof asked);
  it->call = asked.call;

  if (!is_utf8(asked.text)) return fail(error, CUE_E_TEXT_ENCODING, "The text is not UTF-8.");
  if (asked.voice.length && !is(asked.voice, "tone"))
    return fail(error, CUE_E_VOICE, "There is no such voice; the only one is “tone”.");
  if (asked.text_form != CUE_TEXT_PLAIN) report(sink, CUE_FIELD_TEXT_FORM, CUE_HONOURED_IGNORED, 0);
  if (asked.tone_count) report(sink, CUE_FIELD_TONES, CUE_HONOURED_IGNORED, 0);
  double speed = within(asked.speed == 0 ? 1 : asked.speed, 0.25, 4, 1, CUE_FIELD_SPEED, sink);
  double pitch = within(asked.pitch, -24, 24, 0, CUE_FIELD_PITCH, sink);
  double volume = within(asked.volume == 0 ? 1 : asked.volume, 0, 4, 1, CUE_FIELD_VOLUME, sink);
  if (asked.flags & CUE_SPEECH_SILENT) volume = 0;

  cue_audio_format format = {sizeof format, CUE_SAMPLE_S16, RATE, 1};
  uint64_t frame = 0;
  for (uint32_t i = 0; i < asked.text.length;) {
    uint32_t start = i, letters = 0;
    for (; i < asked.text.length && !strchr(" \t\r\n", asked.text.bytes[i]); i++)
      letters += ((unsigned char)asked.text.bytes[i] & 0xc0) != 0x80;
    if (i == start) { /* a blank, or a NUL, which strchr finds too */
      i++;
      continue;
    }
    if (frame == 0 && sink->begin(sink->data, &format) != CUE_CONTINUE) return CUE_CANCELLED;
    /* Offsets are bytes of the request's text; the event goes out before the sound that holds its frame. */
    cue_speech_event word = {.struct_size = sizeof word,
                             .type = CUE_EVENT_WORD,
                             .frame = frame,
                             .text_offset = start,
                             .text_length = i - start};
    if ((asked.events & CUE_EVENT_WORD) && sink->event(sink->data, &word) != CUE_CONTINUE) return CUE_CANCELLED;
    uint64_t sounded = (uint64_t)(RATE * (0.1 + 0.04 * letters) / speed), rest = (uint64_t)(RATE * 0.08 / speed);
    if (!tone(it, sink, it->base * exp2(pitch / 12), volume, sounded) || !tone(it, sink, 0, 0, rest))
      return CUE_CANCELLED;
    frame += sounded + rest;
  }
  return CUE_OK; /* text without words is no sound and no error */
}

static int32_t traits(void *self, cue_voice_traits *out) {
  static const cue_voice_traits ours = {.events = CUE_EVENT_WORD,
                                        .speed_minimum = 0.25,
                                        .speed_maximum = 4,
                                        .pitch_minimum = -24,
                                        .pitch_maximum = 24,
                                        .volume_maximum = 4};
  (void)self;
  return fill(out, &ours, sizeof ours);
}

static int32_t list_voices(void *self, const cue_call *call, uint32_t *count, cue_error *error) {
  (void)self, (void)call, (void)error;
  *count = 1;
  return CUE_OK;
}

static int32_t voice_info(void *self, uint32_t index, cue_voice_info *out) {
  static const cue_voice_info ours = {.flags = CUE_VOICE_IS_DEFAULT,
                                      .id = CUE_TEXT("tone"),
                                      .name = CUE_TEXT("Tone"),
                                      .gender = CUE_GENDER_NEUTRAL,
                                      .rate = RATE};
  (void)self;
  return index == 0 ? fill(out, &ours, sizeof ours) : CUE_E_NOT_FOUND;
}

/* Change this whenever the same request begins to sound different: hosts keep sound by it. */
static int32_t sound_fingerprint(void *self, const cue_voice_request *request, cue_text *out) {
  static const cue_text ours = CUE_TEXT("starter-name 1.0");
  (void)self, (void)request;
  *out = ours;
  return CUE_OK;
}

/* Parameters: what users set by --set base=220. */

static uint32_t param_count(void *self) { return (void)self, 1; }

static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  static const cue_param_info ours = {.id = 1,
                                      .type = CUE_PARAM_NUMBER,
                                      .flags = CUE_PARAM_SOUND,
                                      .name = CUE_TEXT("base"),
                                      .unit = CUE_TEXT("Hz"),
                                      .description = CUE_TEXT("The tone of a word."),
                                      .minimum = 80,
                                      .maximum = 400,
                                      .initial = 160};
  (void)self;
  return index == 0 ? fill(out, &ours, sizeof ours) : CUE_E_NOT_FOUND;
}

static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  cue_param_value ours = {.number = ((voice *)self)->base};
  return id == 1 ? fill(out, &ours, sizeof ours) : CUE_E_NOT_FOUND;
}

static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  if (id != 1) return fail(error, CUE_E_NOT_FOUND, "There is no such parameter.");
  if (!(value->number >= 80 && value->number <= 400)) /* refuses what is no number, too */
    return fail(error, CUE_E_INVALID, "base goes from 80 to 400 Hz.");
  ((voice *)self)->base = value->number;
  return CUE_OK;
}

/* One instance. */

/* [main] An engine would load its model here; whatever takes long belongs here and not into create. */
static int32_t activate(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static int32_t reset(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void destroy(void *self) { free(self); }
static void cancel(void *self, uint64_t call) { __atomic_store_n(&((voice *)self)->cancelled, call, __ATOMIC_RELAXED); }

static const void *instance_extension(void *self, const char *id) {
  static const cue_voice table = {sizeof table, 0, traits, list_voices, voice_info, speak, sound_fingerprint, NULL};
  static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
  (void)self;
  return !strcmp(id, CUE_KIND_VOICE) ? (const void *)&table : !strcmp(id, CUE_EXT_PARAMS) ? &params : NULL;
}

/* The library. */

static const cue_descriptor descriptor = {.struct_size = sizeof descriptor,
                                          .concurrency = CUE_PER_INSTANCE,
                                          .determinism = CUE_DETERMINISM_ALWAYS,
                                          .id = "starter-name",
                                          .kind = CUE_KIND_VOICE,
                                          .name = CUE_TEXT("starter-name"),
                                          .vendor = CUE_TEXT("me"),
                                          .version = CUE_TEXT("1.0"),
                                          .licence = CUE_TEXT("MIT"),
                                          .description = CUE_TEXT("Sounds a tone for every word.")};

static int32_t init(const cue_init_request *request, cue_error *error) { return (void)request, (void)error, CUE_OK; }
static uint32_t plugin_count(void) { return 1; }
static const cue_descriptor *plugin_at(uint32_t index) { return index == 0 ? &descriptor : NULL; }
static const void *library_extension(const char *id) { return (void)id, NULL; }

static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
  if (strcmp(request->id, descriptor.id)) return fail(error, CUE_E_NOT_FOUND, "This library offers no such plugin.");
  voice *it = calloc(1, sizeof *it);
  if (!it) return fail(error, CUE_E_MEMORY, "There is no memory for a voice.");
  it->base = 160;
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
