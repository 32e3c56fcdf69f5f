/* SPDX-License-Identifier: MIT
 *
 * Nothing but the types that cross, so that their layout can be recorded and compared ('make abi').
 */
#include <cue/cue.h>

CUE_EXPORT void cue_surface(const cue_entry *entry, const cue_instance *instance, const cue_params *params,
                            const cue_voice *voice, const cue_recognizer *recognizer, const cue_dsp *dsp,
                            const cue_device *device);

void cue_surface(const cue_entry *entry, const cue_instance *instance, const cue_params *params, const cue_voice *voice,
                 const cue_recognizer *recognizer, const cue_dsp *dsp, const cue_device *device) {
  (void)entry, (void)instance, (void)params, (void)voice, (void)recognizer, (void)dsp, (void)device;
}

const cue_entry *cue_plugin_entry(const cue_host *host) { return (void)host, (const cue_entry *)0; }
