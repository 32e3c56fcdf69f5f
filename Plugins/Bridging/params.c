// The parameters of one effect. Their values are kept as they were set; the effect gets them as floats, within what it
// takes at this sample rate.
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"

int32_t say(cue_error *error, int32_t status, const char *format, ...) {
  if (!error || error->struct_size < sizeof *error) return status;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(error->sentence, sizeof error->sentence, format, arguments);
  va_end(arguments);
  error->status = status;
  error->sentence_length = length < 0 ? 0 : (uint32_t)length;
  if (error->sentence_length >= sizeof error->sentence) error->sentence_length = sizeof error->sentence - 1;
  return status;
}

bool params_open(bridge_params *it, const bridge_effect *effect) {
  *it = (bridge_params){0};
  it->ports = details_read(effect, &it->port_count);
  if (!it->ports) return false;
  it->controls = calloc(it->port_count + 1, sizeof *it->controls);
  it->numbers = calloc(it->port_count + 1, sizeof *it->numbers);
  it->values = calloc(it->port_count + 1, sizeof *it->values);
  if (!it->controls || !it->numbers || !it->values) return params_close(it), false;
  for (uint32_t i = 0; i < it->port_count; i++) {
    if (it->ports[i].role != ROLE_CONTROL) continue;
    it->numbers[it->count] = it->ports[i].info.initial;
    it->controls[it->count++] = i;
  }
  params_apply(it, (uint32_t)REFERENCE_RATE);
  return true;
}

void params_close(bridge_params *it) {
  for (uint32_t i = 0; it->ports && i < it->port_count; i++) {
    free(it->ports[i].choices);
    free((void *)it->ports[i].values);
  }
  free(it->ports);
  free(it->controls);
  free(it->numbers);
  free(it->values);
  *it = (bridge_params){0};
}

// A caller's struct is shorter than ours where the host is older.
static int32_t fill(void *out, const void *ours, size_t size) {
  uint32_t room;
  memcpy(&room, out, sizeof room);
  if (room > sizeof room)
    memcpy((char *)out + sizeof room, (const char *)ours + sizeof room, (room < size ? room : size) - sizeof room);
  return CUE_OK;
}

int32_t params_info(const bridge_params *it, uint32_t index, cue_param_info *out) {
  if (index >= it->count) return CUE_E_NOT_FOUND;
  return fill(out, &it->ports[it->controls[index]].info, sizeof(cue_param_info));
}

// The place of parameter `id` among the controls; `count` if there is none.
static uint32_t control_of(const bridge_params *it, uint32_t id) {
  uint32_t at = 0;
  while (at < it->count && it->ports[it->controls[at]].info.id != id) at++;
  return at;
}

int32_t params_get(const bridge_params *it, uint32_t id, cue_param_value *out) {
  uint32_t at = control_of(it, id);
  if (at == it->count) return CUE_E_NOT_FOUND;
  cue_param_value ours = {.struct_size = sizeof ours, .number = it->numbers[at]};
  return fill(out, &ours, sizeof ours);
}

int32_t params_check(const bridge_params *it, uint32_t id, double number, cue_error *error) {
  uint32_t at = control_of(it, id);
  if (at == it->count) return say(error, CUE_E_NOT_FOUND, "There is no such parameter.");
  const cue_param_info *info = &it->ports[it->controls[at]].info;
  bool is_whole = info->type != CUE_PARAM_NUMBER;
  double least = info->type == CUE_PARAM_SWITCH || info->type == CUE_PARAM_CHOICE ? 0 : info->minimum;
  double most = info->type == CUE_PARAM_SWITCH   ? 1
                : info->type == CUE_PARAM_CHOICE ? info->choice_count - 1.0
                                                 : info->maximum;
  if (number >= least && number <= most && (!is_whole || number == floor(number))) return CUE_OK;
  return say(error, CUE_E_INVALID, "%.*s takes %s from %g to %g.", (int)info->name.length, info->name.bytes,
             is_whole ? "whole numbers" : "numbers", least, most);
}

// The value of a control as the effect gets it.
static float value_of(const bridge_port *port, double number, uint32_t rate) {
  if (port->info.type == CUE_PARAM_CHOICE) return (float)port->values[(size_t)number];
  double scale = rate / REFERENCE_RATE;
  // Above the reference rate nothing is lost; below it, half of the rate is less than the list says.
  if (port->is_relative && scale < 1)
    number = fmax(port->info.minimum * scale, fmin(port->info.maximum * scale, number));
  return (float)number;
}

void params_set(bridge_params *it, uint32_t id, double number, uint32_t rate) {
  uint32_t at = control_of(it, id);
  if (at == it->count) return;
  it->numbers[at] = number;
  it->values[it->controls[at]] = value_of(&it->ports[it->controls[at]], number, rate);
}

void params_apply(bridge_params *it, uint32_t rate) {
  for (uint32_t i = 0; i < it->port_count; i++) {
    const bridge_port *port = &it->ports[i];
    if (port->role == ROLE_FIXED) it->values[i] = (float)port->info.initial;
  }
  for (uint32_t at = 0; at < it->count; at++)
    it->values[it->controls[at]] = value_of(&it->ports[it->controls[at]], it->numbers[at], rate);
}
