/* SPDX-License-Identifier: MIT
 *
 * An extension of voices: a line whose text comes in pieces, as a language model writes it.
 */
#ifndef CUE_STREAM_H
#define CUE_STREAM_H

#include "voice.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

#define CUE_EXT_VOICE_STREAM "cue.voice-stream/1"

/* The next piece of a line's text: whole characters, and words may be cut. */
typedef struct cue_stream_text {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t call;
  cue_text text;
} cue_stream_text;

/* One line at a time; while it is open, nothing else is asked of the voice. Sound and events go to the sink as by speak, and only
 * during a call of begin, text or end; offsets count from the first byte of the line. A voice says what it is sure of, and keeps
 * the rest: an unfinished word or sentence. After a negative status or CUE_CANCELLED the line is over, and close follows. */
typedef struct cue_voice_stream {
  uint32_t struct_size;
  uint32_t reserved;

  /* Begins a line. The request's text is the first piece and may be empty; its strings are copied; `sink` lives until close.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL begin)(void *CUE_NULLABLE self, const cue_speech_request *CUE_NONNULL request,
                                         const cue_speech_sink *CUE_NONNULL sink, cue_error *CUE_NONNULL error);

  /* Takes the next piece.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL text)(void *CUE_NULLABLE self, const cue_stream_text *CUE_NONNULL piece,
                                        cue_error *CUE_NONNULL error);

  /* No more text: says all that is left before it returns.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL end)(void *CUE_NULLABLE self, const cue_call *CUE_NONNULL call,
                                       cue_error *CUE_NONNULL error);

  /* Ends the line; what is not said is dropped. Always called last.
   * [worker] */
  void (CUE_CDECL *CUE_NONNULL close)(void *CUE_NULLABLE self);
} cue_voice_stream;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
