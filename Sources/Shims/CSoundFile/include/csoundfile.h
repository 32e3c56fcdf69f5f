// Sound files beyond WAV, and the numbers that samples are stored as.
//
// This target is the only one that knows libsndfile. The library is loaded when a file first needs it: linked, it and its codecs
// would cost every start of a program that only says a word.
#ifndef CSOUNDFILE_H
#define CSOUNDFILE_H

#include <stddef.h>
#include <stdint.h>

// How a sample is stored, little-endian.
enum {
  CUE_SAMPLE_U8 = 1,
  CUE_SAMPLE_S16,
  CUE_SAMPLE_S24,
  CUE_SAMPLE_S32,
  CUE_SAMPLE_F32,
  CUE_SAMPLE_F64,
};

// Kinds of files that are written here.
enum {
  CUE_FILE_W64 = 1,
  CUE_FILE_FLAC,
  CUE_FILE_VORBIS,
  CUE_FILE_OPUS,
  CUE_FILE_MP3,
};

// What a file says of its sound.
enum {
  CUE_TEXT_TITLE = 1,
  CUE_TEXT_ARTIST,
  CUE_TEXT_ALBUM,
  CUE_TEXT_TRACK,
};

// An open file; one thread at a time.
typedef struct cue_sound_file cue_sound_file;

typedef struct {
  int64_t frames;  // negative: not known
  int32_t rate_hertz;
  int32_t channels;
  char format[96];  // "FLAC, 16-bit", in the library's words where it has its own
} cue_sound_info;

// Loads the library, once. Returns 1, or 0 with the loader's words in `why`.
int cue_sound_library(char *why, size_t size);

// Opens the sound at the descriptor's place, which stays the caller's to close. Returns NULL with the library's words in `why`.
cue_sound_file *cue_sound_open(int descriptor, cue_sound_info *out, char *why, size_t size);
// Begins a file of `kind` with 16-bit, 24-bit or float samples (lossy kinds have their own) in an empty, seekable descriptor.
cue_sound_file *cue_sound_create(int descriptor, int kind, int sample, int rate_hertz, int channels, char *why,
                                 size_t size);

// How many bits a second of sound shall have, before any of it is written, where `kind` lets that be chosen: Opus and MP3.
void cue_sound_set_bits(cue_sound_file *file, int kind, int rate_hertz, int channels, int bits_per_second);

// Says something of the sound, before any of it is written, where such a file has room for that.
void cue_sound_tell(cue_sound_file *file, int field, const char *text);

// Reads up to `frames` frames; fewer only at the end. Full scale is 1.
int64_t cue_sound_read(cue_sound_file *file, float *samples, int64_t frames);
// Each writes `frames` frames and returns how many it could. `ints` are scaled to 32 bits.
int64_t cue_sound_write_shorts(cue_sound_file *file, const int16_t *samples, int64_t frames);
int64_t cue_sound_write_ints(cue_sound_file *file, const int32_t *samples, int64_t frames);
int64_t cue_sound_write_floats(cue_sound_file *file, const float *samples, int64_t frames);
// What went wrong last, into `why`; empty if nothing did.
void cue_sound_why(cue_sound_file *file, char *why, size_t size);
// Completes and forgets the file. Returns 0, or another number where it could not be completed.
int cue_sound_close(cue_sound_file *file);

// Turns `count` stored samples into floats, full scale 1.
void cue_samples_to_floats(int sample, const void *stored, size_t count, float *floats);
// The first of `count` floats that is not a finite number; `count` where all are.
size_t cue_first_not_finite(const float *floats, size_t count);

#endif
