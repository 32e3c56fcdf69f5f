/* SPDX-License-Identifier: MIT
 *
 * A voice: text goes in, sound and word events come out of a sink while it is made.
 */
#ifndef CUE_VOICE_H
#define CUE_VOICE_H

#include "abi.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

/* What the text of a request is. */
#define CUE_TEXT_PLAIN 0u
#define CUE_TEXT_SSML 1u
#define CUE_TEXT_PHONEMES 2u  /* in the traits' alphabet */

/* How phonemes are written. */
#define CUE_ALPHABET_ENGINE 0u   /* as the engine does */
#define CUE_ALPHABET_IPA 1u
#define CUE_ALPHABET_XSAMPA 2u
#define CUE_ALPHABET_ARPABET 3u  /* with the digits of stress: "AY1" */

/* Events, as bits in a request and as the type of an event. */
#define CUE_EVENT_WORD 1u
#define CUE_EVENT_SENTENCE 2u
#define CUE_EVENT_MARK 4u      /* a <mark/>: `name` is its name */
#define CUE_EVENT_PHONEME 8u   /* `name` is the phoneme, in the alphabet that the event says */

/* Flags of cue_voice_traits. */
#define CUE_VOICE_WHOLE_UTTERANCE 1u  /* the first sound waits for the whole text: send sentences */
#define CUE_VOICE_SSML 2u             /* reads CUE_TEXT_SSML itself */
#define CUE_VOICE_PHONEMES 4u         /* reads CUE_TEXT_PHONEMES */
#define CUE_VOICE_TONES 8u            /* acts on tone labels itself */
#define CUE_VOICE_CONTEXT 16u         /* uses direction, previous and next text */
#define CUE_VOICE_PITCH_RANGE 32u     /* obeys pitch_range */
#define CUE_VOICE_WHISPER 64u         /* obeys CUE_SPEECH_WHISPER */
#define CUE_VOICE_LEXICON 128u        /* speaks words as the lexicon of a request says */

/* Flags of cue_voice_info. */
#define CUE_VOICE_IS_DEFAULT 1u
#define CUE_VOICE_IS_VARIANT 2u  /* no voice by itself: "+f3", to be put after another voice's id */
#define CUE_VOICE_KEEPS_PITCH 4u /* has one pitch, whatever the plugin's others can do: ignores pitch and pitch_range */
#define CUE_VOICE_IS_NOVELTY 8u  /* does not sound like a person speaking: a robot, a whisper; hosts give it a part only if asked */
#define CUE_VOICE_IS_SLOW 16u    /* may take longer to speak than its sound lasts: for recordings */

/* Whether one voice gives the same sound for the same request, where that is not what the descriptor says of all. */
#define CUE_VOICE_DETERMINISM_PLUGIN 0u  /* as the descriptor says */
#define CUE_VOICE_DETERMINISM_NONE 1u    /* no */
#define CUE_VOICE_DETERMINISM_SEED 2u    /* the same bytes for the same seed; without one, others each time. Where the
                                          * descriptor says CUE_DETERMINISM_FRESH_STATE, from a freshly activated engine */
#define CUE_VOICE_DETERMINISM_ALWAYS 3u  /* the same bytes, with or without a seed, whatever came before */

/* Flags of cue_speech_request. */
#define CUE_SPEECH_WHISPER 1u  /* without voice, as far as the engine can; only for CUE_VOICE_WHISPER */
#define CUE_SPEECH_SILENT 2u   /* as long as it would be, and all samples 0, whatever the volume says */

#define CUE_GENDER_MALE 1u
#define CUE_GENDER_FEMALE 2u
#define CUE_GENDER_NEUTRAL 3u

typedef struct cue_voice_traits {
  uint32_t struct_size;
  uint32_t flags;           /* CUE_VOICE_WHOLE_UTTERANCE, ... */
  uint32_t events;          /* which CUE_EVENT_... it can report */
  uint32_t max_text_bytes;  /* longer text is CUE_E_TEXT_TOO_LONG; 0: not said, and then 1 MB at least */
  double speed_minimum;     /* what it can do; 0 and 0: any */
  double speed_maximum;
  double pitch_minimum;     /* semitones; 0 and 0: none */
  double pitch_maximum;
  double volume_maximum;    /* 0: any; what leaves full scale is clipped */
  uint32_t alphabet;        /* CUE_ALPHABET_..., of CUE_TEXT_PHONEMES and of phoneme events */
  uint32_t reserved;
} cue_voice_traits;

/* A language of a voice. */
typedef struct cue_language {
  uint32_t struct_size;
  uint32_t reserved;
  cue_text tag;  /* BCP 47 */
} cue_language;

typedef struct cue_voice_info {
  uint32_t struct_size;
  uint32_t flags;      /* CUE_VOICE_IS_DEFAULT, ... */
  cue_text id;         /* stable: what a user writes after "PLUGIN:" */
  cue_text name;       /* for people */
  const cue_language *CUE_NONNULL const *CUE_NULLABLE languages;  /* the best first */
  uint32_t language_count;
  uint32_t gender;     /* CUE_GENDER_... */
  uint32_t age;        /* years */
  uint32_t rate;       /* of its sound, in Hz */
  cue_text licence;    /* SPDX, where it differs from the plugin's */
  cue_text description;
  uint32_t quality;    /* how much it sounds like a person: 1 a machine, 3 a machine that was taught by a person, 5 a
                        * person, or nearly; hosts prefer higher ones. 0: not said */
  uint32_t determinism;  /* CUE_VOICE_DETERMINISM_... */
} cue_voice_info;

/* A tone label ("tense", "playful", ...) and its weight. */
typedef struct cue_tone {
  uint32_t struct_size;
  uint32_t reserved;
  cue_text label;
  double weight;  /* above 0 to 1; 0: not said, and then 1 */
} cue_tone;

/* Which voice is meant, before it speaks. */
typedef struct cue_voice_request {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t call;
  cue_text voice;  /* id; empty: the default one */
} cue_voice_request;

typedef struct cue_speech_request {
  uint32_t struct_size;
  uint32_t text_form;   /* CUE_TEXT_PLAIN, ... A form that the voice does not read is said as plain text, and reported */
  uint64_t call;
  cue_text text;
  cue_text language;    /* BCP 47; empty: the voice's own. Without it, the voice takes the nearest and reports REPLACED;
                         * CUE_E_LANGUAGE is for text that it cannot say at all */
  cue_text voice;       /* id of a voice; empty: the best for the language, else the default */
  double speed;         /* factor, 1: the voice's own, as is 0 */
  double pitch;         /* semitones, 0: the voice's own */
  double volume;        /* linear gain, 1: the voice's own, as is 0; never negative. Silence is CUE_SPEECH_SILENT */
  double pitch_range;   /* factor on how far the pitch moves, 1: the voice's own, as is 0; 0.5: half as far; only for
                         * CUE_VOICE_PITCH_RANGE */
  uint32_t events;      /* CUE_EVENT_... wanted */
  uint32_t flags;       /* CUE_SPEECH_... */
  uint32_t seed;        /* 0: none given. A voice without CUE_VOICE_DETERMINISM_SEED need not report that it has no use */
  uint32_t tone_count;
  const cue_tone *CUE_NONNULL const *CUE_NULLABLE tones;
  cue_text direction;   /* how to say it, for the engine as context; never spoken */
  cue_text previous_text;  /* what was said just before, and what follows; never spoken */
  cue_text next_text;
  const cue_lexicon_entry *CUE_NONNULL const *CUE_NULLABLE lexicon;  /* how words of the text are spoken, in any case;
                                                                      * only for CUE_VOICE_LEXICON */
  uint32_t lexicon_count;
  uint32_t reserved;
} cue_speech_request;

typedef struct cue_speech_event {
  uint32_t struct_size;
  uint32_t type;         /* one CUE_EVENT_... */
  uint64_t frame;        /* of the utterance's sound, at which it begins */
  uint64_t frames;       /* how long it lasts; 0: not known */
  uint32_t text_offset;  /* bytes into the request's text, and how many: at least one for a word */
  uint32_t text_length;
  cue_text name;
  double value;          /* a number of it: the stress of a phoneme, the strength of a mark; 0: none */
  uint32_t alphabet;     /* of a phoneme: CUE_ALPHABET_... */
  uint32_t reserved;
} cue_speech_event;

/* Where the sound goes. All functions are called on the thread that is in `speak`, or on one other thread at a time
 * before `speak` returns. Each answers CUE_CONTINUE or CUE_STOP; what is given after CUE_STOP is dropped.
 * They may block while the listener is full. */
typedef struct cue_speech_sink {
  uint32_t struct_size;
  uint32_t reserved;
  void *CUE_NULLABLE data;

  /* The format of all sound of this request; first, once. A request without sound needs none. */
  int32_t (CUE_CDECL *CUE_NONNULL begin)(void *CUE_NULLABLE data, const cue_audio_format *CUE_NONNULL format);

  /* The next `frames` frames, in that format. Hand on what there is as it is made; 0 frames is no error. */
  int32_t (CUE_CDECL *CUE_NONNULL audio)(void *CUE_NULLABLE data, const void *CUE_NULLABLE samples, uint32_t frames);

  /* An event, before or with the sound that holds its frame, in rising order of frames. */
  int32_t (CUE_CDECL *CUE_NONNULL event)(void *CUE_NULLABLE data, const cue_speech_event *CUE_NONNULL event);

  /* Something that was not done as asked. */
  int32_t (CUE_CDECL *CUE_NONNULL honoured)(void *CUE_NULLABLE data, const cue_honoured *CUE_NONNULL honoured);
} cue_speech_sink;

typedef struct cue_voice {
  uint32_t struct_size;
  uint32_t reserved;

  /* Says what this voice engine can do. After activate.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL traits)(void *CUE_NULLABLE self, cue_voice_traits *CUE_NONNULL out);

  /* Makes the list of voices again and says how many there are. May ask a network and fail.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL list_voices)(void *CUE_NULLABLE self, const cue_call *CUE_NONNULL call,
                                               uint32_t *CUE_NONNULL count, cue_error *CUE_NONNULL error);

  /* The voice at `index` of that list; CUE_E_NOT_FOUND past the end.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL voice_info)(void *CUE_NULLABLE self, uint32_t index,
                                              cue_voice_info *CUE_NONNULL out);

  /* Says `request` and hands the sound to `sink` as it is made, before it returns; the return value is
   * the one end of the request. Text of length 0 is said as no sound and is no error. A value out of range,
   * also a volume, is clamped and reported by `honoured`; an unknown voice is CUE_E_VOICE.
   * Returns CUE_OK, CUE_CANCELLED after a CUE_STOP or a cancel, or a negative status.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL speak)(void *CUE_NULLABLE self, const cue_speech_request *CUE_NONNULL request,
                                         const cue_speech_sink *CUE_NONNULL sink, cue_error *CUE_NONNULL error);

  /* Names all that decides how a voice sounds: engine, data and model versions, in the plugin's words. Same
   * fingerprint, same request: the same sound may be used again. Lives until the next call of this table.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL sound_fingerprint)(void *CUE_NULLABLE self,
                                                     const cue_voice_request *CUE_NONNULL request,
                                                     cue_text *CUE_NONNULL out);

  /* Loads a voice ahead, so that its first line need not; nothing is said. Where requests are served from
   * forks, this is called in the process they are forked from. CUE_E_VOICE for an unknown voice. NULL: there is
   * nothing to load ahead.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NULLABLE prepare)(void *CUE_NULLABLE self, const cue_voice_request *CUE_NONNULL request,
                                            cue_error *CUE_NONNULL error);
} cue_voice;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
