/* SPDX-License-Identifier: MIT
 *
 * A recognizer: sound goes in, words come out of a sink. When speech has ended is for the host to decide; a
 * recognizer may advise.
 */
#ifndef CUE_RECOGNIZER_H
#define CUE_RECOGNIZER_H

#include "abi.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

/* Roles of a phrase that may be heard. */
#define CUE_PHRASE_EXPECTED 1u   /* the line that should come: words may be missing, repeated or filled */
#define CUE_PHRASE_FOLLOWING 2u  /* the line after it */
#define CUE_PHRASE_COMPETING 3u  /* another line of the scene, so that it is not taken for the expected one */
#define CUE_PHRASE_COMMAND 4u    /* "line?" */
#define CUE_PHRASE_FILLER 5u     /* "uh" */
#define CUE_PHRASE_NAME 6u
#define CUE_PHRASE_NUMBER 7u

typedef struct cue_phrase {
  uint32_t struct_size;
  uint32_t role;    /* CUE_PHRASE_... */
  cue_text text;    /* as spoken: "doctor ross forty two" */
  cue_text written; /* as printed: "Dr. Ross, 42!"; empty: as `text` */
} cue_phrase;

/* What a stream of sound is and what may be heard in it. Without phrases: anything. */
typedef struct cue_listen_request {
  uint32_t struct_size;
  uint32_t partials;  /* 1: report what is heard so far */
  uint64_t call;
  const cue_audio_format *CUE_NONNULL format;
  cue_text language;  /* BCP 47; empty: the recognizer's own. Without it, it takes the nearest and reports REPLACED */
  cue_text model;     /* empty: the best for the language */
  const cue_phrase *CUE_NONNULL const *CUE_NULLABLE phrases;
  uint32_t phrase_count;
  uint32_t lexicon_count;
  const cue_lexicon_entry *CUE_NONNULL const *CUE_NULLABLE lexicon;
} cue_listen_request;

/* The next sound of a stream. */
typedef struct cue_push {
  uint32_t struct_size;
  uint32_t frames;  /* any number */
  uint64_t call;
  const void *CUE_NULLABLE samples;
} cue_push;

/* Flags of a word. */
#define CUE_WORD_OUTSIDE 1u  /* sound that is in none of the phrases; `text` says what it was like, or is empty */
#define CUE_WORD_FILLER 2u   /* "uh": belongs to no phrase, and means nothing */
#define CUE_WORD_GUESSED 4u  /* how it is spoken was guessed */

/* A heard word; `start` and `end` in frames of the stream. Words follow each other and do not overlap. */
typedef struct cue_word {
  uint32_t struct_size;
  uint32_t flags;     /* CUE_WORD_... */
  cue_text text;
  uint64_t start;
  uint64_t end;
  double confidence;  /* above 0 to 1; 0: not known */
  uint32_t phrase;    /* which of the request's phrases it belongs to, 1 for the first; 0: none, or not known */
  uint32_t reserved;
} cue_word;

typedef struct cue_transcript {
  uint32_t struct_size;
  uint32_t revision;      /* rises from partial to partial of a stream */
  cue_text text;          /* the words, fillers and sound outside the phrases left out */
  uint32_t stable_bytes;  /* of `text`, which no later result will change; never fewer than before */
  uint32_t word_count;
  const cue_word *CUE_NONNULL const *CUE_NULLABLE words;
  uint64_t start;         /* frames of the stream */
  uint64_t end;
  double confidence;      /* above 0 to 1: from 0.5 on it is more likely right than not; 0: not known */
  double no_speech;       /* above 0 to 1, how sure it is that nobody spoke; 0: not known */
  cue_text language;
} cue_transcript;

/* Where results go. Called on the thread that is in open, push or finish; answers CUE_CONTINUE or CUE_STOP. */
typedef struct cue_listen_sink {
  uint32_t struct_size;
  uint32_t reserved;
  void *CUE_NULLABLE data;
  /* What is heard so far. */
  int32_t (CUE_CDECL *CUE_NONNULL partial)(void *CUE_NULLABLE data, const cue_transcript *CUE_NONNULL heard);
  /* The one result, during finish. */
  int32_t (CUE_CDECL *CUE_NONNULL final)(void *CUE_NULLABLE data, const cue_transcript *CUE_NONNULL heard);
  /* Advice: speech seems to have ended at `frame`. */
  int32_t (CUE_CDECL *CUE_NONNULL endpoint)(void *CUE_NULLABLE data, uint64_t frame);
  /* Something that is not done as asked, during open: a language it has no model for, a word whose pronunciation it
   * had to guess. */
  int32_t (CUE_CDECL *CUE_NONNULL honoured)(void *CUE_NULLABLE data, const cue_honoured *CUE_NONNULL honoured);
} cue_listen_sink;

typedef struct cue_recognizer {
  uint32_t struct_size;
  uint32_t reserved;

  /* Opens the instance's one stream. The request's strings are copied; `sink` lives until close.
   * Opening again after close loads no model again. CUE_E_FORMAT or CUE_E_RATE for sound that it does not take.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL open)(void *CUE_NULLABLE self, const cue_listen_request *CUE_NONNULL request,
                                        const cue_listen_sink *CUE_NONNULL sink, cue_error *CUE_NONNULL error);

  /* Takes the next sound: results do not depend on how sound is cut. Partials that come of it are given before it
   * returns.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL push)(void *CUE_NULLABLE self, const cue_push *CUE_NONNULL sound,
                                        cue_error *CUE_NONNULL error);

  /* No more sound: gives exactly one final result, with empty text where nothing was heard.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL finish)(void *CUE_NULLABLE self, const cue_call *CUE_NONNULL call,
                                          cue_error *CUE_NONNULL error);

  /* Ends the stream; a result not yet given is dropped. Closing twice is no error.
   * [worker] */
  void (CUE_CDECL *CUE_NONNULL close)(void *CUE_NULLABLE self);
} cue_recognizer;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
