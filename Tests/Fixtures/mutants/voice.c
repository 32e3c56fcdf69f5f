/* Voices that keep to the interface but for one thing, named after it; the conformance suite must find just that. The first
 * one, "healthy", keeps to all of it. Faults of the file itself are chosen by a macro when it is compiled.
 *
 * Read it from the bottom: the ids, then what you look for by its name. */
#include "mutant.h"
#include <ctype.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <stdio.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define RATE 8000u
#define BLOCK 400u
#define CHARACTER_FRAMES 480.0

typedef struct voice {
  cue_instance table;
  const char *id;
  double base;
  double mode;
  char key[64];
  uint32_t key_length;
  uint64_t stop; /* the call that was cancelled */
  int stops_any;
  int cancelled;    /* the last line was */
  const char *kept; /* text of an earlier line */
  char last_voice[16];
  uint32_t remembered; /* of "sticky-lexicon": sounds of an earlier line's word */
  void *ballast;
  pthread_mutex_t lock;
  uint32_t lines;
  uint32_t cancelled_lines;
  int in_short_line;
  int idle_cancels;
  int is_active, is_speaking, in_cancel, in_set;
  uint32_t errors;   /* requests that were refused */
  int was_silent;    /* an earlier line was */
  int is_first_gone; /* the first line was cancelled */
} voice;

static const cue_host *host;

static inline int is(const voice *it, const char *id) { return it->id[0] == id[0] && !strcmp(it->id, id); }
static int text_is(cue_text text, const char *word) {
  return text.length == strlen(word) && (text.length == 0 || !memcmp(text.bytes, word, text.length));
}

/* Whether a lexicon's word is the word at `bytes`, in any case. */
static int is_word(const voice *it, cue_text word, const char *bytes, uint32_t length) {
  while (length > 0 && !isalnum((unsigned char)bytes[length - 1])) length--; /* a comma, a full stop */
  if (is(it, "lexicon-in-words") && word.length < length) length = word.length;
  if (word.length != length || length == 0) return 0;
  return is(it, "cased-lexicon") ? !memcmp(word.bytes, bytes, length) : !strncasecmp(word.bytes, bytes, length);
}

static int is_utf8(cue_text text) {
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  for (uint32_t i = 0; i < text.length;) {
    unsigned char lead = (unsigned char)text.bytes[i++];
    uint32_t more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : lead >> 3 == 30 ? 3 : 4;
    if (more == 4 || more > text.length - i) return 0;
    uint32_t point = lead & (more ? 0x3fu >> more : 0x7fu);
    for (uint32_t k = 0; k < more; k++, i++) {
      if (((unsigned char)text.bytes[i] & 0xc0) != 0x80) return 0;
      point = point << 6 | ((unsigned char)text.bytes[i] & 0x3f);
    }
    if (point < least[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return 0;
  }
  return 1;
}

/* One line on its way. */
typedef struct {
  voice *it;
  const cue_speech_sink *sink;
  cue_speech_request asked;
  double speed, pitch, volume;
  uint64_t frame;
  int begun;
  int skip; /* blocks that "drops-sound" drops */
  int other_is_done;
  uint32_t spoken; /* words, of "half-the-words" */
  int16_t *all;    /* of "one-piece" */
  uint64_t all_frames;
} line;

static void report(const line *l, uint32_t field, uint32_t outcome, double value) {
  cue_honoured honoured = {.struct_size = sizeof honoured, .field = field, .outcome = outcome, .value = value};
  l->sink->honoured(l->sink->data, &honoured);
}

static double within(const line *l, double asked, double low, double high, double usual, uint32_t field) {
  if (is(l->it, "clamps-inside") && field == CUE_FIELD_SPEED) high = 2.5;
  double used = isnan(asked) ? usual : asked < low ? low : asked > high ? high : asked;
  int is_quiet = is(l->it, "clamps-quietly") || (is(l->it, "silent-about-volume") && field == CUE_FIELD_VOLUME);
  if (used != asked && !is_quiet) report(l, field, CUE_HONOURED_CLAMPED, is(l->it, "reports-double") ? used * 2 : used);
  return used;
}

static int stopped(const line *l) {
  uint64_t stop = __atomic_load_n(&l->it->stop, __ATOMIC_SEQ_CST);
  return l->it->stops_any || (l->asked.call && stop == l->asked.call);
}

static int has_floats(const voice *it) {
  return is(it, "not-a-number") || is(it, "beyond-full-scale") || is(it, "subnormal");
}

static int begin(line *l) {
  if (l->begun) return 1;
  l->begun = 1;
  cue_audio_format format = {sizeof format, has_floats(l->it) ? CUE_SAMPLE_F32 : CUE_SAMPLE_S16, RATE, 1};
  if (is(l->it, "format-by-speed") && l->speed > 1.2) format.rate = RATE / 2;
  if (is(l->it, "format-after-error") && l->it->errors) format.channels = 2;
  if (is(l->it, "tenth-is-other") && l->it->lines >= 10) format.rate = 11025;
  int32_t answer = l->sink->begin(l->sink->data, &format);
  if (is(l->it, "two-formats")) l->sink->begin(l->sink->data, &format);
  return answer == CUE_CONTINUE && !stopped(l);
}

/* Hands on a block; 0 when it is time to stop. */
static int hand(line *l, const int16_t *samples, uint32_t count) {
  voice *it = l->it;
  float floats[BLOCK];
  const void *given = samples;
  if (is(it, "one-piece") && l->asked.text.length < 1000) {
    l->all = realloc(l->all, (l->all_frames + count) * sizeof *l->all);
    memcpy(l->all + l->all_frames, samples, count * sizeof *samples);
    l->all_frames += count;
    return !stopped(l);
  }
  if (is(it, "drops-sound")) {
    struct timespec start, end;
    if (l->skip > 0) return l->skip--, !stopped(l);
    clock_gettime(CLOCK_MONOTONIC, &start);
    int32_t answer = l->sink->audio(l->sink->data, samples, count);
    clock_gettime(CLOCK_MONOTONIC, &end);
    if ((end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1000000 > 60) l->skip = 100;
    return answer == CUE_CONTINUE && !stopped(l);
  }
  if (has_floats(it)) {
    for (uint32_t i = 0; i < count; i++) floats[i] = samples[i] / 32768.0f;
    if (l->frame == 0) floats[7] = is(it, "not-a-number") ? NAN : is(it, "subnormal") ? 1e-40f : 1.5f;
    given = floats;
  }
  if (is(it, "locked-cancel")) pthread_mutex_lock(&it->lock);
  int32_t answer = l->sink->audio(l->sink->data, given, count);
  if (is(it, "locked-cancel")) pthread_mutex_unlock(&it->lock);
  if (is(it, "deaf-to-stop")) answer = CUE_CONTINUE;
  if (stopped(l) && is(it, "talks-on"))
    for (int i = 0; i < 10; i++) l->sink->audio(l->sink->data, samples, count);
  if (stopped(l) && is(it, "slow-to-cancel")) wait_ms(2200); /* more than the suite grants, and no more */
  if (stopped(l) && is(it, "lazy-cancel")) wait_ms(300);
  if (is(it, "slow-talker") && l->asked.text.length > 100 && l->asked.text.length < 125 &&
      !memcmp(l->asked.text.bytes, "The night is long and", 21))
    wait_ms(60); /* for 50 ms of sound */
  return answer == CUE_CONTINUE && !stopped(l);
}

/* Of "shared-state": all instances count on. */
static double shared_phase;

/* Gives a tone, or silence where `hertz` is 0; 0 when it is time to stop. */
static int tone(line *l, double hertz, double gain, uint64_t frames) {
  voice *it = l->it;
  int16_t block[BLOCK];
  double step = 6.283185307179586 * hertz / RATE, turn_re = cos(step), turn_im = sin(step);
  int shared = is(it, "shared-state"), mute = is(it, "mute"), offset = is(it, "offset"), noisy = is(it, "noisy");
  int low = text_is(l->asked.voice, "low");
  int dice = (is(it, "dice") && l->asked.seed == 20240229) || (is(it, "seedless") && low && l->asked.seed) ||
             (is(it, "moody") && low);
  int clicks = is(it, "clicks") && l->asked.text.length > 200;
  int wraps = is(it, "wraps"), squares = is(it, "squares");
  int clips = is(it, "clips") && l->frame == 0 && gain > 0;
  double phase = shared ? shared_phase : 0, re = cos(phase), im = sin(phase);
  if (!begin(l)) return 0;
  for (uint64_t at = 0; at < frames;) {
    uint32_t count = frames - at < BLOCK ? (uint32_t)(frames - at) : BLOCK;
    for (uint32_t i = 0; i < count; i++) {
      double next = re * turn_re - im * turn_im;
      im = re * turn_im + im * turn_re;
      re = next;
      if (shared) shared_phase += step;
      double sample = hertz == 0 || mute ? 0 : (wraps ? 9000 : 6000) * gain * im * (1 + 0.6 * re); /* its octave, too */
      if (wraps) sample = (int16_t)(int64_t)lrint(sample);
      if (squares && gain > 1.5) sample = sample > 0 ? 6000 * gain / 2 : sample < 0 ? -6000 * gain / 2 : 0;
      if (offset) sample += 2000;
      if (noisy) sample += (getpid() & 1) + (rand() & 1);
      if (dice) sample += getpid() % 97;
      if (clips && at == 0 && i < 20) sample = 40000;
      if (clicks && i == 0 && at > 0) sample = -sample + 9000;
      block[i] = (int16_t)lrint(fmin(32767, fmax(-32768, sample)));
    }
    if (!hand(l, block, count)) return 0;
    at += count;
    l->frame += count;
  }
  return 1;
}

static const cue_text nameless = {NULL, 0, 0};

static int event(line *l, uint32_t type, uint64_t frame, uint32_t offset, uint32_t length, cue_text name) {
  cue_speech_event event = {.struct_size = sizeof event,
                            .type = type,
                            .frame = frame,
                            .text_offset = offset,
                            .text_length = length,
                            .name = name};
  return l->sink->event(l->sink->data, &event) == CUE_CONTINUE && !stopped(l);
}

static uint32_t characters(cue_text text, uint32_t end) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < end; i++) count += ((unsigned char)text.bytes[i] & 0xc0) != 0x80;
  return count;
}

/* How many sounds a word of this many letters has: as many as the request's lexicon says. */
static uint32_t sounds(const line *l, uint32_t start, uint32_t end, uint32_t letters) {
  voice *it = l->it;
  for (uint32_t i = 0; i < l->asked.lexicon_count; i++) {
    cue_lexicon_entry entry = *l->asked.lexicon[i];
    if (!is_word(it, entry.word, l->asked.text.bytes + start, end - start)) continue;
    if (is(it, "sticky-lexicon")) it->remembered = entry.pronunciation.length;
    return is(it, "deaf-to-lexicon") ? letters : characters(entry.pronunciation, entry.pronunciation.length);
  }
  return it->remembered && letters == 8 ? it->remembered : letters;
}

/* Reports the word from `start` to `end`, in the way of the fault. */
static int word(line *l, uint64_t frame, uint32_t start, uint32_t end) {
  voice *it = l->it;
  int wanted = (l->asked.events & CUE_EVENT_WORD) || is(it, "always-words");
  if (!wanted || is(it, "no-words")) return 1;
  uint32_t from = start, length = end - start;
  if (is(it, "counts-characters"))
    from = characters(l->asked.text, start), length = characters(l->asked.text, end) - from;
  if (is(it, "overlapping-words") && start > 1) from -= 2, length += 2;
  if (is(it, "empty-words")) length = 0;
  int is_long = l->asked.text.length > 200;
  if (is(it, "words-and-blanks") && end < l->asked.text.length && start > 0) length++;
  if (is(it, "half-the-words") && !is_long && start > 4 && (l->spoken++ & 1)) return 1;
  for (uint32_t i = 0; is(it, "shifted-by-emoji") && i < start; i++)
    if ((unsigned char)l->asked.text.bytes[i] >= 0xf0)
      return event(l, CUE_EVENT_WORD, frame, from - 2, length, nameless);
  if (is(it, "words-stop") && is_long && start > 120) return 1;
  if (is(it, "words-drift") && is_long) frame = frame * 3 / 5;
  if (is(it, "words-beyond-end")) frame *= 10;
  if (is(it, "words-at-own-speed")) frame = (uint64_t)((double)frame * l->speed);
  return event(l, CUE_EVENT_WORD, frame, from, length, nameless);
}

/* More than a pipe holds, so that it waits in the sink while the other thread comes. */
static void *call_from_another_thread(void *data) {
  line *l = data;
  for (int i = 0; i < 20000; i++) report(l, CUE_FIELD_SEED, CUE_HONOURED_IGNORED, 0);
  __atomic_store_n(&l->other_is_done, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

static void *call_when_it_is_over(void *data) {
  const cue_speech_sink *sink = data;
  int16_t sample = 0;
  wait_ms(30);
  sink->audio(sink->data, &sample, 1);
  return NULL;
}

/* Says markup: tags are left out, and marks reported. */
static int32_t say_markup(line *l) {
  static const char mark[] = "<mark name=\"";
  const size_t head = sizeof mark - 1;
  cue_text text = l->asked.text;
  uint32_t depth = 0;
  for (uint32_t i = 0; i < text.length;) {
    static const char pause[] = "<break time=\"1s\"";
    if (text.bytes[i] != '<' || (is(l->it, "speaks-tags") && text.bytes[i + 1] != 's')) {
      i++;
      if (!tone(l, l->it->base, l->volume, (uint64_t)(CHARACTER_FRAMES / l->speed))) return CUE_CANCELLED;
      continue;
    }
    uint32_t end = i;
    while (end < text.length && text.bytes[end] != '>') end++;
    if (end - i > 15 && !memcmp(text.bytes + i, pause, sizeof pause - 1) && !is(l->it, "deaf-to-breaks") &&
        !tone(l, 0, 0, RATE))
      return CUE_CANCELLED;
    if (is(l->it, "eats-emphasis") && end - i > 9 && !memcmp(text.bytes + i, "<emphasis", 9))
      while (end + 1 < text.length && text.bytes[end + 1] != '.') end++;
    if (end - i > 1 && text.bytes[i + 1] != '/') depth++;
    if (is(l->it, "dies-of-comment") && end - i > 2 && text.bytes[i + 1] == '!' && text.bytes[i + 2] == '-') abort();
    if (is(l->it, "deep-stack") && depth > 500) abort();
    if (end - i > head && !memcmp(text.bytes + i, mark, head) && (l->asked.events & CUE_EVENT_MARK)) {
      cue_text name = {text.bytes + i + head, 0, 0};
      while (i + head + name.length < end && name.bytes[name.length] != '"') name.length++;
      for (int times = is(l->it, "marks-twice") ? 2 : 1; times > 0; times--)
        if (!event(l, CUE_EVENT_MARK, l->frame, i, end - i, name)) return CUE_CANCELLED;
    }
    i = end + 1;
  }
  return CUE_OK;
}

static int32_t say(line *l) {
  voice *it = l->it;
  cue_text text = l->asked.text;
  uint32_t length = text.length;
  if (is(it, "stops-at-nul") && text.bytes) length = (uint32_t)strnlen(text.bytes, text.length);
  if (is(it, "late-start") && length > 1 && !tone(l, 0, 0, (uint64_t)(0.8 * RATE / l->speed))) return CUE_CANCELLED;
  if (is(it, "slow-start") && it->lines > 1 && length == 43)
    for (int i = 0; i < 60 && !stopped(l); i++) wait_ms(5);
  double time = l->speed;
  if (is(it, "cut-at-a-thousand") && length > 1000) length = 1000;
  if (is(it, "drops-the-last") && length > 60 && length < 300)
    while (length > 40 && !strchr(".", text.bytes[length - 2])) length--;
  if (is(it, "tops-out") && time > 2.4) time = 2.4;
  if (is(it, "short-silence") && l->volume == 0) time *= 2;
  if (is(it, "short-of-breath") && length > 200 && length < 260) length = 90;
  if (is(it, "slow-in-long") && length > 100 && length < 125) time /= 1.6;
  if (is(it, "higher-is-faster")) time *= exp2(l->pitch / 12);
  double pitch = is(it, "one-pitch") ? 0 : is(it, "pitch-tops-out") && l->pitch > 4 ? 4 : l->pitch;
  double hertz = (is(it, "idle-parameter") ? 160 : it->base) * exp2(pitch / 12);
  for (uint32_t i = 0; i < length;) {
    uint32_t start = i, count = 0, digits = 0;
    for (; i < length && !strchr(" \t\r\n", text.bytes[i]); i++) {
      count += ((unsigned char)text.bytes[i] & 0xc0) != 0x80;
      digits += text.bytes[i] >= '0' && text.bytes[i] <= '9';
      if (is(it, "latin-only") && (unsigned char)text.bytes[i] >= 0xf0) abort();
    }
    if (i - start > 8000 && is(it, "short-buffer")) abort();
    if (i == start) { /* a blank, or a NUL */
      i++;
      double gap = is(it, "gaps-grow") ? (double)i * i / 40 : 0;
      if (l->begun && !tone(l, 0, 0, (uint64_t)(CHARACTER_FRAMES / time + gap))) return CUE_CANCELLED;
      continue;
    }
    if (digits && is(it, "skips-digits")) continue;
    if (!begin(l)) return CUE_CANCELLED;
    count = sounds(l, start, i, count);
    int late = is(it, "late-words");
    uint64_t frame = l->frame;
    if (!late && !word(l, frame, start, i)) return CUE_CANCELLED;
    if (!tone(l, hertz, l->volume, (uint64_t)(CHARACTER_FRAMES * count / time))) return CUE_CANCELLED;
    if (late && !word(l, frame, start, i)) return CUE_CANCELLED;
  }
  return CUE_OK;
}

static uint32_t lines_in(cue_text text) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < text.length; i++) count += text.bytes[i] == '\n';
  return count;
}

static int is_blank(cue_text text) {
  for (uint32_t i = 0; i < text.length; i++)
    if ((unsigned char)text.bytes[i] > ' ') return 0;
  return 1;
}

static int32_t refuse(voice *it, cue_error *error, int32_t status, const char *sentence) {
  if (!is(it, "reset-is-loud")) it->errors++;
  if (is(it, "error-leaves-descriptor") && open("/dev/null", O_RDONLY) < 0) abort();
  if (is(it, "error-ignores-signal")) signal(SIGUSR2, SIG_IGN);
  if (is(it, "error-resets-parameters")) it->base = 160;
  if (is(it, "wordless")) sentence = "";
  fail(error, status, sentence);
  if (is(it, "other-status") && error->struct_size >= sizeof *error) error->status = CUE_E_INTERNAL;
  return is(it, "made-up-status") ? -77 : status;
}

static int reads_markup(const voice *it) {
  return is(it, "dies-of-comment") || is(it, "deep-stack") || is(it, "marks-twice") || is(it, "healthy-markup") ||
         is(it, "deaf-to-breaks") || is(it, "speaks-tags") || is(it, "eats-emphasis");
}

static void *sleep_on(void *data) {
  for (;;) wait_ms(1000);
  return data;
}

/* It does not mind that nobody answers. */
static void call_home(void) {
  struct sockaddr_in home = {.sin_family = AF_INET, .sin_port = htons(9)};
  home.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int it = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (it < 0) return;
  if (connect(it, (struct sockaddr *)&home, sizeof home) == 0) wait_ms(1);
  close(it);
}

/* Leaves a file in the user's home for a moment. */
static void write_diary(void) {
  char path[4096];
  const char *home = getenv("HOME");
  snprintf(path, sizeof path, "%s/.diary-of-a-mutant", home ? home : "");
  int diary = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (diary < 0) return;
  close(diary);
  unlink(path);
}

static void *later(void *data) {
  for (;;) {
    wait_ms(300);
    if (!strcmp(data, "calls-home-later")) call_home();
    else write_diary();
  }
  return data;
}

/* Once in a process, so that no thread is left by each instance. */
static void begin_later(voice *it) {
  static int begun;
  pthread_t thread;
  if (begun++ || (!is(it, "calls-home-later") && !is(it, "keeps-a-diary"))) return;
  if (pthread_create(&thread, NULL, later, (void *)it->id) != 0) abort();
}

static void on_signal(int number) { (void)number; }

/* What a request leaves behind and is not memory. */
static void lasting_change(voice *it) {
  pthread_t thread;
  if (is(it, "lasting-folder") && chdir("/") != 0) abort();
  if (is(it, "lasting-locale")) setlocale(LC_ALL, "C.UTF-8");
  if (is(it, "lasting-mask")) umask(0077);
  if (is(it, "lasting-signal")) signal(SIGTERM, on_signal);
  if (is(it, "lasting-descriptor") && open("/dev/null", O_RDONLY) < 0) abort();
  if (is(it, "lasting-thread") && pthread_create(&thread, NULL, sleep_on, NULL) != 0) abort();
}

/* What each line leaves, and what it does to memory. */
static void leave_behind(voice *it, cue_text text) {
  if (is(it, "leaves-zombie") && fork() == 0) _exit(0);
  if (is(it, "leaves-mapping")) {
    /* Neighbours of one kind would become one. */
    int rights = it->lines & 1 ? PROT_READ : PROT_READ | PROT_WRITE;
    if (mmap(NULL, 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) abort();
  }
  if (is(it, "writes-a-novel"))
    for (int i = 0; i < 3000; i++) fprintf(stderr, "phase %d of this line is over\n", i);
  if (is(it, "logs-all"))
    for (int i = 0; i < 300; i++) {
      static const cue_text entry = CUE_TEXT("a line of the engine's log");
      host->log(host->data, 2, entry);
    }
  if (is(it, "blocks-signals")) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
  }
  if (text.length == 0 || text.length > 1000) return;
  static const struct {
    const char *id, *path;
  } opened[] = {{"reads-passwords", "/etc/passwd"}, {"looks-into-home", "/root"}, {"reads-host-name", "/etc/hostname"}};
  for (size_t i = 0; i < sizeof opened / sizeof *opened; i++) {
    int file = is(it, opened[i].id) ? open(opened[i].path, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) close(file);
  }
  char *copy = malloc(text.length);
  if (!copy) abort();
  memcpy(copy, text.bytes, text.length);
  char *volatile shown = copy;
  if (is(it, "reads-behind") && shown[text.length] == 77) it->lines++;
  /* Where the C library has room behind the piece, so that its heap stays whole. */
  if (is(it, "writes-behind") && text.length % 16 != 8) shown[text.length] = 0;
  free(copy);
  if (is(it, "uses-freed") && shown[text.length / 2] == 77) it->lines++;
}

static int32_t speak(void *self, const cue_speech_request *request, const cue_speech_sink *sink, cue_error *error) {
  voice *it = self;
  line l = {.it = it, .sink = sink};
  memcpy(&l.asked, request, request->struct_size < sizeof l.asked ? request->struct_size : sizeof l.asked);
  it->lines++;
  it->stops_any = is(it, "remembers-cancel") && it->idle_cancels > 1;
  it->idle_cancels = 0;
  cue_text text = l.asked.text;

  if (is(it, "reads-past-text") && text.length && ((volatile const char *)text.bytes)[text.length] == 1) abort();
  if (is(it, "keeps-text")) {
    if (it->kept && *(volatile const char *)it->kept == 1) abort();
    it->kept = text.length && text.length < 100 ? text.bytes : NULL;
  }
  if (is(it, "needs-language") && *(volatile const char *)l.asked.language.bytes == 1) abort();
  if (is(it, "writes-request")) ((cue_speech_request *)request)->speed = 1;
  if (is(it, "leaks-line") && text.length == 4) leak(4000);
  if (is(it, "dies-at-bound") && it->base == 400) abort();
  if (is(it, "dies-of-fraction") && it->base != floor(it->base)) abort();
  if (is(it, "few-tones") && l.asked.tone_count > 8) abort();
  for (uint32_t i = 0; is(it, "dies-of-lexicon") && i < l.asked.lexicon_count; i++)
    if (l.asked.lexicon[i]->pronunciation.length == 0) abort();
  if (is(it, "dies-of-nan") && isnan(l.asked.speed)) abort();
  if (!it->is_active && is(it, "not-yet")) abort();
  if (is(it, "calls-home")) call_home();
  lasting_change(it);
  leave_behind(it, text);
  if (is(it, "prints")) printf("a line of %u bytes\n", text.length);
  if (is(it, "sets-float-mode")) {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040); /* denormals are zero */
#else
    fesetround(FE_UPWARD);
#endif
  }

  if (!is_utf8(text)) {
    if (is(it, "trusts-text")) abort();
    return refuse(it, error, CUE_E_TEXT_ENCODING, "The text is not UTF-8.");
  }
  if (l.asked.voice.length && !text_is(l.asked.voice, "hum") && !text_is(l.asked.voice, "low") && !is(it, "any-voice"))
    return refuse(it, error, CUE_E_VOICE, "There is no such voice; there are hum and low.");
  if (is(it, "one-voice-broken") && text_is(l.asked.voice, "low"))
    return refuse(it, error, CUE_E_MODEL, "The voice has a hole in it.");
  if (is(it, "half-megabyte") && text.length > 500000)
    return refuse(it, error, CUE_E_TEXT_TOO_LONG, "The text is too long.");
  if (!is(it, "half-megabyte") && !is(it, "limit-unkept") && text.length > 2000000)
    return refuse(it, error, CUE_E_TEXT_TOO_LONG, "The text is longer than 2,000,000 bytes.");
  if (is(it, "blank-is-error") && text.length && is_blank(text))
    return refuse(it, error, CUE_E_INVALID, "There is nothing to say.");
  if (is(it, "hates-tags") && text.length == 1 && *text.bytes == '<')
    return refuse(it, error, CUE_E_TEXT_MARKUP, "A tag is not closed.");
  if (is(it, "line-stack") && lines_in(text) > 1000) abort();

  const char *name = text_is(l.asked.voice, "low") && !is(it, "one-for-all") ? "low" : "hum";
  if (is(it, "sticky-voice") && !l.asked.voice.length && it->last_voice[0]) name = it->last_voice;
  if (is(it, "ignores-its-seed") && l.asked.seed) report(&l, CUE_FIELD_SEED, CUE_HONOURED_IGNORED, 0);
  int markup = l.asked.text_form == CUE_TEXT_SSML && reads_markup(it);
  if (l.asked.text_form != CUE_TEXT_PLAIN && !markup && !is(it, "silent-about-markup"))
    report(&l, CUE_FIELD_TEXT_FORM, CUE_HONOURED_IGNORED, 0);
  if (l.asked.language.length > 1 && memcmp(l.asked.language.bytes, "en", 2) &&
      memcmp(l.asked.language.bytes, "de", 2) && !is(it, "silent-about-language"))
    report(&l, CUE_FIELD_LANGUAGE, CUE_HONOURED_REPLACED, 0);
  l.speed = within(&l, l.asked.speed == 0 ? 1 : l.asked.speed, 0.25, 4, 1, CUE_FIELD_SPEED);
  l.pitch = within(&l, l.asked.pitch, -24, 24, 0, CUE_FIELD_PITCH);
  l.volume = within(&l, l.asked.volume == 0 ? 1 : l.asked.volume, 0, 4, 1, CUE_FIELD_VOLUME);
  if (l.asked.flags & CUE_SPEECH_SILENT) l.volume = 0;
  if (is(it, "reports-always")) report(&l, CUE_FIELD_DIRECTION, CUE_HONOURED_IGNORED, 0);
  if (is(it, "denies-german") && l.asked.language.length > 1 && !memcmp(l.asked.language.bytes, "de", 2))
    report(&l, CUE_FIELD_LANGUAGE, CUE_HONOURED_REPLACED, 0);
  it->was_silent |= l.volume == 0;
  if (is(it, "silence-lasts") && it->was_silent) l.volume = 0;
  if ((is(it, "error-is-loud") || is(it, "reset-is-loud")) && it->errors) l.volume *= 1.5;
  if (is(it, "first-is-soft") && it->lines == 1) l.volume *= 0.5;
  if (is(it, "first-cancel-stays") && it->is_first_gone) l.speed *= 1.5;
  if (is(it, "seldom-loud") && l.volume > 1) l.volume = 1;
  if (is(it, "one-speed")) l.speed = 1;
  if (is(it, "one-volume") && l.volume > 0) l.volume = 1;
  if (is(it, "never-silent") && l.volume == 0) l.volume = 0.1;
  if (!strcmp(name, "low")) l.volume *= 0.7;
  if (name != it->last_voice) strcpy(it->last_voice, name);
  if (is(it, "nothing-is-something") && text.length == 0) tone(&l, 100, 1, 100);
  if (is(it, "leftover") && it->cancelled) tone(&l, 300, 1, 1000);
  if (is(it, "no-sound")) return CUE_OK;
  shared_phase = 0;

  pthread_t other;
  int has_other = is(it, "two-threads") && text.length > 60 && text.length < 1000 &&
                  pthread_create(&other, NULL, call_from_another_thread, &l) == 0;
  __atomic_store_n(&it->is_speaking, 1, __ATOMIC_SEQ_CST);
  int32_t status = markup ? say_markup(&l) : say(&l);
  __atomic_store_n(&it->is_speaking, 0, __ATOMIC_SEQ_CST);
  while (has_other && !__atomic_load_n(&l.other_is_done, __ATOMIC_SEQ_CST)) sink->audio(sink->data, NULL, 0);
  if (has_other) pthread_join(other, NULL);
  if (is(it, "late-sound") && pthread_create(&other, NULL, call_when_it_is_over, (void *)(uintptr_t)sink) == 0)
    pthread_detach(other);
  if (is(it, "frail-end") && text.length < 5) {
    __atomic_store_n(&it->in_short_line, 1, __ATOMIC_SEQ_CST);
    wait_ms(20);
    __atomic_store_n(&it->in_short_line, 0, __ATOMIC_SEQ_CST);
  }
  if (l.all_frames) sink->audio(sink->data, l.all, (uint32_t)l.all_frames);
  free(l.all);
  it->cancelled = status == CUE_CANCELLED;
  if (it->lines == 1 && it->cancelled) it->is_first_gone = 1;
  if (is(it, "counts-its-cancels") && text.length < 16) wait_ms(3);
  it->cancelled_lines += stopped(&l);
  if (is(it, "counts-its-cancels") && it->cancelled_lines > 60) abort();
  return is(it, "finishes-anyway") ? CUE_OK : status;
}

static int32_t traits(void *self, cue_voice_traits *out) {
  voice *it = self;
  struct {
    cue_voice_traits traits;
    uint8_t more[256];
  } ours = {.traits = {.flags = CUE_VOICE_LEXICON,
                       .events = CUE_EVENT_WORD,
                       .max_text_bytes = 2000000,
                       .speed_minimum = 0.25,
                       .speed_maximum = 4,
                       .pitch_minimum = -24,
                       .pitch_maximum = 24,
                       .volume_maximum = 4}};
  if (is(it, "slow-only")) ours.traits.speed_maximum = 0.5;
  if (is(it, "claims-whisper")) ours.traits.flags |= CUE_VOICE_WHISPER;
  if (is(it, "claims-tones")) ours.traits.flags |= CUE_VOICE_TONES;
  if (is(it, "claims-range")) ours.traits.flags |= CUE_VOICE_PITCH_RANGE;
  if (is(it, "claims-sentences")) ours.traits.events |= CUE_EVENT_SENTENCE;
  if (is(it, "claims-phonemes")) ours.traits.events |= CUE_EVENT_PHONEME;
  if (is(it, "traits-set-locale")) setlocale(LC_NUMERIC, "C.UTF-8");
  if (is(it, "half-megabyte")) ours.traits.max_text_bytes = 0;
  if (is(it, "limit-unkept")) ours.traits.max_text_bytes = 1000;
  if (is(it, "unknown-event")) ours.traits.events |= 64;
  if (reads_markup(it)) {
    ours.traits.flags |= CUE_VOICE_SSML;
    ours.traits.events |= is(it, "deep-stack") ? 0 : CUE_EVENT_MARK;
  }
  if (is(it, "copies-all")) {
    uint32_t size = *(volatile uint32_t *)out;
    memcpy((char *)out + sizeof size, (char *)&ours + sizeof size, size - sizeof size);
    return CUE_OK;
  }
  return fill(out, &ours.traits, sizeof ours.traits);
}

static int32_t list_voices(void *self, const cue_call *call, uint32_t *count, cue_error *error) {
  static uint32_t listings;
  (void)call, (void)error;
  if (is(self, "list-sets-mask")) umask(0077);
  if (is(self, "list-sets-limit")) {
    struct rlimit limit = {0, 0};
    setrlimit(RLIMIT_CORE, &limit);
    limit.rlim_cur = limit.rlim_max = 1 << 30;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  *count = is(self, "no-voices") ? 0 : is(self, "list-shrinks") && listings++ > 0 ? 1 : 2;
  return CUE_OK;
}

static int32_t voice_info(void *self, uint32_t index, cue_voice_info *out) {
  static const cue_language tags[] = {{sizeof *tags, 0, CUE_TEXT("en")},
                                      {sizeof *tags, 0, CUE_TEXT("de-AT")},
                                      {sizeof *tags, 0, CUE_TEXT("English (UK)")}};
  static const cue_language *const english[] = {&tags[0], &tags[1]}, *const odd[] = {&tags[2]};
  cue_voice_info both[2] = {
      {.flags = CUE_VOICE_IS_DEFAULT,
       .id = CUE_TEXT("hum"),
       .name = CUE_TEXT("Hum"),
       .languages = english,
       .language_count = 2,
       .rate = RATE},
      {.id = CUE_TEXT("low"), .name = CUE_TEXT("Low"), .languages = english, .language_count = 1, .rate = RATE},
  };
  both[1].determinism = is(self, "moody") ? CUE_VOICE_DETERMINISM_ALWAYS : CUE_VOICE_DETERMINISM_SEED;
  if (is(self, "no-voices") || (index > 1 && !is(self, "endless-list"))) return CUE_E_NOT_FOUND;
  cue_voice_info *ours = &both[index > 1 ? 1 : index];
  if (is(self, "same-voice-twice")) ours->id = both[0].id;
  if (is(self, "two-defaults")) ours->flags = CUE_VOICE_IS_DEFAULT;
  if (is(self, "bad-language")) ours->languages = odd, ours->language_count = 1;
  if (is(self, "other-rate")) ours->rate = 16000;
  if (is(self, "beyond-a-person")) ours->quality = 10;
  if (is(self, "promises-too-much")) ours->determinism = 4;
  if (is(self, "ignores-size")) {
    ours->struct_size = out->struct_size;
    *out = *ours;
    return CUE_OK;
  }
  return fill(out, ours, sizeof *ours);
}

static int32_t sound_fingerprint(void *self, const cue_voice_request *asked, cue_text *out) {
  static char room[32];
  static uint32_t count;
  voice *it = self;
  if (is(it, "fingerprint-leaves-descriptor") && open("/dev/null", O_RDONLY) < 0) abort();
  if (is(it, "fingerprint-arms-timer")) {
    struct itimerval hour = {{0, 0}, {3600, 0}};
    setitimer(ITIMER_REAL, &hour, NULL);
  }
  uint32_t number = is(it, "fickle-fingerprint")                            ? count++
                    : is(it, "fingerprint-of-lines") && asked->voice.length ? it->lines
                                                                            : 1;
  snprintf(room, sizeof room, "mutant %u", number);
  cue_text ours = {room, is(self, "no-fingerprint") ? 0 : (uint32_t)strlen(room), 0};
  *out = ours;
  return CUE_OK;
}

/* Parameters. */

static double everybodys_base; /* of "shares-parameters" */

static uint32_t param_count(void *self) { return (void)self, 3; }

static int32_t param_info(void *self, uint32_t index, cue_param_info *out) {
  static const cue_choice plain = {sizeof plain, 0, CUE_TEXT("plain")}, bright = {sizeof bright, 5, CUE_TEXT("bright")};
  static const cue_choice *const modes[] = {&plain, &bright};
  cue_param_info all[3] = {
      {.id = 1,
       .type = CUE_PARAM_NUMBER,
       .flags = CUE_PARAM_SOUND,
       .name = CUE_TEXT("base"),
       .unit = CUE_TEXT("Hz"),
       .minimum = 80,
       .maximum = 400,
       .initial = 160},
      {.id = 2, .type = CUE_PARAM_CHOICE, .name = CUE_TEXT("mode"), .choices = modes, .choice_count = 2},
      {.id = 3, .type = CUE_PARAM_TEXT, .flags = CUE_PARAM_SECRET, .name = CUE_TEXT("key")},
  };
  if (index > 2) return is(self, "endless-parameters") ? fill(out, &all[0], sizeof *all) : CUE_E_NOT_FOUND;
  if (is(self, "default-out-of-range")) all[0].minimum = 170;
  if (is(self, "same-parameter-twice")) all[1].name = all[0].name;
  if (is(self, "nameless-parameter")) all[1].name.length = 0;
  return fill(out, &all[index], sizeof *all);
}

static int32_t param_get(void *self, uint32_t id, cue_param_value *out) {
  voice *it = self;
  cue_param_value value = {0};
  if ((id < 1 || id > 3) && !is(it, "any-parameter")) return CUE_E_NOT_FOUND;
  if (id == 1) value.number = is(it, "shares-parameters") && everybodys_base > 0 ? everybodys_base : it->base;
  if (id == 2) value.number = it->mode;
  if (id == 3 && is(it, "tells-key")) value.text = (cue_text){it->key, it->key_length, 0};
  return fill(out, &value, sizeof value);
}

static int32_t param_set(void *self, uint32_t id, const cue_param_value *value, cue_error *error) {
  voice *it = self;
  if (is(it, "not-so-free")) {
    if (__atomic_add_fetch(&it->in_set, 1, __ATOMIC_SEQ_CST) > 1) abort();
    wait_ms(1);
    __atomic_sub_fetch(&it->in_set, 1, __ATOMIC_SEQ_CST);
  }
  switch (id) {
    case 1:
      if (!(value->number >= 80 && value->number <= 400) && !is(it, "takes-anything"))
        return fail(error, CUE_E_INVALID, "It goes from 80 to 400.");
      if (!is(it, "deaf-parameter")) it->base = value->number;
      if (is(it, "rounds-parameter")) it->base = floor(value->number / 100) * 100;
      if (is(it, "shares-parameters")) everybodys_base = value->number;
      return CUE_OK;
    case 2:
      if (value->number != 0 && value->number != 5) return fail(error, CUE_E_INVALID, "There are two.");
      it->mode = value->number;
      return CUE_OK;
    case 3:
      it->key_length = value->text.length < sizeof it->key ? value->text.length : sizeof it->key;
      if (it->key_length) memcpy(it->key, value->text.bytes, it->key_length);
      return CUE_OK;
    default: return fail(error, CUE_E_NOT_FOUND, "There is no such parameter.");
  }
}

/* The instance. */

static uint32_t alive, made;

static int32_t activate(void *self, cue_error *error) {
  voice *it = self;
  begin_later(it);
  pthread_t thread;
  static uint32_t lives;
  it->is_active = 1;
  if (is(it, "activate-resets-parameters")) it->base = 160;
  if (is(it, "leaves-descriptor-later") && ++lives > 60 && open("/dev/null", O_RDONLY) < 0) abort();
  if (is(it, "lifeless")) return fail(error, CUE_E_MODEL, "The model has a hole in it.");
  if (is(it, "sets-locale")) setlocale(LC_ALL, "C.UTF-8");
  if (is(it, "changes-folder") && chdir("/") != 0) abort();
  if (is(it, "sets-mask")) umask(0077);
  if (is(it, "sets-environment")) setenv("MUTANT", "1", 1);
  if (is(it, "takes-signal")) signal(SIGTERM, on_signal);
  if (is(it, "leaves-descriptor") && open("/dev/null", O_RDONLY) < 0) abort();
  if (is(it, "leaves-thread") && pthread_create(&thread, NULL, sleep_on, NULL) != 0) abort();
  return CUE_OK;
}

static int32_t reset(void *self, cue_error *error) {
  voice *it = self;
  if (is(it, "reset-resets-parameters")) it->base = 160;
  if (is(it, "reset-changes-folder") && chdir("/") != 0) abort();
  if (is(it, "reset-is-loud")) it->errors = 1;
  return is(self, "no-reset") ? fail(error, CUE_E_UNSUPPORTED, "It remembers all.") : CUE_OK;
}

static void destroy(void *self) {
  voice *it = self;
  alive--;
  if (is(it, "undead") && it->cancelled) abort();
  if (is(it, "destroy-sets-environment")) setenv("MUTANT", "gone", 1);
  if (!is(it, "leaks-instance")) free(it->ballast);
  free(it);
}

static void cancel(void *self, uint64_t call) {
  voice *it = self;
  if (is(it, "cancelled-by-one")) {
    if (__atomic_add_fetch(&it->in_cancel, 1, __ATOMIC_SEQ_CST) > 1) abort();
    wait_ms(1);
    __atomic_sub_fetch(&it->in_cancel, 1, __ATOMIC_SEQ_CST);
  }
  if (is(it, "cancel-leaves-descriptor") && open("/dev/null", O_RDONLY) < 0) abort();
  if (is(it, "obeys-any-cancel")) it->stops_any = 1;
  if (is(it, "frail-end") && __atomic_load_n(&it->in_short_line, __ATOMIC_SEQ_CST)) abort();
  if (is(it, "locked-cancel")) pthread_mutex_lock(&it->lock);
  if (it->lines == 0) it->idle_cancels++;
  if (!is(it, "deaf-to-cancel")) __atomic_store_n(&it->stop, call, __ATOMIC_SEQ_CST);
  if (is(it, "locked-cancel")) pthread_mutex_unlock(&it->lock);
}

static const void *instance_extension(void *self, const char *id) {
  if (is(self, "asked-in-peace") && __atomic_load_n(&((struct voice *)self)->is_speaking, __ATOMIC_SEQ_CST)) abort();
  static const cue_voice voice = {sizeof voice, 0, traits, list_voices, voice_info, speak, sound_fingerprint, NULL};
  static const cue_params params = {sizeof params, 0, param_count, param_info, param_get, param_set};
  if (!strcmp(id, CUE_KIND_VOICE)) return &voice;
  if (!strcmp(id, CUE_EXT_PARAMS)) return &params;
  return is(self, "any-extension") ? &voice : NULL;
}

/* The library. */

static int32_t init(const cue_init_request *request, cue_error *error) {
  (void)request, (void)error;
#if defined(HEAVY)
  static volatile char *model;
  model = malloc(64000000);
  for (size_t i = 0; i < 64000000; i += 512) model[i] = 1;
#endif
  return CUE_OK;
}

static const cue_descriptor *plugin_at(uint32_t index) {
  static cue_descriptor descriptors[256];
  if (index >= id_count()) {
#if defined(ENDLESS)
    index = id_count() - 1;
#else
    return NULL;
#endif
  }
  const char *id = id_at(index);
  cue_descriptor ours = {.struct_size = sizeof ours,
                         .concurrency = CUE_PER_INSTANCE,
                         .determinism = CUE_DETERMINISM_ALWAYS,
                         .id = id,
                         .kind = CUE_KIND_VOICE,
                         .name = CUE_TEXT("Mutant"),
                         .version = CUE_TEXT("1.0"),
                         .licence = CUE_TEXT("MIT")};
  if (!strcmp(id, "no-version")) ours.version.length = 0;
  if (!strcmp(id, "unknown-concurrency")) ours.concurrency = 9;
  if (!strcmp(id, "not-so-free")) ours.concurrency = CUE_FREE;
  if (!strncmp(id, "lasting-", 8)) {
    ours.determinism = CUE_DETERMINISM_FRESH_STATE;
    ours.flags = CUE_FLAG_FORK_SAFE | CUE_FLAG_MEMORY_ONLY;
  }
  if (!strcmp(id, "lives-once")) ours.concurrency = CUE_PER_PROCESS;
  descriptors[index] = ours;
  return &descriptors[index];
}

static int is_id(const char *id, const char *ours) {
#if defined(PREFIX_IDS)
  return !strncmp(id, ours, strlen(ours));
#else
  return !strcmp(id, ours);
#endif
}

static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
  const char *id = request->id;
  for (uint32_t i = 0; i < id_count(); i++) {
    if (!is_id(id, id_at(i))) continue;
    if (!strcmp(id, "lives-once") && made++ > 0) return fail(error, CUE_E_BUSY, "It lives once.");
    if (!strcmp(id, "alone") && alive > 0) return fail(error, CUE_E_BUSY, "It lives alone.");
    voice *it = calloc(1, sizeof *it);
    if (!it) return CUE_E_MEMORY;
    alive++;
    it->id = id_at(i);
    it->base = !strcmp(id, "other-default") ? 161 : 160;
    it->ballast = malloc(10000);
    pthread_mutex_init(&it->lock, NULL);
    it->table = (cue_instance){sizeof it->table, 0, it, activate, destroy, cancel, reset, instance_extension};
    *instance = &it->table;
    return CUE_OK;
  }
  return fail(error, CUE_E_NOT_FOUND, "There is no such mutant.");
}

static const void *library_extension(const char *id) {
#if defined(ANY_EXTENSION)
  static const int table = 1;
  return (void)id, &table;
#else
  return (void)id, NULL;
#endif
}

#if defined(CRASHES) || defined(STARTS_THREAD) || defined(OPENS) || defined(NEEDS_HOME) || defined(SLOW_TO_LOAD)
__attribute__((constructor)) static void load(void) {
#if defined(CRASHES)
  abort();
#elif defined(NEEDS_HOME)
  if (!getenv("PATH")) abort();
#elif defined(SLOW_TO_LOAD)
  wait_ms(2500); /* what the suite must find too long */
#elif defined(STARTS_THREAD)
  pthread_t thread;
  if (pthread_create(&thread, NULL, sleep_on, NULL) != 0) abort();
#else
  if (open("/dev/null", O_RDONLY) < 0) abort();
#endif
}
#endif

#if defined(STATIC_TLS)
__attribute__((tls_model("initial-exec"))) static __thread volatile int per_thread;
#endif
#if defined(TEXT_RELOCATION)
__asm__(".text\n.quad cue_plugin_entry\n");
#endif
#if defined(TWO_EXPORTS)
CUE_EXPORT int helper(void);
CUE_EXPORT int helper(void) { return 1; }
#endif
#if defined(MISSING_SYMBOL)
extern int nobody_has_this(void);
#endif

CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *given) {
  static cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, CUE_ABI_MINOR, CUE_TEXT("C"),
                            init,         id_count,      plugin_at,     create,        library_extension};
  host = given;
#if defined(WRONG_MAGIC)
  entry.magic = 1;
#endif
#if defined(STATIC_TLS)
  per_thread = 1;
#endif
#if defined(MISSING_SYMBOL)
  nobody_has_this();
#endif
  return &entry;
}

static const char *const ids[] = {
    "healthy",
#if defined(SAME_ID)
    "healthy",
#endif
#if defined(ALL)
    "healthy-markup",
    "no-version",
    "unknown-concurrency",
    /* instances */
    "lifeless",
    "lives-once",
    "alone",
    "any-extension",
    "no-reset",
    /* parameters */
    "default-out-of-range",
    "same-parameter-twice",
    "nameless-parameter",
    "other-default",
    "deaf-parameter",
    "takes-anything",
    "any-parameter",
    "endless-parameters",
    "tells-key",
    "dies-at-bound",
    "dies-of-fraction",
    /* manners */
    "sets-locale",
    "changes-folder",
    "sets-mask",
    "sets-environment",
    "takes-signal",
    "sets-float-mode",
    "prints",
    "leaves-descriptor",
    "leaves-thread",
    "list-sets-mask",
    "list-sets-limit",
    "traits-set-locale",
    "error-ignores-signal",
    "reset-changes-folder",
    "destroy-sets-environment",
    "fingerprint-arms-timer",
    "blocks-signals",
    "fingerprint-leaves-descriptor",
    "error-leaves-descriptor",
    "cancel-leaves-descriptor",
    "leaves-zombie",
    "leaves-mapping",
    "writes-a-novel",
    "logs-all",
    "reads-behind",
    "writes-behind",
    "uses-freed",
    "rounds-parameter",
    "shares-parameters",
    "idle-parameter",
    "activate-resets-parameters",
    "reset-resets-parameters",
    "error-resets-parameters",
    "remembers-cancel",
    "leaks-instance",
    "leaves-descriptor-later",
    "not-yet",
    "lasting-folder",
    "lasting-locale",
    "lasting-mask",
    "lasting-signal",
    "lasting-descriptor",
    "lasting-thread",
    "calls-home",
    "calls-home-later",
    "keeps-a-diary",
    "reads-passwords",
    "looks-into-home",
    "reads-host-name",
    "asked-in-peace",
    "cancelled-by-one",
    "not-so-free",
    /* lists */
    "no-voices",
    "same-voice-twice",
    "two-defaults",
    "bad-language",
    "beyond-a-person",
    "promises-too-much",
    "list-shrinks",
    "endless-list",
    "slow-only",
    "unknown-event",
    /* speech */
    "mute",
    "no-sound",
    "two-formats",
    "other-rate",
    "not-a-number",
    "beyond-full-scale",
    "subnormal",
    "clips",
    "offset",
    "one-voice-broken",
    "any-voice",
    "made-up-status",
    "wordless",
    "other-status",
    "nothing-is-something",
    "fickle-fingerprint",
    "no-fingerprint",
    /* text */
    "blank-is-error",
    "hates-tags",
    "short-buffer",
    "line-stack",
    "half-megabyte",
    "limit-unkept",
    "trusts-text",
    "stops-at-nul",
    "reads-past-text",
    "keeps-text",
    "latin-only",
    "skips-digits",
    "deep-stack",
    "silent-about-markup",
    "one-piece",
    "late-start",
    /* sound as a whole */
    "short-of-breath",
    "slow-in-long",
    "one-for-all",
    "clicks",
    "dice",
    "seedless",
    "ignores-its-seed",
    "moody",
    "dies-of-comment",
    "counts-its-cancels",
    "slow-talker",
    /* as before */
    "error-is-loud",
    "reset-is-loud",
    "silence-lasts",
    "first-is-soft",
    "first-cancel-stays",
    "format-by-speed",
    "format-after-error",
    "tenth-is-other",
    /* all of it */
    "cut-at-a-thousand",
    "drops-the-last",
    "gaps-grow",
    "wraps",
    "squares",
    "seldom-loud",
    "short-silence",
    "tops-out",
    "clamps-inside",
    "pitch-tops-out",
    "reports-always",
    "reports-double",
    /* claims */
    "claims-sentences",
    "claims-phonemes",
    "claims-whisper",
    "claims-tones",
    "claims-range",
    "deaf-to-breaks",
    "speaks-tags",
    "eats-emphasis",
    "denies-german",
    "fingerprint-of-lines",
    "words-and-blanks",
    "half-the-words",
    "shifted-by-emoji",
    "words-stop",
    "words-drift",
    /* requests */
    "needs-language",
    "writes-request",
    "one-speed",
    "one-pitch",
    "higher-is-faster",
    "one-volume",
    "never-silent",
    "clamps-quietly",
    "silent-about-language",
    "silent-about-volume",
    "sticky-voice",
    "dies-of-nan",
    "few-tones",
    "deaf-to-lexicon",
    "cased-lexicon",
    "lexicon-in-words",
    "sticky-lexicon",
    "dies-of-lexicon",
    /* events and sound */
    "no-words",
    "always-words",
    "counts-characters",
    "overlapping-words",
    "empty-words",
    "words-beyond-end",
    "late-words",
    "words-at-own-speed",
    "marks-twice",
    "noisy",
    "drops-sound",
    "two-threads",
    "late-sound",
    /* cancel */
    "slow-to-cancel",
    "deaf-to-cancel",
    "talks-on",
    "locked-cancel",
    "deaf-to-stop",
    "finishes-anyway",
    "obeys-any-cancel",
    "leftover",
    "frail-end",
    "undead",
    "lazy-cancel",
    /* endurance and other hosts */
    "shared-state",
    "leaks-line",
    "slow-start",
    "copies-all",
    "ignores-size",
#endif
};

static const char *id_at(uint32_t index) { return ids[index]; }
static uint32_t id_count(void) { return sizeof ids / sizeof *ids; }
