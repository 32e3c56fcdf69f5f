// The range and the default of a LADSPA control.
#ifndef CUE_LADSPA_RANGE_H
#define CUE_LADSPA_RANGE_H

#include <ladspa.h>

#include "../Bridging/bridge.h"

// Fills type, range, default and `is_relative`. `unit` as in unit_split.
void range_find(const LADSPA_PortRangeHint *hint, const char *unit, bridge_port *port);

#endif
