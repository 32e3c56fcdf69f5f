// The host extension cue.places/1, and the user's language: what the environment says.
#ifndef WORKER_PLACES_H
#define WORKER_PLACES_H

#include "instance.h"

// The plugin's file, before anything is asked.
void places_of_file(const char *path);
const cue_places *places_table(void);
// BCP 47: "de-AT"; empty if it is not known.
cue_text user_language(void);

#endif
