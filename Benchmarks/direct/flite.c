// Says text with flite and nothing else: what the flite plugin is measured against. Same settings,
// same sound.
//
//   flite VOICE say TEXT.txt OUT.wav   the whole file as one request
//   flite VOICE lines [OUT.raw]        one request for each line of standard input; after an empty
//                                      line, the nanoseconds since the last one, on standard output
#include <flite/flite.h>
#include <stdbool.h>

#include "direct.h"

cst_voice *register_cmu_us_slt(const char *folder);
cst_voice *register_cmu_us_kal16(const char *folder);

static FILE *out;
static uint32_t sound_bytes, rate;

static int take(const cst_wave *wave, int start, int size, int last, cst_audio_streaming_info *info) {
  (void)last, (void)info;
  rate = (uint32_t)wave->sample_rate;
  sound_bytes += (uint32_t)size * 2;
  if (!out || size <= 0) return CST_AUDIO_STREAM_CONT;
  return fwrite(wave->samples + start, 2, (size_t)size, out) == (size_t)size ? CST_AUDIO_STREAM_CONT
                                                                             : CST_AUDIO_STREAM_STOP;
}

static void say(const char *text, size_t length, void *of) {
  (void)length;
  cst_voice *voice = of;
  cst_audio_streaming_info *info = new_audio_streaming_info();
  info->min_buffsize = 256;
  info->asc = take;
  flite_feat_set(voice->features, "streaming_info", audio_streaming_info_val(info));
  srand(1);  // the voice draws its noise from there
  // One utterance after the other, as the program itself does with a file.
  cst_tokenstream *tokens = ts_open_string(text, get_param_string(voice->features, "text_whitespace", NULL),
                                           get_param_string(voice->features, "text_singlecharsymbols", NULL),
                                           get_param_string(voice->features, "text_prepunctuation", NULL),
                                           get_param_string(voice->features, "text_postpunctuation", NULL));
  if (tokens) flite_ts_to_speech(tokens, voice, "none");
}

static int say_file(cst_voice *voice, const char *path) {
  static char text[4 << 20];
  ssize_t length = read_text(path, text, sizeof text);
  if (length < 0) return 66;
  put_header(out, rate, 0);
  say(text, (size_t)length, voice);
  rewind(out);
  put_header(out, rate, sound_bytes);
  return fclose(out) ? 74 : 0;
}

int main(int argc, char *argv[]) {
  bool lines = argc > 2 && !strcmp(argv[2], "lines");
  const char *path = lines ? argv[3] : argc > 4 && !strcmp(argv[2], "say") ? argv[4] : NULL;
  if (!lines && !path) return fputs("flite VOICE say TEXT.txt OUT.wav | flite VOICE lines [OUT.raw]\n", stderr), 2;
  if (path && !(out = fopen(path, "w"))) return perror(path), 73;
  flite_init();
  cst_voice *voice = !strcmp(argv[1], "kal16") ? register_cmu_us_kal16(NULL) : register_cmu_us_slt(NULL);
  if (!voice) return 69;
  return lines ? say_lines(say, voice) : say_file(voice, argv[3]);
}
