// What the programs here share: time, lines of standard input, and files of sound.
#ifndef CUE_BENCH_DIRECT_H
#define CUE_BENCH_DIRECT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Nanoseconds of `clock`: CLOCK_MONOTONIC for time, CLOCK_PROCESS_CPUTIME_ID for processor time.
static inline int64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Says each line of standard input; after an empty line, prints the nanoseconds that speaking took since the last one.
static inline int say_lines(void (*say)(const char *text, size_t length, void *voice), void *voice) {
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
    int64_t start = nanoseconds(CLOCK_MONOTONIC);
    say(line, (size_t)length, voice);
    taken += nanoseconds(CLOCK_MONOTONIC) - start;
  }
  free(line);
  return 0;
}

// Writes the header of a WAV file with one channel of 16-bit samples.
static inline void put_header(FILE *out, uint32_t rate, uint32_t bytes) {
  uint8_t header[44] = "RIFF....WAVEfmt \x10\0\0\0\1\0\1\0........\2\0\x10\0data";
  uint32_t riff = bytes + 36, per_second = rate * 2;
  memcpy(header + 4, &riff, 4);
  memcpy(header + 24, &rate, 4);
  memcpy(header + 28, &per_second, 4);
  memcpy(header + 40, &bytes, 4);
  fwrite(header, 1, sizeof header, out);
}

// Reads a text, without the blanks and line ends after it; its length, or -1 with a message.
static inline ssize_t read_text(const char *path, char *text, size_t room) {
  FILE *in = fopen(path, "r");
  if (!in) return perror(path), -1;
  size_t length = fread(text, 1, room - 1, in);
  fclose(in);
  while (length && (text[length - 1] == '\n' || text[length - 1] == ' ')) text[--length] = '\0';
  return (ssize_t)length;
}

// Reads a file of mono floats, with `spare` silent frames after it; NULL with a message where it cannot be read.
static inline float *read_floats(const char *path, size_t spare, size_t *frames) {
  FILE *in = fopen(path, "r");
  if (!in) return perror(path), NULL;
  fseek(in, 0, SEEK_END);
  *frames = (size_t)ftell(in) / sizeof(float);
  rewind(in);
  float *sound = calloc(*frames + spare, sizeof *sound);
  if (!sound || fread(sound, sizeof *sound, *frames, in) != *frames) {
    perror(path);
    free(sound);
    sound = NULL;
  }
  fclose(in);
  return sound;
}

// Writes a file of mono floats; an exit status.
static inline int write_floats(const char *path, const float *sound, size_t frames) {
  FILE *out = fopen(path, "w");
  if (!out) return perror(path), 73;
  fwrite(sound, sizeof *sound, frames, out);
  return fclose(out) ? 74 : 0;
}

#endif
