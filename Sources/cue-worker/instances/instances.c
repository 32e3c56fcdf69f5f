#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "instances.h"
#include "../plugin/changes.h"
#include "../plugin/hooks.h"
#include "../plugin/library.h"
#include "../process/end.h"
#include "../process/heap.h"
#include "../serve/answers.h"
#include "../serve/params.h"
#include "../serve/serve.h"
#include "crew.h"
#include "forks.h"

static instance *instances;

instance *instances_all(void) { return instances; }

// Whether the stream of that request is open, or will be: its first message may still wait for the instance's thread.
static bool has_stream(instance *it, uint32_t request) {
  pthread_mutex_lock(&it->lock);
  bool has = it->stream == request || (it->running && it->running->message.request == request);
  for (job *each = it->queue; each && !has; each = each->next) has = each->message.request == request;
  pthread_mutex_unlock(&it->lock);
  return has;
}

instance *instance_of_stream(uint32_t request) {
  for (instance *it = instances; it && request; it = it->next)
    if (has_stream(it, request)) return it;
  return NULL;
}

instance *instance_find(uint32_t number) {
  for (instance *it = instances; it; it = it->next)
    if (it->number == number) return it;
  return NULL;
}

// Does the first request of an instance that is locked; false if that was its last.
static bool serve_first(instance *it) {
  job *request = it->queue;
  it->queue = request->next;
  it->running = request;
  request->call = ++it->calls;
  pthread_mutex_unlock(&it->lock);
  bool is_last = request->message.type == CUE_MSG_DESTROY;
  // What belongs to a stream must close it, cancelled or not.
  if (is_last) wire_done(request->message.request, CUE_OK, NULL);
  else if (request->cancelled && it->stream != request->message.request)
    wire_done(request->message.request, CUE_CANCELLED, NULL);
  else serve(it, request);
  pthread_mutex_lock(&it->lock);
  // A cancel that came when the call was over, or while the stream was opened, ends the stream all the same.
  if (!is_last && request->cancelled && it->stream && it->stream == request->message.request) {
    pthread_mutex_unlock(&it->lock);
    serve_stream_cancelled(it);
    pthread_mutex_lock(&it->lock);
  }
  it->running = NULL;
  job_free(request);
  return !is_last;
}

// Served by a thread: one request after the other.
static void *work(void *argument) {
  instance *it = argument;
  pthread_mutex_lock(&it->lock);
  do
    while (!it->queue) pthread_cond_wait(&it->work, &it->lock);
  while (serve_first(it));
  pthread_mutex_unlock(&it->lock);
  return NULL;
}

void instance_enqueue(instance *it, job *request) {
  request->credit = fields_u32(request->message.body, CUE_TAG_CREDIT, 0);
  pthread_mutex_lock(&it->lock);
  job **end = &it->queue;
  while (*end) end = &(*end)->next;
  *end = request;
  if (it->has_crew) crew_call(it);
  else pthread_cond_signal(&it->work);
  pthread_mutex_unlock(&it->lock);
  if (it->forks) forks_next(it);
}

void instance_serve(instance *it, job *request) {
  uint16_t type = request->message.type;
  if (!serve_at_once(it, type)) {
    instance_enqueue(it, request);
    return;
  }
  serve(it, request);
  if (it->forks &&
      (type == CUE_MSG_SET || type == CUE_MSG_PREPARE || type == CUE_MSG_LOAD || type == CUE_MSG_EXTENSION))
    forks_renew(it);
  job_free(request);
}

// A stream that waits for sound has no message that could be cancelled: it gets one.
static void cancel_idle_stream(instance *it, uint32_t number) {
  job *finish = calloc(1, sizeof *finish);
  if (!finish) worker_end("out of memory");
  finish->message.type = it->line ? CUE_MSG_END : CUE_MSG_FINISH;
  finish->message.request = number;
  finish->cancelled = true;
  instance_enqueue(it, finish);
}

void instance_cancel(uint32_t number) {
  for (instance *it = instances; it; it = it->next) {
    bool running = false, queued = false;
    pthread_mutex_lock(&it->lock);
    if (it->forks) forks_catch_up(it);
    for (job *j = it->queue; j; j = j->next) {
      if (j->message.request != number) continue;
      j->cancelled = true;
      queued = true;
    }
    if (it->given && it->given->message.request == number) {
      it->given->cancelled = true;
      queued = true;
      if (it->forks) forks_cancel_given(it);
    }
    if (it->running && it->running->message.request == number) {
      it->running->cancelled = true;
      running = true;
      pthread_cond_broadcast(&it->more_credit);
      // Under the lock, so that it cannot hit the request that comes next.
      if (it->forks) forks_cancel(it);
      else it->table->cancel(it->table->self, it->running->call);
    }
    pthread_mutex_unlock(&it->lock);
    if (!running && !queued && it->stream == number && number) cancel_idle_stream(it, number);
  }
}

void instance_credit(uint32_t number, uint32_t frames) {
  for (instance *it = instances; it; it = it->next) {
    pthread_mutex_lock(&it->lock);
    if (it->forks) forks_catch_up(it);
    if (it->line && it->stream == number) {
      it->stream_credit += frames;
      pthread_cond_broadcast(&it->more_credit);
      pthread_mutex_unlock(&it->lock);
      continue;
    }
    for (job *j = it->queue; j; j = j->next)
      if (j->message.request == number) j->credit += frames;
    if (it->given && it->given->message.request == number) forks_credit_given(it, frames);
    if (it->running && it->running->message.request == number) {
      if (it->forks) {
        forks_credit(it, frames);
      } else {
        it->running->credit += frames;
        pthread_cond_broadcast(&it->more_credit);
      }
    }
    pthread_mutex_unlock(&it->lock);
  }
}

static const char *apply_params(instance *it, fields body, cue_error *error) {
  field each;
  while (fields_next(&body, &each)) {
    if (each.tag != CUE_TAG_PARAM) continue;
    fields pair = {each.bytes, each.length};
    if (set_param(it, pair, error) < 0) return error->sentence;
  }
  return NULL;
}

static bool begin_to_serve(instance *it) {
  if (it->forks) return true;
  // A program that judges a plugin looks at the thread of one instance.
  it->has_crew = !hooks && !strcmp(it->plugin->kind, CUE_KIND_DSP);
  return it->has_crew ? crew_start(serve_first) : thread_start(&it->thread, work, it);
}

// What the table of a kind lacks of version 1.0 of the interface; NULL: nothing. A kind that this worker does not know has its own size.
static const char *kind_missing(const char *kind, const void *table) {
  static const struct {
    const char *kind;
    uint32_t bytes;
  } kinds[] = {{CUE_KIND_VOICE, offsetof(cue_voice, prepare) + sizeof(void *)},
               {CUE_KIND_RECOGNIZER, offsetof(cue_recognizer, close) + sizeof(void *)},
               {CUE_KIND_DSP, offsetof(cue_dsp, place) + sizeof(void *)},
               {CUE_KIND_DEVICE, offsetof(cue_device, state) + sizeof(void *)}};
  if (!table) return "It has no table of its own kind.";
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kind, kinds[i].kind) && *(const uint32_t *)table < kinds[i].bytes)
      return "The table of its kind is shorter than that of version 1.0 of the interface.";
  return NULL;
}

void instance_create(job *request) {
  uint32_t number = request->message.request;
  fields body = request->message.body;
  cue_error error = {.struct_size = sizeof error};
  cue_text id = fields_text(body, CUE_TAG_ID), kind = fields_text(body, CUE_TAG_KIND);
  const cue_descriptor *plugin = library_find(id, kind);
  // A caller that names a voice and wants a recognizer means the one that its library has beside it.
  if (!plugin) plugin = library_find_recognizer(id, kind);
  uint32_t name = fields_u32(body, CUE_TAG_INSTANCE, 0);
  // A voice keeps nothing from request to request; a stream or a configured effect would be lost with its child. An engine
  // that is global anyway gains by a fork, even where its sound does not depend on what was said before.
  bool lasts = plugin && plugin->determinism == CUE_DETERMINISM_ALWAYS && plugin->concurrency == CUE_PER_PROCESS;
  bool forks = plugin && !strcmp(plugin->kind, CUE_KIND_VOICE) && (plugin->flags & CUE_FLAG_FORK_SAFE) &&
               (lasts || plugin->determinism == CUE_DETERMINISM_FRESH_STATE) && !(hooks && hooks->never_forks);
  int32_t refused = CUE_OK;
  const char *why = NULL;
  if (!plugin && library_find(id, (cue_text){"", 0, 0})) {
    refused = CUE_E_UNSUPPORTED;
    why = "It is a plugin of another kind.";
  } else if (!plugin) {
    refused = CUE_E_NOT_FOUND;
    why = "The library offers no such plugin.";
  } else if (name == 0 || instance_find(name)) {
    refused = CUE_E_INVALID;
    why = "An instance needs a number of its own, above 0.";
  } else if (instances &&
             (plugin->concurrency == CUE_PER_PROCESS || instances->plugin->concurrency == CUE_PER_PROCESS)) {
    refused = CUE_E_BUSY;
    why = "This library has a plugin that allows one instance in a process.";
  } else if (instances && (forks || instances->forks)) {
    // A process that forks has one thread: a lock of another would stay locked in the child.
    refused = CUE_E_BUSY;
    why = "A plugin that is served from forks has a process of its own.";
  }
  if (refused < 0) {
    wire_failure(number, refused, why);
    job_free(request);
    return;
  }
  instance *it = calloc(1, sizeof *it);
  if (!it) worker_end("out of memory");
  it->number = name;
  it->plugin = plugin;
  cue_create_request wanted = {.struct_size = sizeof wanted, .host = library_host(), .context = it, .id = plugin->id};
  const cue_instance *table = NULL;
  changes_wait(it);
  int32_t status = library_entry()->create(&wanted, &table, &error);
  const char *missing = NULL;
  if (status >= 0) {
    if (!table || table->struct_size < INSTANCE_BYTES_1_0 || !table->activate || !table->destroy || !table->cancel ||
        !table->reset || !table->get_extension)
      missing = "Its instance table is not complete.";
    else missing = kind_missing(plugin->kind, table->get_extension(table->self, plugin->kind));
  }
  if (status < 0 || missing) {
    if (missing) wire_failure(number, CUE_E_ABI, missing);
    else wire_done(number, status, &error);
    if (table && table->struct_size >= INSTANCE_BYTES_1_0 && table->destroy) table->destroy(table->self);
    changes_wait(NULL);
    free(it);
    job_free(request);
    return;
  }
  it->table = table;
  it->kind = table->get_extension(table->self, plugin->kind);
  it->params = table->get_extension(table->self, CUE_EXT_PARAMS);
  it->forks = forks;
  it->child_lasts = forks && lasts;
  it->child_rewinds = forks && !lasts && (plugin->flags & CUE_FLAG_MEMORY_ONLY);
  if (!forks && plugin->concurrency == CUE_PER_PROCESS) heap_for_one_thread();
  pthread_mutex_init(&it->lock, NULL);
  pthread_cond_init(&it->work, NULL);
  pthread_cond_init(&it->more_credit, NULL);
  status = CUE_OK;
  if (apply_params(it, body, &error)) status = error.status;
  if (status >= 0) status = table->activate(table->self, &error);
  if (status >= 0 && !begin_to_serve(it)) {
    say(&error, CUE_E_MEMORY, "No thread could be started.");
    status = CUE_E_MEMORY;
  }
  if (status < 0) {
    table->destroy(table->self);
    changes_wait(NULL);
    free(it);
    wire_done(number, status, &error);
  } else {
    it->next = instances;
    instances = it;
    plugin_send(number, plugin);
    wire_done(number, CUE_OK, NULL);
    changes_send(it);
  }
  job_free(request);
}

void instance_destroy(job *request) {
  instance *it = instance_find(fields_u32(request->message.body, CUE_TAG_INSTANCE, 0));
  uint32_t number = request->message.request;
  if (!it) {
    wire_failure(number, CUE_E_NOT_FOUND, "There is no such instance.");
    job_free(request);
    return;
  }
  // What waits or runs is cancelled; the thread answers this request last.
  pthread_mutex_lock(&it->lock);
  for (job *j = it->queue; j; j = j->next) j->cancelled = true;
  if (it->given) it->given->cancelled = true;
  uint32_t running = it->running ? it->running->message.request : 0;
  pthread_mutex_unlock(&it->lock);
  if (running) instance_cancel(running);
  if (it->stream) instance_cancel(it->stream);
  if (it->forks) {
    forks_end(it);
    wire_done(number, CUE_OK, NULL);
    job_free(request);
  } else {
    instance_enqueue(it, request);
    if (it->has_crew) crew_wait_for_last(it);
    else pthread_join(it->thread, NULL);
  }
  for (instance **at = &instances; *at; at = &(*at)->next) {
    if (*at != it) continue;
    *at = it->next;
    break;
  }
  it->table->destroy(it->table->self);
  sound_room *rooms[] = {&it->input, &it->output, &it->side, &it->moved_input, &it->moved_side, &it->moved_output};
  for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) free(rooms[i]->samples);
  message_free(&it->reply);
  free(it);
}
