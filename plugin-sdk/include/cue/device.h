/* SPDX-License-Identifier: MIT
 *
 * A sound device: where sound is heard, or captured. One stream per instance, in one direction.
 */
#ifndef CUE_DEVICE_H
#define CUE_DEVICE_H

#include "abi.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

#define CUE_DIRECTION_PLAYBACK 1u
#define CUE_DIRECTION_CAPTURE 2u

#define CUE_DEVICE_IS_DEFAULT 1u
#define CUE_DEVICE_IS_MONITOR 2u  /* capture: it gives what another device plays; no microphone */

typedef struct cue_device_info {
  uint32_t struct_size;
  uint32_t flags;      /* CUE_DEVICE_IS_DEFAULT */
  uint32_t direction;  /* CUE_DIRECTION_... */
  uint32_t rate;       /* its own; 0: any */
  uint32_t channels;   /* its own; 0: any */
  uint32_t reserved;
  cue_text id;         /* stable: what a user writes after "PLUGIN:" */
  cue_text name;       /* for people */
} cue_device_info;

typedef struct cue_device_request {
  uint32_t struct_size;
  uint32_t direction;   /* CUE_DIRECTION_PLAYBACK or, where `read` is there, CUE_DIRECTION_CAPTURE */
  uint64_t call;
  const cue_audio_format *CUE_NONNULL format;
  cue_text device;      /* id; empty: the default one */
  cue_text title;       /* of the stream, for mixers */
  uint32_t latency_frames;  /* how much sound should wait in the device at most, or, of captured sound, gather before it can
                               be read; 0: as it likes */
  uint32_t reserved;
} cue_device_request;

/* Sound for a device. */
typedef struct cue_write {
  uint32_t struct_size;
  uint32_t frames;
  uint64_t call;
  const void *CUE_NONNULL samples;
} cue_write;

/* Room for sound of a device. */
typedef struct cue_read {
  uint32_t struct_size;
  uint32_t capacity;  /* frames */
  uint64_t call;
  void *CUE_NONNULL samples;
} cue_read;

/* How the open stream is doing. */
typedef struct cue_device_state {
  uint32_t struct_size;
  uint32_t xruns;        /* how often since open captured sound was not read in time, or sound to play was not written in time */
  uint64_t lost_frames;  /* capture: how many frames since open were lost by that; `position` counts them too */
  cue_text device;       /* id of the device that the stream is on now; empty: not known */
} cue_device_state;

typedef struct cue_device {
  uint32_t struct_size;
  uint32_t reserved;

  /* Makes the list of devices again and says how many there are.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL list_devices)(void *CUE_NULLABLE self, const cue_call *CUE_NONNULL call,
                                                uint32_t *CUE_NONNULL count, cue_error *CUE_NONNULL error);

  /* The device at `index` of that list; CUE_E_NOT_FOUND past the end.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL device_info)(void *CUE_NULLABLE self, uint32_t index,
                                               cue_device_info *CUE_NONNULL out);

  /* Opens the stream in exactly that format, converting if it must; CUE_E_DEVICE where there is no
   * such device or no sound server, CUE_E_UNSUPPORTED where it cannot play or capture. An open stream is closed first.
   * Captured sound is of the time from here on. Without a name the stream follows the default device.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL open)(void *CUE_NULLABLE self, const cue_device_request *CUE_NONNULL request,
                                        cue_error *CUE_NONNULL error);

  /* Takes at least one of the frames and says how many; waits while the device is full. Idle devices begin to
   * play with the first write. 0 frames is no error. CUE_E_STATE for a stream that captures.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL write)(void *CUE_NULLABLE self, const cue_write *CUE_NONNULL sound,
                                         uint32_t *CUE_NONNULL written, cue_error *CUE_NONNULL error);

  /* Reads at most `capacity` frames of captured sound; waits for the first, and for no more. CUE_OK with 0 frames: there
   * will be no more, as at the end of a file. CUE_CANCELLED where `cancel` came before the first frame. Float samples are
   * finite. CUE_E_STATE for a stream that plays, CUE_E_DEVICE when the device is gone. 0 frames is no error. NULL: no
   * capture.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NULLABLE read)(void *CUE_NULLABLE self, const cue_read *CUE_NONNULL room,
                                         uint32_t *CUE_NONNULL frames, cue_error *CUE_NONNULL error);

  /* How many frames since open have been heard, as well as the device knows; of captured sound, how many were read, lost or
   * dropped. Never goes back.
   * [any] */
  uint64_t (CUE_CDECL *CUE_NONNULL position)(void *CUE_NULLABLE self);

  /* How many frames pass between write and ear, or between microphone and read, as well as the device knows.
   * [any] */
  uint32_t (CUE_CDECL *CUE_NONNULL latency)(void *CUE_NULLABLE self);

  /* Waits until all that was written has been heard; the device then rests until the next write. Nothing to do where it
   * captures.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL drain)(void *CUE_NULLABLE self, const cue_call *CUE_NONNULL call,
                                         cue_error *CUE_NONNULL error);

  /* Drops what was written and not heard: silence at once; or what was captured and not read. The stream stays open.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL flush)(void *CUE_NULLABLE self, cue_error *CUE_NONNULL error);

  /* Closes the stream, dropping what is not heard. Closing twice is no error.
   * [worker] */
  void (CUE_CDECL *CUE_NONNULL close)(void *CUE_NULLABLE self);

  /* Fills `out`; CUE_E_STATE where no stream is open. Its text lives until the next call of `state`, `open` or `close`.
   * NULL: it counts nothing.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NULLABLE state)(void *CUE_NULLABLE self, cue_device_state *CUE_NONNULL out);
} cue_device;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
