// flite's headers as Swift can use them: one include, and what is a macro there as a function.
#pragma once
#include <dlfcn.h>
#include <flite/cst_cg.h>
#include <flite/flite.h>
#include <stdlib.h>
#include <string.h>

// Loads the voice library of that name and registers its voice; NULL if the library is not there.
static inline cst_voice *cue_flite_register(const char *library, const char *function) {
  void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  cst_voice *(*make)(const char *) = NULL;
  if (!opened) return NULL;
  *(void **)&make = dlsym(opened, function);
  return make ? make(NULL) : NULL;
}

// Lets `voice` hand its sound to `callback` while it is made. flite owns what this returns.
static inline cst_audio_streaming_info *cue_flite_stream(cst_voice *voice, cst_audio_stream_callback callback,
                                                         void *user) {
  cst_audio_streaming_info *info = new_audio_streaming_info();
  info->min_buffsize = 1600;  // samples: a tenth of a second at most rates
  info->asc = callback;
  info->userdata = user;
  flite_feat_set(voice->features, "streaming_info", audio_streaming_info_val(info));
  return info;
}

// How far the pitch of `voice` moves by itself, as a standard deviation in Hz; 0 if flite does not say.
static inline float cue_flite_pitch_deviation(const cst_voice *voice) {
  if (feat_present(voice->features, "int_f0_target_stddev")) return feat_float(voice->features, "int_f0_target_stddev");
  return feat_present(voice->features, "cg_db") ? val_cg_db(feat_val(voice->features, "cg_db"))->f0_stddev : 0;
}

// Sets a feature, unless its value holds anyway: flite compares the names of all features that are set, thousands of times for
// a line. It keeps the names by reference, so they must be C's.
static inline void cue_flite_set(cst_features *features, const char *name, float value, float usual) {
  if (get_param_float(features, name, usual) != value) feat_set_float(features, name, value);
}

// How `voice` says the next text; a deviation of 0 leaves how far its pitch moves.
static inline void cue_flite_deliver(cst_voice *voice, float stretch, float pitch_factor, float pitch_deviation) {
  cue_flite_set(voice->features, "duration_stretch", stretch, 1);
  cue_flite_set(voice->features, "f0_shift", pitch_factor, 1);
  if (pitch_deviation > 0) flite_feat_set_float(voice->features, "int_f0_target_stddev", pitch_deviation);
}

// Whether `voice` takes its pitch from accents and phrases that it has learnt (SPAM): flite moves that by no factor.
static inline int cue_flite_keeps_pitch(const cst_voice *voice) {
  return feat_present(voice->features, "cg_db") && val_cg_db(feat_val(voice->features, "cg_db"))->spamf0;
}

// Says `text` one utterance after the other, as flite cuts it: the first is heard before the second is made.
static inline void cue_flite_say(cst_voice *voice, const char *text) {
  cst_tokenstream *tokens = ts_open_string(text, get_param_string(voice->features, "text_whitespace", NULL),
                                           get_param_string(voice->features, "text_singlecharsymbols", NULL),
                                           get_param_string(voice->features, "text_prepunctuation", NULL),
                                           get_param_string(voice->features, "text_postpunctuation", NULL));
  if (tokens) flite_ts_to_speech(tokens, voice, "none");  // which closes them
}

static inline const char *cue_flite_name(const cst_item *item) { return item_name(item); }

// The token that a word of the relation Word is said for; NULL if there is none.
static inline const cst_item *cue_flite_token(const cst_item *word) { return item_parent(item_as(word, "Token")); }

// When a word of the relation Word begins, in seconds: when the segment ahead of its first one ends; 0 for the first of
// all. The feature path "R:SylStructure.daughter1.daughter1.R:Segment.p.end" says the same, and is read letter by letter.
static inline float cue_flite_begin_seconds(const cst_item *word) {
  const cst_item *syllable = item_daughter(item_as(word, "SylStructure"));
  const cst_item *before = item_prev(item_as(item_daughter(syllable), "Segment"));
  return before && item_feat_present(before, "end") ? item_feat_float(before, "end") : 0;
}

// flite draws its excitation noise from here; each request begins with the same draw.
static inline void cue_flite_seed(void) { srand(1); }
