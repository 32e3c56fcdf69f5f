// The plugin's library: dlopen, negotiation, the table given to the plugin.
#ifndef WORKER_LIBRARY_H
#define WORKER_LIBRARY_H

#include "../wire/wire.h"

// What version 1.0 had of these structs: a plugin built for it is served by later workers too.
#define ENTRY_BYTES_1_0 (offsetof(cue_entry, get_extension) + sizeof(void *))
#define DESCRIPTOR_BYTES_1_0 (offsetof(cue_descriptor, reserved) + sizeof(uint32_t))
#define INSTANCE_BYTES_1_0 (offsetof(cue_instance, get_extension) + sizeof(void *))

// Loads the plugin at `path`. Returns NULL, or a sentence.
const char *library_load(const char *path, bool now);
const cue_entry *library_entry(void);
// What instances are made with.
const cue_host *library_host(void);
// The descriptor a CREATE asks for: by id, or the first of a kind.
const cue_descriptor *library_find(cue_text id, cue_text kind);
// Where `kind` is that of recognizers: the recognizer ID-recognizer, which a library has beside its voice ID; else NULL.
const cue_descriptor *library_find_recognizer(cue_text id, cue_text kind);
void library_describe(uint32_t request);
void plugin_send(uint32_t request, const cue_descriptor *plugin);

#endif
