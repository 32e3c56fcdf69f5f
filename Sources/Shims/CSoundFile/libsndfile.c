#include <clibrary.h>
#include <errno.h>
#include <fcntl.h>
#include <sndfile.h>
#include <stdio.h>
#include <string.h>

#include "csoundfile.h"

#define FUNCTIONS(each)                                                                                              \
  each(SNDFILE *, sf_open_fd, (int, int, SF_INFO *, int)) each(int, sf_command, (SNDFILE *, int, void *, int))       \
      each(const char *, sf_strerror, (SNDFILE *)) each(int, sf_error, (SNDFILE *)) each(int, sf_close, (SNDFILE *)) \
          each(int, sf_set_string, (SNDFILE *, int, const char *))                                                   \
              each(sf_count_t, sf_readf_float, (SNDFILE *, float *, sf_count_t))                                     \
                  each(sf_count_t, sf_writef_short, (SNDFILE *, const short *, sf_count_t))                          \
                      each(sf_count_t, sf_writef_int, (SNDFILE *, const int *, sf_count_t))                          \
                          each(sf_count_t, sf_writef_float, (SNDFILE *, const float *, sf_count_t))
CUE_LIBRARY("libsndfile.so.1", FUNCTIONS);

int cue_sound_library(char *why, size_t size) { return cue_library_is_there(&shared, why, size); }

static SNDFILE *handle(cue_sound_file *file) { return (SNDFILE *)file; }

static const char *sample_name(int subtype) {
  switch (subtype) {
    case SF_FORMAT_PCM_S8:
    case SF_FORMAT_PCM_U8: return "8-bit";
    case SF_FORMAT_PCM_16: return "16-bit";
    case SF_FORMAT_PCM_24: return "24-bit";
    case SF_FORMAT_PCM_32: return "32-bit";
    case SF_FORMAT_FLOAT: return "float";
    case SF_FORMAT_DOUBLE: return "64-bit float";
    default: return NULL;
  }
}

static void describe(int format, char *out, size_t size) {
  SF_FORMAT_INFO sub = {.format = format & SF_FORMAT_SUBMASK};
  SF_FORMAT_INFO major = {.format = format & SF_FORMAT_TYPEMASK};
  library.sf_command(NULL, SFC_GET_FORMAT_INFO, &sub, sizeof sub);
  library.sf_command(NULL, SFC_GET_FORMAT_INFO, &major, sizeof major);
  const char *sample = sample_name(format & SF_FORMAT_SUBMASK);
  switch (format & SF_FORMAT_TYPEMASK) {
    case SF_FORMAT_WAV:
    case SF_FORMAT_WAVEX: major.name = "WAV"; break;
    case SF_FORMAT_RF64: major.name = "RF64"; break;
    case SF_FORMAT_W64: major.name = "W64"; break;
    case SF_FORMAT_FLAC: major.name = "FLAC"; break;
    case SF_FORMAT_OGG: major.name = "Ogg"; break;
    case SF_FORMAT_MPEG: major.name = "MPEG"; break;
    default: break;
  }
  if (!sample) sample = sub.name;
  snprintf(out, size, "%s, %s", major.name ? major.name : "another kind", sample ? sample : "its own samples");
}

cue_sound_file *cue_sound_open(int descriptor, cue_sound_info *out, char *why, size_t size) {
  if (!cue_sound_library(why, size)) return NULL;
  SF_INFO info = {0};
  // If the library finds no sound in a descriptor, it closes it, whatever we ask for. So it gets a descriptor of its own.
  int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 5);
  if (own < 0) {
    snprintf(why, size, "%s", strerror(errno));
    return NULL;
  }
  SNDFILE *file = library.sf_open_fd(own, SFM_READ, &info, 1);
  if (!file) {
    snprintf(why, size, "%s", library.sf_strerror(NULL));
    return NULL;
  }
  *out = (cue_sound_info){
      .frames = info.frames < SF_COUNT_MAX / 2 ? info.frames : -1,
      .rate_hertz = info.samplerate,
      .channels = info.channels,
  };
  describe(info.format, out->format, sizeof out->format);
  return (cue_sound_file *)file;
}

cue_sound_file *cue_sound_create(int descriptor, int kind, int sample, int rate_hertz, int channels, char *why,
                                 size_t size) {
  if (!cue_sound_library(why, size)) return NULL;
  int format = sample == CUE_SAMPLE_F32   ? SF_FORMAT_FLOAT
               : sample == CUE_SAMPLE_S24 ? SF_FORMAT_PCM_24
                                          : SF_FORMAT_PCM_16;
  switch (kind) {
    case CUE_FILE_W64: format |= SF_FORMAT_W64; break;
    case CUE_FILE_FLAC: format |= SF_FORMAT_FLAC; break;
    case CUE_FILE_VORBIS: format = SF_FORMAT_OGG | SF_FORMAT_VORBIS; break;
    case CUE_FILE_OPUS: format = SF_FORMAT_OGG | SF_FORMAT_OPUS; break;
    default: format = SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III; break;
  }
  SF_INFO info = {.samplerate = rate_hertz, .channels = channels, .format = format};
  SNDFILE *file = library.sf_open_fd(descriptor, SFM_WRITE, &info, 0);
  if (!file) snprintf(why, size, "%s", library.sf_strerror(NULL));
  return (cue_sound_file *)file;
}

// The library wants a place between its highest and its lowest rate, 0…1.
void cue_sound_set_bits(cue_sound_file *file, int kind, int rate_hertz, int channels, int bits_per_second) {
  double lowest, highest;
  if (kind == CUE_FILE_OPUS) {
    lowest = 6000.0 * channels;
    highest = 256000.0 * channels;
  } else if (kind == CUE_FILE_MP3) {
    lowest = rate_hertz >= 32000 ? 32000 : 8000;
    highest = rate_hertz >= 32000 ? 320000 : rate_hertz >= 16000 ? 160000 : 64000;
    int mode = SF_BITRATE_MODE_CONSTANT;
    library.sf_command(handle(file), SFC_SET_BITRATE_MODE, &mode, sizeof mode);
  } else {
    return;
  }
  double level = 1 - (bits_per_second - lowest) / (highest - lowest);
  level = level < 0 ? 0 : level > 1 ? 1 : level;
  library.sf_command(handle(file), SFC_SET_COMPRESSION_LEVEL, &level, sizeof level);
}

void cue_sound_tell(cue_sound_file *file, int field, const char *text) {
  int code = field == CUE_TEXT_TITLE    ? SF_STR_TITLE
             : field == CUE_TEXT_ARTIST ? SF_STR_ARTIST
             : field == CUE_TEXT_ALBUM  ? SF_STR_ALBUM
                                        : SF_STR_TRACKNUMBER;
  library.sf_set_string(handle(file), code, text);
}

int64_t cue_sound_read(cue_sound_file *file, float *samples, int64_t frames) {
  return library.sf_readf_float(handle(file), samples, frames);
}

int64_t cue_sound_write_shorts(cue_sound_file *file, const int16_t *samples, int64_t frames) {
  return library.sf_writef_short(handle(file), samples, frames);
}

int64_t cue_sound_write_ints(cue_sound_file *file, const int32_t *samples, int64_t frames) {
  return library.sf_writef_int(handle(file), samples, frames);
}

int64_t cue_sound_write_floats(cue_sound_file *file, const float *samples, int64_t frames) {
  return library.sf_writef_float(handle(file), samples, frames);
}

void cue_sound_why(cue_sound_file *file, char *why, size_t size) {
  snprintf(why, size, "%s", library.sf_error(handle(file)) ? library.sf_strerror(handle(file)) : "");
}

int cue_sound_close(cue_sound_file *file) { return library.sf_close(handle(file)); }
