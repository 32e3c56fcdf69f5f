/* SPDX-License-Identifier: MIT
 *
 * Extensions of an instance, of any kind: state that the host keeps, and messages for what Cue does not know.
 */
#ifndef CUE_EXTEND_H
#define CUE_EXTEND_H

#include "abi.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

/* What an instance has learned and a user would miss: enrolled speakers, a trained profile. Parameters are no part of it. */
#define CUE_EXT_STATE "cue.state/1"

#define CUE_STATE_BYTES_MAX 524288u

typedef struct cue_state_data {
  uint32_t struct_size;
  uint32_t length;  /* at most CUE_STATE_BYTES_MAX; 0: as from the beginning */
  const void *CUE_NULLABLE bytes;
} cue_state_data;

typedef struct cue_state {
  uint32_t struct_size;
  uint32_t reserved;

  /* Gives the state; `bytes` lives until the next call of this table. The same state gives the same bytes.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL save)(void *CUE_NULLABLE self, cue_state_data *CUE_NONNULL out,
                                        cue_error *CUE_NONNULL error);

  /* Takes a state that `save` has given, perhaps that of an earlier version. Any other bytes are CUE_E_INVALID, and then nothing
   * changes. reset keeps it.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL load)(void *CUE_NULLABLE self, const cue_state_data *CUE_NONNULL state,
                                        cue_error *CUE_NONNULL error);
} cue_state;

/* Messages of extensions that Cue does not know: a program and a plugin agree on an id and on bytes, and hosts pass these on. */
#define CUE_EXT_MESSAGES "cue.messages/1"

#define CUE_MESSAGE_BYTES_MAX 524288u

typedef struct cue_message {
  uint32_t struct_size;
  uint32_t length;     /* at most CUE_MESSAGE_BYTES_MAX */
  uint64_t call;       /* of a reply: 0 */
  cue_text extension;  /* "org.example.thing/1" */
  const void *CUE_NULLABLE bytes;
} cue_message;

typedef struct cue_messages {
  uint32_t struct_size;
  uint32_t reserved;

  /* Answers a message; CUE_E_UNSUPPORTED for an extension that it does not know. `bytes` of the reply live until the next
   * call of this table.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL answer)(void *CUE_NULLABLE self, const cue_message *CUE_NONNULL message,
                                          cue_message *CUE_NONNULL reply, cue_error *CUE_NONNULL error);
} cue_messages;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
