// Ids of effects, and where LV2 effects are.
#define _GNU_SOURCE
#include <cue/needs.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lv2.h"

CUE_PLUGIN_NEEDS(
    "$cache\n"
    "watch:/usr/lib/lv2\n"
    "watch:/usr/local/lib/lv2\n"
    "watch:/usr/lib/x86_64-linux-gnu/lv2\n"
    "watch:/usr/lib/aarch64-linux-gnu/lv2\n")

void lv2_ids(const char *uri, char short_id[NAME_BYTES * 2], char long_id[NAME_BYTES * 2]) {
  const char *scheme = strstr(uri, "://"), *last = uri;
  const char *all = scheme ? scheme + 3 : !strncmp(uri, "urn:", 4) ? uri + 4 : uri;
  for (const char *at = all; *at; at++)
    if ((*at == '/' || *at == ':') && at[1]) last = at + 1;
  name_of(last, short_id, NAME_BYTES);
  name_of(all, long_id, NAME_BYTES * 2 - 16);
}

static uint64_t mix(uint64_t hash, uint64_t number) { return (hash ^ number) * 0x100000001b3u; }

static uint64_t mix_file(uint64_t hash, const char *path) {
  struct stat file = {0};
  if (stat(path, &file) < 0) return mix(hash, 1);
  hash = mix(hash, (uint64_t)file.st_ino);
  hash = mix(hash, S_ISREG(file.st_mode) ? (uint64_t)file.st_size : 0);
  hash = mix(hash, (uint64_t)file.st_mtim.tv_sec);
  return mix(hash, (uint64_t)file.st_mtim.tv_nsec);
}

static int is_bundle(const struct dirent *entry) { return entry->d_name[0] != '.'; }

// Where lilv looks; the folders of Debian's lilv.
char *lv2_path(void) {
  const char *named = getenv("LV2_PATH"), *home = getenv("HOME");
  char *path = NULL;
  if (named && *named) return strdup(named);
  if (asprintf(&path,
               "%s%s:/usr/lib/x86_64-linux-gnu/lv2:/usr/lib/aarch64-linux-gnu/lv2:/usr/lib/lv2:/usr/local/lib/lv2",
               home ? home : "", home ? "/.lv2" : "") < 0)
    return NULL;
  return path;
}

uint64_t lv2_stamp(void) {
  uint64_t hash = 0xcbf29ce484222325u;
  char *path = lv2_path(), *rest = path;
  for (char *folder; rest && (folder = strsep(&rest, ":"));) {
    struct dirent **entries;
    int count = *folder ? scandir(folder, &entries, is_bundle, alphasort) : -1;
    for (int i = 0; i < count; i++) {
      char file[4096];
      for (const char *at = entries[i]->d_name; *at; at++) hash = mix(hash, (uint8_t)*at);
      snprintf(file, sizeof file, "%s/%s", folder, entries[i]->d_name);
      hash = mix_file(hash, file);
      snprintf(file, sizeof file, "%s/%s/manifest.ttl", folder, entries[i]->d_name);
      hash = mix_file(hash, file);
      free(entries[i]);
    }
    if (count >= 0) free(entries);
  }
  free(path);
  return hash;
}
