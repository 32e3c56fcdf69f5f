/* SPDX-License-Identifier: MIT
 *
 * A host in one file: it loads a voice library into its own process, and writes what the voice says to a WAV file.
 *
 *   cc -I ../../include -o host host.c -ldl
 *   ./host /usr/local/lib/cue/plugins/libflite.so "Good evening." good.wav
 *
 * HOST.md says what a host must do beyond this, and what a worker does for it.
 */
#include <cue/cue.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  FILE *file;
  cue_audio_format format;
  uint32_t bytes;
} wav;

static void put(FILE *file, uint32_t value, int bytes) {
  for (; bytes > 0; bytes--, value >>= 8) fputc((int)(value & 255), file);
}

/* 44 bytes: before the sound with a length of 0, and once more when the length is known. */
static void write_header(wav *out) {
  int is_float = out->format.sample == CUE_SAMPLE_F32;
  uint32_t frame = out->format.channels * (is_float ? 4 : 2);
  rewind(out->file);
  fputs("RIFF", out->file), put(out->file, 36 + out->bytes, 4), fputs("WAVEfmt ", out->file);
  put(out->file, 16, 4), put(out->file, is_float ? 3 : 1, 2), put(out->file, out->format.channels, 2);
  put(out->file, out->format.rate, 4), put(out->file, out->format.rate * frame, 4), put(out->file, frame, 2);
  put(out->file, is_float ? 32 : 16, 2), fputs("data", out->file), put(out->file, out->bytes, 4);
}

static int32_t take_format(void *data, const cue_audio_format *format) {
  wav *out = data;
  memcpy(&out->format, format, sizeof out->format < format->struct_size ? sizeof out->format : format->struct_size);
  write_header(out);
  return CUE_CONTINUE;
}

static int32_t take_sound(void *data, const void *samples, uint32_t frames) {
  wav *out = data;
  size_t frame = out->format.channels * (out->format.sample == CUE_SAMPLE_F32 ? 4u : 2u);
  out->bytes += (uint32_t)(frames * frame);
  return fwrite(samples, frame, frames, out->file) == frames ? CUE_CONTINUE : CUE_STOP;
}

static int32_t take_event(void *data, const cue_speech_event *event) { return (void)data, (void)event, CUE_CONTINUE; }

static int32_t take_honoured(void *data, const cue_honoured *honoured) {
  (void)data;
  fprintf(stderr, "Field %u of the request was not done as asked (%u).\n", honoured->field, honoured->outcome);
  return CUE_CONTINUE;
}

static void show(void *data, int32_t level, cue_text line) {
  (void)data;
  if (level <= CUE_LOG_WARN) fprintf(stderr, "%.*s\n", (int)line.length, line.bytes);
}

static void progress(void *data, uint32_t permille) { (void)data, (void)permille; }

static uint64_t clock_ns(void *data) {
  struct timespec now;
  (void)data;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static const void *no_extension(void *data, const char *id) { return (void)data, (void)id, NULL; }

/* Ends with the sentence of a failed call, or with ours. */
static void need(int holds, const char *what, const cue_error *error) {
  if (holds) return;
  if (error && error->sentence_length) fprintf(stderr, "%.*s\n", (int)error->sentence_length, error->sentence);
  else fprintf(stderr, "%s\n", what);
  exit(1);
}

static cue_text text_of(const char *string) { return (cue_text){string, (uint32_t)strlen(string), 0}; }

int main(int argc, char *argv[]) {
  need(argc == 4 || argc == 5, "Use: host LIBRARY TEXT FILE.wav [VOICE]", NULL);
  cue_error error = {.struct_size = sizeof error};
  /* The table lives as long as the process, and so does the library: it is never closed. */
  static cue_host host = {.struct_size = sizeof host,
                          .magic = CUE_ABI_MAGIC,
                          .abi_major = CUE_ABI_MAJOR,
                          .abi_minor = CUE_ABI_MINOR,
                          .name = CUE_TEXT("example"),
                          .version = CUE_TEXT("1.0"),
                          .log = show,
                          .progress = progress,
                          .monotonic_ns = clock_ns,
                          .get_extension = no_extension};
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  need(library != NULL, dlerror(), NULL);
  const cue_entry *(*enter)(const cue_host *) = NULL;
  *(void **)&enter = dlsym(library, "cue_plugin_entry");
  need(enter != NULL, "This library is no plugin: it exports no cue_plugin_entry.", NULL);
  const cue_entry *entry = enter(&host);
  need(entry != NULL, "The plugin cannot work on this machine.", NULL);
  need(entry->magic == CUE_ABI_MAGIC && entry->abi_major == CUE_ABI_MAJOR, "The plugin is for another version.", NULL);
  cue_init_request init = {.struct_size = sizeof init, .host = &host, .path = text_of(argv[1])};
  need(entry->init(&init, &error) >= 0, "The library cannot be used.", &error);

  const cue_descriptor *voice_plugin = NULL;
  for (uint32_t i = 0; i < entry->plugin_count() && !voice_plugin; i++)
    if (!strcmp(entry->descriptor(i)->kind, CUE_KIND_VOICE)) voice_plugin = entry->descriptor(i);
  need(voice_plugin != NULL, "There is no voice in this library.", NULL);
  cue_create_request create = {.struct_size = sizeof create, .host = &host, .id = voice_plugin->id};
  const cue_instance *instance = NULL;
  need(entry->create(&create, &instance, &error) >= 0, "The voice cannot be made.", &error);
  need(instance->activate(instance->self, &error) >= 0, "The engine cannot be loaded.", &error);
  const cue_voice *voice = instance->get_extension(instance->self, CUE_KIND_VOICE);
  need(voice != NULL, "The plugin says that it is a voice, and has no table of one.", NULL);

  wav out = {.file = fopen(argv[3], "wb+")};
  need(out.file != NULL, "The file cannot be written.", NULL);
  cue_speech_sink sink = {.struct_size = sizeof sink,
                          .data = &out,
                          .begin = take_format,
                          .audio = take_sound,
                          .event = take_event,
                          .honoured = take_honoured};
  cue_speech_request request = {.struct_size = sizeof request, .call = 1, .text = text_of(argv[2])};
  if (argc == 5) request.voice = text_of(argv[4]);
  need(voice->speak(instance->self, &request, &sink, &error) == CUE_OK, "The voice did not speak.", &error);
  write_header(&out);
  need(fclose(out.file) == 0, "The file could not be written to its end.", NULL);
  instance->destroy(instance->self);
  return 0;
}
