/* SPDX-License-Identifier: MIT
 *
 * An effect: sound goes in, sound comes out, not always as much. Its settings are parameters (params.h).
 */
#ifndef CUE_DSP_H
#define CUE_DSP_H

#include "abi.h"
#include "params.h"

/* One block. The caller sets all but `used` and `produced`. Input and output do not overlap. All samples are numbers: the
 * host turns NaN and infinities into silence. Full scale is -1...1, and sound may go beyond it.
 *
 * Events lie within the input (`frame` < `input_frames`) and are sorted. Those after the frames that were used did not
 * count yet: the caller gives them again, with the input they belong to. */
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
} cue_process;

typedef struct cue_dsp {
  uint32_t struct_size;
  uint32_t reserved;

  /* Prepares for 32-bit float sound of that rate and channel count, and for blocks of at most `max_frames` frames: few
   * where somebody listens, many where nobody waits. CUE_E_RATE or CUE_E_FORMAT where it cannot. May be called again;
   * forgets all sound, and keeps the parameters.
   * [worker] */
  int32_t (*CUE_NONNULL configure)(void *CUE_NULLABLE self, uint32_t rate, uint32_t channels,
                                   uint32_t max_frames, cue_error *CUE_NONNULL error);

  /* Takes what it can of the input and writes what it has. Input that was not used is given again, so an effect that has
   * more to write than there is room for takes none; with room and input it does one or the other. What comes out does not
   * depend on how the sound is cut into blocks. CUE_E_INVALID for an event that names no live parameter or a value that is
   * not allowed; then nothing was taken.
   * [rt] */
  int32_t (*CUE_NONNULL process)(void *CUE_NULLABLE self, cue_process *CUE_NONNULL block);

  /* No more input: writes what is left, at most `capacity` frames; call until `produced` is 0.
   * [rt] */
  int32_t (*CUE_NONNULL flush)(void *CUE_NULLABLE self, float *CUE_NONNULL output,
                               uint32_t capacity, uint32_t *CUE_NONNULL produced);

  /* How many frames of output come later than the input they belong to: the output begins with as many frames that belong to
   * nothing, and the host drops them. 0 for an effect that drops them itself, however long it holds sound back. After
   * configure.
   * [worker] */
  uint32_t (*CUE_NONNULL latency)(void *CUE_NULLABLE self);

  /* How many frames sound on after the input has ended, beyond the latency.
   * [worker] */
  uint32_t (*CUE_NONNULL tail)(void *CUE_NULLABLE self);

  /* Where `frame` of the input is heard: a frame of the output, both counted since configure. Asked after the block that
   * holds the frame, so that marks move with what they mark. NULL: where it was, later by the latency.
   * [worker] */
  uint64_t (*CUE_NULLABLE place)(void *CUE_NULLABLE self, uint64_t frame);
} cue_dsp;

#endif
