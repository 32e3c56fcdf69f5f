/* SPDX-License-Identifier: MIT
 *
 * An effect: sound goes in, sound comes out, not always as much. Its settings are parameters (params.h).
 */
#ifndef CUE_DSP_H
#define CUE_DSP_H

#include "abi.h"
#include "params.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

/* tail: how long sound goes on is not known, or without end. */
#define CUE_TAIL_UNKNOWN 0xffffffffu

/* Flags of cue_configure. */
#define CUE_CONFIGURE_OFFLINE 1u  /* not live: better quality may take longer */

/* What sound an effect is to work on: 32-bit float. */
typedef struct cue_configure {
  uint32_t struct_size;
  uint32_t flags;            /* CUE_CONFIGURE_... */
  uint32_t rate;             /* frames a second */
  uint32_t max_frames;       /* of a block: small for live sound, large for files */
  uint32_t input_channels;
  uint32_t output_channels;  /* 0: as many as go in */
  uint32_t side_channels;    /* of a second sound, as long as the input, that is not heard itself; 0: none */
  uint32_t reserved;
} cue_configure;

/* One block. The caller sets all but `used` and `produced`. Input, side and output do not overlap, and begin at multiples of
 * 64 bytes. All samples are numbers: the host turns NaN and infinities into silence. Full scale is -1...1, and sound may go
 * beyond it. Subnormal numbers are the host's care: it has the processor take them as 0 during process and flush.
 *
 * Events lie within the input (`frame` < `input_frames`) and are sorted. Those after the frames that were used did not
 * count yet: the caller gives them again, with the input they belong to. Of flush, the same holds for its output. */
typedef struct cue_process {
  uint32_t struct_size;
  uint32_t event_count;
  const float *CUE_NULLABLE input;   /* input_frames frames, interleaved */
  float *CUE_NULLABLE output;        /* room for output_capacity frames */
  uint32_t input_frames;             /* at most max_frames; 0 is no error */
  uint32_t output_capacity;
  uint32_t used;                     /* frames taken from the input */
  uint32_t produced;                 /* frames written to the output */
  const cue_param_event *CUE_NONNULL const *CUE_NULLABLE events;
  const float *CUE_NULLABLE side;    /* input_frames frames of side_channels; NULL: silence */
} cue_process;

typedef struct cue_dsp {
  uint32_t struct_size;
  uint32_t reserved;

  /* Prepares for sound. CUE_E_RATE or CUE_E_FORMAT where it cannot work on that, such as more channels out than in. May
   * be called again; forgets all sound, and keeps the parameters.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL configure)(void *CUE_NULLABLE self, const cue_configure *CUE_NONNULL wanted,
                                             cue_error *CUE_NONNULL error);

  /* Takes what it can of the input and writes what it has. Input that was not used is given again, so an effect that has
   * more to write than there is room for takes none; with room and input it does one or the other. What comes out does not
   * depend on how the sound is cut into blocks. CUE_E_INVALID for an event that names no live parameter or a value that is
   * not allowed; then nothing was taken. After flush, the host resets or configures it first.
   * [rt], but for CUE_FLAG_NOT_REALTIME [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL process)(void *CUE_NULLABLE self, cue_process *CUE_NONNULL block);

  /* No more input: writes what is left to the block's output, which has no input; called until `produced` is 0.
   * [rt], but for CUE_FLAG_NOT_REALTIME [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL flush)(void *CUE_NULLABLE self, cue_process *CUE_NONNULL block);

  /* How many frames of output come later than the input they belong to: the output begins with as many frames that belong to
   * nothing, and the host drops them. 0 for an effect that drops them itself, however long it holds sound back. After
   * configure. It may change while sound passes: then the effect says CUE_CHANGED_LATENCY (host.h).
   * [worker] */
  uint32_t (CUE_CDECL *CUE_NONNULL latency)(void *CUE_NULLABLE self);

  /* How many frames sound on after the input has ended, beyond the latency; or CUE_TAIL_UNKNOWN.
   * [worker] */
  uint32_t (CUE_CDECL *CUE_NONNULL tail)(void *CUE_NULLABLE self);

  /* Where `frame` of the input is heard: a frame of the output, both counted since configure. Asked after the block that
   * holds the frame, so that marks move with what they mark. NULL: where it was, later by the latency.
   * [worker] */
  uint64_t (CUE_CDECL *CUE_NULLABLE place)(void *CUE_NULLABLE self, uint64_t frame);
} cue_dsp;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
