#define _GNU_SOURCE
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "voice.h"
#include "../plugin/hooks.h"
#include "../process/end.h"
#include "../wire/line.h"
#include "answers.h"

void serve_traits(instance *it, job *request) {
  const cue_voice *voice = it->kind;
  cue_voice_traits traits = {.struct_size = sizeof traits};
  cue_voice_traits *lent = lend(&traits, sizeof traits, offsetof(cue_voice_traits, pitch_minimum));
  int32_t status = voice->traits(it->table->self, lent);
  take_back(lent, &traits, sizeof traits);
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, status);
  message_u32(&m, CUE_TAG_FLAGS, traits.flags);
  message_u32(&m, CUE_TAG_EVENTS, traits.events);
  message_u32(&m, CUE_TAG_MAX_TEXT, traits.max_text_bytes);
  message_f64(&m, CUE_TAG_SPEED_MINIMUM, traits.speed_minimum);
  message_f64(&m, CUE_TAG_SPEED_MAXIMUM, traits.speed_maximum);
  message_f64(&m, CUE_TAG_PITCH_MINIMUM, traits.pitch_minimum);
  message_f64(&m, CUE_TAG_PITCH_MAXIMUM, traits.pitch_maximum);
  if (traits.volume_maximum > 0) message_f64(&m, CUE_TAG_VOLUME_MAXIMUM, traits.volume_maximum);
  if (traits.alphabet) message_u32(&m, CUE_TAG_ALPHABET, traits.alphabet);
  wire_send(&m);
  message_free(&m);
}

static cue_voice_request voice_of(const job *request) {
  return (cue_voice_request){.struct_size = sizeof(cue_voice_request),
                             .call = request->call,
                             .voice = fields_text(request->message.body, CUE_TAG_VOICE)};
}

void serve_fingerprint(instance *it, job *request) {
  const cue_voice *voice = it->kind;
  cue_text out = {0};
  cue_voice_request meant = voice_of(request);
  int32_t status = voice->sound_fingerprint(it->table->self, &meant, &out);
  message m = {0};
  message_start(&m, CUE_MSG_DONE, 0, request->message.request);
  message_i32(&m, CUE_TAG_STATUS, status);
  if (out.bytes) message_text(&m, CUE_TAG_TEXT, text_cut(out, 2048));
  wire_send(&m);
  message_free(&m);
}

void serve_prepare(instance *it, job *request) {
  const cue_voice *voice = it->kind;
  cue_error error = {.struct_size = sizeof error};
  cue_voice_request meant = voice_of(request);
  int32_t status = CUE_OK;
  if (voice->prepare) status = voice->prepare(it->table->self, &meant, &error);
  wire_done(request->message.request, status, &error);
}

void serve_voices(instance *it, job *request) {
  const cue_voice *voice = it->kind;
  cue_error error = {.struct_size = sizeof error};
  uint32_t count = 0;
  cue_call call = {.struct_size = sizeof call, .call = request->call};
  int32_t status = voice->list_voices(it->table->self, &call, &count, &error);
  for (uint32_t i = 0; status >= 0 && i < count && !request->cancelled; i++) {
    cue_voice_info info = {.struct_size = sizeof info};
    cue_voice_info *lent = lend(&info, sizeof info, offsetof(cue_voice_info, licence));
    int32_t known = voice->voice_info(it->table->self, i, lent);
    take_back(lent, &info, sizeof info);
    if (known < 0) break;
    message m = {0};
    message_start(&m, CUE_MSG_VOICE, 0, request->message.request);
    message_u32(&m, CUE_TAG_FLAGS, info.flags);
    message_text(&m, CUE_TAG_ID, info.id);
    message_text(&m, CUE_TAG_NAME, info.name);
    for (uint32_t l = 0; info.languages && l < info.language_count && l < 32; l++)
      message_text(&m, CUE_TAG_LANGUAGE, info.languages[l]->tag);
    message_u32(&m, CUE_TAG_GENDER, info.gender);
    message_u32(&m, CUE_TAG_AGE, info.age);
    message_u32(&m, CUE_TAG_RATE, info.rate);
    message_text(&m, CUE_TAG_LICENCE, info.licence);
    message_text(&m, CUE_TAG_DESCRIPTION, info.description);
    if (info.quality) message_u32(&m, CUE_TAG_QUALITY, info.quality);
    if (info.determinism) message_u32(&m, CUE_TAG_DETERMINISM, info.determinism);
    // A voice whose words do not fit one frame of a child is left out rather than torn.
    if (!in_child() || m.used <= PIPE_BUF) wire_send(&m);
    message_free(&m);
  }
  wire_done(request->message.request, status, &error);
}

// Sound on its way. The first chunk goes out at once, later ones when 200 ms are together: in one message, or, from a child,
// in as many as it takes, each one page. An engine that is fast enough gathers more, as each write wakes the host: a line that the
// host need not wait for may leave in one write.
#define BURST_BYTES (32u * PIPE_BUF)
#define BURST_NANOSECONDS 3000000u
#define FIRST_NANOSECONDS 1000000u
// How much of the first page may precede the sound.
#define EVENTS_BYTES (PIPE_BUF / 2)
typedef struct {
  instance *it;
  job *request;
  cue_audio_format format;
  uint32_t frame_bytes;
  uint64_t given;         // frames so far
  uint32_t chunk_frames;  // as many as one message holds
  uint64_t begun;         // when the line was
  bool first_sent;
  bool begin_waits;  // the message that begins the line is in `burst`
  message sound;
  uint32_t sound_field;
  uint32_t pending;      // frames in `sound`
  uint32_t room;         // as many as it holds
  message burst;         // messages that fill whole pages, to be written together
  uint32_t burst_bytes;  // as many as wait for no more, when time has gone by
  uint64_t burst_sent;   // when the last one was
} speaking;

// Where a child puts its sound together, from line to line: it says one at a time. The memory is shared, though with nobody, so
// that it is not part of what is put back after a line; and a large piece of the heap for each line would have libc tidy up all
// small ones. A burst grows past its limit by the page that ends the line.
typedef struct {
  uint8_t burst[BURST_BYTES + PIPE_BUF], sound[PIPE_BUF];
} sound_rooms;
static sound_rooms *rooms;

void voice_in_child(void) {
  void *shared = mmap(NULL, sizeof *rooms, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (shared == MAP_FAILED) worker_end("out of memory");
  rooms = shared;
}

static uint64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// A message that begins the line and the first sound fill a page together, where frames allow that.
static void sound_begin(speaking *s) {
  message_start(&s->sound, CUE_MSG_SOUND, 0, s->request->message.request);
  s->sound_field = message_group(&s->sound, CUE_TAG_SOUND);
  s->pending = 0;
  s->room = s->chunk_frames;
  uint32_t begun = s->burst.used % PIPE_BUF;
  uint32_t left = PIPE_BUF - begun - CUE_MESSAGE_HEADER_BYTES - CUE_FIELD_HEADER_BYTES;
  if (begun && left % s->frame_bytes == 0 && left / s->frame_bytes < s->room) s->room = left / s->frame_bytes;
}

// A pipe takes pages whole, so a write of whole pages is cut at most between two messages, whenever the child is killed.
static void burst_send(speaking *s) {
  if (s->burst.used) wire_write(&s->burst);
  if (s->burst.used >= PIPE_BUF) s->first_sent = true;
  s->burst.used = 0;
  s->begin_waits = false;
  s->burst_sent = nanoseconds();
}

static bool burst_is_due(const speaking *s) {
  if (s->burst.used + PIPE_BUF > BURST_BYTES) return true;
  if (s->first_sent && s->burst.used + PIPE_BUF <= s->burst_bytes) return false;
  return nanoseconds() - s->burst_sent > BURST_NANOSECONDS;
}

// Whether nobody waits for the first sound yet: the child was given the line ahead of time, and has just begun.
static bool first_may_wait(const speaking *s) {
  return s->begin_waits && line_was_ahead() && nanoseconds() - s->begun < FIRST_NANOSECONDS;
}

static void sound_send(speaking *s) {
  if (!s->pending) return;
  if (credit_left(s->it, s->request) < s->pending) burst_send(s);  // the host gives more when it has that
  if (credit_take(s->it, s->request, s->pending)) {
    message_group_end(&s->sound, s->sound_field);
    message_end(&s->sound);
    bool fills_page = (s->burst.used + s->sound.used) % PIPE_BUF == 0;
    if (in_child() && fills_page && (s->first_sent || first_may_wait(s) || s->burst.used >= PIPE_BUF)) {
      message_append(&s->burst, s->sound.bytes, s->sound.used);
      if (!burst_is_due(s)) return sound_begin(s);
      burst_send(s);
    } else if (s->begin_waits && s->burst.used + s->sound.used <= PIPE_BUF) {
      message_append(&s->burst, s->sound.bytes, s->sound.used);
      burst_send(s);
    } else {
      burst_send(s);
      wire_write(&s->sound);
    }
    s->first_sent = true;
  }
  sound_begin(s);
}

// What is left of the sound goes out with the line's end, in `sound`.
static void sound_end(speaking *s) {
  uint32_t left = s->pending;
  if (left && credit_left(s->it, s->request) < left) burst_send(s);
  if (left && !credit_take(s->it, s->request, left)) left = 0;
  if (left) {
    message_group_end(&s->sound, s->sound_field);
    message_end(&s->sound);
  } else {
    s->sound.used = 0;
  }
}

static int32_t answer(speaking *s) { return s->request->cancelled ? CUE_STOP : CUE_CONTINUE; }

static int32_t sink_begin(void *data, const cue_audio_format *format) {
  speaking *s = data;
  if (s->request->cancelled) return CUE_STOP;
  bool again = s->frame_bytes != 0;  // the host says what is wrong with that
  uint32_t frame = format->struct_size < sizeof *format ? 0 : frame_bytes_of(format);
  if (again) {
    sound_send(s);
    burst_send(s);
  } else if (frame == 0) {
    s->format.sample = format->sample;  // the host says what is wrong with it
    s->format.rate = format->rate;
    s->format.channels = format->channels;
  } else {
    s->format = *format;
    s->frame_bytes = frame;
    uint32_t room = PIPE_BUF - CUE_MESSAGE_HEADER_BYTES - CUE_FIELD_HEADER_BYTES;
    if (!in_child()) room = 65536 - CUE_MESSAGE_HEADER_BYTES - CUE_FIELD_HEADER_BYTES;
    s->chunk_frames = room / s->frame_bytes;
    if (s->chunk_frames > format->rate / 5 + 1) s->chunk_frames = format->rate / 5 + 1;
    s->burst_bytes = format->rate / 5 * s->frame_bytes;
  }
  message m = {0};
  message_start(&m, CUE_MSG_BEGIN, 0, s->request->message.request);
  message_u32(&m, CUE_TAG_SAMPLE, format->sample);
  message_u32(&m, CUE_TAG_RATE, format->rate);
  message_u32(&m, CUE_TAG_CHANNELS, format->channels);
  // The host waits for the first line of a child, and not for those that the child begins by itself.
  s->begin_waits = in_child() && line_number() > 1 && s->frame_bytes && !again;
  if (s->begin_waits) {
    message_end(&m);
    message_append(&s->burst, m.bytes, m.used);
  } else {
    wire_send(&m);
  }
  message_free(&m);
  if (s->frame_bytes) sound_begin(s);
  return s->frame_bytes && !again ? answer(s) : CUE_STOP;
}

static int32_t sink_audio(void *data, const void *samples, uint32_t frames) {
  speaking *s = data;
  if (s->request->cancelled) return CUE_STOP;
  if (!s->frame_bytes) {
    // Sound without a format cannot be sent: the empty message notifies the host.
    message m = {0};
    message_start(&m, CUE_MSG_SOUND, 0, s->request->message.request);
    wire_send(&m);
    message_free(&m);
    return CUE_STOP;
  }
  const uint8_t *at = samples;
  s->given += frames;
  while (frames > 0 && !s->request->cancelled) {
    uint32_t take = s->room - s->pending;
    if (take > frames) take = frames;
    // The rest of a message is written as one field; message_group_end gives it its length.
    s->pending += take;
    frames -= take;
    uint32_t bytes = take * s->frame_bytes;
    message_append(&s->sound, at, bytes);
    at += bytes;
    if (s->pending == s->room || !(s->first_sent || s->burst.used >= PIPE_BUF || first_may_wait(s))) sound_send(s);
  }
  return answer(s);
}

static int32_t sink_event(void *data, const cue_speech_event *event) {
  speaking *s = data;
  if (s->request->cancelled) return CUE_STOP;
  message m = {0};
  message_start(&m, CUE_MSG_EVENT, 0, s->request->message.request);
  message_u32(&m, CUE_TAG_TYPE, event->type);
  message_u64(&m, CUE_TAG_FRAME, event->frame);
  message_u32(&m, CUE_TAG_OFFSET, event->text_offset);
  message_u32(&m, CUE_TAG_LENGTH, event->text_length);
  message_text(&m, CUE_TAG_NAME, text_cut(event->name, 1024));
  if (event->frames) message_u64(&m, CUE_TAG_DURATION, event->frames);
  if (isfinite(event->value) && event->value != 0) message_f64(&m, CUE_TAG_VALUE, event->value);
  if (event->alphabet) message_u32(&m, CUE_TAG_ALPHABET, event->alphabet);
  if (hooks) message_u64(&m, CUE_TAG_POSITION, s->given);
  message_end(&m);
  // Ahead of the first sound, it leaves with that: each write wakes the host.
  if (s->begin_waits && s->given == 0 && s->burst.used + m.used <= EVENTS_BYTES) {
    message_append(&s->burst, m.bytes, m.used);
    sound_begin(s);
  } else {
    if (s->begin_waits) burst_send(s);
    wire_write(&m);
  }
  message_free(&m);
  return answer(s);
}

static int32_t sink_honoured(void *data, const cue_honoured *honoured) {
  speaking *s = data;
  if (s->request->cancelled) return CUE_STOP;
  if (s->begin_waits) burst_send(s);
  honoured_send(s->request->message.request, honoured);
  return answer(s);
}

static void honour(const job *request, uint32_t field, uint32_t outcome, double value) {
  cue_honoured honoured = {.struct_size = sizeof honoured, .field = field, .outcome = outcome, .value = value};
  honoured_send(request->message.request, &honoured);
}

// Numbers that are none, and a negative volume, are put right once for all voices, and reported. A program that judges voices
// sends them on.
static void correct(const job *request, cue_speech_request *said) {
  if (hooks) return;
  struct {
    double *value;
    uint32_t field;
  } numbers[] = {{&said->speed, CUE_FIELD_SPEED},
                 {&said->pitch, CUE_FIELD_PITCH},
                 {&said->volume, CUE_FIELD_VOLUME},
                 {&said->pitch_range, CUE_FIELD_PITCH}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (isfinite(*numbers[i].value)) continue;
    *numbers[i].value = 0;
    honour(request, numbers[i].field, CUE_HONOURED_IGNORED, 0);
  }
  if (said->volume >= 0) return;
  said->volume = 0;
  said->flags |= CUE_SPEECH_SILENT;
  honour(request, CUE_FIELD_VOLUME, CUE_HONOURED_CLAMPED, 0);
}

#define MOST_TONES 64u

// A request as the plugin gets it, and what it points to.
typedef struct {
  cue_speech_request said;
  cue_tone tones[MOST_TONES];
  const cue_tone *tone_pointers[MOST_TONES];
  lexicon_room lexicon;
} spoken;

static void spoken_take(const job *request, spoken *out) {
  fields body = request->message.body, rest = body;
  uint32_t count = fields_count(body, CUE_TAG_TONE);
  if (count > MOST_TONES) count = MOST_TONES;
  field each;
  for (uint32_t i = 0; i < count && fields_next(&rest, &each);) {
    if (each.tag != CUE_TAG_TONE) continue;
    fields pair = {each.bytes, each.length};
    out->tones[i] = (cue_tone){.struct_size = sizeof *out->tones,
                               .label = fields_text(pair, CUE_TAG_NAME),
                               .weight = fields_f64(pair, CUE_TAG_WEIGHT, 1)};
    out->tone_pointers[i] = lend(&out->tones[i], sizeof *out->tones, sizeof *out->tones);
    i++;
  }
  out->lexicon = lexicon_of(body);
  out->said = (cue_speech_request){
      .struct_size = sizeof out->said,
      .text_form = fields_u32(body, CUE_TAG_TEXT_FORM, CUE_TEXT_PLAIN),
      .call = request->call,
      .text = fields_text(body, CUE_TAG_TEXT),
      .language = fields_text(body, CUE_TAG_LANGUAGE),
      .voice = fields_text(body, CUE_TAG_VOICE),
      .speed = fields_f64(body, CUE_TAG_SPEED, 0),
      .pitch = fields_f64(body, CUE_TAG_PITCH, 0),
      .volume = fields_f64(body, CUE_TAG_VOLUME, 0),
      .pitch_range = fields_f64(body, CUE_TAG_PITCH_RANGE, 0),
      .events = fields_u32(body, CUE_TAG_EVENTS, 0),
      .flags = fields_u32(body, CUE_TAG_FLAGS, 0),
      .seed = fields_u32(body, CUE_TAG_SEED, 0),
      .tone_count = count,
      .tones = count ? out->tone_pointers : NULL,
      .direction = fields_text(body, CUE_TAG_DIRECTION),
      .previous_text = fields_text(body, CUE_TAG_PREVIOUS),
      .next_text = fields_text(body, CUE_TAG_NEXT),
      .lexicon = out->lexicon.pointers,
      .lexicon_count = out->lexicon.count,
  };
  correct(request, &out->said);
}

static cue_speech_sink sink_of(speaking *s) {
  return (cue_speech_sink){.struct_size = sizeof(cue_speech_sink),
                           .data = s,
                           .begin = sink_begin,
                           .audio = sink_audio,
                           .event = sink_event,
                           .honoured = sink_honoured};
}

// Sends the rest of the sound and the end.
static void speaking_end(speaking *s, int32_t status, const cue_error *error, const message *seen) {
  bool is_cancelled = s->request->cancelled;
  if (!is_cancelled && s->frame_bytes) sound_end(s);
  if (s->request->cancelled) s->burst.used = s->sound.used = 0;
  wire_done_behind(&s->burst, &s->sound, s->request->message.request, s->request->cancelled ? CUE_CANCELLED : status,
                   error, seen);
  if (!rooms) message_free(&s->burst), message_free(&s->sound);
}

static bool is_open(const instance *it, const job *request) {
  if (!it->stream) return false;
  wire_failure(request->message.request, CUE_E_BUSY, "A line is open: its text comes in pieces.");
  return true;
}

void serve_speak(instance *it, job *request) {
  const cue_voice *voice = it->kind;
  spoken asked;
  if (is_open(it, request)) return;
  spoken_take(request, &asked);
  speaking s = {.it = it, .request = request};
  if (rooms) {
    s.burst = (message){.bytes = rooms->burst, .room = sizeof rooms->burst};
    s.sound = (message){.bytes = rooms->sound, .room = sizeof rooms->sound};
    s.begun = s.burst_sent = nanoseconds();
  }
  cue_speech_sink sink = sink_of(&s);
  cue_error error = {.struct_size = sizeof error};
  message seen = {0};
  int32_t status = hooks ? hooks->speak(it, request, &asked.said, &sink, &error, &seen)
                         : voice->speak(it->table->self, &asked.said, &sink, &error);
  speaking_end(&s, status, &error, &seen);
  message_free(&seen);
  lexicon_free(&asked.lexicon);
}

// A line whose text comes in pieces. STREAM opens it, TEXT and END carry its request number, and its DONE ends it.
typedef struct {
  speaking s;
  cue_speech_sink sink;
} open_line;

static const cue_voice_stream *stream_of(instance *it) {
  return it->table->get_extension(it->table->self, CUE_EXT_VOICE_STREAM);
}

static void line_over(instance *it, job *request, int32_t status, const cue_error *error) {
  open_line *line = it->line;
  message nothing = {0};
  line->s.request = request;
  speaking_end(&line->s, status, error, &nothing);
  stream_of(it)->close(it->table->self);
  pthread_mutex_lock(&it->lock);
  it->stream = 0;
  it->line = NULL;
  pthread_mutex_unlock(&it->lock);
  free(line);
}

// What was made of a piece is sent at once: nobody knows when the next one comes.
static void piece_over(instance *it, job *request, int32_t status, const cue_error *error) {
  open_line *line = it->line;
  if (status != CUE_OK || request->cancelled) line_over(it, request, status, error);
  else if (line->s.frame_bytes) sound_send(&line->s);
}

void serve_stream(instance *it, job *request) {
  spoken asked;
  const cue_voice_stream *stream = it->forks ? NULL : stream_of(it);
  if (is_open(it, request)) return;
  if (!stream) {
    wire_failure(request->message.request, CUE_E_UNSUPPORTED, "This voice takes no text in pieces.");
    return;
  }
  spoken_take(request, &asked);
  open_line *line = calloc(1, sizeof *line);
  if (!line) worker_end("out of memory");
  line->s = (speaking){.it = it, .request = request};
  line->sink = sink_of(&line->s);
  pthread_mutex_lock(&it->lock);
  it->stream_credit = atomic_load(&request->credit);
  it->line = line;
  it->stream = request->message.request;
  pthread_mutex_unlock(&it->lock);
  cue_error error = {.struct_size = sizeof error};
  int32_t status = stream->begin(it->table->self, &asked.said, &line->sink, &error);
  piece_over(it, request, status, &error);
  lexicon_free(&asked.lexicon);
}

void serve_text(instance *it, job *request) {
  open_line *line = it->line;
  if (!line || it->stream != request->message.request) return;  // of a line that is over
  line->s.request = request;
  cue_error error = {.struct_size = sizeof error};
  cue_stream_text piece = {
      .struct_size = sizeof piece, .call = request->call, .text = fields_text(request->message.body, CUE_TAG_TEXT)};
  int32_t status = CUE_CANCELLED;
  if (!request->cancelled) status = stream_of(it)->text(it->table->self, &piece, &error);
  piece_over(it, request, status, &error);
}

void serve_end(instance *it, job *request) {
  open_line *line = it->line;
  if (!line || it->stream != request->message.request) return;
  line->s.request = request;
  cue_error error = {.struct_size = sizeof error};
  cue_call call = {.struct_size = sizeof call, .call = request->call};
  int32_t status = CUE_CANCELLED;
  if (!request->cancelled) status = stream_of(it)->end(it->table->self, &call, &error);
  line_over(it, request, status, &error);
}

void serve_cancelled_line(instance *it) {
  job cancelled = {.message.request = it->stream, .cancelled = true};
  line_over(it, &cancelled, CUE_CANCELLED, NULL);
}
