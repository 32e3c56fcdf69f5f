/* SPDX-License-Identifier: MIT
 *
 * What the host offers a plugin. The table is given to cue_plugin_entry, init and create, and lives until the process
 * ends. A plugin links nothing of the host's: all it may call is here.
 */
#ifndef CUE_HOST_H
#define CUE_HOST_H

#include "abi.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

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
  cue_text language;   /* the user's, BCP 47: sentences for users may be in it; empty: not known */
  void *CUE_NULLABLE data;  /* the host's; hand it back unchanged */

  /* Says `message`, one line, to the user's log. Control characters are replaced. Never fails.
   * [any] */
  void (CUE_CDECL *CUE_NONNULL log)(void *CUE_NULLABLE data, int32_t level, cue_text message);

  /* Says that a long load is going on: `permille` of it is done. It also shows the watchdog that the plugin
   * lives, so call it at least once a second in `activate` if that takes long.
   * [any] */
  void (CUE_CDECL *CUE_NONNULL progress)(void *CUE_NULLABLE data, uint32_t permille);

  /* Nanoseconds of a clock that only goes forward.
   * [any] */
  uint64_t (CUE_CDECL *CUE_NONNULL monotonic_ns)(void *CUE_NULLABLE data);

  /* The extension table named `id`, the same each time, or NULL where this host has none of that name. Hosts
   * differ: a plugin must work when every answer is NULL.
   * [any] */
  const void *CUE_NULLABLE (CUE_CDECL *CUE_NONNULL get_extension)(void *CUE_NULLABLE data,
                                                                  const char *CUE_NONNULL id);
} cue_host;

/* Extension of the host: an instance says that something about it has changed, so that the host asks again. */
#define CUE_EXT_CHANGES "cue.changes/1"

#define CUE_CHANGED_VOICES 1u   /* list_voices, and the fingerprints of voices */
#define CUE_CHANGED_PARAMS 2u   /* values of parameters that nobody has set */
#define CUE_CHANGED_LATENCY 4u  /* latency or tail of an effect, from the block on that is under way */
#define CUE_CHANGED_DEVICES 8u  /* list_devices */
#define CUE_CHANGED_TRAITS 16u  /* traits of a voice */

typedef struct cue_changes {
  uint32_t struct_size;
  uint32_t reserved;

  /* Says what has changed, as a sum of CUE_CHANGED_.... The host asks when it likes, and never during this call.
   * `context` is that of the instance's cue_create_request.
   * [any], and in a [rt] call */
  void (CUE_CDECL *CUE_NONNULL changed)(void *CUE_NULLABLE data, void *CUE_NULLABLE context, uint32_t what);
} cue_changes;

/* Extension of the host: where a plugin finds and keeps files. */
#define CUE_EXT_PLACES "cue.places/1"

#define CUE_PLACE_MODELS 1u  /* models that the user has installed; to be read */
#define CUE_PLACE_CACHE 2u   /* what the plugins of the file can make again; may be emptied at any time */
#define CUE_PLACE_OWN 3u     /* what the plugins of the file keep */
#define CUE_PLACE_PLUGIN 4u  /* the folder of the plugin's own file; to be read */

typedef struct cue_places {
  uint32_t struct_size;
  uint32_t reserved;

  /* The path of a folder; CUE_E_NOT_FOUND where this host has no such place. There may be several folders of models:
   * `index` 0 is the first to look in, and CUE_E_NOT_FOUND ends them; others have index 0 alone. The folder need not
   * exist yet: a plugin makes the cache and its own where it writes to them. The text lives until the process ends.
   * [any] */
  int32_t (CUE_CDECL *CUE_NONNULL place)(void *CUE_NULLABLE data, void *CUE_NULLABLE context, uint32_t place,
                                         uint32_t index, cue_text *CUE_NONNULL path);
} cue_places;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
