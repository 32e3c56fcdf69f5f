// LADSPA's hints give bounds and a default, or not.
#include <math.h>

#include "range.h"

// Between the bounds, `share` of the way up; NaN without a default.
static double default_of(int hints, double least, double most) {
  double share;
  switch (hints & LADSPA_HINT_DEFAULT_MASK) {
    case LADSPA_HINT_DEFAULT_MINIMUM: return least;
    case LADSPA_HINT_DEFAULT_LOW: share = 0.25; break;
    case LADSPA_HINT_DEFAULT_MIDDLE: share = 0.5; break;
    case LADSPA_HINT_DEFAULT_HIGH: share = 0.75; break;
    case LADSPA_HINT_DEFAULT_MAXIMUM: return most;
    case LADSPA_HINT_DEFAULT_0: return 0;
    case LADSPA_HINT_DEFAULT_1: return 1;
    case LADSPA_HINT_DEFAULT_100: return 100;
    case LADSPA_HINT_DEFAULT_440: return 440;
    default: return NAN;
  }
  if (LADSPA_IS_HINT_LOGARITHMIC(hints) && least > 0) return exp(log(least) * (1 - share) + log(most) * share);
  return least * (1 - share) + most * share;
}

void range_find(const LADSPA_PortRangeHint *hint, const char *unit, bridge_port *port) {
  LADSPA_PortRangeHintDescriptor hints = hint->HintDescriptor;
  double least, most, scale = 1;
  bounds_usual(unit, &least, &most);
  if (LADSPA_IS_HINT_TOGGLED(hints)) {
    double initial = default_of(hints, 0, 1);
    port->info.type = CUE_PARAM_SWITCH;
    port->info.maximum = 1;
    port->info.initial = initial > 0 ? 1 : 0;
    return;
  }
  if (LADSPA_IS_HINT_SAMPLE_RATE(hints)) scale = REFERENCE_RATE, port->is_relative = true;
  bool has_least = LADSPA_IS_HINT_BOUNDED_BELOW(hints) && isfinite(hint->LowerBound);
  bool has_most = LADSPA_IS_HINT_BOUNDED_ABOVE(hints) && isfinite(hint->UpperBound);
  if (has_least) least = number_of(hint->LowerBound) * scale;
  if (has_most) most = number_of(hint->UpperBound) * scale;
  double given = default_of(hints, least, most);
  if (port->role == ROLE_METER) given = 0;
  if (!isnan(given)) given = number_of((float)given);
  bounds_settle(port, has_least, least, has_most, most, given, LADSPA_IS_HINT_INTEGER(hints) && !port->is_relative,
                LADSPA_IS_HINT_LOGARITHMIC(hints));
}
