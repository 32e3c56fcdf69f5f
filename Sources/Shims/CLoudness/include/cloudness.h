// How loud sound is, after EBU R 128 and ITU-R BS.1770.
//
// This target is the only one that knows libebur128. The library is loaded when a recording first needs it.
#ifndef CLOUDNESS_H
#define CLOUDNESS_H

#include <stddef.h>

// A measurement that goes on; one thread at a time.
typedef struct cue_loudness cue_loudness;

// Loads the library, once. Returns 1, or 0 with the loader's words in `why`.
int cue_loudness_library(char *why, size_t size);

// Begins a measurement of interleaved sound. `whole`: also of the integrated loudness and of peaks. NULL if there is no memory
// or the library cannot have such sound.
cue_loudness *cue_loudness_open(int channels, int rate_hertz, int whole);
// Hears `frames` frames. Returns 1, or 0 if there is no memory.
int cue_loudness_hear(cue_loudness *meter, const float *samples, size_t frames);
// The loudness of the last `milliseconds`, at most 400, in LUFS without any gate; -HUGE_VAL for silence, and where less was heard.
double cue_loudness_recent(cue_loudness *meter, int milliseconds);
// Of a whole measurement: the integrated loudness in LUFS, -HUGE_VAL where all was below the gate.
double cue_loudness_integrated(cue_loudness *meter);
// Of a whole measurement: the highest peak of all channels, between samples too; 1 is full scale.
double cue_loudness_true_peak(cue_loudness *meter);
void cue_loudness_close(cue_loudness *meter);

#endif
