// Names that users type, units, and licences.
#define _GNU_SOURCE
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "bridge.h"

void name_of(const char *text, char *out, size_t room) {
  size_t used = 0;
  bool gap = false;
  for (; *text && used + 2 < room; text++) {
    unsigned char letter = (unsigned char)*text;
    if (letter < 128 && isalnum(letter)) {
      if (gap && used) out[used++] = '-';
      out[used++] = (char)tolower(letter);
      gap = false;
    } else {
      gap = true;
    }
  }
  if (!used) out[used++] = 'x';
  out[used] = '\0';
}

const char *unit_known(const char *unit) {
  static const char *const known[][2] = {
      {"db", "dB"},        {"hz", "Hz"},       {"hertz", "Hz"},    {"khz", "kHz"},    {"s", "s"},
      {"sec", "s"},        {"secs", "s"},      {"seconds", "s"},   {"ms", "ms"},      {"msecs", "ms"},
      {"%", "%"},          {"percent", "%"},   {"st", "st"},       {"us", "us"},      {"min", "min"},
      {"semitones", "st"}, {"semitone", "st"}, {"cents", "cents"}, {"cent", "cents"}, {"bpm", "bpm"},
      {"degrees", "deg"},  {"deg", "deg"},     {"octaves", "oct"}, {"oct", "oct"},    {"samples", "frames"},
      {"m", "m"},          {"bits", "bits"},   {"decibels", "dB"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcasecmp(unit, known[i][0])) return known[i][1];
  return NULL;
}

void channels_words(uint32_t inputs, uint32_t sides, uint32_t outputs, char *out, size_t room) {
  int used = 0;
  if (inputs == 1 && outputs == 1) used = snprintf(out, room, "each channel alone");
  else if (inputs == 2 && outputs == 2) used = snprintf(out, room, "stereo");
  else if (inputs == 1 && outputs == 2) used = snprintf(out, room, "mono to stereo");
  else if (inputs == 2 && outputs == 1) used = snprintf(out, room, "stereo to mono");
  else if (inputs == 1) used = snprintf(out, room, "mono to %u channels", outputs);
  else if (outputs == 1) used = snprintf(out, room, "%u channels to mono", inputs);
  else used = snprintf(out, room, "%u channels to %u", inputs, outputs);
  if (sides && used > 0 && (size_t)used < room) snprintf(out + used, room - (size_t)used, ", with a side chain");
}

void unit_split(const char *text, char label[NAME_BYTES * 2], char unit[16]) {
  snprintf(label, NAME_BYTES * 2, "%s", text);
  *unit = '\0';
  size_t length = strlen(label);
  while (length && isspace((unsigned char)label[length - 1])) label[--length] = '\0';
  char last = length ? label[length - 1] : '\0';
  char *open = last == ')' ? strrchr(label, '(') : last == ']' ? strrchr(label, '[') : NULL;
  if (!open || open == label) return;
  char inside[NAME_BYTES * 2];
  snprintf(inside, sizeof inside, "%.*s", (int)(label + length - 1 - (open + 1)), open + 1);
  const char *known = unit_known(inside);
  if (!known) return;
  snprintf(unit, 16, "%s", known);
  while (open > label && isspace((unsigned char)open[-1])) open--;
  *open = '\0';
}

// Cue means a factor of all sound by "tempo" and "speed", semitones of all sound by "pitch", and the level of all sound
// by a name in dB that ends with "gain". An effect may mean one band, or an oscillator.
static bool has_meaning(const char *name, const char *unit) {
  size_t length = strlen(name);
  if (!strcmp(name, "tempo") || !strcmp(name, "speed") || !strcmp(name, "pitch")) return true;
  return !strcmp(unit, "dB") && length >= 4 && !strcmp(name + length - 4, "gain");
}

static bool is_taken(const char *name, char (*earlier)[NAME_BYTES * 2], size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(name, earlier[i])) return true;
  return false;
}

void name_settle(char name[NAME_BYTES * 2], const char *unit, char (*earlier)[NAME_BYTES * 2], size_t count) {
  char ending[NAME_BYTES * 2], plain[NAME_BYTES * 2];
  if (has_meaning(name, unit)) {
    name_of(*unit && strcmp(unit, "%") ? unit : "control", ending, sizeof ending);
    snprintf(plain, sizeof plain, "%.50s-%.12s", name, ending);
    strcpy(name, plain);
  }
  strcpy(plain, name);
  for (unsigned number = 2; is_taken(name, earlier, count); number++)
    snprintf(name, NAME_BYTES * 2, "%.56s-%u", plain, number);
}

const char *licence_of(const char *words, bool *is_gpl) {
  static const struct {
    const char *word, *licence;
    bool is_gpl;
  } known[] = {
      {"lgpl-3", "LGPL-3.0-or-later", false},
      {"lgpl-2", "LGPL-2.1-or-later", false},
      {"lgpl", "LGPL-2.0-or-later", false},
      {"agpl", "AGPL-3.0-or-later", true},
      {"gpl-3", "GPL-3.0-or-later", true},
      {"gplv3", "GPL-3.0-or-later", true},
      {"gpl3", "GPL-3.0-or-later", true},
      {"gpl-2", "GPL-2.0-or-later", true},
      {"gplv2", "GPL-2.0-or-later", true},
      {"gpl2", "GPL-2.0-or-later", true},
      {"gpl", "GPL-1.0-or-later", true},
      {"general public", "GPL-1.0-or-later", true},
      {"isc", "ISC", false},
      {"/mit", "MIT", false},
      {"mit license", "MIT", false},
      {"bsd", "BSD-3-Clause", false},
      {"public domain", "LicenseRef-public-domain", false},
  };
  for (size_t i = 0; words && i < sizeof known / sizeof *known; i++) {
    if (!strcasestr(words, known[i].word)) continue;
    *is_gpl = known[i].is_gpl;
    return known[i].licence;
  }
  *is_gpl = false;
  return "";
}
