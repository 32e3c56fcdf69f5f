// Fuzzes the worker's side of the protocol: the input is what a host could send, message after message, to one instance of
// each kind. The worker's own code reads it and calls a plugin that looks at every byte it is lent.
//
// One thread and no child: what is fuzzed is the reading, not the scheduling. worker_end, which ends a worker whose host
// breaks the rules, ends the input here.
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../Sources/cue-worker/process/end.h"
#include "../../Sources/cue-worker/serve/recognizer.h"
#include "../../Sources/cue-worker/serve/serve.h"

static jmp_buf end_of_input;

_Noreturn void worker_end(const char *why) {
  (void)why;
  longjmp(end_of_input, 1);
}

// The plugin.

static volatile uint32_t seen;
static const cue_listen_sink *listening;

static void look(const void *bytes, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) seen += ((const uint8_t *)bytes)[i];
}

static void look_at(cue_text text) { look(text.bytes, text.length); }

static int32_t fine(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }
static void nothing(void *self) { (void)self; }
static void cancel(void *self, uint64_t call) { (void)self, (void)call; }
static int32_t failing(cue_error *error) {
  memset(error->sentence, 'x', CUE_ERROR_SENTENCE_BYTES);
  error->sentence_length = seen % 1000;
  return CUE_E_INTERNAL;
}

static int32_t traits(void *self, cue_voice_traits *out) { return (void)self, (void)out, CUE_OK; }
static int32_t list(void *self, const cue_call *call, uint32_t *count, cue_error *error) {
  (void)self, (void)call, (void)error;
  *count = 2;
  return CUE_OK;
}
static int32_t voice_info(void *self, uint32_t index, cue_voice_info *out) {
  (void)self;
  if (index > 1) return CUE_E_NOT_FOUND;
  out->id = (cue_text)CUE_TEXT("one");
  return CUE_OK;
}
static int32_t speak(void *self, const cue_speech_request *request, const cue_speech_sink *sink, cue_error *error) {
  (void)self;
  look_at(request->text), look_at(request->language), look_at(request->voice);
  look_at(request->direction), look_at(request->previous_text), look_at(request->next_text);
  for (uint32_t i = 0; i < request->tone_count; i++) look_at(request->tones[i]->label);
  if (request->text.length > 3 && request->text.bytes[0] == '!') return failing(error);
  uint32_t channels = request->text.length % 5, frames = request->text.length % 3000;
  cue_audio_format format = {sizeof format, 1 + request->text.length % 2, 8000, channels};
  if (sink->begin(sink->data, &format) != CUE_CONTINUE || channels == 0) return CUE_CANCELLED;
  cue_speech_event event = {.struct_size = sizeof event, .type = 1, .text_length = 1, .name = request->text};
  sink->event(sink->data, &event);
  cue_honoured honoured = {.struct_size = sizeof honoured, .text = request->text};
  sink->honoured(sink->data, &honoured);
  void *sound = calloc((size_t)frames * channels + 1, sizeof(float));
  sink->audio(sink->data, sound, frames);
  sink->audio(sink->data, sound, frames);
  free(sound);
  return CUE_OK;
}
static int32_t fingerprint(void *self, const cue_voice_request *request, cue_text *out) {
  (void)self;
  look_at(request->voice);
  *out = request->voice;
  return CUE_OK;
}
static int32_t prepare(void *self, const cue_voice_request *request, cue_error *error) {
  (void)self, (void)error;
  look_at(request->voice);
  return CUE_OK;
}

static uint32_t frame_bytes;
static int32_t hear(void *self, const cue_listen_request *request, const cue_listen_sink *sink, cue_error *error) {
  (void)self;
  look_at(request->language), look_at(request->model);
  for (uint32_t i = 0; i < request->phrase_count; i++) look_at(request->phrases[i]->text);
  for (uint32_t i = 0; i < request->lexicon_count; i++)
    look_at(request->lexicon[i]->word), look_at(request->lexicon[i]->pronunciation);
  if (request->phrase_count == 3) return failing(error);
  listening = sink;
  frame_bytes = request->format->channels * (request->format->sample == CUE_SAMPLE_F32 ? 4 : 2);
  return CUE_OK;
}
static int32_t push(void *self, const cue_push *sound, cue_error *error) {
  (void)self, (void)error;
  uint32_t frames = sound->frames;
  look(sound->samples, (uint64_t)frames * frame_bytes);
  cue_word word = {sizeof word, CUE_WORD_GUESSED, CUE_TEXT("word"), 0, frames, 0.5, 1, 0};
  const cue_word *words[] = {&word};
  cue_transcript heard = {.struct_size = sizeof heard, .text = CUE_TEXT("word"), .word_count = 1, .words = words};
  if (listening->partial(listening->data, &heard) != CUE_CONTINUE) return CUE_CANCELLED;
  return listening->endpoint(listening->data, frames) == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}
static int32_t finish(void *self, const cue_call *call, cue_error *error) {
  (void)self, (void)call, (void)error;
  cue_transcript heard = {.struct_size = sizeof heard, .text = CUE_TEXT("word")};
  listening->final(listening->data, &heard);
  return CUE_OK;
}

static uint32_t input_channels = 1, output_channels = 1, side_channels;
static int32_t configure(void *self, const cue_configure *wanted, cue_error *error) {
  (void)self;
  if (wanted->rate == 1) return failing(error);
  input_channels = wanted->input_channels;
  output_channels = wanted->output_channels;
  side_channels = wanted->side_channels;
  return CUE_OK;
}
static int32_t process(void *self, cue_process *block) {
  (void)self;
  look(block->input, (uint64_t)block->input_frames * input_channels * sizeof(float));
  if (block->side) look(block->side, (uint64_t)block->input_frames * side_channels * sizeof(float));
  for (uint32_t i = 0; i < block->event_count; i++) seen += block->events[i]->id;
  block->used = block->input_frames;
  block->produced = block->output_capacity;
  memset(block->output, 0, (size_t)block->produced * output_channels * sizeof(float));
  if (block->event_count == 5) block->produced++;
  return CUE_OK;
}
static int32_t flush(void *self, cue_process *block) {
  (void)self;
  static uint32_t flushes;
  for (uint32_t i = 0; i < block->event_count; i++) seen += block->events[i]->id;
  memset(block->output, 0, (size_t)block->output_capacity * output_channels * sizeof(float));
  block->produced = flushes++ % 2 ? 0 : block->output_capacity;
  return CUE_OK;
}
static uint32_t none(void *self) { return (void)self, 0; }

static uint32_t stream_bytes;
static int32_t device_info(void *self, uint32_t index, cue_device_info *out) {
  (void)self;
  out->name = (cue_text)CUE_TEXT("one");
  return index > 1 ? CUE_E_NOT_FOUND : CUE_OK;
}
static int32_t open_device(void *self, const cue_device_request *request, cue_error *error) {
  (void)self;
  look_at(request->device), look_at(request->title);
  if (request->format->rate == 1) return failing(error);
  stream_bytes = request->format->channels * (request->format->sample == CUE_SAMPLE_F32 ? 4 : 2);
  return CUE_OK;
}
static int32_t write_device(void *self, const cue_write *sound, uint32_t *written, cue_error *error) {
  (void)self, (void)error;
  uint32_t frames = sound->frames;
  look(sound->samples, (uint64_t)frames * stream_bytes);
  *written = frames > 1 ? frames / 2 + 1 : frames;
  return CUE_OK;
}
static uint64_t position(void *self) { return (void)self, 7; }

static const cue_choice first = {sizeof first, 3, CUE_TEXT("a")}, second = {sizeof second, 4, CUE_TEXT("b")};
static const cue_choice *const choices[] = {&first, &second};
static int32_t drain(void *self, const cue_call *call, cue_error *error) {
  return (void)self, (void)call, (void)error, CUE_OK;
}
static uint32_t param_count(void *self) { return (void)self, 4; }
static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  (void)self;
  static const cue_text names[] = {CUE_TEXT("n"), CUE_TEXT("i"), CUE_TEXT("c"), CUE_TEXT("t")};
  static const uint32_t types[] = {CUE_PARAM_NUMBER, CUE_PARAM_INTEGER, CUE_PARAM_CHOICE, CUE_PARAM_TEXT};
  if (index > 3) return CUE_E_NOT_FOUND;
  out->id = index;
  out->name = names[index];
  out->type = types[index];
  out->maximum = 9;
  out->choices = choices;
  out->choice_count = 2;
  return CUE_OK;
}
static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  return (void)self, (void)id, (void)out, CUE_OK;
}
static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  (void)self;
  look_at(value->text);
  return id == 3 && value->text.length == 1 ? failing(error) : CUE_OK;
}

static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
static const cue_voice voice = {sizeof voice, 0, traits, list, voice_info, speak, fingerprint, prepare};
static const cue_recognizer recognizer = {sizeof recognizer, 0, hear, push, finish, nothing};
static uint64_t place(void *self, uint64_t frame) { return (void)self, frame; }
static const cue_dsp dsp = {sizeof dsp, 0, configure, process, flush, none, none, place};
static const cue_device device = {.struct_size = sizeof device,
                                  .list_devices = list,
                                  .device_info = device_info,
                                  .open = open_device,
                                  .write = write_device,
                                  .position = position,
                                  .latency = none,
                                  .drain = drain,
                                  .flush = fine,
                                  .close = nothing};
static const void *no_extension(void *self, const char *id) { return (void)self, (void)id, NULL; }
static const cue_instance table = {sizeof table, 0, NULL, fine, nothing, cancel, fine, no_extension};

static const cue_descriptor described[] = {
    {.struct_size = sizeof *described, .id = "voice", .kind = CUE_KIND_VOICE},
    {.struct_size = sizeof *described, .id = "ear", .kind = CUE_KIND_RECOGNIZER},
    {.struct_size = sizeof *described, .id = "effect", .kind = CUE_KIND_DSP},
    {.struct_size = sizeof *described, .id = "device", .kind = CUE_KIND_DEVICE},
};
static const void *const kinds[] = {&voice, &recognizer, &dsp, &device};
#define KINDS 4

// The input.

static void close_stream(instance *it) {
  job end = {.message.request = it->stream, .cancelled = true};
  it->running = &end;
  serve_cancelled_stream(it);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static instance served[KINDS];
  static int nowhere = -1;
  if (nowhere < 0) wire_open(nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC));
  for (int i = 0; i < KINDS; i++) {
    sound_room *rooms[] = {&served[i].input, &served[i].output, &served[i].side, &served[i].moved_input,
                           &served[i].moved_output};
    for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++) free(rooms[r]->samples);
    message_free(&served[i].reply);
    served[i] =
        (instance){.number = i + 1, .plugin = &described[i], .table = &table, .params = &params, .kind = kinds[i]};
    pthread_mutex_init(&served[i].lock, NULL);
    pthread_cond_init(&served[i].more_credit, NULL);
  }
  uint8_t *body = NULL;
  if (setjmp(end_of_input) == 0) {
    while (size >= CUE_MESSAGE_HEADER_BYTES) {
      job request = {0};
      uint32_t length;
      header_read(bytes, &length, &request.message);
      bytes += CUE_MESSAGE_HEADER_BYTES;
      size -= CUE_MESSAGE_HEADER_BYTES;
      if (length > size) break;
      // An allocation of its own, so that a byte too far is noticed.
      body = malloc(length ? length : 1);
      if (length) memcpy(body, bytes, length);
      request.bytes = body;
      request.message.body = (fields){body, length};
      request.credit = 1ll << 40;
      bytes += length;
      size -= length;
      uint32_t number = fields_u32(request.message.body, CUE_TAG_INSTANCE, 0);
      if (number > 0 && number <= KINDS) {
        instance *it = &served[number - 1];
        it->running = &request;
        serve(it, &request);
      }
      free(body);
      body = NULL;
    }
    for (int i = 0; i < KINDS; i++)
      if (served[i].stream) close_stream(&served[i]);
  } else {
    free(body);
  }
  return 0;
}
