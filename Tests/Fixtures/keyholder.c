// A voice that gets a key and keeps nothing but its length. Asked by a message, it looks for the key in the whole memory of its
// process. The message has each byte of the key changed, so that it is no copy.
#define _GNU_SOURCE
#include <cue/cue.h>

#include <stdio.h>
#include <string.h>

#define CHANGE 0x5a

static uint32_t key_length;

static uint32_t count(void *self) { return (void)self, 1; }
static int32_t info(void *self, uint32_t index, cue_param_info *out) {
  (void)self;
  if (index) return CUE_E_NOT_FOUND;
  out->id = 1;
  out->type = CUE_PARAM_TEXT;
  out->flags = CUE_PARAM_SECRET;
  out->name = (cue_text)CUE_TEXT("key");
  return CUE_OK;
}
static int32_t get(void *self, uint32_t id, cue_param_value *out) { return (void)self, (void)id, (void)out, CUE_OK; }
static int32_t set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  (void)self, (void)id, (void)error;
  key_length = value->text.length;
  return CUE_OK;
}

static int found_in(const unsigned char *from, const unsigned char *to, const unsigned char *changed, uint32_t length) {
  int found = 0;
  for (const unsigned char *at = from; at + length <= to; at++) {
    uint32_t i = 0;
    while (i < length && at[i] == (changed[i] ^ CHANGE)) i++;
    found += i == length;
  }
  return found;
}

static int32_t answer(void *self, const cue_message *message, cue_message *reply, cue_error *error) {
  static char words[64];
  int found = 0;
  (void)self, (void)error;
  FILE *maps = fopen("/proc/self/maps", "r");
  if (!maps) return CUE_E_IO;
  char line[512];
  while (fgets(line, sizeof line, maps)) {
    unsigned long from, to;
    char rights[5];
    // The file's own buffer and the stack of this call hold no key.
    if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) != 3 || strncmp(rights, "rw", 2)) continue;
    if (strstr(line, "[v")) continue;
    found += found_in((void *)from, (void *)to, message->bytes, message->length);
  }
  fclose(maps);
  snprintf(words, sizeof words, "%u bytes, found %d times", key_length, found);
  reply->bytes = words;
  reply->length = (uint32_t)strlen(words);
  return CUE_OK;
}

static int32_t traits(void *self, cue_voice_traits *out) { return (void)self, (void)out, CUE_OK; }
static int32_t list(void *self, const cue_call *call, uint32_t *number, cue_error *error) {
  (void)self, (void)call, (void)error;
  *number = 0;
  return CUE_OK;
}
static int32_t voice_info(void *self, uint32_t index, cue_voice_info *out) {
  return (void)self, (void)index, (void)out, CUE_E_NOT_FOUND;
}
static int32_t speak(void *self, const cue_speech_request *request, const cue_speech_sink *sink, cue_error *error) {
  return (void)self, (void)request, (void)sink, (void)error, CUE_OK;
}
static int32_t fingerprint(void *self, const cue_voice_request *request, cue_text *out) {
  (void)self, (void)request;
  *out = (cue_text)CUE_TEXT("1");
  return CUE_OK;
}

static int32_t fine(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void destroy(void *self) { (void)self; }
static void cancel(void *self, uint64_t call) { (void)self, (void)call; }
static const void *extension(void *self, const char *id) {
  static const cue_params params = {.struct_size = sizeof params, .count = count, .info = info, .get = get, .set = set};
  static const cue_messages messages = {.struct_size = sizeof messages, .answer = answer};
  static const cue_voice voice = {.struct_size = sizeof voice,
                                  .traits = traits,
                                  .list_voices = list,
                                  .voice_info = voice_info,
                                  .speak = speak,
                                  .sound_fingerprint = fingerprint};
  (void)self;
  if (!strcmp(id, CUE_EXT_PARAMS)) return &params;
  if (!strcmp(id, CUE_EXT_MESSAGES)) return &messages;
  return strcmp(id, CUE_KIND_VOICE) ? NULL : &voice;
}

static const cue_descriptor offered = {
    .struct_size = sizeof offered, .concurrency = CUE_PER_INSTANCE, .id = "keyholder", .kind = CUE_KIND_VOICE};
static int32_t init(const cue_init_request *request, cue_error *error) { return (void)request, (void)error, CUE_OK; }
static uint32_t plugins(void) { return 1; }
static const cue_descriptor *at(uint32_t index) { return index ? NULL : &offered; }
static int32_t create(const cue_create_request *request, const cue_instance **made, cue_error *error) {
  static const cue_instance table = {.struct_size = sizeof table,
                                     .activate = fine,
                                     .destroy = destroy,
                                     .cancel = cancel,
                                     .reset = fine,
                                     .get_extension = extension};
  (void)request, (void)error;
  *made = &table;
  return CUE_OK;
}
static const void *none(const char *id) { return (void)id, NULL; }

CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *host) {
  static const cue_entry entry = {.struct_size = sizeof entry,
                                  .magic = CUE_ABI_MAGIC,
                                  .abi_major = CUE_ABI_MAJOR,
                                  .sdk = CUE_TEXT("C"),
                                  .init = init,
                                  .plugin_count = plugins,
                                  .descriptor = at,
                                  .create = create,
                                  .get_extension = none};
  (void)host;
  return &entry;
}
