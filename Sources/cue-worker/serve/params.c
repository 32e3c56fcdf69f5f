// A plugin's parameters: listing them, and setting one.
#include <math.h>
#include <string.h>

#include "params.h"
#include "../plugin/hooks.h"
#include "answers.h"

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
    for (at++; *at >= '0' && *at <= '9'; at++, digits = true) whole = whole * 10 + (*at - '0'), scale *= 10;
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
      say(error, CUE_E_PERMISSION, "%.*s is a secret, and others could read it there.", (int)name.length, name.bytes);
      return CUE_E_PERMISSION;
    }
    if (info.flags & CUE_PARAM_OUTPUT) {
      say(error, CUE_E_INVALID, "%.*s shows a value; it cannot be set.", (int)name.length, name.bytes);
      return CUE_E_INVALID;
    }
    cue_param_value value = {.struct_size = sizeof value, .text = text};
    if (info.type == CUE_PARAM_CHOICE) {
      const cue_choice *chosen = NULL;
      for (uint32_t c = 0; info.choices && c < info.choice_count; c++)
        if (same_text(info.choices[c]->name, text)) chosen = info.choices[c];
      if (chosen) {
        value.number = chosen->id;
      } else {
        say(error, CUE_E_INVALID, "%.*s has no choice “%.*s”.", (int)name.length, name.bytes, (int)shown.length,
            shown.bytes);
        return CUE_E_INVALID;
      }
    } else if (info.type != CUE_PARAM_TEXT) {
      bool whole = info.type == CUE_PARAM_INTEGER;
      if (!number_of(text, &value.number) || (whole && value.number != floor(value.number)) ||
          (!(info.flags & CUE_PARAM_OPEN_ENDED) && (value.number < info.minimum || value.number > info.maximum))) {
        say(error, CUE_E_INVALID, "%.*s takes %s from %g to %g, not “%.*s”.", (int)name.length, name.bytes,
            whole ? "a whole number" : "a number", info.minimum, info.maximum, (int)shown.length, shown.bytes);
        return CUE_E_INVALID;
      }
    }
    error->sentence_length = 0;
    if (info.flags & CUE_PARAM_SECRET) it->has_secret = true;
    int32_t status = it->params->set(self, info.id, &value, error);
    if (status < 0 && error->sentence_length == 0)
      say(error, status, "%.*s was refused.", (int)name.length, name.bytes);
    if (status < 0) error->status = status;
    return status;
  }
  say(error, CUE_E_NOT_FOUND, "%s has no parameter “%.*s”.", it->plugin->id, (int)name.length, name.bytes);
  return CUE_E_NOT_FOUND;
}

void serve_params(instance *it, job *request) {
  uint32_t count = it->params ? it->params->count(it->table->self) : 0;
  for (uint32_t i = 0; i < count && i < 1024; i++) {
    cue_param_info info = {.struct_size = sizeof info};
    cue_param_info *lent = lend(&info, sizeof info, offsetof(cue_param_info, initial_text));
    int32_t known = it->params->info(it->table->self, i, lent);
    take_back(lent, &info, sizeof info);
    if (known < 0) continue;
    message m = {0};
    message_start(&m, CUE_MSG_PARAM, 0, request->message.request);
    message_u32(&m, CUE_TAG_FIELD, info.id);
    message_u32(&m, CUE_TAG_TYPE, info.type);
    message_u32(&m, CUE_TAG_FLAGS, info.flags);
    message_text(&m, CUE_TAG_NAME, info.name);
    message_text(&m, CUE_TAG_UNIT, info.unit);
    message_text(&m, CUE_TAG_DESCRIPTION, info.description);
    message_text(&m, CUE_TAG_GROUP, info.group);
    message_f64(&m, CUE_TAG_MINIMUM, info.minimum);
    message_f64(&m, CUE_TAG_MAXIMUM, info.maximum);
    message_f64(&m, CUE_TAG_INITIAL, info.initial);
    message_f64(&m, CUE_TAG_STEP, info.step);
    message_text(&m, CUE_TAG_INITIAL_TEXT, info.initial_text);
    for (uint32_t c = 0; info.choices && c < info.choice_count && c < 256; c++) {
      uint32_t choice = message_group(&m, CUE_TAG_CHOICE);
      message_u32(&m, CUE_TAG_NUMBER, info.choices[c]->id);
      message_text(&m, CUE_TAG_NAME, info.choices[c]->name);
      message_group_end(&m, choice);
    }
    wire_send(&m);
    message_free(&m);
  }
  wire_done(request->message.request, CUE_OK, NULL);
}

void serve_get(instance *it, job *request) {
  cue_param_value value = {.struct_size = sizeof value};
  int32_t status = CUE_E_NOT_FOUND;
  if (it->params)
    status = it->params->get(it->table->self, fields_u32(request->message.body, CUE_TAG_FIELD, 0), &value);
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, status);
  if (status >= 0) {
    message_f64(&m, CUE_TAG_VALUE, value.number);
    message_text(&m, CUE_TAG_TEXT, text_cut(value.text, 65536));
  }
  wire_send(&m);
  message_free(&m);
}

void serve_set(instance *it, job *request) {
  cue_error error = {.struct_size = sizeof error};
  int32_t status = set_param(it, request->message.body, &error);
  wire_done(request->message.request, status, &error);
}
