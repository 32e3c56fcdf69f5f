// PocketSphinx as Swift can use it: an opaque decoder, options as pairs of strings, a grammar as arcs with costs in
// nats, and the best path as segments. Nothing here is copied by the caller; every string lives until the decoder ends.
#pragma once
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#else
#define _Nullable
#endif

typedef struct cps_decoder cps_decoder;

// A word of a grammar between two states; no word: the arc is free of sound.
typedef struct cps_arc {
  int32_t from, to;
  float cost;  // nats, 0 or more
  const char *_Nullable word;
} cps_arc;

// A stretch of the best path. Frames are of 10 ms and count from the stream's start; `last` is the last of them.
typedef struct cps_segment {
  const char *_Nullable word;
  int32_t first, last;
  int32_t acoustic;  // what the sound costs, in the decoder's own measure: negative, nearer to 0 is better
} cps_segment;

// Warnings and errors of the library go to `line` from now on, for the whole process; it prints nothing itself.
void cps_log_to(void (*_Nullable line)(void *_Nullable context, int32_t is_fatal, const char *text),
                void *_Nullable context);

// What the library last called an error, on this thread.
const char *cps_last_error(void);

// A decoder with these options (name, value, name, value, …), or NULL if the model cannot be loaded.
cps_decoder *_Nullable cps_open(const char *_Nonnull const *_Nonnull options, uint32_t count);
void cps_close(cps_decoder *decoder);

// Adds a pronunciation of a word, as phones with blanks between; 0 if that worked or the word was there.
int32_t cps_add_word(cps_decoder *decoder, const char *word, const char *phones);

// Lets the decoder hear what these arcs allow; 0 if that worked. `weight` scales fillers and insertions. After a word, and
// at the start, one arc free of sound can be taken: where two could follow each other, give their sum as a third.
int32_t cps_set_grammar(cps_decoder *decoder, uint32_t states, uint32_t start, uint32_t final, const cps_arc *arcs,
                        uint32_t count, float weight);

// Lets the decoder hear what a language model in the file (ARPA or binary) makes likely; 0 if that worked.
int32_t cps_set_language(cps_decoder *decoder, const char *path);

// A stream: begin, hear any number of samples (16 kHz), end. 0 if that worked.
int32_t cps_begin(cps_decoder *decoder);
int32_t cps_hear(cps_decoder *decoder, const int16_t *samples, uint32_t count);
int32_t cps_end(cps_decoder *decoder);

// The best path by now, or after the end; writes at most `capacity` segments and returns how many there are.
uint32_t cps_path(cps_decoder *decoder, cps_segment *segments, uint32_t capacity);

// What the decoder has learnt of the room's noise is forgotten. Not during a stream.
void cps_forget_room(cps_decoder *decoder);
// Takes `mean` (13 numbers) for the speaker's; it is learnt on from there.
void cps_set_mean(cps_decoder *decoder, const float *mean, uint32_t count);
// What the decoder takes for the speaker's mean now.
void cps_mean(cps_decoder *decoder, float *mean, uint32_t count);

// Takes steady noise out of sound of 16 kHz, by a Wiener filter whose estimate of the noise follows the quiet moments.
//
// Sound comes out as it came in, sample by sample, later by 24 ms, and the first by 0.3 s. What lies below the noise is left at
// -12 dB. How sound is cut changes nothing.
typedef struct cps_quieter cps_quieter;
cps_quieter *_Nullable cps_quieter_open(void);
void cps_quieter_close(cps_quieter *quieter);
// How many samples may come out for `count` that are taken, or when it is finished.
uint32_t cps_quieter_room(uint32_t count);
// Takes samples, and writes those that are done; how many these are.
uint32_t cps_quieter_take(cps_quieter *quieter, const float *samples, uint32_t count, float *out);
// Writes the rest.
uint32_t cps_quieter_finish(cps_quieter *quieter, float *out);
// Which share of what was loud so far had the tones of 80 ms before, 0 to 1: nearly all of music, and little of speech, whose pitch
// glides.
float cps_quieter_tonality(const cps_quieter *quieter);
// Which share of the power between two samples was left: little where there was nothing but noise.
float cps_quieter_left(const cps_quieter *quieter, uint64_t first, uint64_t end);
// How many decibels the sound between two samples is above the quietest tenth of all of it.
float cps_quieter_above(const cps_quieter *quieter, uint64_t first, uint64_t end);
// How long, in seconds, the longest stretch between these samples lasts that is at most 30 dB softer, without the noise, than
// their loudest moment. A window of 32 ms is added to what sounds: a click of no length lasts 24 to 32 ms.
float cps_quieter_longest(const cps_quieter *quieter, uint64_t first, uint64_t end);

// A file in memory with this text, and the path to read it by; closed with `close`. Negative where there is no room.
int32_t cps_text_file(const char *text, uint32_t length);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
