// What LADSPA effects are good for, as files of RDF say it.
#ifndef CUE_LADSPA_CLASSES_H
#define CUE_LADSPA_CLASSES_H

#include "../Bridging/bridge.h"

// Features (features.c) of the effect with that number; 0 if no file knows it.
uint32_t classes_find(unsigned long number);
// Changes with these files.
uint64_t classes_stamp(void);

#endif
