#include <cue_version.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "library.h"
#include "changes.h"
#include "hooks.h"
#include "places.h"

static const cue_entry *entry;
// Room after it for what a later version of the host may have.
static struct {
  cue_host host;
  uint8_t later[64];
} given;
static cue_host *const host = &given.host;

static void host_log(void *data, int32_t level, cue_text text) {
  (void)data;
  char line[2048];
  uint32_t length = text.bytes ? text_cut(text, sizeof line).length : 0;
  for (uint32_t i = 0; i < length; i++)
    line[i] = (unsigned char)text.bytes[i] < ' ' || text.bytes[i] == 127 ? ' ' : text.bytes[i];
  message m = {0};
  message_start(&m, CUE_MSG_LOG, CUE_MESSAGE_OPTIONAL, 0);
  message_u32(&m, CUE_TAG_LEVEL, level < 0 ? 0 : (uint32_t)level);
  message_text(&m, CUE_TAG_TEXT, (cue_text){line, length, 0});
  wire_send(&m);
  message_free(&m);
}

static void host_progress(void *data, uint32_t permille) {
  (void)data;
  message m = {0};
  message_start(&m, CUE_MSG_PROGRESS, CUE_MESSAGE_OPTIONAL, 0);
  message_u32(&m, CUE_TAG_PERMILLE, permille > 1000 ? 1000 : permille);
  wire_send(&m);
  message_free(&m);
}

static uint64_t host_clock(void *data) {
  (void)data;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static const void *host_extension(void *data, const char *id) {
  (void)data;
  if (!strcmp(id, CUE_EXT_CHANGES)) return changes_table();
  if (!strcmp(id, CUE_EXT_PLACES)) return places_table();
  return NULL;
}

const char *library_load(const char *path, bool now) {
  static char sentence[CUE_ERROR_SENTENCE_BYTES];
  void *library = dlopen(path, (now ? RTLD_NOW : RTLD_LAZY) | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) {
    snprintf(sentence, sizeof sentence, "the loader says: %s", dlerror());
    return sentence;
  }
  if (hooks) hooks->loaded();
  const cue_entry *(*enter)(const cue_host *) = NULL;
  *(void **)&enter = dlsym(library, "cue_plugin_entry");
  if (!enter) return "it is a library, but no Cue plugin: it has no cue_plugin_entry";
  places_of_file(path);
  *host = (cue_host){
      .struct_size = sizeof *host,
      .magic = CUE_ABI_MAGIC,
      .abi_major = CUE_ABI_MAJOR,
      .abi_minor = CUE_ABI_MINOR,
      .name = CUE_TEXT("cue"),
      .version = CUE_TEXT(CUE_VERSION),
      .language = user_language(),
      .log = host_log,
      .progress = host_progress,
      .monotonic_ns = host_clock,
      .get_extension = host_extension,
  };
  if (host_played() == HOST_NEWER) {
    memset(given.later, 0xa5, sizeof given.later);
    host->struct_size = sizeof given;
    host->abi_minor += 7;
  }
  const cue_entry *offered = enter(host);
  if (!offered) return "it says that it cannot work on this machine";
  if (offered->magic != CUE_ABI_MAGIC)
    return "what its cue_plugin_entry returns is no Cue entry: the magic number is wrong";
  if (offered->abi_major != CUE_ABI_MAJOR) {
    snprintf(sentence, sizeof sentence, "it speaks plugin version %u.%u; this host speaks %u.%u", offered->abi_major,
             offered->abi_minor, CUE_ABI_MAJOR, CUE_ABI_MINOR);
    return sentence;
  }
  if (offered->struct_size < ENTRY_BYTES_1_0) return "its entry is shorter than version 1.0 of the interface";
  if (!offered->init || !offered->plugin_count || !offered->descriptor || !offered->create)
    return "its entry lacks a function";
  cue_error error = {.struct_size = sizeof error};
  cue_init_request request = {.struct_size = sizeof request, .host = host, .path = {path, (uint32_t)strlen(path), 0}};
  int32_t status = offered->init(&request, &error);
  if (status < 0) {
    uint32_t length = error.sentence_length;
    if (length > CUE_ERROR_SENTENCE_BYTES - 1) length = CUE_ERROR_SENTENCE_BYTES - 1;
    if (length == 0) return "its init failed and gave no reason";
    snprintf(sentence, sizeof sentence, "%.*s", (int)length, error.sentence);
    return sentence;
  }
  entry = offered;
  return NULL;
}

const cue_entry *library_entry(void) { return entry; }

const cue_host *library_host(void) { return host; }

static bool text_is(cue_text text, const char *id) {
  return text.length == strlen(id) && !memcmp(text.bytes, id, text.length);
}

const cue_descriptor *library_find(cue_text id, cue_text kind) {
  for (uint32_t i = 0; i < entry->plugin_count(); i++) {
    const cue_descriptor *plugin = entry->descriptor(i);
    if (!plugin || plugin->struct_size < DESCRIPTOR_BYTES_1_0 || !plugin->id || !plugin->kind) continue;
    if (id.length && !text_is(id, plugin->id)) continue;
    if (kind.length && !text_is(kind, plugin->kind)) continue;
    return plugin;
  }
  return NULL;
}

const cue_descriptor *library_find_recognizer(cue_text id, cue_text kind) {
  static const char ending[] = "-recognizer";
  if (!id.length || !text_is(kind, CUE_KIND_RECOGNIZER)) return NULL;
  for (uint32_t i = 0; i < entry->plugin_count(); i++) {
    const cue_descriptor *plugin = entry->descriptor(i);
    if (!plugin || plugin->struct_size < DESCRIPTOR_BYTES_1_0 || !plugin->id || !plugin->kind) continue;
    if (strcmp(plugin->kind, CUE_KIND_RECOGNIZER) || strlen(plugin->id) != id.length + sizeof ending - 1) continue;
    if (!memcmp(plugin->id, id.bytes, id.length) && !strcmp(plugin->id + id.length, ending)) return plugin;
  }
  return NULL;
}

void plugin_send(uint32_t request, const cue_descriptor *plugin) {
  message m = {0};
  message_start(&m, CUE_MSG_PLUGIN, 0, request);
  message_bytes(&m, CUE_TAG_ID, plugin->id, (uint32_t)strnlen(plugin->id, 256));
  message_bytes(&m, CUE_TAG_KIND, plugin->kind, (uint32_t)strnlen(plugin->kind, 64));
  message_u32(&m, CUE_TAG_CONCURRENCY, plugin->concurrency);
  message_u32(&m, CUE_TAG_DETERMINISM, plugin->determinism);
  message_u32(&m, CUE_TAG_FLAGS, plugin->flags);
  message_text(&m, CUE_TAG_NAME, plugin->name);
  message_text(&m, CUE_TAG_VENDOR, plugin->vendor);
  message_text(&m, CUE_TAG_VERSION, plugin->version);
  message_text(&m, CUE_TAG_LICENCE, plugin->licence);
  message_text(&m, CUE_TAG_URL, plugin->url);
  message_text(&m, CUE_TAG_DESCRIPTION, plugin->description);
  for (uint32_t i = 0; plugin->features && i < plugin->feature_count && i < 32; i++)
    if (plugin->features[i])
      message_bytes(&m, CUE_TAG_FEATURE, plugin->features[i], (uint32_t)strnlen(plugin->features[i], 64));
  // Added after version 1.0.
  if (plugin->struct_size >= offsetof(cue_descriptor, first_sound_ms) + sizeof plugin->first_sound_ms &&
      plugin->first_sound_ms)
    message_u32(&m, CUE_TAG_FIRST_SOUND, plugin->first_sound_ms);
  message_u32(&m, CUE_TAG_MAJOR, entry->abi_major);
  message_u32(&m, CUE_TAG_MINOR, entry->abi_minor);
  wire_send(&m);
  message_free(&m);
}

void library_describe(uint32_t request) {
  uint32_t count = entry->plugin_count();
  for (uint32_t i = 0; i < count && i < 1024; i++) {
    const cue_descriptor *plugin = entry->descriptor(i);
    if (plugin && plugin->struct_size >= DESCRIPTOR_BYTES_1_0 && plugin->id && plugin->kind)
      plugin_send(request, plugin);
  }
  wire_done(request, CUE_OK, NULL);
}
