// One effect as lines of text: a line for the effect, and one for each port.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"

// How many bytes of UTF-8 a character has at `text`; 0 if it is none.
static int utf8_bytes(const unsigned char *text) {
  int count = text[0] < 0x80   ? 1
              : text[0] < 0xc2 ? 0
              : text[0] < 0xe0 ? 2
              : text[0] < 0xf0 ? 3
              : text[0] < 0xf5 ? 4
                               : 0;
  for (int i = 1; i < count; i++)
    if ((text[i] & 0xc0) != 0x80) return 0;
  if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f)) return 0;
  if ((text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f)) return 0;
  return count;
}

// LADSPA says nothing of encodings: what is no UTF-8 becomes a question mark.
static void write_text(FILE *out, const char *text) {
  fputc('\t', out);
  while (text && *text) {
    int bytes = utf8_bytes((const unsigned char *)text);
    bool is_control = (unsigned char)*text < ' ' || *text == 127;
    if (bytes < 2) fputc(!bytes ? '?' : is_control ? ' ' : *text, out), text++;
    else
      while (bytes--) fputc(*text++, out);
  }
}

static void write_whole(FILE *out, uint32_t number) { fprintf(out, "\t%" PRIu32, number); }

// The bits, so that no locale has a say.
static void write_number(FILE *out, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  fprintf(out, "\t%" PRIx64, bits);
}

void details_write_effect(FILE *out, const bridge_found *found) {
  const char *const texts[] = {found->short_id, found->long_id, found->name, found->vendor,
                               found->version,  found->licence, found->url,  found->description,
                               found->file,     found->folder,  found->code};
  fputc('E', out);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) write_text(out, texts[i]);
  write_whole(out, found->number);
  write_whole(out, found->inputs);
  write_whole(out, found->sides);
  write_whole(out, found->outputs);
  write_whole(out, found->flags);
  write_whole(out, found->whole_blocks);
  write_whole(out, found->features);
  fputc('\n', out);
}

void details_write_port(FILE *out, const bridge_port *port, const char *name, const char *unit, const char *description,
                        const char *group, const char *const *choices) {
  fputc('P', out);
  write_whole(out, port->role);
  write_whole(out, port->index);
  write_whole(out, port->is_relative);
  write_whole(out, port->has_least);
  write_whole(out, port->has_most);
  write_whole(out, port->info.type);
  write_whole(out, port->info.flags);
  write_number(out, port->info.minimum);
  write_number(out, port->info.maximum);
  write_number(out, port->info.initial);
  write_text(out, name);
  write_text(out, unit);
  write_text(out, description);
  write_text(out, group);
  write_whole(out, port->info.choice_count);
  for (uint32_t i = 0; i < port->info.choice_count; i++) {
    write_number(out, port->values[i]);
    write_text(out, choices[i]);
  }
  fputc('\n', out);
}

char *field_next(char **line) {
  char *field = *line;
  if (!field) return NULL;
  char *end = strchr(field, '\t');
  if (end) *end = '\0';
  *line = end ? end + 1 : NULL;
  return field;
}

static uint32_t whole_next(char **line) {
  char *field = field_next(line);
  return field ? (uint32_t)strtoul(field, NULL, 10) : 0;
}

static double number_next(char **line) {
  char *field = field_next(line);
  uint64_t bits = field ? strtoull(field, NULL, 16) : 0;
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static cue_text text_next(char **line) {
  char *field = field_next(line);
  return (cue_text){field ? field : "", field ? (uint32_t)strlen(field) : 0, 0};
}

// A choice is the same number in every version of the effect, wherever it stands: its value, or the bits of that, if not all
// of them are small whole numbers.
static uint32_t choice_id(const double *values, uint32_t count, uint32_t at) {
  bool are_whole = true;
  for (uint32_t i = 0; i < count; i++)
    are_whole &= values[i] >= 0 && values[i] <= 65535 && values[i] == floor(values[i]);
  if (are_whole) return (uint32_t)values[at];
  float value = (float)values[at];
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static bool read_choices(char *line, bridge_port *port, uint32_t count) {
  cue_param_info *info = &port->info;
  const cue_choice **pointers;
  cue_choice *choices;
  double *values;
  if (!(info->initial >= 0 && info->initial < count)) return false;
  char *memory = calloc(count, sizeof *pointers + sizeof *choices + sizeof *values);
  if (!memory) return false;
  port->memory = memory;
  port->values = values = (double *)(void *)memory;
  choices = (cue_choice *)(void *)(values + count);
  pointers = (const cue_choice **)(void *)(choices + count);
  for (uint32_t i = 0; i < count; i++) {
    values[i] = number_next(&line);
    choices[i] = (cue_choice){.struct_size = sizeof *choices, .name = text_next(&line)};
    pointers[i] = &choices[i];
  }
  for (uint32_t i = 0; i < count; i++) choices[i].id = choice_id(values, count, i);
  info->choices = pointers;
  info->choice_count = count;
  info->initial = choices[(uint32_t)info->initial].id;
  info->minimum = info->maximum = 0;
  return true;
}

static bool read_port(char *line, bridge_port *port) {
  char *kind = field_next(&line);
  if (!kind || strcmp(kind, "P")) return false;
  port->role = whole_next(&line);
  port->index = whole_next(&line);
  port->is_relative = whole_next(&line) != 0;
  cue_param_info *info = &port->info;
  info->struct_size = sizeof *info;
  info->id = param_id_of(port);
  port->has_least = whole_next(&line) != 0;
  port->has_most = whole_next(&line) != 0;
  info->type = whole_next(&line);
  info->flags = whole_next(&line);
  // The scale of a meter is no limit.
  if (port->role == ROLE_METER) info->flags |= CUE_PARAM_OUTPUT | CUE_PARAM_OPEN_ENDED;
  else info->flags |= CUE_PARAM_SOUND | CUE_PARAM_LIVE;
  info->minimum = number_next(&line);
  info->maximum = number_next(&line);
  info->initial = number_next(&line);
  info->step = info->type == CUE_PARAM_INTEGER ? 1 : 0;
  info->name = text_next(&line);
  info->unit = text_next(&line);
  info->description = text_next(&line);
  info->group = text_next(&line);
  uint32_t count = whole_next(&line);
  if (!(info->minimum <= info->initial && info->initial <= info->maximum) || count > 256) return false;
  return !count || read_choices(line, port, count);
}

// Their text lies after the array.
bridge_port *details_read(const bridge_effect *effect, uint32_t *count) {
  uint32_t lines = 0;
  for (size_t i = 0; i < effect->details_length; i++) lines += effect->details[i] == '\n';
  bridge_port *ports = calloc(1, (lines + 1) * sizeof *ports + effect->details_length + 1);
  if (!ports) return NULL;
  char *text = (char *)(ports + lines + 1);
  memcpy(text, effect->details, effect->details_length);
  *count = lines;
  for (uint32_t i = 0; i < lines; i++) {
    char *end = strchr(text, '\n');
    if (end) *end = '\0';
    if (!end || !read_port(text, &ports[i])) {
      for (uint32_t made = 0; made <= i; made++) free(ports[made].memory);
      free(ports);
      return NULL;
    }
    text = end + 1;
  }
  return ports;
}
