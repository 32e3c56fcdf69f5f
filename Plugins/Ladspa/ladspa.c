// LADSPA effects. The list asks each library once, in a child process; a library is loaded here only for an effect that
// is used.
#define _GNU_SOURCE
#include <cue/needs.h>
#include <dirent.h>
#include <dlfcn.h>
#include <ladspa.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "../Bridging/bridge.h"
#include "classes.h"
#include "range.h"

CUE_PLUGIN_NEEDS(
    "$cache\n"
    "watch:/usr/lib/ladspa\n"
    "watch:/usr/local/lib/ladspa\n")

// The libraries, folder by folder, each folder by name.
typedef struct {
  char **paths;
  uint32_t count;
} libraries;

static const libraries *all_libraries(void);

static char *search_path(void) {
  const char *named = getenv("LADSPA_PATH"), *home = getenv("HOME");
  char *path = NULL;
  if (named && *named) return strdup(named);
  if (asprintf(&path, "/usr/lib/ladspa:/usr/local/lib/ladspa:%s%s", home ? home : "", home ? "/.ladspa" : "") < 0)
    return NULL;
  return path;
}

static int is_library(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 3 && entry->d_name[0] != '.' && !strcmp(entry->d_name + length - 3, ".so");
}

static const libraries *all_libraries(void) {
  static libraries all;
  static bool is_read;
  if (is_read) return &all;
  is_read = true;
  char *path = search_path(), *rest = path;
  for (char *folder; rest && (folder = strsep(&rest, ":"));) {
    struct dirent **entries;
    int count = *folder ? scandir(folder, &entries, is_library, alphasort) : -1;
    for (int i = 0; i < count; i++) {
      char **more = realloc(all.paths, (all.count + 1) * sizeof *more);
      if (more) all.paths = more;
      if (more && asprintf(&more[all.count], "%s/%s", folder, entries[i]->d_name) > 0) all.count++;
      free(entries[i]);
    }
    if (count >= 0) free(entries);
  }
  free(path);
  return &all;
}

static uint64_t stamp(void) {
  const libraries *all = all_libraries();
  uint64_t stamp = classes_stamp();
  for (uint32_t i = 0; i < all->count; i++) {
    stamp = stamp_bytes(stamp, all->paths[i], strlen(all->paths[i]));
    stamp = stamp_file(stamp, all->paths[i]);
  }
  return stamp;
}

// Some libraries use mathematics and do not say so.
static void *open_library(const char *path) {
  dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

static const LADSPA_Descriptor *descriptor_of(void *library, unsigned long number) {
  LADSPA_Descriptor_Function function = NULL;
  if (library) *(void **)&function = dlsym(library, "ladspa_descriptor");
  return function ? function(number) : NULL;
}

// The list.

static bool is_latency(const char *name) { return !strcmp(name, "latency") || !strcmp(name, "_latency"); }

// Sound that an effect listens to has no mark but its name.
static bool is_side(const char *name) {
  static const char *const words[] = {"sidechain", "side-chain", "side chain", "carrier", "modulator"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcasestr(name, words[i])) return true;
  return false;
}

static uint32_t role_of(const LADSPA_Descriptor *effect, unsigned long port, bool has_side) {
  LADSPA_PortDescriptor kind = effect->PortDescriptors[port];
  if (LADSPA_IS_PORT_AUDIO(kind)) {
    if (!LADSPA_IS_PORT_INPUT(kind)) return ROLE_OUTPUT;
    return has_side && is_side(effect->PortNames[port]) ? ROLE_SIDECHAIN : ROLE_INPUT;
  }
  if (LADSPA_IS_PORT_INPUT(kind)) return ROLE_CONTROL;
  return is_latency(effect->PortNames[port]) ? ROLE_LATENCY : ROLE_METER;
}

static void write_port(FILE *list, const LADSPA_Descriptor *effect, unsigned long at, uint32_t role, const char *name) {
  bridge_port port = {.index = (uint32_t)at, .role = role};
  char unit[16] = "", text[NAME_BYTES * 2] = "";
  if (port_is_param(&port)) {
    unit_split(effect->PortNames[at], text, unit);
    range_find(&effect->PortRangeHints[at], unit, &port);
    size_t end = strlen(text);
    snprintf(text + end, sizeof text - end, ".");
  }
  details_write_port(list, &port, name, unit, text, "", NULL);
}

// Meters are named after all controls, whose names must not depend on them.
static void write_ports(FILE *list, const LADSPA_Descriptor *effect, bool has_side) {
  char(*names)[NAME_BYTES * 2] = calloc(2 * effect->PortCount + 2, sizeof *names), (*of_port)[NAME_BYTES * 2];
  if (!names) abort();
  of_port = names + effect->PortCount + 1;
  size_t named = 0;
  for (int pass = 0; pass < 2; pass++)
    for (unsigned long i = 0; i < effect->PortCount; i++) {
      char unit[16], text[NAME_BYTES * 2];
      if (role_of(effect, i, has_side) != (pass ? ROLE_METER : ROLE_CONTROL)) continue;
      unit_split(effect->PortNames[i], text, unit);
      name_of(text, names[named], NAME_BYTES);
      name_settle(names[named], unit, names, named);
      strcpy(of_port[i], names[named++]);
    }
  for (unsigned long i = 0; i < effect->PortCount; i++)
    write_port(list, effect, i, role_of(effect, i, has_side), of_port[i]);
  free(names);
}

static uint32_t features_of(const LADSPA_Descriptor *effect) {
  uint32_t features = classes_find(effect->UniqueID);
  if (!features) features = features_of_words(effect->Name);
  return features ? features : features_of_words(effect->Label);
}

static void write_effect(FILE *list, const LADSPA_Descriptor *effect, const char *path, uint32_t number) {
  uint32_t inputs = 0, sides = 0, outputs = 0;
  for (unsigned long i = 0; i < effect->PortCount; i++) {
    uint32_t role = role_of(effect, i, true);
    inputs += role == ROLE_INPUT;
    sides += role == ROLE_SIDECHAIN;
    outputs += role == ROLE_OUTPUT;
  }
  // One that does nothing but listen to a side chain works on that.
  bool has_side = inputs > 0;
  if (!has_side) inputs = sides, sides = 0;
  if (!inputs || !outputs || inputs > 64 || sides > 64 || outputs > 64) return;
  char short_id[NAME_BYTES * 2], long_id[NAME_BYTES * 3], version[32], channels[64], description[260];
  name_of(effect->Label, short_id, NAME_BYTES);
  snprintf(long_id, sizeof long_id, "%s-%lu", short_id, effect->UniqueID);
  // LADSPA has no versions: the day of the file.
  struct stat file = {0};
  struct tm day;
  stat(path, &file);
  strftime(version, sizeof version, "%Y.%m.%d", gmtime_r(&file.st_mtim.tv_sec, &day));
  channels_words(inputs, sides, outputs, channels, sizeof channels);
  snprintf(description, sizeof description, "LADSPA effect %.100s, number %lu; %s.", effect->Label, effect->UniqueID,
           channels);
  bool is_gpl;
  const char *licence = licence_of(effect->Copyright, &is_gpl);
  bool is_realtime = LADSPA_IS_HARD_RT_CAPABLE(effect->Properties);
  details_write_effect(
      list, &(bridge_found){.short_id = short_id,
                            .long_id = long_id,
                            .name = effect->Name && *effect->Name ? effect->Name : effect->Label,
                            .vendor = effect->Maker,
                            .version = version,
                            .licence = licence,
                            .url = "",
                            .description = description,
                            .file = path,
                            .folder = "",
                            .code = effect->Label,
                            .number = number,
                            .inputs = inputs,
                            .sides = sides,
                            .outputs = outputs,
                            .flags = (is_gpl ? CUE_FLAG_LINKS_GPL : 0) | (is_realtime ? 0 : CUE_FLAG_NOT_REALTIME),
                            .features = features_of(effect) | features_of_sound(inputs, sides, outputs)});
  write_ports(list, effect, has_side);
}

static bool search(uint32_t step, FILE *list, char *name, size_t room) {
  const libraries *all = all_libraries();
  if (step >= all->count) return false;
  snprintf(name, room, "%s", all->paths[step]);
  void *library = open_library(all->paths[step]);
  const LADSPA_Descriptor *effect;
  for (uint32_t number = 0; number < 1000 && (effect = descriptor_of(library, number)); number++)
    write_effect(list, effect, all->paths[step], number);
  return true;
}

// One effect.

typedef struct {
  LADSPA_Handle handle;
  const LADSPA_Descriptor *effect;
} made;

static const void *load(const bridge_effect *effect, char *sentence, size_t room) {
  void *library = open_library(effect->file);
  const LADSPA_Descriptor *found = descriptor_of(library, effect->number);
  if (found && !strcmp(found->Label, effect->code) && found->instantiate && found->connect_port && found->run)
    return found;
  if (library) snprintf(sentence, room, "%s no longer has the effect %s.", effect->file, effect->code);
  else snprintf(sentence, room, "The loader says: %s.", dlerror());
  return NULL;
}

static void *make(const void *code, const bridge_effect *effect, uint32_t rate) {
  made *it = calloc(1, sizeof *it);
  (void)effect;
  if (!it) return NULL;
  it->effect = code;
  it->handle = it->effect->instantiate(it->effect, rate);
  if (it->handle) return it;
  free(it);
  return NULL;
}

static void connect(void *handle, uint32_t port, void *data) {
  made *it = handle;
  it->effect->connect_port(it->handle, port, data);
}

static void activate(void *handle) {
  made *it = handle;
  if (it->effect->activate) it->effect->activate(it->handle);
}

static void run(void *handle, uint32_t frames) {
  made *it = handle;
  it->effect->run(it->handle, frames);
}

static void deactivate(void *handle) {
  made *it = handle;
  if (it->effect->deactivate) it->effect->deactivate(it->handle);
}

static void end(void *handle) {
  made *it = handle;
  if (it->effect->cleanup) it->effect->cleanup(it->handle);
  free(it);
}

const bridge the_bridge = {.name = "ladspa",
                           .title = "LADSPA",
                           .path = search_path,
                           .stamp = stamp,
                           .search = search,
                           .load = load,
                           .make = make,
                           .connect = connect,
                           .activate = activate,
                           .run = run,
                           .deactivate = deactivate,
                           .end = end};
