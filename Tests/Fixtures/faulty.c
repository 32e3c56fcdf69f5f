/* Voices that break the rules, one rule each, named after what they do. What is not named as broken is as it should be: 8000
 * frames a second of 16-bit sound, FRAMES_A_BYTE for each byte of the text.
 *
 * Read it from the bottom: the table of faults, then the one whose name you look for. */
#define _GNU_SOURCE
#include <cue/cue.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define RATE 8000u
#define CHUNK 400u
#define FRAMES_A_BYTE 100u
#define SHORT_TEXT 40u

typedef struct said said;

typedef struct {
  const char *id;
  int32_t (*speak)(said *it);
  uint32_t determinism;
  uint32_t flags;
  int32_t (*activate)(cue_error *error);
} fault;

/* One request on its way. */
struct said {
  const cue_speech_request *request;
  const cue_speech_sink *sink;
  cue_error *error;
  uint32_t frames;
};

static const cue_host *host;

static int32_t fail(cue_error *error, int32_t status, const char *sentence) {
  error->status = status;
  error->sentence_length = (uint32_t)strlen(sentence);
  memcpy(error->sentence, sentence, error->sentence_length);
  return status;
}

static int32_t begin(said *it) {
  cue_audio_format format = {sizeof format, CUE_SAMPLE_S16, RATE, 1};
  return it->sink->begin(it->sink->data, &format);
}

static int32_t begin_float(said *it) {
  cue_audio_format format = {sizeof format, CUE_SAMPLE_F32, RATE, 1};
  return it->sink->begin(it->sink->data, &format);
}

/* The next frames: which they are can be heard. */
static int32_t sound(said *it, uint32_t frames) {
  int16_t samples[CHUNK];
  while (frames > 0) {
    uint32_t count = frames < CHUNK ? frames : CHUNK;
    for (uint32_t i = 0; i < count; i++) samples[i] = (int16_t)((it->frames + i) % 30000);
    if (it->sink->audio(it->sink->data, samples, count) != CUE_CONTINUE) return CUE_STOP;
    it->frames += count;
    frames -= count;
  }
  return CUE_CONTINUE;
}

static int32_t event(said *it, uint64_t frame, uint32_t offset, uint32_t length, cue_text name) {
  cue_speech_event event = {.struct_size = sizeof event,
                            .type = CUE_EVENT_WORD,
                            .frame = frame,
                            .text_offset = offset,
                            .text_length = length,
                            .name = name};
  return it->sink->event(it->sink->data, &event);
}

static void sleep_for_ever(void) {
  for (;;) pause();
}

static void tell(const char *line) {
  cue_text text = {line, (uint32_t)strlen(line), 0};
  host->log(host->data, CUE_LOG_ERROR, text);
}

static const cue_text nameless = {NULL, 0, 0};

/* Voices. */

static int32_t healthy(said *it) {
  if (it->request->text.length == 0) return CUE_OK;
  if (begin(it) != CUE_CONTINUE) return CUE_CANCELLED;
  uint32_t frames = it->request->text.length * FRAMES_A_BYTE;
  return sound(it, frames) == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}

/* Leaves a process behind that has moved to a session of its own and is nobody's child, as a daemon does, when it has said how
 * other processes see this one. */
static int32_t daemon_begins(cue_error *error) {
  (void)error;
  tell(prctl(PR_GET_DUMPABLE) ? "dumpable" : "not dumpable");
  int told[2];
  if (pipe(told) != 0) abort();
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      signal(SIGHUP, SIG_IGN);
      signal(SIGTERM, SIG_IGN);
      /* As one that has been gone for long when its parent ends. */
      for (int i = 0; i < 64; i++)
        if (i != told[1]) close(i);
      if (write(told[1], "x", 1) != 1) abort();
      close(told[1]);
      sleep_for_ever();
    }
    _exit(0);
  }
  close(told[1]);
  char ready;
  if (read(told[0], &ready, 1) != 1) abort();
  close(told[0]);
  return CUE_OK;
}

static int32_t crash_at_once(said *it) {
  (void)it;
  raise(SIGSEGV);
  return CUE_OK;
}

static int32_t crash(said *it) {
  begin(it);
  sound(it, CHUNK);
  return crash_at_once(it);
}

/* How often a process of this file has been ended by another one: a byte each in a file beside it. */
static char deaths_path[4096];

/* Has another process end this one, unless that has happened `most` times before. */
static void end_by_others(int signal_number, long most) {
  FILE *deaths = fopen(deaths_path, "a");
  if (!deaths) return;
  fseek(deaths, 0, SEEK_END);
  long before = ftell(deaths);
  if (before < most) fputc('.', deaths);
  fclose(deaths);
  if (before >= most) return;
  pid_t self = getpid();
  if (fork() == 0) {
    kill(self, signal_number);
    _exit(0);
  }
  for (;;) pause();
}

static int32_t killed(said *it) {
  begin(it);
  sound(it, CHUNK);
  end_by_others(SIGKILL, LONG_MAX);
  return CUE_OK;
}

static int32_t killed_twice(said *it) {
  end_by_others(SIGSEGV, 2);
  return healthy(it);
}

static int32_t aborts(said *it) {
  (void)it;
  abort();
}

static int32_t exits_3(said *it) {
  begin(it);
  sound(it, CHUNK);
  exit(3);
}

static int32_t exits_0(said *it) {
  begin(it);
  sound(it, CHUNK);
  exit(0);
}

/* Leaves a process behind. */
static int32_t litter(said *it) {
  if (fork() == 0) sleep_for_ever();
  return crash(it);
}

/* Short lines go well, so that a good one can follow. */
static int is_short(const said *it) { return it->request->text.length < 10; }

static int32_t hang(said *it) {
  (void)it;
  tell("its line has begun");
  sleep_for_ever();
  return CUE_OK;
}

static int32_t hang_after(said *it) {
  if (is_short(it)) return healthy(it);
  begin(it);
  sound(it, CHUNK);
  return hang(it);
}

static int32_t deaf(said *it) {
  if (is_short(it)) return healthy(it);
  begin(it);
  while (it->frames < UINT32_MAX) sound(it, CHUNK), it->frames = 0;
  return CUE_OK;
}

/* Not broken: it gives a chunk and then waits for the cancel. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static uint64_t cancelled; /* the last call that was */

static int32_t waits(said *it) {
  if (is_short(it)) return healthy(it);
  begin(it);
  sound(it, CHUNK);
  pthread_mutex_lock(&lock);
  while (cancelled != it->request->call) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return CUE_CANCELLED;
}

static int32_t flood(said *it) {
  begin(it);
  while (sound(it, CHUNK) == CUE_CONTINUE) continue;
  return CUE_CANCELLED;
}

static int32_t event_flood(said *it) {
  begin(it);
  while (event(it, 0, 0, 0, nameless) == CUE_CONTINUE) continue;
  return CUE_CANCELLED;
}

static int32_t no_numbers(said *it, float sample) {
  float samples[2] = {0, sample};
  begin_float(it);
  it->sink->audio(it->sink->data, samples, 2);
  return CUE_OK;
}

static int32_t not_a_number(said *it) { return no_numbers(it, NAN); }
static int32_t infinite(said *it) { return no_numbers(it, -INFINITY); }

static int32_t no_format(said *it) {
  sound(it, CHUNK);
  return CUE_OK;
}

static int32_t zero_channels(said *it) {
  cue_audio_format format = {sizeof format, CUE_SAMPLE_S16, RATE, 0};
  it->sink->begin(it->sink->data, &format);
  sound(it, CHUNK);
  return CUE_OK;
}

static int32_t wild_rate(said *it) {
  cue_audio_format format = {sizeof format, CUE_SAMPLE_S16, UINT32_MAX, 1};
  it->sink->begin(it->sink->data, &format);
  sound(it, CHUNK);
  return CUE_OK;
}

static int32_t two_begins(said *it) {
  begin(it);
  sound(it, CHUNK);
  begin_float(it);
  sound(it, CHUNK);
  return CUE_OK;
}

static int32_t unasked_cancel(said *it) {
  begin(it);
  sound(it, CHUNK);
  return CUE_CANCELLED;
}

static int32_t with_event(said *it, uint64_t frame, uint32_t offset, uint32_t length, cue_text name) {
  begin(it);
  event(it, 10, 0, 0, nameless);
  event(it, frame, offset, length, name);
  sound(it, CHUNK);
  return CUE_OK;
}

static int32_t wild_event(said *it) { return with_event(it, 20, UINT32_MAX, UINT32_MAX, nameless); }
/* For a text that begins with a character of two bytes. */
static int32_t split_event(said *it) { return with_event(it, 20, 1, 1, nameless); }
static int32_t backward_event(said *it) { return with_event(it, 9, 0, 0, nameless); }
static int32_t far_event(said *it) { return with_event(it, UINT64_MAX, 0, 0, nameless); }
static int32_t not_utf8(said *it) {
  cue_text name = CUE_TEXT("b\xc3");
  return with_event(it, 20, 0, 0, name);
}

static int32_t refuses(said *it) { return fail(it->error, CUE_E_LANGUAGE, "This voice speaks no such language."); }

static int32_t not_utf8_error(said *it) { return fail(it->error, CUE_E_INTERNAL, "It is \xff broken."); }

/* Says that its sentence is longer than there is room for. */
static int32_t long_error(said *it) {
  memset(it->error->sentence, 'x', sizeof it->error->sentence);
  it->error->sentence_length = UINT32_MAX;
  return CUE_E_INTERNAL;
}

static int32_t loud(said *it) {
  printf("standard output\n");
  fprintf(stderr, "standard error\n");
  fflush(NULL);
  if (write(STDOUT_FILENO, "more\n", 5) < 0) return CUE_E_IO;
  return healthy(it);
}

/* Says that all went well, and gives no sound, a format alone, or silence. */
static int32_t mute(said *it) { return (void)it, CUE_OK; }

static int32_t mute_begun(said *it) {
  begin(it);
  return CUE_OK;
}

static int32_t zeros(said *it) {
  static const int16_t samples[CHUNK];
  begin(it);
  return it->sink->audio(it->sink->data, samples, CHUNK) == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}

/* An outcome that the interface does not know. */
static int32_t unknown_outcome(said *it) {
  begin(it);
  sound(it, CHUNK);
  return 3;
}

/* Reports its words, and takes no text that is longer than it says. A text of '~' lasts twenty times as long. */
static int32_t short_texts(said *it) {
  const char *bytes = it->request->text.bytes;
  uint32_t length = it->request->text.length;
  if (length > SHORT_TEXT) return fail(it->error, CUE_E_TEXT_TOO_LONG, "The text is too long.");
  begin(it);
  for (uint32_t at = 0; at < length;) {
    uint32_t end = at;
    while (end < length && bytes[end] != ' ') end++;
    if (end > at && event(it, at * FRAMES_A_BYTE, at, end - at, nameless) != CUE_CONTINUE) return CUE_CANCELLED;
    at = end + 1;
  }
  uint32_t frames = length * FRAMES_A_BYTE * (length && bytes[0] == '~' ? 20 : 1);
  return sound(it, frames) == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}

/* The more lines it has said, the longer they get. */
static int32_t counter(said *it) {
  static uint32_t lines;
  lines++;
  begin(it);
  return sound(it, lines * CHUNK) == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}

/* The same, and each leaves memory behind that had not been there: a mapping, a grown heap, a deep stack. */
static int32_t growing_counter(said *it) {
  static uint8_t *kept[100];
  static uint32_t lines;
  volatile uint8_t deep[300000];
  uint32_t others = 0;
  for (size_t i = 0; i < sizeof deep; i += 4096) deep[i] = 1;
  for (uint32_t i = 0; i < lines; i++) others += kept[i][0];
  if (lines < 100) {
    kept[lines] = malloc(lines % 2 ? 3000000 : 100000);
    memset(kept[lines++], 1, 100000);
  }
  begin(it);
  return sound(it, (1 + others) * CHUNK) == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}

/* The same, and each leaves a descriptor open, or a thread running. */
static int32_t leaving_counter(said *it) {
  if (dup(STDERR_FILENO) < 0) return CUE_E_INTERNAL;
  return counter(it);
}

static void *wait_on(void *data) { return pause(), data; }

static int32_t threaded_counter(said *it) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, wait_on, NULL)) return CUE_E_INTERNAL;
  return counter(it);
}

/* Which process says it can be heard. */
static int32_t process_number(said *it) {
  begin(it);
  return sound(it, 1 + (uint32_t)getpid() % 30000) == CUE_CONTINUE ? CUE_OK : CUE_CANCELLED;
}

/* Loading. */

static int32_t load_hang(cue_error *error) {
  (void)error;
  tell("its load has begun");
  sleep_for_ever();
  return CUE_OK;
}

static int32_t load_fails(cue_error *error) { return fail(error, CUE_E_MODEL, "The model has a hole in it."); }

static int32_t load_killed_twice(cue_error *error) {
  (void)error;
  end_by_others(SIGTERM, 2);
  return CUE_OK;
}

static int32_t load_crash(cue_error *error) {
  (void)error;
  abort();
}

#define FRESH CUE_DETERMINISM_FRESH_STATE
#define ALWAYS CUE_DETERMINISM_ALWAYS

static const fault faults[] = {
    {"healthy", healthy, ALWAYS, 0, NULL},
    {"crash", crash, ALWAYS, 0, NULL},
    {"crash-at-once", crash_at_once, ALWAYS, 0, NULL},
    {"abort", aborts, ALWAYS, 0, NULL},
    {"killed", killed, ALWAYS, 0, NULL},
    {"killed-twice", killed_twice, ALWAYS, 0, NULL},
    {"exit", exits_3, ALWAYS, 0, NULL},
    {"exit-0", exits_0, ALWAYS, 0, NULL},
    {"litter", litter, ALWAYS, 0, NULL},
    {"hang", hang, ALWAYS, 0, NULL},
    {"hang-after", hang_after, ALWAYS, 0, NULL},
    {"waits", waits, ALWAYS, 0, NULL},
    {"deaf", deaf, ALWAYS, 0, NULL},
    {"flood", flood, ALWAYS, 0, NULL},
    {"event-flood", event_flood, ALWAYS, 0, NULL},
    {"nan", not_a_number, ALWAYS, 0, NULL},
    {"infinity", infinite, ALWAYS, 0, NULL},
    {"no-format", no_format, ALWAYS, 0, NULL},
    {"zero-channels", zero_channels, ALWAYS, 0, NULL},
    {"wild-rate", wild_rate, ALWAYS, 0, NULL},
    {"two-begins", two_begins, ALWAYS, 0, NULL},
    {"unasked-cancel", unasked_cancel, ALWAYS, 0, NULL},
    {"wild-event", wild_event, ALWAYS, 0, NULL},
    {"split-event", split_event, ALWAYS, 0, NULL},
    {"backward-event", backward_event, ALWAYS, 0, NULL},
    {"far-event", far_event, ALWAYS, 0, NULL},
    {"not-utf8", not_utf8, ALWAYS, 0, NULL},
    {"refuses", refuses, ALWAYS, 0, NULL},
    {"not-utf8-error", not_utf8_error, ALWAYS, 0, NULL},
    {"long-error", long_error, ALWAYS, 0, NULL},
    {"mute", mute, ALWAYS, 0, NULL},
    {"mute-begun", mute_begun, ALWAYS, 0, NULL},
    {"zeros", zeros, ALWAYS, 0, NULL},
    {"unknown-outcome", unknown_outcome, ALWAYS, 0, NULL},
    {"loud", loud, ALWAYS, 0, NULL},
    {"short", short_texts, ALWAYS, 0, NULL},
    {"counter", counter, ALWAYS, 0, NULL},
    {"null-kind", healthy, ALWAYS, 0, NULL},
    {"short-kind", healthy, ALWAYS, 0, NULL},
    {"load-hang", healthy, ALWAYS, 0, load_hang},
    {"load-fails", healthy, ALWAYS, 0, load_fails},
    {"load-crash", healthy, ALWAYS, 0, load_crash},
    {"daemon", healthy, ALWAYS, 0, daemon_begins},
    {"daemon-crash", crash, ALWAYS, 0, daemon_begins},
    {"daemon-exit", exits_3, ALWAYS, 0, daemon_begins},
    {"daemon-hang", hang_after, ALWAYS, 0, daemon_begins},
    {"load-killed-twice", healthy, ALWAYS, 0, load_killed_twice},
    {"list-not-utf8", healthy, ALWAYS, 0, NULL},
    {"list-flood", healthy, ALWAYS, 0, NULL},
    {"forked-ok", healthy, FRESH, CUE_FLAG_FORK_SAFE, NULL},
    {"forked-crash", crash, FRESH, CUE_FLAG_FORK_SAFE, NULL},
    {"forked-exit-0", exits_0, FRESH, CUE_FLAG_FORK_SAFE, NULL},
    {"forked-hang", hang_after, FRESH, CUE_FLAG_FORK_SAFE, NULL},
    {"forked-counter", counter, FRESH, CUE_FLAG_FORK_SAFE, NULL},
    {"forked-flood", flood, FRESH, CUE_FLAG_FORK_SAFE, NULL},
    {"forked-loud", loud, FRESH, CUE_FLAG_FORK_SAFE, NULL},
    {"forked-number", process_number, FRESH, CUE_FLAG_FORK_SAFE, NULL},
    {"rewound-number", process_number, FRESH, CUE_FLAG_FORK_SAFE | CUE_FLAG_MEMORY_ONLY, NULL},
    {"rewound-counter", counter, FRESH, CUE_FLAG_FORK_SAFE | CUE_FLAG_MEMORY_ONLY, NULL},
    {"rewound-growing", growing_counter, FRESH, CUE_FLAG_FORK_SAFE | CUE_FLAG_MEMORY_ONLY, NULL},
    {"rewound-leaving", leaving_counter, FRESH, CUE_FLAG_FORK_SAFE | CUE_FLAG_MEMORY_ONLY, NULL},
    {"rewound-threaded", threaded_counter, FRESH, CUE_FLAG_FORK_SAFE | CUE_FLAG_MEMORY_ONLY, NULL},
    {"rewound-hang", hang_after, FRESH, CUE_FLAG_FORK_SAFE | CUE_FLAG_MEMORY_ONLY, NULL},
    /* Crash only for a line with a "!", so that good and bad lines can follow each other. */
    {"forked-fickle", NULL, FRESH, CUE_FLAG_FORK_SAFE, NULL},
    {"rewound-fickle", NULL, FRESH, CUE_FLAG_FORK_SAFE | CUE_FLAG_MEMORY_ONLY, NULL},
};
#define FAULTS (sizeof faults / sizeof *faults)

/* The instance: its number is the fault's. */
typedef struct {
  cue_instance table;
  const fault *fault;
} instance;

static int is(const void *self, const char *id) { return !strcmp(((const instance *)self)->fault->id, id); }

static int32_t speak(void *self, const cue_speech_request *request, const cue_speech_sink *sink, cue_error *error) {
  said it = {request, sink, error, 0};
  const fault *fault = ((instance *)self)->fault;
  if (fault->speak) return fault->speak(&it);
  int bad = request->text.length && memchr(request->text.bytes, '!', request->text.length);
  return bad ? crash(&it) : healthy(&it);
}

static int32_t traits(void *self, cue_voice_traits *out) {
  out->events = CUE_EVENT_WORD;
  if (is(self, "short")) out->max_text_bytes = SHORT_TEXT;
  return CUE_OK;
}

static int32_t list_voices(void *self, const cue_call *call, uint32_t *count, cue_error *error) {
  (void)call, (void)error;
  *count = is(self, "list-flood") ? UINT32_MAX : 1;
  return CUE_OK;
}

static int32_t voice_info(void *self, uint32_t index, cue_voice_info *out) {
  static const cue_text name = CUE_TEXT("Faulty"), broken = CUE_TEXT("\xff\xfe");
  (void)index;
  out->id = name;
  out->name = is(self, "list-not-utf8") ? broken : name;
  return CUE_OK;
}

static int32_t sound_fingerprint(void *self, const cue_voice_request *request, cue_text *out) {
  static const cue_text fingerprint = CUE_TEXT("faulty");
  (void)self, (void)request;
  *out = fingerprint;
  return CUE_OK;
}

static int32_t activate(void *self, cue_error *error) {
  const fault *fault = ((instance *)self)->fault;
  return fault->activate ? fault->activate(error) : CUE_OK;
}

static void destroy(void *self) { free(self); }

static void cancel(void *self, uint64_t call) {
  if (!is(self, "waits")) return;
  pthread_mutex_lock(&lock);
  cancelled = call;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static int32_t reset(void *self, cue_error *error) { return (void)self, (void)error, CUE_OK; }

static const void *instance_extension(void *self, const char *id) {
  static const cue_voice voice = {sizeof voice, 0, traits, list_voices, voice_info, speak, sound_fingerprint, NULL};
  // It lacks the last function of version 1.0.
  static const cue_voice short_voice = {
      offsetof(cue_voice, prepare), 0, traits, list_voices, voice_info, speak, sound_fingerprint, NULL};
  if (strcmp(id, CUE_KIND_VOICE) || is(self, "null-kind")) return NULL;
  return is(self, "short-kind") ? &short_voice : &voice;
}

static int32_t init(const cue_init_request *request, cue_error *error) {
  (void)error;
  host = request->host;
  snprintf(deaths_path, sizeof deaths_path, "%.*s.deaths", (int)request->path.length, request->path.bytes);
  return CUE_OK;
}

static uint32_t plugin_count(void) { return FAULTS; }

static const cue_descriptor *plugin_at(uint32_t index) {
  static cue_descriptor descriptors[FAULTS];
  static const cue_text name = CUE_TEXT("Faulty");
  if (index >= FAULTS) return NULL;
  cue_descriptor *descriptor = &descriptors[index];
  descriptor->struct_size = sizeof *descriptor;
  descriptor->concurrency = CUE_PER_PROCESS;
  descriptor->determinism = faults[index].determinism;
  descriptor->flags = faults[index].flags;
  descriptor->id = faults[index].id;
  descriptor->kind = CUE_KIND_VOICE;
  descriptor->name = name;
  return descriptor;
}

static const void *library_extension(const char *id) { return (void)id, NULL; }

static int32_t create(const cue_create_request *request, const cue_instance **made, cue_error *error) {
  for (uint32_t i = 0; i < FAULTS; i++) {
    if (strcmp(request->id, faults[i].id)) continue;
    instance *it = calloc(1, sizeof *it);
    if (!it) return CUE_E_MEMORY;
    cue_instance table = {sizeof table, 0, it, activate, destroy, cancel, reset, instance_extension};
    it->table = table;
    it->fault = &faults[i];
    *made = &it->table;
    return CUE_OK;
  }
  return fail(error, CUE_E_NOT_FOUND, "There is no such fault.");
}

CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *given) {
  static const cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, CUE_ABI_MINOR, CUE_TEXT("C"),
                                  init,         plugin_count,  plugin_at,     create,        library_extension};
  (void)given;
  return &entry;
}
