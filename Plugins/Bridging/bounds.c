// Ranges. Where a bound is missing, it is the usual one of the unit, widened so that the default and the other bound
// fit.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"

void bounds_usual(const char *unit, double *least, double *most) {
  static const struct {
    const char *unit;
    double least, most;
  } known[] = {{"Hz", 0, REFERENCE_RATE / 2}, {"s", 0, 10}, {"ms", 0, 1000}, {"%", 0, 100}, {"dB", -60, 24}};
  *least = 0;
  *most = 4;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(unit, known[i].unit)) *least = known[i].least, *most = known[i].most;
}

void bounds_settle(bridge_port *port, bool has_least, double least, bool has_most, double most, double given,
                   bool is_whole, bool is_logarithmic) {
  port->has_least = has_least;
  port->has_most = has_most;
  if (!has_least && given < least) least = 10 * given;
  if (!has_most && given * 10 > most) most = 10 * given;
  if (has_most && !has_least && least > most) least = most < 0 ? 10 * most : 0;
  if (most < least) most = least + fmax(1, fabs(least) * 9);
  // A bound that is typed with six decimals is within the range.
  double from = ceil(least * 1e6 - 1e-3) / 1e6, to = floor(most * 1e6 + 1e-3) / 1e6;
  if (from < to) least = from, most = to;
  if (is_whole) least = round(least), most = round(most);
  // Without a default: 0 where the range goes to both sides of it, else the middle of bounds that the effect names.
  if (isnan(given)) given = has_least && has_most && !(least < 0 && most > 0) ? (least + most) / 2 : 0;
  if (is_whole) given = round(given);
  port->info.type = is_whole ? CUE_PARAM_INTEGER : CUE_PARAM_NUMBER;
  if (!has_least || !has_most) port->info.flags |= CUE_PARAM_OPEN_ENDED;
  if (is_logarithmic && least > 0) port->info.flags |= CUE_PARAM_LOGARITHMIC;
  // No "-0".
  port->info.minimum = least + 0.0;
  port->info.maximum = most + 0.0;
  port->info.initial = fmin(fmax(given, least), most) + 0.0;
}

// Foreign bounds are floats: 0.1f is more than 0.1, which a user types.
double number_of(float number) {
  char text[32];
  for (int digits = 1; digits < 9; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, (double)number);
    double short_one = strtod(text, NULL);
    if ((float)short_one == number) return short_one;
  }
  return number;
}
