// Hears expected lines with PocketSphinx and nothing else: what the pocketsphinx plugin is measured against. Same options,
// same grammar, same filter against noise, same pieces of sound, partial results included.
//
//   pocketsphinx MODEL LINES.txt WORDS.dict   one scene, a line each, and how its words are spoken. Standard input: the number
//                                             of the line that is expected, a blank, and a file of 16-bit sound at 16 kHz.
//                                             Answers with the nanoseconds of processor time, a tab, and the words heard.
#define _GNU_SOURCE
#include <cpocketsphinx.h>
#include <math.h>
#include <pocketsphinx.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/fsg_model.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LINES = 64, WORDS = 64, PIECE = 480, LESSON = 14400, FRAME = 160, MEANS = 13, WEIGHT_TENTHS = 65 };

static char *lines[LINES][WORDS];
static int word_counts[LINES], line_count;
static ps_decoder_t *decoder;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static const char *text_file(const char *text) {
  static char path[2][64];
  static int turn;
  int file = memfd_create("text", 0);
  if (write(file, text, strlen(text)) < 0) exit(74);
  snprintf(path[turn & 1], sizeof path[0], "/proc/self/fd/%d", file);
  return path[turn++ & 1];
}

static void add_words(const char *dictionary) {
  FILE *file = fopen(dictionary, "r");
  char entry[512];
  if (!file) exit(66);
  while (fgets(entry, sizeof entry, file)) {
    char *phones = strchr(entry, ' ');
    if (!phones) continue;
    *phones++ = '\0';
    phones[strcspn(phones, "\r\n")] = '\0';
    ps_add_word(decoder, entry, phones, FALSE);
  }
  fclose(file);
}

static fsg_model_t *grammar;
static int states;

static void allow(const char *word, int from, int to, double cost) {
  int32 log_cost = logmath_ln_to_log(ps_get_logmath(decoder), -cost);
  if (word) fsg_model_trans_add(grammar, from, to, log_cost, fsg_model_word_add(grammar, word));
  else if (from != to) fsg_model_null_trans_add(grammar, from, to, log_cost);
}

// The least that a jump over this many words costs, of skips forward and restarts back.
static double jump_cost(int distance) {
  static double least[65];
  static int is_made;
  if (!is_made) {
    for (int i = 0; i < 65; i++) least[i] = i == 32 ? 0 : 1e9;
    for (int round = 0; round < 64; round++)
      for (int i = 0; i < 65; i++) {
        const int by[] = {1, -1, -2, -3}, cost[] = {60, 32, 34, 36};
        for (int k = 0; k < 4; k++)
          if (i + by[k] >= 0 && i + by[k] < 65 && least[i] + cost[k] < least[i + by[k]])
            least[i + by[k]] = least[i] + cost[k];
      }
    is_made = 1;
  }
  return distance < -32 || distance > 32 ? 1e9 : least[distance + 32];
}

static int expect(int expected) {
  int count = word_counts[expected], total = 2 + count;
  for (int l = 0; l < line_count; l++)
    if (l != expected) total += word_counts[l];
  grammar = fsg_model_init("line", ps_get_logmath(decoder), WEIGHT_TENTHS / 10.0f, total);
  grammar->start_state = 0;
  grammar->final_state = 1;
  states = 2 + count;
  for (int place = 0; place <= count; place++) {
    int from = place ? 1 + place : 0;
    if (place < count) allow(lines[expected][place], from, 2 + place, 0);
    for (int to = 0; to <= count; to++)
      if (to != place && jump_cost(to - place) <= 150) {
        allow(NULL, from, to ? 1 + to : 0, jump_cost(to - place));
        if (to == count) allow(NULL, from, 1, jump_cost(to - place));
      }
    allow("uh", from, from, 22);
    allow("um", from, from, 22);
  }
  allow(NULL, count ? 1 + count : 0, 1, 0);
  for (int l = 0; l < line_count; l++) {
    int from = 0;
    for (int w = 0; l != expected && w < word_counts[l]; w++) {
      int to = w == word_counts[l] - 1 ? 1 : states++;
      allow(lines[l][w], from, to, w ? 0 : 20);
      from = to;
    }
  }
  int failed = ps_set_fsg(decoder, "line", grammar) || ps_set_search(decoder, "line");
  fsg_model_free(grammar);
  return failed;
}

static int is_word(const char *name) { return !strchr("<+[(", name[0]); }

static int count_words(void) {
  int count = 0;
  for (ps_seg_t *each = ps_seg_iter(decoder); each; each = ps_seg_next(each)) count += is_word(ps_seg_word(each));
  return count;
}

// The plugin's filter against noise.
static void take_noise_out(const int16_t *sound, size_t count, float *quiet) {
  static float samples[16000 * 120];
  for (size_t i = 0; i < count; i++) samples[i] = (float)sound[i] / 32768;
  cps_quieter *quieter = cps_quieter_open();
  if (!quieter) exit(71);
  uint32_t made = cps_quieter_take(quieter, samples, (uint32_t)count, quiet);
  cps_quieter_finish(quieter, quiet + made);
  cps_quieter_close(quieter);
}

static void hear(int expected, const char *path) {
  static int16_t sound[16000 * 120];
  static float quiet[16000 * 121];
  FILE *file = fopen(path, "r");
  if (!file) exit(66);
  size_t count = fread(sound, 2, sizeof sound / 2, file);
  fclose(file);
  int64_t start = now();
  take_noise_out(sound, count, quiet);
  // The hiss that the plugin lays beneath all sound, and more of it beneath loud sound.
  uint32_t hiss = 1;
  float deviation = 20, power = 0;
  for (size_t i = 0; i < count; i++) {
    float draws[2];
    for (int d = 0; d < 2; d++) {
      hiss = hiss * 1664525u + 1013904223u;
      draws[d] = (float)(hiss >> 16) / 65536;
    }
    float loud = quiet[i] * 32768, noisy = roundf(loud + (draws[0] + draws[1] - 1) * deviation * 2.449f);
    power += loud * loud;
    if (i % FRAME == FRAME - 1) {
      float level = sqrtf(power / FRAME) * 0.01f;
      deviation = fmaxf(deviation, fminf(50, level));
      power = 0;
    }
    sound[i] = (int16_t)(noisy > 32767 ? 32767 : noisy < -32768 ? -32768 : noisy);
  }
  mfcc_t mean[MEANS];
  cmn_live_get(ps_get_feat(decoder)->cmn_struct, mean);
  if (expect(expected) || ps_start_utt(decoder)) exit(70);
  for (size_t at = 0; at < count; at += PIECE) {
    size_t piece = count - at < PIECE ? count - at : PIECE;
    ps_process_raw(decoder, sound + at, piece, FALSE, FALSE);
    // Like the plugin, it learns nothing of a speaker while there are no words.
    int has_words = count_words() > 0;
    if ((at + piece) % LESSON == 0 && !has_words) cmn_live_set(ps_get_feat(decoder)->cmn_struct, mean);
  }
  ps_end_utt(decoder);
  char words[4096] = "";
  for (ps_seg_t *each = ps_seg_iter(decoder); each; each = ps_seg_next(each)) {
    const char *word = ps_seg_word(each);
    if (!is_word(word)) continue;
    size_t used = strlen(words);
    snprintf(words + used, sizeof words - used, "%s%.*s", used ? " " : "", (int)strcspn(word, "("), word);
  }
  printf("%lld\t%s\n", (long long)(now() - start), words);
  fflush(stdout);
}

int main(int argc, char *argv[]) {
  if (argc != 4) return fputs("pocketsphinx MODEL LINES.txt WORDS.dict\n", stderr), 2;
  err_set_logfp(NULL);
  char *line = NULL, acoustic[512], fill[32];
  size_t room = 0;
  FILE *file = fopen(argv[2], "r");
  if (!file) return perror(argv[2]), 66;
  for (; line_count < LINES && getline(&line, &room, file) > 0; line_count++)
    for (char *word = strtok(line, " \n"); word && word_counts[line_count] < WORDS; word = strtok(NULL, " \n"))
      lines[line_count][word_counts[line_count]++] = strdup(word);
  fclose(file);
  snprintf(acoustic, sizeof acoustic, "%s/en-us", argv[1]);
  snprintf(fill, sizeof fill, "%.17g", exp(-30 / (WEIGHT_TENTHS / 10.0)));
  static char fillers[2048] = "<s> SIL\n</s> SIL\n<sil> SIL\n[NOISE] +NSN+\n";
  static const char phones[] =
      "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH";
  for (const char *at = phones; *at; at += strspn(at, " ")) {
    int length = (int)strcspn(at, " ");
    sprintf(fillers + strlen(fillers), "+%.*s+ %.*s\n", length, at, length, at);
    at += length;
  }
  cmd_ln_t *options =
      cmd_ln_init(NULL, ps_args(), FALSE, "-hmm", acoustic, "-dict", text_file("uh AH\num AH M\n"), "-fdict",
                  text_file(fillers), "-lw", "6.5", "-fillprob", fill, "-mmap", "no", "-beam", "1e-80", "-pbeam",
                  "1e-80", "-wbeam", "1e-50", "-bestpath", "no", "-remove_silence", "no", "-remove_noise", "yes", NULL);
  decoder = options ? ps_init(options) : NULL;
  if (!decoder) return 69;
  const float speaker[] = {49.8, -1.2, 3.2, 11.1, -0.9, -1.6, 0.7, -4.4, -2.1, -1.5, 2.7, 1.3, 0.6};
  mfcc_t mean[MEANS];
  for (int i = 0; i < MEANS; i++) mean[i] = speaker[i];
  cmn_live_set(ps_get_feat(decoder)->cmn_struct, mean);
  add_words(argv[3]);
  while (getline(&line, &room, stdin) > 0) {
    line[strcspn(line, "\n")] = '\0';
    char *path = strchr(line, ' ');
    if (path) hear(atoi(line), path + 1);
  }
  free(line);
  return 0;
}
