// Single calls of a function of the plugin, odd ones too, for a program that judges it: the result of each is reported, not
// judged.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tries.h"
#include "../plugin/library.h"
#include "../process/end.h"

// What a call gave.
typedef struct {
  int32_t status;
  bool given;
  cue_param_value value;
} tried;

static const char *id_of(const job *request, char *room, size_t size) {
  cue_text id = fields_text(request->message.body, CUE_TAG_ID);
  char *all = id.length < size ? room : malloc((size_t)id.length + 1);
  if (!all) worker_end("out of memory");
  memcpy(all, id.bytes, id.length);
  all[id.length] = '\0';
  return all;
}

// Sinks that take all.

static int32_t take_format(void *data, const cue_audio_format *format) {
  return (void)data, (void)format, CUE_CONTINUE;
}
static int32_t take_audio(void *data, const void *samples, uint32_t frames) {
  return (void)data, (void)samples, (void)frames, CUE_CONTINUE;
}
static int32_t take_event(void *data, const cue_speech_event *event) { return (void)data, (void)event, CUE_CONTINUE; }
static int32_t take_honoured(void *data, const cue_honoured *honoured) {
  return (void)data, (void)honoured, CUE_CONTINUE;
}
static int32_t take_transcript(void *data, const cue_transcript *heard) {
  return (void)data, (void)heard, CUE_CONTINUE;
}
static int32_t take_endpoint(void *data, uint64_t frame) { return (void)data, (void)frame, CUE_CONTINUE; }

static const cue_speech_sink speech_sink = {.struct_size = sizeof speech_sink,
                                            .begin = take_format,
                                            .audio = take_audio,
                                            .event = take_event,
                                            .honoured = take_honoured};
static const cue_listen_sink listen_sink = {.struct_size = sizeof listen_sink,
                                            .partial = take_transcript,
                                            .final = take_transcript,
                                            .endpoint = take_endpoint,
                                            .honoured = take_honoured};
static const cue_audio_format listen_format = {
    .struct_size = sizeof listen_format, .sample = CUE_SAMPLE_S16, .rate = 16000, .channels = 1};
static const cue_listen_request listen_request = {.struct_size = sizeof listen_request, .format = &listen_format};
static const int16_t silence[1600];
static const cue_push silent_push = {.struct_size = sizeof silent_push, .frames = 1600, .samples = silence};
static const cue_call no_call = {.struct_size = sizeof no_call};

// What a plugin is there for, from an instance that was not activated.
static int32_t use_early(const cue_instance *made, const char *kind) {
  cue_error error = {.struct_size = sizeof error};
  void *self = made->self;
  const void *table = made->get_extension(self, kind);
  if (!table) return CUE_E_UNSUPPORTED;
  if (!strcmp(kind, CUE_KIND_VOICE)) {
    cue_speech_request said = {.struct_size = sizeof said,
                               .text = CUE_TEXT("Too early."),
                               .language = CUE_TEXT(""),
                               .voice = CUE_TEXT(""),
                               .direction = CUE_TEXT(""),
                               .previous_text = CUE_TEXT(""),
                               .next_text = CUE_TEXT("")};
    return ((const cue_voice *)table)->speak(self, &said, &speech_sink, &error);
  }
  if (!strcmp(kind, CUE_KIND_RECOGNIZER)) {
    const cue_recognizer *recognizer = table;
    int32_t status = recognizer->open(self, &listen_request, &listen_sink, &error);
    if (status < 0) return status;
    recognizer->push(self, &silent_push, &error);
    recognizer->close(self);
    return status;
  }
  if (!strcmp(kind, CUE_KIND_DSP)) {
    cue_configure wanted = {.struct_size = sizeof wanted, .rate = 48000, .max_frames = 512, .input_channels = 1};
    return ((const cue_dsp *)table)->configure(self, &wanted, &error);
  }
  return CUE_E_UNSUPPORTED;
}

static tried try_create(const char *id, bool uses) {
  cue_error error = {.struct_size = sizeof error};
  const cue_instance *made = NULL;
  const cue_descriptor *plugin = library_find((cue_text){id, (uint32_t)strlen(id), 0}, (cue_text){"", 0, 0});
  cue_create_request wanted = {.struct_size = sizeof wanted, .host = library_host(), .id = id};
  tried t = {.status = library_entry()->create(&wanted, &made, &error)};
  t.given = made != NULL;
  if (t.status < 0 || !made) return t;
  if (uses && plugin) t.status = use_early(made, plugin->kind);
  made->destroy(made->self);
  return t;
}

// A recognizer that is called when it makes no sense. What came before is put right by closing its stream.
static int32_t hear_out_of_order(const cue_recognizer *recognizer, void *self, uint32_t order) {
  cue_error error = {.struct_size = sizeof error};
  bool opens = order >= CUE_ORDER_OPEN_TWICE && order <= CUE_ORDER_CLOSE_TWICE;
  if (opens && recognizer->open(self, &listen_request, &listen_sink, &error) < 0) return CUE_E_UNSUPPORTED;
  if (order == CUE_ORDER_PUSH_FINISHED || order == CUE_ORDER_FINISH_TWICE) recognizer->finish(self, &no_call, &error);
  int32_t status = CUE_OK;
  switch (order) {
    case CUE_ORDER_PUSH_CLOSED:
    case CUE_ORDER_PUSH_FINISHED: status = recognizer->push(self, &silent_push, &error); break;
    case CUE_ORDER_FINISH_CLOSED:
    case CUE_ORDER_FINISH_TWICE: status = recognizer->finish(self, &no_call, &error); break;
    case CUE_ORDER_OPEN_TWICE: status = recognizer->open(self, &listen_request, &listen_sink, &error); break;
    case CUE_ORDER_CLOSE_TWICE: recognizer->close(self); break;
    default: return CUE_E_UNSUPPORTED;
  }
  recognizer->close(self);
  return status;
}

static int32_t process_out_of_order(const cue_dsp *dsp, void *self, uint32_t order) {
  _Alignas(SOUND_ALIGNMENT) float input[64] = {0}, output[64];
  cue_process block = {
      .struct_size = sizeof block, .input = input, .output = output, .input_frames = 64, .output_capacity = 64};
  if (order == CUE_ORDER_PROCESS_EARLY) return dsp->process(self, &block);
  if (order == CUE_ORDER_FLUSH_EARLY) {
    block.input = NULL;
    block.input_frames = 0;
    return dsp->flush(self, &block);
  }
  return CUE_E_UNSUPPORTED;
}

static int32_t try_order(instance *it, uint32_t order) {
  if (!it) return CUE_E_UNSUPPORTED;
  if (!strcmp(it->plugin->kind, CUE_KIND_RECOGNIZER)) return hear_out_of_order(it->kind, it->table->self, order);
  if (!strcmp(it->plugin->kind, CUE_KIND_DSP)) return process_out_of_order(it->kind, it->table->self, order);
  return CUE_E_UNSUPPORTED;
}

static int32_t try_configure(instance *it, fields body) {
  cue_error error = {.struct_size = sizeof error};
  if (!it || strcmp(it->plugin->kind, CUE_KIND_DSP)) return CUE_E_UNSUPPORTED;
  it->input_channels = 0;  // a caller that goes on to PROCESS configures first
  cue_configure wanted = {.struct_size = sizeof wanted,
                          .rate = fields_u32(body, CUE_TAG_RATE, 0),
                          .max_frames = fields_u32(body, CUE_TAG_MAX_FRAMES, 0),
                          .input_channels = fields_u32(body, CUE_TAG_CHANNELS, 0),
                          .output_channels = fields_u32(body, CUE_TAG_OUTPUT_CHANNELS, 0),
                          .side_channels = fields_u32(body, CUE_TAG_SIDE_CHANNELS, 0)};
  return ((const cue_dsp *)it->kind)->configure(it->table->self, &wanted, &error);
}

// Threads that call an instance while it works.

#define CALLERS 2
#define CALLS_AT_LEAST 50  // of each thread, however soon the plugin's work is done
static struct {
  pthread_t threads[CALLERS];
  atomic_bool on;
  instance *it;
  uint32_t what;
  bool has_parameter;
  uint32_t parameter;
} callers;

// One that may be set at any time, and to what it has.
static bool find_parameter(instance *it, uint32_t *id) {
  for (uint32_t i = 0; it->params && i < it->params->count(it->table->self); i++) {
    cue_param_info info = {.struct_size = sizeof info};
    if (it->params->info(it->table->self, i, &info) < 0) break;
    if (info.type == CUE_PARAM_TEXT || (info.flags & (CUE_PARAM_NEEDS_RESTART | CUE_PARAM_OUTPUT))) continue;
    *id = info.id;
    return true;
  }
  return false;
}

static void *call_on(void *data) {
  (void)data;
  instance *it = callers.it;
  void *self = it->table->self;
  for (uint32_t calls = 0; callers.on || calls < CALLS_AT_LEAST; calls++) {
    if ((callers.what & CUE_CALL_EXTENSION) && it->table->get_extension(self, it->plugin->kind) != it->kind)
      worker_end("get_extension gave another table");
    // Of a call that there never was: nothing must come of it.
    if (callers.what & CUE_CALL_CANCEL) it->table->cancel(self, 0);
    if ((callers.what & CUE_CALL_PARAMS) && callers.has_parameter) {
      cue_error error = {.struct_size = sizeof error};
      cue_param_value value = {.struct_size = sizeof value};
      if (it->params->get(self, callers.parameter, &value) >= 0)
        it->params->set(self, callers.parameter, &value, &error);
    }
    nanosleep(&(struct timespec){0, 20000}, NULL);  // the plugin is to work meanwhile
  }
  return NULL;
}

static int32_t try_callers(instance *it, uint32_t what) {
  if (callers.on) {
    callers.on = false;
    for (int i = 0; i < CALLERS; i++) pthread_join(callers.threads[i], NULL);
  }
  if (!it || !what) return it ? CUE_OK : CUE_E_UNSUPPORTED;
  callers.it = it;
  callers.what = what;
  callers.has_parameter = find_parameter(it, &callers.parameter);
  callers.on = true;
  for (int i = 0; i < CALLERS; i++)
    if (pthread_create(&callers.threads[i], NULL, call_on, NULL) != 0) worker_end("no thread could be started");
  return CUE_OK;
}

// Parameters and lists.

static tried try_parameter(instance *it, uint32_t what, fields body) {
  tried t = {.status = CUE_E_UNSUPPORTED, .value = {.struct_size = sizeof t.value}};
  cue_error error = {.struct_size = sizeof error};
  if (!it || !it->params || !it->params->get || !it->params->set) return t;
  void *self = it->table->self;
  uint32_t id = fields_u32(body, CUE_TAG_FIELD, 0);
  if (what == CUE_TRY_GET) {
    t.status = it->params->get(self, id, &t.value);
  } else if (what == CUE_TRY_SET) {
    t.value.number = fields_f64(body, CUE_TAG_VALUE, 0);
    t.value.text = fields_text(body, CUE_TAG_TEXT);
    t.status = it->params->set(self, id, &t.value, &error);
    t.value.text = (cue_text){0};
  } else {
    cue_param_info info = {.struct_size = sizeof info};
    t.status = it->params->info(self, fields_u32(body, CUE_TAG_OFFSET, 0), &info);
  }
  return t;
}

static int32_t try_voice_info(instance *it, uint32_t at) {
  cue_voice_info info = {.struct_size = sizeof info};
  if (!it || strcmp(it->plugin->kind, CUE_KIND_VOICE)) return CUE_E_UNSUPPORTED;
  return ((const cue_voice *)it->kind)->voice_info(it->table->self, at, &info);
}

static tried try_it(instance *it, uint32_t what, const char *id, fields body) {
  const cue_entry *entry = library_entry();
  uint32_t at = fields_u32(body, CUE_TAG_OFFSET, 0);
  tried t = {.status = CUE_OK};
  switch (what) {
    case CUE_TRY_DESCRIPTOR: t.given = entry->descriptor(at) != NULL; break;
    case CUE_TRY_EXTENSION: t.given = entry->get_extension && entry->get_extension(id) != NULL; break;
    case CUE_TRY_CREATE: return try_create(id, false);
    case CUE_TRY_EARLY: return try_create(id, true);
    case CUE_TRY_INSTANCE_EXTENSION: t.given = it && it->table->get_extension(it->table->self, id) != NULL; break;
    case CUE_TRY_CANCEL:
      for (int i = 0; it && i < 2; i++) it->table->cancel(it->table->self, it->calls);
      break;
    case CUE_TRY_GET:
    case CUE_TRY_SET:
    case CUE_TRY_PARAM_INFO: return try_parameter(it, what, body);
    case CUE_TRY_VOICE_INFO: t.status = try_voice_info(it, at); break;
    case CUE_TRY_ORDER: t.status = try_order(it, at); break;
    case CUE_TRY_CONFIGURE: t.status = try_configure(it, body); break;
    case CUE_TRY_CALLERS: t.status = try_callers(it, at); break;
    default: t.status = CUE_E_UNSUPPORTED;
  }
  return t;
}

void tries_serve(instance *it, job *request) {
  fields body = request->message.body;
  char room[256];
  const char *id = id_of(request, room, sizeof room);
  tried t = try_it(it, fields_u32(body, CUE_TAG_NUMBER, 0), id, body);
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, CUE_OK);
  message_i32(&m, CUE_TAG_RETURNED, t.status);
  message_u32(&m, CUE_TAG_GIVEN, t.given);
  message_f64(&m, CUE_TAG_VALUE, t.value.number);
  if (t.value.text.bytes && t.value.text.length <= 65536) message_text(&m, CUE_TAG_TEXT, t.value.text);
  wire_send(&m);
  message_free(&m);
  if (id != room) free((void *)id);
}
