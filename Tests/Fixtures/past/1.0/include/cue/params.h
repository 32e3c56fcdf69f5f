/* SPDX-License-Identifier: MIT
 *
 * Parameters: what a user may set on a plugin (--set NAME=VALUE), and how programs show and test it.
 */
#ifndef CUE_PARAMS_H
#define CUE_PARAMS_H

#include "abi.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

#define CUE_EXT_PARAMS "cue.params/1"

/* Types of value. */
#define CUE_PARAM_NUMBER 1u   /* minimum..maximum */
#define CUE_PARAM_INTEGER 2u  /* whole numbers, minimum..maximum */
#define CUE_PARAM_SWITCH 3u   /* 0 or 1 */
#define CUE_PARAM_CHOICE 4u   /* one of `choices`, by its id; users type its name */
#define CUE_PARAM_TEXT 5u

/* Flags. */
#define CUE_PARAM_SECRET 1u         /* a key: never shown, logged, or taken from a command line */
#define CUE_PARAM_NEEDS_RESTART 2u  /* counts only when set before activate */
#define CUE_PARAM_LIVE 4u           /* effects: may change at a frame, by events of a process call */
#define CUE_PARAM_SOUND 8u          /* changes how the plugin sounds: part of a cache key */
#define CUE_PARAM_LOGARITHMIC 16u   /* a dial for it moves by factors; minimum is above 0 */
#define CUE_PARAM_OPEN_ENDED 32u    /* minimum and maximum are what a dial shows: any finite number is taken */
#define CUE_PARAM_OUTPUT 64u        /* a meter: the plugin sets it, `set` is CUE_E_INVALID */

/* One of a parameter's choices. */
typedef struct cue_choice {
  uint32_t struct_size;
  uint32_t id;    /* the plugin's own number, the same in every version: the parameter's value */
  cue_text name;  /* lower-case letters, digits, '-', '_', '.': what a user types */
} cue_choice;

typedef struct cue_param_info {
  uint32_t struct_size;
  uint32_t id;     /* the plugin's own number, the same in every version */
  uint32_t type;   /* CUE_PARAM_NUMBER, ... */
  uint32_t flags;  /* CUE_PARAM_SECRET, ... */
  cue_text name;   /* lower-case letters, digits, '-': what a user types */
  cue_text unit;   /* "Hz", "dB", "st", ...; empty: none */
  cue_text description;  /* one sentence */
  cue_text group;  /* for people: parameters of one group are shown together; empty: none */
  double minimum;  /* numbers and integers */
  double maximum;
  double initial;  /* the default, as number; a choice's id */
  double step;     /* 0: any value */
  cue_text initial_text;  /* the default of a text */
  const cue_choice *CUE_NONNULL const *CUE_NULLABLE choices;
  uint32_t choice_count;
  uint32_t reserved;
} cue_param_info;

/* A value: `text` for CUE_PARAM_TEXT, `number` for all others (a choice is its id). */
typedef struct cue_param_value {
  uint32_t struct_size;
  uint32_t reserved;
  double number;
  cue_text text;
} cue_param_value;

/* One change in the middle of a process or flush call (dsp.h). */
typedef struct cue_param_event {
  uint32_t struct_size;
  uint32_t frame;  /* of this call's input, or of the output of flush; rising from event to event */
  uint32_t id;
  uint32_t reserved;
  double number;
} cue_param_event;

typedef struct cue_params {
  uint32_t struct_size;
  uint32_t reserved;

  /* How many parameters there are. Constant for the instance.
   * [main] */
  uint32_t (CUE_CDECL *CUE_NONNULL count)(void *CUE_NULLABLE self);

  /* Describes the parameter at `index`; CUE_E_NOT_FOUND past the end.
   * [main] */
  int32_t (CUE_CDECL *CUE_NONNULL info)(void *CUE_NULLABLE self, uint32_t index, cue_param_info *CUE_NONNULL out);

  /* The value of parameter `id` now; its text lives until the next call of this table. A secret answers with
   * empty text.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL get)(void *CUE_NULLABLE self, uint32_t id, cue_param_value *CUE_NONNULL out);

  /* Sets parameter `id`; CUE_E_INVALID, with the range in the sentence, for a value that is not allowed. It counts from
   * the next [worker] call on.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL set)(void *CUE_NULLABLE self, uint32_t id, const cue_param_value *CUE_NONNULL value,
                                       cue_error *CUE_NONNULL error);
} cue_params;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
