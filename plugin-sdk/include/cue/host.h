/* SPDX-License-Identifier: MIT
 *
 * What the host offers a plugin. The table is given to cue_plugin_entry and lives until the process
 * ends. A plugin links nothing of the host's: all it may call is here.
 */
#ifndef CUE_HOST_H
#define CUE_HOST_H

#include "abi.h"

#define CUE_LOG_ERROR 0
#define CUE_LOG_WARN 1
#define CUE_LOG_INFO 2
#define CUE_LOG_DEBUG 3

typedef struct cue_host {
  uint32_t struct_size;
  uint32_t magic;      /* CUE_ABI_MAGIC */
  uint32_t abi_major;
  uint32_t abi_minor;
  cue_text name;       /* the host program */
  cue_text version;
  void *CUE_NULLABLE data;  /* the host's; hand it back unchanged */

  /* Says `message`, one line, to the user's log. Control characters are replaced. Never fails.
   * [any] */
  void (*CUE_NONNULL log)(void *CUE_NULLABLE data, int32_t level, cue_text message);

  /* Says that a long load is going on: `permille` of it is done. It also shows the watchdog that the plugin
   * lives, so call it at least once a second in `activate` if that takes long.
   * [any] */
  void (*CUE_NONNULL progress)(void *CUE_NULLABLE data, uint32_t permille);

  /* Nanoseconds of a clock that only goes forward.
   * [any] */
  uint64_t (*CUE_NONNULL monotonic_ns)(void *CUE_NULLABLE data);

  /* The extension table named `id`, or NULL where this host has none of that name. Hosts differ: a
   * plugin must work when every answer is NULL.
   * [any] */
  const void *CUE_NULLABLE (*CUE_NONNULL get_extension)(void *CUE_NULLABLE data,
                                                        const char *CUE_NONNULL id);
} cue_host;

#endif
