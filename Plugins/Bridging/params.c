// The parameters of one effect. Their values are kept as they were set; the effect gets them as floats, within what it
// takes at this sample rate. Meters are what it has written last.
#include <float.h>
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
  it->shown = calloc(it->port_count + 1, sizeof *it->shown);
  it->numbers = calloc(it->port_count + 1, sizeof *it->numbers);
  it->values = calloc(it->port_count + 1, sizeof *it->values);
  if (!it->shown || !it->numbers || !it->values) return params_close(it), false;
  for (uint32_t i = 0; i < it->port_count; i++) {
    if (!port_is_param(&it->ports[i])) continue;
    it->numbers[it->count] = it->ports[i].info.initial;
    it->shown[it->count++] = i;
  }
  params_apply(it, (uint32_t)REFERENCE_RATE);
  params_forget(it);
  return true;
}

void params_close(bridge_params *it) {
  for (uint32_t i = 0; it->ports && i < it->port_count; i++) free(it->ports[i].memory);
  free(it->ports);
  free(it->shown);
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
  return fill(out, &it->ports[it->shown[index]].info, sizeof(cue_param_info));
}

// The place of parameter `id`; `count` if there is none.
static uint32_t place_of(const bridge_params *it, uint32_t id) {
  uint32_t at = 0;
  while (at < it->count && it->ports[it->shown[at]].info.id != id) at++;
  return at;
}

static double meter_of(const bridge_port *port, float value) {
  if (!isfinite(value)) return 0;
  return port->info.type == CUE_PARAM_SWITCH ? value > 0 : value;
}

int32_t params_get(const bridge_params *it, uint32_t id, cue_param_value *out) {
  uint32_t at = place_of(it, id);
  if (at == it->count) return CUE_E_NOT_FOUND;
  const bridge_port *port = &it->ports[it->shown[at]];
  bool is_meter = port->role == ROLE_METER;
  cue_param_value ours = {.struct_size = sizeof ours,
                          .number = is_meter ? meter_of(port, it->values[it->shown[at]]) : it->numbers[at]};
  return fill(out, &ours, sizeof ours);
}

// Whether it is one of its choices; says which in `at`.
static bool is_choice(const cue_param_info *info, double number, uint32_t *at) {
  for (*at = 0; *at < info->choice_count; ++*at)
    if (info->choices[*at]->id == number) return true;
  return false;
}

int32_t params_check(const bridge_params *it, uint32_t id, double number, cue_error *error) {
  uint32_t at = place_of(it, id), choice;
  if (at == it->count) return say(error, CUE_E_NOT_FOUND, "There is no such parameter.");
  const cue_param_info *info = &it->ports[it->shown[at]].info;
  int length = (int)info->name.length;
  const char *name = info->name.bytes;
  if (info->flags & CUE_PARAM_OUTPUT)
    return say(error, CUE_E_INVALID, "%.*s shows a value; it cannot be set.", length, name);
  if (info->type == CUE_PARAM_CHOICE) {
    if (is_choice(info, number, &choice)) return CUE_OK;
    return say(error, CUE_E_INVALID, "%.*s has no such choice.", length, name);
  }
  bool is_whole = info->type != CUE_PARAM_NUMBER, is_open = info->flags & CUE_PARAM_OPEN_ENDED;
  double least = info->type == CUE_PARAM_SWITCH ? 0 : info->minimum;
  double most = info->type == CUE_PARAM_SWITCH ? 1 : info->maximum;
  bool is_within = is_open ? isfinite(number) : number >= least && number <= most;
  if (is_within && (!is_whole || number == floor(number))) return CUE_OK;
  if (is_open) return say(error, CUE_E_INVALID, "%.*s takes %s.", length, name, is_whole ? "whole numbers" : "numbers");
  return say(error, CUE_E_INVALID, "%.*s takes %s from %g to %g.", length, name, is_whole ? "whole numbers" : "numbers",
             least, most);
}

// The value of a control as the effect gets it: within the bounds that it names itself.
static float value_of(const bridge_port *port, double number, uint32_t rate) {
  uint32_t choice;
  if (port->info.type == CUE_PARAM_CHOICE)
    return is_choice(&port->info, number, &choice) ? (float)port->values[choice] : 0;
  // Above the reference rate nothing is lost; below it, half of the rate is less than the list says.
  double scale = port->is_relative ? fmin(rate / REFERENCE_RATE, 1) : 1;
  if (port->has_most) number = fmin(number, port->info.maximum * scale);
  if (port->has_least) number = fmax(number, port->info.minimum * scale);
  return (float)fmax(fmin(number, FLT_MAX), -FLT_MAX);
}

void params_set(bridge_params *it, uint32_t id, double number, uint32_t rate) {
  uint32_t at = place_of(it, id);
  if (at == it->count) return;
  it->numbers[at] = number;
  it->values[it->shown[at]] = value_of(&it->ports[it->shown[at]], number, rate);
}

void params_apply(bridge_params *it, uint32_t rate) {
  for (uint32_t i = 0; i < it->port_count; i++) {
    const bridge_port *port = &it->ports[i];
    if (port->role == ROLE_FIXED) it->values[i] = (float)port->info.initial;
  }
  for (uint32_t at = 0; at < it->count; at++) {
    const bridge_port *port = &it->ports[it->shown[at]];
    if (port->role == ROLE_CONTROL) it->values[it->shown[at]] = value_of(port, it->numbers[at], rate);
  }
}

void params_forget(bridge_params *it) {
  for (uint32_t i = 0; i < it->port_count; i++)
    if (it->ports[i].role == ROLE_METER) it->values[i] = (float)it->ports[i].info.initial;
}
