/* SPDX-License-Identifier: MIT
 *
 * Nothing but the types that cross, so that their layout can be recorded and compared ('make abi'): a function for each table, so
 * that a further one is an addition.
 */
#include <cue/cue.h>

#define SURFACE(table)                                 \
  CUE_EXPORT void surface_of_##table(const table *it); \
  void surface_of_##table(const table *it) { (void)it; }

SURFACE(cue_entry)
SURFACE(cue_instance)
SURFACE(cue_params)
SURFACE(cue_voice)
SURFACE(cue_voice_stream)
SURFACE(cue_recognizer)
SURFACE(cue_dsp)
SURFACE(cue_device)
SURFACE(cue_state)
SURFACE(cue_messages)
SURFACE(cue_changes)
SURFACE(cue_places)

const cue_entry *cue_plugin_entry(const cue_host *host) { return (void)host, (const cue_entry *)0; }
