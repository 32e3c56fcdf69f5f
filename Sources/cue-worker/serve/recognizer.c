// A recognizer's stream: LISTEN opens it, AUDIO and FINISH carry the LISTEN's request number, and its DONE ends it.
#include <stdlib.h>
#include <string.h>

#include "recognizer.h"
#include "../plugin/hooks.h"
#include "../process/end.h"
#include "answers.h"

static void heard(instance *it, uint16_t type, const cue_transcript *t) {
  message m = {0};
  message_start(&m, type, 0, it->stream);
  message_u32(&m, CUE_TAG_REVISION, t->revision);
  message_text(&m, CUE_TAG_TEXT, t->text);
  message_u32(&m, CUE_TAG_STABLE, t->stable_bytes);
  message_u64(&m, CUE_TAG_FRAME, t->start);
  message_u64(&m, CUE_TAG_END, t->end);
  message_f64(&m, CUE_TAG_CONFIDENCE, t->confidence);
  message_f64(&m, CUE_TAG_NO_SPEECH, t->no_speech);
  message_text(&m, CUE_TAG_LANGUAGE, t->language);
  for (uint32_t i = 0; t->words && i < t->word_count && m.used < CUE_MESSAGE_TO_HOST_MAX / 2; i++) {
    const cue_word *each = t->words[i];
    uint32_t word = message_group(&m, CUE_TAG_WORD);
    message_text(&m, CUE_TAG_TEXT, each->text);
    message_u64(&m, CUE_TAG_FRAME, each->start);
    message_u64(&m, CUE_TAG_END, each->end);
    message_f64(&m, CUE_TAG_CONFIDENCE, each->confidence);
    if (each->phrase) message_u32(&m, CUE_TAG_NUMBER, each->phrase);
    if (each->flags) message_u32(&m, CUE_TAG_FLAGS, each->flags);
    message_group_end(&m, word);
  }
  wire_send(&m);
  message_free(&m);
}

static int32_t sink_partial(void *data, const cue_transcript *t) {
  instance *it = data;
  if (!it->stream || it->running->cancelled) return CUE_STOP;
  heard(it, CUE_MSG_PARTIAL, t);
  return CUE_CONTINUE;
}

static int32_t sink_final(void *data, const cue_transcript *t) {
  instance *it = data;
  if (!it->stream || it->running->cancelled) return CUE_STOP;
  heard(it, CUE_MSG_FINAL, t);
  return CUE_CONTINUE;
}

static int32_t sink_endpoint(void *data, uint64_t frame) {
  instance *it = data;
  if (!it->stream || it->running->cancelled) return CUE_STOP;
  message m = {0};
  message_start(&m, CUE_MSG_ENDPOINT, 0, it->stream);
  message_u64(&m, CUE_TAG_FRAME, frame);
  wire_send(&m);
  message_free(&m);
  return CUE_CONTINUE;
}

static int32_t sink_honoured(void *data, const cue_honoured *honoured) {
  instance *it = data;
  if (!it->stream || it->running->cancelled) return CUE_STOP;
  honoured_send(it->stream, honoured);
  return CUE_CONTINUE;
}

// Says that the stream has taken all sound up to here, so that the host neither runs ahead nor guesses what a partial is of.
static void taken(instance *it) {
  message m = {0};
  message_start(&m, CUE_MSG_TAKEN, 0, it->stream);
  message_u64(&m, CUE_TAG_FRAME, it->taken);
  wire_send(&m);
  message_free(&m);
}

static void stream_done(instance *it, int32_t status, const cue_error *error) {
  const cue_recognizer *recognizer = it->kind;
  recognizer->close(it->table->self);
  wire_done(it->stream, status, error);
  it->stream = 0;
}

void serve_cancelled_stream(instance *it) { stream_done(it, CUE_CANCELLED, NULL); }

void serve_listen(instance *it, job *request) {
  const cue_recognizer *recognizer = it->kind;
  fields body = request->message.body;
  if (it->stream) {
    wire_failure(request->message.request, CUE_E_BUSY, "A stream is open already.");
    return;
  }
  uint32_t phrase_count = fields_count(body, CUE_TAG_PHRASE);
  cue_phrase *phrases = calloc(phrase_count + 1, sizeof *phrases);
  const cue_phrase **pointers = calloc(phrase_count + 1, sizeof *pointers);
  lexicon_room lexicon = lexicon_of(body);
  if (!phrases || !pointers) worker_end("out of memory");
  fields rest = body;
  field each;
  uint32_t p = 0;
  while (fields_next(&rest, &each)) {
    fields pair = {each.bytes, each.length};
    if (each.tag == CUE_TAG_PHRASE) {
      phrases[p].struct_size = sizeof *phrases;
      phrases[p].role = fields_u32(pair, CUE_TAG_ROLE, CUE_PHRASE_EXPECTED);
      phrases[p].text = fields_text(pair, CUE_TAG_TEXT);
      phrases[p].written = fields_text(pair, CUE_TAG_WRITTEN);
      pointers[p] = lend(&phrases[p], sizeof *phrases, offsetof(cue_phrase, written));
      p++;
    }
  }
  cue_audio_format format = {.struct_size = sizeof format,
                             .sample = fields_u32(body, CUE_TAG_SAMPLE, CUE_SAMPLE_S16),
                             .rate = fields_u32(body, CUE_TAG_RATE, 16000),
                             .channels = fields_u32(body, CUE_TAG_CHANNELS, 1)};
  cue_listen_request wanted = {
      .struct_size = sizeof wanted,
      .partials = fields_u32(body, CUE_TAG_PARTIALS, 0),
      .call = request->call,
      .format = lend(&format, sizeof format, sizeof format),
      .language = fields_text(body, CUE_TAG_LANGUAGE),
      .model = fields_text(body, CUE_TAG_MODEL),
      .phrases = phrase_count ? pointers : NULL,
      .phrase_count = phrase_count,
      .lexicon_count = lexicon.count,
      .lexicon = lexicon.pointers,
  };
  it->frame_bytes = frame_bytes_of(&format);
  if (!it->frame_bytes) {
    wire_failure(request->message.request, CUE_E_FORMAT, "There is no sound of such a format.");
    free(phrases);
    free(pointers);
    lexicon_free(&lexicon);
    return;
  }
  it->sink = (cue_listen_sink){.struct_size = sizeof it->sink,
                               .data = it,
                               .partial = sink_partial,
                               .final = sink_final,
                               .endpoint = sink_endpoint,
                               .honoured = sink_honoured};
  cue_error error = {.struct_size = sizeof error};
  cue_listen_request *lent_wanted = lend(&wanted, sizeof wanted, offsetof(cue_listen_request, phrases));
  cue_listen_sink *lent_sink = lend(&it->sink, sizeof it->sink, offsetof(cue_listen_sink, honoured));
  cue_error *lent_error = lend(&error, sizeof error, offsetof(cue_error, sentence));
  it->stream = request->message.request;
  it->taken = 0;
  int32_t status = recognizer->open(it->table->self, lent_wanted, lent_sink, lent_error);
  take_back(lent_wanted, &wanted, sizeof wanted);
  take_back(lent_error, &error, sizeof error);
  if (status < 0) stream_done(it, status, &error);
  else if (!request->cancelled) taken(it);
  free(phrases);
  free(pointers);
  lexicon_free(&lexicon);
}

// A cancelled message of a stream ends it, whether the engine has seen the sound or not.
void serve_audio(instance *it, job *request) {
  const cue_recognizer *recognizer = it->kind;
  if (!it->stream || it->stream != request->message.request) return;  // of a stream that has ended
  uint32_t frames;
  void *samples = sound_take(it, request, &frames);
  cue_error error = {.struct_size = sizeof error};
  int32_t status = CUE_CANCELLED;
  if (!request->cancelled) {
    cue_push sound = {.struct_size = sizeof sound, .frames = frames, .call = request->call, .samples = samples};
    status = recognizer->push(it->table->self, &sound, &error);
  }
  free(samples);
  if (request->cancelled) status = CUE_CANCELLED;
  it->taken += frames;
  if (status != CUE_OK) stream_done(it, status, &error);
  else taken(it);
}

void serve_finish(instance *it, job *request) {
  const cue_recognizer *recognizer = it->kind;
  if (!it->stream || it->stream != request->message.request) return;
  cue_error error = {.struct_size = sizeof error};
  int32_t status = CUE_CANCELLED;
  cue_call call = {.struct_size = sizeof call, .call = request->call};
  if (!request->cancelled) status = recognizer->finish(it->table->self, &call, &error);
  stream_done(it, request->cancelled ? CUE_CANCELLED : status, &error);
}
