// Says text with espeak-ng and nothing else: what the espeak plugin is measured against. Same voice,
// same settings, same sound.
//
//   espeak say TEXT.txt OUT.wav   the whole file as one request
//   espeak lines [OUT.raw]        one request for each line of standard input; after an empty line,
//                                 the nanoseconds since the last one, on standard output
#include <espeak-ng/speak_lib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static FILE *out;
static uint32_t sound_bytes;

static int take(short *samples, int count, espeak_EVENT *events) {
  (void)events;
  if (!samples || count <= 0) return 0;
  sound_bytes += (uint32_t)count * 2;
  return out && fwrite(samples, 2, (size_t)count, out) != (size_t)count;
}

static void say(const char *text, size_t length) {
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

static void put_header(uint32_t rate, uint32_t bytes) {
  uint8_t header[44] = "RIFF....WAVEfmt \x10\0\0\0\1\0\1\0........\2\0\x10\0data";
  uint32_t riff = bytes + 36, per_second = rate * 2;
  memcpy(header + 4, &riff, 4);
  memcpy(header + 24, &rate, 4);
  memcpy(header + 28, &per_second, 4);
  memcpy(header + 40, &bytes, 4);
  fwrite(header, 1, sizeof header, out);
}

static int say_file(const char *path, uint32_t rate) {
  static char text[4 << 20];
  FILE *in = fopen(path, "r");
  if (!in) return perror(path), 66;
  size_t length = fread(text, 1, sizeof text - 1, in);
  fclose(in);
  while (length && (text[length - 1] == '\n' || text[length - 1] == ' ')) text[--length] = '\0';
  put_header(rate, 0);
  say(text, length);
  rewind(out);
  put_header(rate, sound_bytes);
  return fclose(out) ? 74 : 0;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int say_lines(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  int64_t taken = 0;
  while ((length = getline(&line, &room, stdin)) > 0) {
    if (line[length - 1] == '\n') line[--length] = '\0';
    if (length == 0) {
      printf("%lld\n", (long long)taken);
      fflush(stdout);
      taken = 0;
      continue;
    }
    int64_t start = now();
    say(line, (size_t)length);
    taken += now() - start;
  }
  free(line);
  return 0;
}

int main(int argc, char *argv[]) {
  bool lines = argc > 1 && !strcmp(argv[1], "lines");
  const char *path = lines ? argv[2] : argc > 3 && !strcmp(argv[1], "say") ? argv[3] : NULL;
  if (!lines && !path)
    return fputs("espeak say TEXT.txt OUT.wav | espeak lines [OUT.raw]\n", stderr), 2;
  if (path && !(out = fopen(path, "w"))) return perror(path), 73;
  int rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 100, NULL,
                               espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA |
                                   espeakINITIALIZE_DONT_EXIT);
  if (rate <= 0 || espeak_SetVoiceByName("gmw/en") != EE_OK) return 69;
  espeak_SetSynthCallback(take);
  return lines ? say_lines() : say_file(argv[2], (uint32_t)rate);
}
