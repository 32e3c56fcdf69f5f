// What the plugin asks of its engine. This one stands in for a library: it hums.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

struct Word {
  size_t offset, length;  // bytes of the text
  double seconds;         // from the start of the sound
};

struct Speech {
  std::vector<int16_t> samples;  // one channel
  std::vector<Word> words;
};

// It cannot do that; the words are for a user.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

constexpr uint32_t rate = 16000;

// Starts the engine, unless it runs already: a later instance finds it as the one before has left it.
void start();
std::string version();
// Says all of `text`.
Speech say(std::string_view text, double speed, double hertz);

}  // namespace engine
