#include <string.h>

#include "serve.h"
#include "../plugin/changes.h"
#include "../plugin/hooks.h"
#include "device.h"
#include "effect.h"
#include "extensions.h"
#include "params.h"
#include "recognizer.h"
#include "voice.h"

static void serve_reset(instance *it, job *request) {
  cue_error error = {.struct_size = sizeof error};
  it->has_ended = false;
  wire_done(request->message.request, it->table->reset(it->table->self, &error), &error);
}

static void no_instruments(job *request) {
  wire_failure(request->message.request, CUE_E_STATE, "The worker has no instruments: start it with --instruments.");
}

static void serve_inspect(instance *it, job *request) {
  if (hooks) hooks->inspect(it, request);
  else no_instruments(request);
}

static void serve_try(instance *it, job *request) {
  if (hooks) hooks->try(it, request);
  else no_instruments(request);
}

static const struct {
  uint16_t type;
  const char *kind;  // NULL: any
  void (*serve)(instance *, job *);
} served[] = {
    {CUE_MSG_SET, NULL, serve_set},
    {CUE_MSG_PARAMS, NULL, serve_params},
    {CUE_MSG_GET, NULL, serve_get},
    {CUE_MSG_RESET, NULL, serve_reset},
    {CUE_MSG_SAVE, NULL, serve_save},
    {CUE_MSG_LOAD, NULL, serve_load},
    {CUE_MSG_EXTENSION, NULL, serve_extension},
    {CUE_MSG_INSPECT, NULL, serve_inspect},
    {CUE_MSG_TRY, NULL, serve_try},
    {CUE_MSG_VOICES, CUE_KIND_VOICE, serve_voices},
    {CUE_MSG_PREPARE, CUE_KIND_VOICE, serve_prepare},
    {CUE_MSG_SPEAK, CUE_KIND_VOICE, serve_speak},
    {CUE_MSG_STREAM, CUE_KIND_VOICE, serve_stream},
    {CUE_MSG_TEXT, CUE_KIND_VOICE, serve_text},
    {CUE_MSG_END, CUE_KIND_VOICE, serve_end},
    {CUE_MSG_TRAITS, CUE_KIND_VOICE, serve_traits},
    {CUE_MSG_FINGERPRINT, CUE_KIND_VOICE, serve_fingerprint},
    {CUE_MSG_LISTEN, CUE_KIND_RECOGNIZER, serve_listen},
    {CUE_MSG_AUDIO, CUE_KIND_RECOGNIZER, serve_audio},
    {CUE_MSG_FINISH, CUE_KIND_RECOGNIZER, serve_finish},
    {CUE_MSG_CONFIGURE, CUE_KIND_DSP, serve_configure},
    {CUE_MSG_PROCESS, CUE_KIND_DSP, serve_process},
    {CUE_MSG_FLUSH, CUE_KIND_DSP, serve_flush},
    {CUE_MSG_DEVICES, CUE_KIND_DEVICE, serve_devices},
    {CUE_MSG_OPEN, CUE_KIND_DEVICE, serve_open},
    {CUE_MSG_WRITE, CUE_KIND_DEVICE, serve_write},
    {CUE_MSG_READ, CUE_KIND_DEVICE, serve_read},
    {CUE_MSG_DRAIN, CUE_KIND_DEVICE, serve_drain},
    {CUE_MSG_DROP, CUE_KIND_DEVICE, serve_drop},
    {CUE_MSG_CLOSE, CUE_KIND_DEVICE, serve_close},
    {CUE_MSG_POSITION, CUE_KIND_DEVICE, serve_position},
};

bool serve_is_streamed(uint16_t type) {
  return type == CUE_MSG_AUDIO || type == CUE_MSG_FINISH || type == CUE_MSG_TEXT || type == CUE_MSG_END;
}

void serve_stream_cancelled(instance *it) {
  if (it->line) serve_cancelled_line(it);
  else serve_cancelled_stream(it);
}

bool serve_knows(uint16_t type) {
  if (type == CUE_MSG_INSPECT || type == CUE_MSG_TRY) return hooks != NULL;
  for (size_t i = 0; i < sizeof served / sizeof *served; i++)
    if (served[i].type == type) return true;
  return false;
}

void serve(instance *it, job *request) {
  for (size_t i = 0; i < sizeof served / sizeof *served; i++) {
    if (served[i].type != request->message.type) continue;
    if (served[i].kind && strcmp(served[i].kind, it->plugin->kind)) break;
    changes_wait(it);
    served[i].serve(it, request);
    changes_send(it);
    return;
  }
  wire_failure(request->message.request, CUE_E_UNSUPPORTED, "This plugin is of a kind that does not do that.");
}

bool serve_at_once(const instance *it, uint16_t type) {
  bool voice = !strcmp(it->plugin->kind, CUE_KIND_VOICE);
  switch (type) {
    case CUE_MSG_POSITION: return !strcmp(it->plugin->kind, CUE_KIND_DEVICE);
    // A parameter of a forking instance belongs to the template, so that later children have it.
    case CUE_MSG_SET:
    // What the template can answer without speaking needs no child.
    case CUE_MSG_PARAMS:
    case CUE_MSG_GET:
    case CUE_MSG_SAVE:
    case CUE_MSG_LOAD:
    case CUE_MSG_EXTENSION:
    case CUE_MSG_INSPECT:
    case CUE_MSG_TRY: return it->forks;
    case CUE_MSG_TRAITS:
    case CUE_MSG_PREPARE:
    case CUE_MSG_FINGERPRINT: return it->forks && voice;
    default: return false;
  }
}
