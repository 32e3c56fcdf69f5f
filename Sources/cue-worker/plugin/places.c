#define _GNU_SOURCE
#include "places.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../process/end.h"

static char folder[PATH_MAX], name[PATH_MAX];  // of the plugin's file, the name without "lib" and ".so"

void places_of_file(const char *path) {
  char *whole = realpath(path, NULL);
  snprintf(folder, sizeof folder, "%s", whole ? whole : path);
  free(whole);
  char *file = strrchr(folder, '/');
  snprintf(name, sizeof name, "%s", file ? file + 1 : folder);
  if (file) *file = '\0';
  else snprintf(folder, sizeof folder, ".");
  char *end = strstr(name, ".so");
  if (end) *end = '\0';
  if (!strncmp(name, "lib", 3)) memmove(name, name + 3, strlen(name + 3) + 1);
}

// A folder of the user's: "data" and "XDG_DATA_HOME" and ".local/share"; false if the environment says none.
static bool user_folder(const char *kind, const char *variable, const char *usual, char *out, size_t size) {
  const char *all = getenv("CUE_HOME"), *own = getenv(variable), *home = getenv("HOME");
  if (all && *all) return snprintf(out, size, "%s/%s/cue", all, kind) > 0;
  if (own && *own == '/') return snprintf(out, size, "%s/cue", own) > 0;
  return home && *home && snprintf(out, size, "%s/%s/cue", home, usual) > 0;
}

// The models that are installed beside a folder of plugins.
static void installed_models(char *out, size_t size) {
  static const char plugins[] = "/lib/cue/plugins";
  size_t length = strlen(folder), ending = sizeof plugins - 1;
  if (length > ending && !strcmp(folder + length - ending, plugins)) length -= ending;
  else
    while (length > 1 && folder[length] != '/') length--;
  snprintf(out, size, "%.*s/share/cue/models", (int)length, folder);
}

// A library of many plugins has one cache and one folder of its own, as the host grants them.
static bool path_of(uint32_t place, uint32_t index, char *out, size_t size) {
  char base[PATH_MAX];
  if (index > (place == CUE_PLACE_MODELS)) return false;
  switch (place) {
    case CUE_PLACE_MODELS:
      if (index == 1) return installed_models(out, size), true;
      return user_folder("data", "XDG_DATA_HOME", ".local/share", base, sizeof base) &&
             snprintf(out, size, "%s/models", base) > 0;
    case CUE_PLACE_CACHE:
      return user_folder("cache", "XDG_CACHE_HOME", ".cache", base, sizeof base) &&
             snprintf(out, size, "%s/plugins/%s", base, name) > 0;
    case CUE_PLACE_OWN:
      return user_folder("data", "XDG_DATA_HOME", ".local/share", base, sizeof base) &&
             snprintf(out, size, "%s/plugins/%s", base, name) > 0;
    case CUE_PLACE_PLUGIN: return snprintf(out, size, "%s", folder) > 0;
    default: return false;
  }
}

// Paths that were given, which live as long as the process.
typedef struct given {
  struct given *next;
  char path[];
} given;

static int32_t place(void *data, void *context, uint32_t place, uint32_t index, cue_text *out) {
  (void)data;
  (void)context;
  static given *all;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  char path[PATH_MAX + NAME_MAX + 64];
  *out = (cue_text){0};
  if (!path_of(place, index, path, sizeof path)) return CUE_E_NOT_FOUND;
  pthread_mutex_lock(&lock);
  given *each = all;
  while (each && strcmp(each->path, path)) each = each->next;
  if (!each) {
    each = malloc(sizeof *each + strlen(path) + 1);
    if (!each) worker_end("out of memory");
    strcpy(each->path, path);
    each->next = all;
    all = each;
  }
  pthread_mutex_unlock(&lock);
  *out = (cue_text){each->path, (uint32_t)strlen(each->path), 0};
  return CUE_OK;
}

const cue_places *places_table(void) {
  static const cue_places table = {.struct_size = sizeof table, .place = place};
  return &table;
}

cue_text user_language(void) {
  static char tag[16];
  static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  const char *locale = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !(locale && *locale); i++) locale = getenv(names[i]);
  size_t length = locale ? strcspn(locale, ".@") : 0;
  if (length < 2 || length >= sizeof tag || !strncmp(locale, "POSIX", 5)) return (cue_text){0};
  for (size_t i = 0; i < length; i++) tag[i] = locale[i] == '_' ? '-' : locale[i];
  tag[length] = '\0';
  return (cue_text){tag, (uint32_t)length, 0};
}
