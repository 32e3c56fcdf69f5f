#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worker.h"

void say(cue_error *error, int32_t status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(error->sentence, sizeof error->sentence, format, arguments);
  va_end(arguments);
  if (length > (int)sizeof error->sentence - 1) {
    length = sizeof error->sentence - 1;
    // What was cut off may have left part of a character behind.
    while (length > 0 && ((unsigned char)error->sentence[length - 1] & 0xc0) == 0x80) length--;
    if (length > 0 && (unsigned char)error->sentence[length - 1] >= 0xc0) length--;
  }
  error->sentence_length = length < 0 ? 0 : (uint32_t)length;
  error->status = status;
}

uint32_t frame_bytes_of(const cue_audio_format *format) {
  uint32_t sample = format->sample == CUE_SAMPLE_S16 ? 2 : format->sample == CUE_SAMPLE_F32 ? 4 : 0;
  bool possible = format->rate >= 1 && format->rate <= 768000 && format->channels >= 1 && format->channels <= 64;
  return possible ? sample * format->channels : 0;
}

void *sound_take(const instance *it, const job *request, uint32_t *frames) {
  field sound = {0};
  fields_find(request->message.body, CUE_TAG_SOUND, &sound);
  uint32_t whole = it->frame_bytes ? sound.length / it->frame_bytes : 0;
  *frames = fields_u32(request->message.body, CUE_TAG_FRAMES, whole);
  if (*frames > whole) *frames = whole;
  void *samples = malloc(sound.length + 1);
  if (!samples) worker_end("out of memory");
  if (sound.length) memcpy(samples, sound.bytes, sound.length);
  return samples;
}

static bool same_text(cue_text a, cue_text b) {
  return a.length == b.length && (a.length == 0 || !memcmp(a.bytes, b.bytes, a.length));
}

// Reads a number as C writes it, whatever the locale of this process has become.
static bool number_of(cue_text text, double *out) {
  char copy[64];
  if (text.length == 0 || text.length >= sizeof copy) return false;
  memcpy(copy, text.bytes, text.length);
  copy[text.length] = '\0';
  if (same_text(text, (cue_text)CUE_TEXT("on"))) return *out = 1, true;
  if (same_text(text, (cue_text)CUE_TEXT("off"))) return *out = 0, true;
  double sign = 1, whole = 0, scale = 1;
  const char *at = copy;
  if (*at == '-' || *at == '+') sign = *at++ == '-' ? -1 : 1;
  bool digits = false;
  for (; *at >= '0' && *at <= '9'; at++, digits = true) whole = whole * 10 + (*at - '0');
  if (*at == '.')
    for (at++; *at >= '0' && *at <= '9'; at++, digits = true)
      whole = whole * 10 + (*at - '0'), scale *= 10;
  *out = sign * whole / scale;
  return digits && *at == '\0';
}

int32_t set_param(instance *it, fields pair, cue_error *error) {
  cue_text name = fields_text(pair, CUE_TAG_NAME);
  cue_text text = fields_text(pair, CUE_TAG_TEXT);
  name = text_cut(name, 64);
  cue_text shown = text_cut(text, 64);
  if (!it->params) {
    say(error, CUE_E_NOT_FOUND, "%s has no parameters.", it->plugin->id);
    return CUE_E_NOT_FOUND;
  }
  void *self = it->table->self;
  uint32_t count = it->params->count(self);
  for (uint32_t i = 0; i < count; i++) {
    cue_param_info info = {.struct_size = sizeof info};
    if (it->params->info(self, i, &info) < 0 || !same_text(info.name, name)) continue;
    if ((info.flags & CUE_PARAM_SECRET) && (fields_u32(pair, CUE_TAG_FLAGS, 0) & CUE_SET_IN_THE_OPEN)) {
      say(error, CUE_E_PERMISSION, "%.*s is a secret, and others could read it there.",
          (int)name.length, name.bytes);
      return CUE_E_PERMISSION;
    }
    cue_param_value value = {.struct_size = sizeof value, .text = text};
    if (info.type == CUE_PARAM_CHOICE) {
      value.number = -1;
      for (uint32_t c = 0; c < info.choice_count; c++)
        if (same_text(info.choices[c], text)) value.number = c;
      if (value.number < 0) {
        say(error, CUE_E_INVALID, "%.*s has no choice “%.*s”.", (int)name.length, name.bytes,
            (int)shown.length, shown.bytes);
        return CUE_E_INVALID;
      }
    } else if (info.type != CUE_PARAM_TEXT) {
      bool whole = info.type == CUE_PARAM_INTEGER;
      if (!number_of(text, &value.number) || (whole && value.number != floor(value.number)) ||
          value.number < info.minimum || value.number > info.maximum) {
        say(error, CUE_E_INVALID, "%.*s takes %s from %g to %g, not “%.*s”.", (int)name.length,
            name.bytes, whole ? "a whole number" : "a number", info.minimum, info.maximum,
            (int)shown.length, shown.bytes);
        return CUE_E_INVALID;
      }
    }
    error->sentence_length = 0;
    int32_t status = it->params->set(self, info.id, &value, error);
    if (status < 0 && error->sentence_length == 0)
      say(error, status, "%.*s was refused.", (int)name.length, name.bytes);
    if (status < 0) error->status = status;
    return status;
  }
  say(error, CUE_E_NOT_FOUND, "%s has no parameter “%.*s”.", it->plugin->id, (int)name.length,
      name.bytes);
  return CUE_E_NOT_FOUND;
}

void serve_params(instance *it, job *request) {
  uint32_t count = it->params ? it->params->count(it->table->self) : 0;
  for (uint32_t i = 0; i < count && i < 1024; i++) {
    cue_param_info info = {.struct_size = sizeof info};
    cue_param_info *lent =
        instruments_lend(&info, sizeof info, offsetof(cue_param_info, initial_text));
    int32_t known = it->params->info(it->table->self, i, lent);
    instruments_take(lent, &info, sizeof info);
    if (known < 0) continue;
    message m = {0};
    message_start(&m, CUE_MSG_PARAM, 0, request->message.request);
    message_u32(&m, CUE_TAG_FIELD, info.id);
    message_u32(&m, CUE_TAG_TYPE, info.type);
    message_u32(&m, CUE_TAG_FLAGS, info.flags);
    message_text(&m, CUE_TAG_NAME, info.name);
    message_text(&m, CUE_TAG_UNIT, info.unit);
    message_text(&m, CUE_TAG_DESCRIPTION, info.description);
    message_f64(&m, CUE_TAG_MINIMUM, info.minimum);
    message_f64(&m, CUE_TAG_MAXIMUM, info.maximum);
    message_f64(&m, CUE_TAG_INITIAL, info.initial);
    message_f64(&m, CUE_TAG_STEP, info.step);
    message_text(&m, CUE_TAG_INITIAL_TEXT, info.initial_text);
    for (uint32_t c = 0; info.choices && c < info.choice_count && c < 256; c++)
      message_text(&m, CUE_TAG_CHOICE, info.choices[c]);
    wire_send(&m);
    message_free(&m);
  }
  wire_done(request->message.request, CUE_OK, NULL);
}

static void serve_set(instance *it, job *request) {
  cue_error error = {.struct_size = sizeof error};
  int32_t status = set_param(it, request->message.body, &error);
  wire_done(request->message.request, status, &error);
}

static void serve_reset(instance *it, job *request) {
  cue_error error = {.struct_size = sizeof error};
  wire_done(request->message.request, it->table->reset(it->table->self, &error), &error);
}

bool serve_at_once(instance *it, job *request) {
  bool device = !strcmp(it->plugin->kind, CUE_KIND_DEVICE);
  bool voice = !strcmp(it->plugin->kind, CUE_KIND_VOICE);
  switch (request->message.type) {
    case CUE_MSG_POSITION:
      if (device) serve_position(it, request);
      return device;
    // A parameter of a forking instance belongs to the template, so that later children have it.
    case CUE_MSG_SET:
      if (it->forks) {
        serve_set(it, request);
        forks_renew(it);
      }
      return it->forks;
    // What the template can tell without speaking needs no child.
    case CUE_MSG_PARAMS:
      if (it->forks) serve_params(it, request);
      return it->forks;
    case CUE_MSG_TRAITS:
      if (it->forks && voice) serve_traits(it, request);
      return it->forks && voice;
    case CUE_MSG_PREPARE:
      if (it->forks && voice) {
        serve_prepare(it, request);
        forks_renew(it);
      }
      return it->forks && voice;
    case CUE_MSG_INSPECT:
      if (it->forks) serve_inspect(it, request);
      return it->forks;
    case CUE_MSG_TRY:
      if (it->forks) serve_try(it, request);
      return it->forks;
    case CUE_MSG_FINGERPRINT:
      if (it->forks && voice) serve_fingerprint(it, request);
      return it->forks && voice;
    default:
      return false;
  }
}

static const struct {
  uint16_t type;
  const char *kind;  // NULL: any
  void (*serve)(instance *, job *);
} served[] = {
    {CUE_MSG_SET, NULL, serve_set},
    {CUE_MSG_PARAMS, NULL, serve_params},
    {CUE_MSG_RESET, NULL, serve_reset},
    {CUE_MSG_INSPECT, NULL, serve_inspect},
    {CUE_MSG_TRY, NULL, serve_try},
    {CUE_MSG_VOICES, CUE_KIND_VOICE, serve_voices},
    {CUE_MSG_PREPARE, CUE_KIND_VOICE, serve_prepare},
    {CUE_MSG_SPEAK, CUE_KIND_VOICE, serve_speak},
    {CUE_MSG_TRAITS, CUE_KIND_VOICE, serve_traits},
    {CUE_MSG_FINGERPRINT, CUE_KIND_VOICE, serve_fingerprint},
    {CUE_MSG_LISTEN, CUE_KIND_RECOGNIZER, serve_listen},
    {CUE_MSG_AUDIO, CUE_KIND_RECOGNIZER, serve_audio},
    {CUE_MSG_FINISH, CUE_KIND_RECOGNIZER, serve_finish},
    {CUE_MSG_CONFIGURE, CUE_KIND_DSP, serve_configure},
    {CUE_MSG_PROCESS, CUE_KIND_DSP, serve_process},
    {CUE_MSG_FLUSH, CUE_KIND_DSP, serve_flush},
    {CUE_MSG_DEVICES, CUE_KIND_DEVICE, serve_devices},
    {CUE_MSG_OPEN, CUE_KIND_DEVICE, serve_open},
    {CUE_MSG_WRITE, CUE_KIND_DEVICE, serve_write},
    {CUE_MSG_DRAIN, CUE_KIND_DEVICE, serve_drain},
    {CUE_MSG_DROP, CUE_KIND_DEVICE, serve_drop},
    {CUE_MSG_CLOSE, CUE_KIND_DEVICE, serve_close},
    {CUE_MSG_POSITION, CUE_KIND_DEVICE, serve_position},
};

bool serve_knows(uint16_t type) {
  if (type == CUE_MSG_INSPECT || type == CUE_MSG_TRY) return instruments_on();
  for (size_t i = 0; i < sizeof served / sizeof *served; i++)
    if (served[i].type == type) return true;
  return false;
}

void serve(instance *it, job *request) {
  for (size_t i = 0; i < sizeof served / sizeof *served; i++) {
    if (served[i].type != request->message.type) continue;
    if (served[i].kind && strcmp(served[i].kind, it->plugin->kind)) break;
    served[i].serve(it, request);
    return;
  }
  wire_failure(request->message.request, CUE_E_UNSUPPORTED,
               "This plugin is of a kind that does not do that.");
}

void honoured_send(uint32_t request, const cue_honoured *honoured) {
  message m = {0};
  message_start(&m, CUE_MSG_HONOURED, 0, request);
  message_u32(&m, CUE_TAG_FIELD, honoured->field);
  message_u32(&m, CUE_TAG_OUTCOME, honoured->outcome);
  message_f64(&m, CUE_TAG_VALUE, honoured->value);
  message_text(&m, CUE_TAG_TEXT, text_cut(honoured->text, 1024));
  wire_send(&m);
  message_free(&m);
}
