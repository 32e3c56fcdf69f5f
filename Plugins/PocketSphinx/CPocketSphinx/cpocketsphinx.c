#define _GNU_SOURCE
#include "cpocketsphinx.h"

#include <pocketsphinx.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/fsg_model.h>
#include <sphinxbase/ngram_model.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct cps_decoder {
  ps_decoder_t *engine;
};

static void (*log_line)(void *context, int32_t level, const char *text);
static void *log_context;
// What was last wrong, and where to go on when the library would end the process: both of the thread that calls.
static _Thread_local char last_error[512];
static _Thread_local sigjmp_buf *fatal;

static void take_message(void *data, err_lvl_t level, const char *format, ...) {
  (void)data;
  if (level < ERR_WARN) return;
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (log_line) log_line(log_context, level == ERR_FATAL, text);
  if (level >= ERR_ERROR) snprintf(last_error, sizeof last_error, "%s", text);
  if (level == ERR_FATAL && fatal) siglongjmp(*fatal, 1);
}

const char *cps_last_error(void) { return last_error; }

void cps_log_to(void (*line)(void *, int32_t, const char *), void *context) {
  log_line = line;
  log_context = context;
  err_set_logfp(NULL);
  err_set_callback(take_message, NULL);
}

cps_decoder *cps_open(const char *const *options, uint32_t count) {
  char **words = calloc(count + 2, sizeof *words);
  cps_decoder *decoder = calloc(1, sizeof *decoder);
  if (!words || !decoder) return free(words), free(decoder), NULL;
  words[0] = "";
  for (uint32_t i = 0; i < count; i++) words[i + 1] = (char *)options[i];
  cmd_ln_t *config = cmd_ln_parse_r(NULL, ps_args(), (int32)count + 1, words, FALSE);
  free(words);
  // What a model that ends here has allocated is lost; it is not tried again and again.
  sigjmp_buf here;
  last_error[0] = '\0';
  if (sigsetjmp(here, 0) == 0) {
    fatal = &here;
    if (config) decoder->engine = ps_init(config);
  }
  fatal = NULL;
  if (config) cmd_ln_free_r(config);
  if (!decoder->engine) return free(decoder), NULL;
  return decoder;
}

void cps_close(cps_decoder *decoder) {
  ps_free(decoder->engine);
  free(decoder);
}

int32_t cps_add_word(cps_decoder *decoder, const char *word, const char *phones) {
  char *there = ps_lookup_word(decoder->engine, word);
  if (there) return ckd_free(there), 0;
  return ps_add_word(decoder->engine, word, phones, FALSE) < 0 ? -1 : 0;
}

int32_t cps_set_grammar(cps_decoder *decoder, uint32_t states, uint32_t start, uint32_t final, const cps_arc *arcs,
                        uint32_t count, float weight) {
  logmath_t *math = ps_get_logmath(decoder->engine);
  fsg_model_t *grammar = fsg_model_init("line", math, weight, (int32)states);
  if (!grammar) return -1;
  grammar->start_state = (int32)start;
  grammar->final_state = (int32) final;
  for (uint32_t i = 0; i < count; i++) {
    int32 cost = logmath_ln_to_log(math, -arcs[i].cost);
    if (arcs[i].word) {
      int32 word = fsg_model_word_add(grammar, arcs[i].word);
      fsg_model_trans_add(grammar, arcs[i].from, arcs[i].to, cost, word);
    } else {
      fsg_model_null_trans_add(grammar, arcs[i].from, arcs[i].to, cost);
    }
  }
  int32_t failed = ps_set_fsg(decoder->engine, "line", grammar);
  fsg_model_free(grammar);
  return failed ? -1 : ps_set_search(decoder->engine, "line");
}

int32_t cps_set_language(cps_decoder *decoder, const char *path) {
  if (ps_set_lm_file(decoder->engine, "language", path)) return -1;
  return ps_set_search(decoder->engine, "language");
}

int32_t cps_begin(cps_decoder *decoder) { return ps_start_utt(decoder->engine); }

int32_t cps_hear(cps_decoder *decoder, const int16_t *samples, uint32_t count) {
  return ps_process_raw(decoder->engine, samples, count, FALSE, FALSE) < 0 ? -1 : 0;
}

int32_t cps_end(cps_decoder *decoder) { return ps_end_utt(decoder->engine); }

uint32_t cps_path(cps_decoder *decoder, cps_segment *segments, uint32_t capacity) {
  uint32_t count = 0;
  for (ps_seg_t *each = ps_seg_iter(decoder->engine); each; each = ps_seg_next(each)) {
    int first, last;
    int32 acoustic = 0;
    ps_seg_frames(each, &first, &last);
    ps_seg_prob(each, &acoustic, NULL, NULL);
    if (count < capacity) segments[count] = (cps_segment){ps_seg_word(each), first, last, acoustic};
    count++;
  }
  return count;
}

void cps_forget_room(cps_decoder *decoder) { ps_start_stream(decoder->engine); }

void cps_set_mean(cps_decoder *decoder, const float *mean, uint32_t count) {
  mfcc_t values[13] = {0};
  for (uint32_t i = 0; i < count && i < 13; i++) values[i] = mean[i];
  cmn_live_set(ps_get_feat(decoder->engine)->cmn_struct, values);
}

void cps_mean(cps_decoder *decoder, float *mean, uint32_t count) {
  mfcc_t values[64] = {0};
  cmn_live_get(ps_get_feat(decoder->engine)->cmn_struct, values);
  for (uint32_t i = 0; i < count && i < 13; i++) mean[i] = values[i];
}

int32_t cps_text_file(const char *text, uint32_t length) {
  int file = memfd_create("text", MFD_CLOEXEC);
  if (file < 0) return -1;
  for (uint32_t written = 0; written < length;) {
    ssize_t step = write(file, text + written, length - written);
    if (step <= 0) return close(file), -1;
    written += (uint32_t)step;
  }
  return file;
}
