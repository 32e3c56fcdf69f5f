// One LV2 effect. Its library is found in the list, so that lilv is not needed here.
#include <dlfcn.h>
#include <lv2/atom/atom.h>
#include <stdlib.h>
#include <string.h>

#include "lv2.h"

// The description of an effect, kept as long as the process.
typedef struct known {
  struct known *next;
  const bridge_effect *effect;
  const LV2_Descriptor *descriptor;
} known;

typedef struct {
  uint64_t *bytes;
  uint32_t room;
  bool is_output;
} events;

typedef struct {
  LV2_Handle handle;
  const LV2_Descriptor *descriptor;
  lv2_features *features;
  events *events;
  uint32_t events_count;
  LV2_URID sequence, chunk;
} made;

static const LV2_Descriptor *find(void *library, const bridge_effect *effect) {
  LV2_Descriptor_Function plain = NULL;
  LV2_Lib_Descriptor_Function whole = NULL;
  *(void **)&plain = dlsym(library, "lv2_descriptor");
  *(void **)&whole = dlsym(library, "lv2_lib_descriptor");
  const LV2_Lib_Descriptor *all = NULL;
  if (whole) {
    // It may keep them.
    lv2_features *features = lv2_features_make((uint32_t)REFERENCE_RATE, effect->whole_blocks);
    all = features ? whole(effect->folder, lv2_features_list(features)) : NULL;
  }
  for (uint32_t i = 0; i < 10000; i++) {
    const LV2_Descriptor *each = all ? all->get_plugin(all->handle, i) : plain ? plain(i) : NULL;
    if (!each) return NULL;
    if (!strcmp(each->URI, effect->code)) return each;
  }
  return NULL;
}

static const void *load(const bridge_effect *effect, char *sentence, size_t room) {
  static known *all;
  for (known *each = all; each; each = each->next)
    if (each->effect == effect) return each->descriptor;
  void *library = dlopen(effect->file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  const LV2_Descriptor *descriptor = library ? find(library, effect) : NULL;
  known *new = descriptor ? malloc(sizeof *new) : NULL;
  if (new) {
    *new = (known){all, effect, descriptor};
    all = new;
    return descriptor;
  }
  if (library) snprintf(sentence, room, "%s does not have the effect %s.", effect->file, effect->code);
  else snprintf(sentence, room, "The loader says: %s.", dlerror());
  return NULL;
}

static void end(void *handle) {
  made *it = handle;
  if (it->handle && it->descriptor->cleanup) it->descriptor->cleanup(it->handle);
  for (uint32_t i = 0; i < it->events_count; i++) free(it->events[i].bytes);
  free(it->events);
  if (it->features) lv2_features_end(it->features);
  free(it);
}

static void *make(const void *code, const bridge_effect *effect, uint32_t rate) {
  made *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->descriptor = code;
  it->sequence = lv2_number(LV2_ATOM__Sequence);
  it->chunk = lv2_number(LV2_ATOM__Chunk);
  it->features = lv2_features_make(rate, effect->whole_blocks);
  if (it->features)
    it->handle = it->descriptor->instantiate(it->descriptor, rate, effect->folder, lv2_features_list(it->features));
  if (!it->handle) return end(it), NULL;
  const LV2_Worker_Interface *worker =
      it->descriptor->extension_data ? it->descriptor->extension_data(LV2_WORKER__interface) : NULL;
  lv2_features_serve(it->features, it->handle, worker);
  return it;
}

static void connect(void *handle, uint32_t port, void *data) {
  made *it = handle;
  it->descriptor->connect_port(it->handle, port, data);
}

static void connect_events(void *handle, uint32_t port, uint32_t bytes, bool is_output) {
  made *it = handle;
  events *more = realloc(it->events, (it->events_count + 1) * sizeof *more);
  if (!more) abort();
  it->events = more;
  more[it->events_count] = (events){calloc(bytes / 8 + 2, 8), bytes, is_output};
  if (!more[it->events_count].bytes) abort();
  it->descriptor->connect_port(it->handle, port, more[it->events_count++].bytes);
}

static void activate(void *handle) {
  made *it = handle;
  if (it->descriptor->activate) it->descriptor->activate(it->handle);
}

// No event comes in, and what goes out is room again.
static void clear_events(made *it) {
  for (uint32_t i = 0; i < it->events_count; i++) {
    LV2_Atom_Sequence *sequence = (LV2_Atom_Sequence *)(void *)it->events[i].bytes;
    bool is_output = it->events[i].is_output;
    sequence->atom.size = is_output ? it->events[i].room - (uint32_t)sizeof(LV2_Atom) : sizeof(LV2_Atom_Sequence_Body);
    sequence->atom.type = is_output ? it->chunk : it->sequence;
    sequence->body = (LV2_Atom_Sequence_Body){0, 0};
  }
}

static void run(void *handle, uint32_t frames) {
  made *it = handle;
  clear_events(it);
  it->descriptor->run(it->handle, frames);
  lv2_features_work(it->features);
}

static void deactivate(void *handle) {
  made *it = handle;
  if (it->descriptor->deactivate) it->descriptor->deactivate(it->handle);
}

const bridge the_bridge = {.name = "lv2",
                           .title = "LV2",
                           .path = lv2_path,
                           .stamp = lv2_stamp,
                           .search = lv2_search,
                           .load = load,
                           .make = make,
                           .connect = connect,
                           .connect_events = connect_events,
                           .activate = activate,
                           .run = run,
                           .deactivate = deactivate,
                           .end = end};
