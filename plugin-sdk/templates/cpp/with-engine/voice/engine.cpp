#include "engine.hpp"

#include <algorithm>
#include <cmath>

namespace engine {

static bool isStarted;

void start() { isStarted = true; }

std::string version() { return "1.0"; }

Speech say(std::string_view text, double speed, double hertz) {
  if (!isStarted) throw Error("The engine was not started.");
  Speech speech;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) speech.words.push_back({at, end - at, static_cast<double>(speech.samples.size()) / rate});
    auto letters = static_cast<double>(std::count_if(text.begin() + static_cast<ptrdiff_t>(at),
                                                     text.begin() + static_cast<ptrdiff_t>(end),
                                                     [](char byte) { return (byte & 0xc0) != 0x80; }));
    auto frames = static_cast<size_t>(rate * (0.08 + 0.04 * letters) / speed);
    for (size_t i = 0; end > at && i < frames; i++) {
      double edge = std::min<double>(std::min(i, frames - i), 160) / 160;
      speech.samples.push_back(
          static_cast<int16_t>(6000 * edge * std::sin(6.283185307179586 * hertz * static_cast<double>(i) / rate)));
    }
    at = end + 1;
  }
  return speech;
}

}  // namespace engine
