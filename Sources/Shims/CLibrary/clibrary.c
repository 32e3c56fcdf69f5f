#include "clibrary.h"

#include <dlfcn.h>
#include <stdio.h>

static void load(cue_library *library) {
  void *handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    const char *why = dlerror();
    snprintf(library->refusal, sizeof library->refusal, "%s", why ? why : "it cannot be loaded");
    return;
  }
  for (size_t i = 0; i < library->count; i++) {
    const cue_library_function *function = &library->functions[i];
    *function->place = dlsym(handle, function->name);
    if (*function->place) continue;
    snprintf(library->refusal, sizeof library->refusal, "%s has no %s", library->file, function->name);
    return;
  }
}

int cue_library_load(cue_library *library) {
  pthread_mutex_lock(&library->lock);
  if (!library->was_tried) load(library);
  library->was_tried = 1;
  pthread_mutex_unlock(&library->lock);
  // Written once, and before anybody could read it.
  return library->refusal[0] == '\0';
}

int cue_library_is_there(cue_library *library, char *why, size_t size) {
  int is_there = cue_library_load(library);
  if (size > 0) snprintf(why, size, "%s", library->refusal);
  return is_there;
}
