// Says text with espeak-ng and nothing else: what the espeak plugin is measured against. Same voice,
// same settings, same sound.
//
//   espeak say TEXT.txt OUT.wav   the whole file as one request
//   espeak lines [OUT.raw]        one request for each line of standard input; after an empty line,
//                                 the nanoseconds since the last one, on standard output
#include <espeak-ng/speak_lib.h>
#include <stdbool.h>

#include "direct.h"

static FILE *out;
static uint32_t sound_bytes;

static int take(short *samples, int count, espeak_EVENT *events) {
  (void)events;
  if (!samples || count <= 0) return 0;
  sound_bytes += (uint32_t)count * 2;
  return out && fwrite(samples, 2, (size_t)count, out) != (size_t)count;
}

static void say(const char *text, size_t length, void *voice) {
  (void)voice;
  espeak_SetParameter(espeakRATE, 175, 0);
  espeak_SetParameter(espeakPITCH, 50, 0);
  espeak_SetParameter(espeakVOLUME, 100, 0);
  espeak_SetParameter(espeakRANGE, 50, 0);
  espeak_SetParameter(espeakWORDGAP, 0, 0);
  espeak_SetParameter(espeakPUNCTUATION, 0, 0);
  espeak_SetParameter(espeakCAPITALS, 0, 0);
  unsigned flags = espeakCHARS_UTF8 | espeakENDPAUSE;
  espeak_Synth(text, length + 1, 0, POS_CHARACTER, 0, flags, NULL, NULL);
}

static int say_file(const char *path, uint32_t rate) {
  static char text[4 << 20];
  ssize_t length = read_text(path, text, sizeof text);
  if (length < 0) return 66;
  put_header(out, rate, 0);
  say(text, (size_t)length, NULL);
  rewind(out);
  put_header(out, rate, sound_bytes);
  return fclose(out) ? 74 : 0;
}

int main(int argc, char *argv[]) {
  bool lines = argc > 1 && !strcmp(argv[1], "lines");
  const char *path = lines ? argv[2] : argc > 3 && !strcmp(argv[1], "say") ? argv[3] : NULL;
  if (!lines && !path) return fputs("espeak say TEXT.txt OUT.wav | espeak lines [OUT.raw]\n", stderr), 2;
  if (path && !(out = fopen(path, "w"))) return perror(path), 73;
  int rate =
      espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 100, NULL,
                        espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA | espeakINITIALIZE_DONT_EXIT);
  if (rate <= 0 || espeak_SetVoiceByName("gmw/en") != EE_OK) return 69;
  espeak_SetSynthCallback(take);
  return lines ? say_lines(say, NULL) : say_file(argv[2], (uint32_t)rate);
}
