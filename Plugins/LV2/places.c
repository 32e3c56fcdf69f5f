// Ids of effects, and where LV2 effects are.
#define _GNU_SOURCE
#include <cue/needs.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

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
  uint64_t stamp = STAMP_START;
  char *path = lv2_path(), *rest = path;
  for (char *folder; rest && (folder = strsep(&rest, ":"));) {
    struct dirent **entries;
    int count = *folder ? scandir(folder, &entries, is_bundle, alphasort) : -1;
    for (int i = 0; i < count; i++) {
      char file[4096];
      stamp = stamp_bytes(stamp, entries[i]->d_name, strlen(entries[i]->d_name));
      snprintf(file, sizeof file, "%s/%s", folder, entries[i]->d_name);
      stamp = stamp_file(stamp, file);
      snprintf(file, sizeof file, "%s/%s/manifest.ttl", folder, entries[i]->d_name);
      stamp = stamp_file(stamp, file);
      free(entries[i]);
    }
    if (count >= 0) free(entries);
  }
  free(path);
  return stamp;
}
