// LADSPA effects. The list asks each library once, in a child process; a library is loaded here only for an effect that
// is used.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <ladspa.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "../Bridging/bridge.h"
#include "range.h"

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
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint32_t i = 0; i < all->count; i++) {
    struct stat file = {0};
    stat(all->paths[i], &file);
    uint64_t numbers[] = {(uint64_t)file.st_ino, (uint64_t)file.st_size, (uint64_t)file.st_mtim.tv_sec,
                          (uint64_t)file.st_mtim.tv_nsec};
    for (const char *at = all->paths[i]; *at; at++) hash = (hash ^ (uint8_t)*at) * 0x100000001b3u;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) hash = (hash ^ numbers[k]) * 0x100000001b3u;
  }
  return hash;
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

static void write_ports(FILE *list, const LADSPA_Descriptor *effect) {
  char(*names)[NAME_BYTES * 2] = calloc(effect->PortCount + 1, sizeof *names);
  if (!names) abort();
  size_t named = 0;
  for (unsigned long i = 0; i < effect->PortCount; i++) {
    LADSPA_PortDescriptor kind = effect->PortDescriptors[i];
    const char *label = effect->PortNames[i];
    bridge_port port = {.index = (uint32_t)i};
    char unit[16] = "", text[NAME_BYTES * 2] = "", *name = names[named];
    if (LADSPA_IS_PORT_AUDIO(kind)) {
      port.role = LADSPA_IS_PORT_INPUT(kind) ? ROLE_INPUT : ROLE_OUTPUT;
    } else if (LADSPA_IS_PORT_OUTPUT(kind)) {
      port.role = is_latency(label) ? ROLE_LATENCY : ROLE_METER;
    } else {
      port.role = ROLE_CONTROL;
      unit_split(label, text, unit);
      name_of(text, name, NAME_BYTES);
      name_settle(name, unit, names, named++);
      range_find(&effect->PortRangeHints[i], unit, &port);
      size_t end = strlen(text);
      snprintf(text + end, sizeof text - end, "%s.",
               LADSPA_IS_HINT_LOGARITHMIC(effect->PortRangeHints[i].HintDescriptor) ? ", logarithmic" : "");
    }
    details_write_port(list, &port, port.role == ROLE_CONTROL ? name : "", unit, text, NULL);
  }
  free(names);
}

static void write_effect(FILE *list, const LADSPA_Descriptor *effect, const char *path, uint32_t number) {
  uint32_t inputs = 0, outputs = 0;
  for (unsigned long i = 0; i < effect->PortCount; i++) {
    if (!LADSPA_IS_PORT_AUDIO(effect->PortDescriptors[i])) continue;
    if (LADSPA_IS_PORT_INPUT(effect->PortDescriptors[i])) inputs++;
    else outputs++;
  }
  if (!((inputs == 1 && outputs == 1) || (inputs == 2 && outputs == 2) || (inputs == 1 && outputs == 2))) return;
  char short_id[NAME_BYTES * 2], long_id[NAME_BYTES * 3], version[32], description[200];
  name_of(effect->Label, short_id, NAME_BYTES);
  snprintf(long_id, sizeof long_id, "%s-%lu", short_id, effect->UniqueID);
  // LADSPA has no versions: the day of the file.
  struct stat file = {0};
  struct tm day;
  stat(path, &file);
  strftime(version, sizeof version, "%Y.%m.%d", gmtime_r(&file.st_mtim.tv_sec, &day));
  snprintf(description, sizeof description, "LADSPA effect %.100s, number %lu; %s.", effect->Label, effect->UniqueID,
           outputs == 1  ? "each channel alone"
           : inputs == 2 ? "stereo"
                         : "mono to stereo");
  bool is_gpl;
  const char *licence = licence_of(effect->Copyright, &is_gpl);
  details_write_effect(list, &(bridge_found){.short_id = short_id,
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
                                             .outputs = outputs,
                                             .flags = is_gpl ? CUE_FLAG_LINKS_GPL : 0});
  write_ports(list, effect);
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
                           .stamp = stamp,
                           .search = search,
                           .load = load,
                           .make = make,
                           .connect = connect,
                           .activate = activate,
                           .run = run,
                           .deactivate = deactivate,
                           .end = end};
