// What the plugin asks of Festival: its library is C++ and Scheme, with one interpreter for the whole process.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace festival {

// A word of a text that was said.
struct Word {
  size_t offset, length;  // bytes of the text
  double seconds;         // from the start of the sound
};

struct Speech {
  std::vector<int16_t> samples;  // one channel
  uint32_t rate = 0;
  std::vector<Word> words;
};

// It cannot do that; the words are for a user.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Festival's own version, as in "2.5.0:release December 2017".
std::string version();

// One of the installed voices, such as "kal_diphone".
struct Voice {
  std::string id, language;
  bool isMale;
};

// Starts the interpreter and loads Festival's library of Scheme; once. Throws Error where that is not installed.
void start();
// The voices that are installed, the usual one first.
std::vector<Voice> voices();
// Loads a voice, or takes one that is loaded.
void use(const std::string &id);
// Says `text`, which is ASCII, `stretch` times as long as usual.
Speech say(const std::string &text, double stretch);

}  // namespace festival
