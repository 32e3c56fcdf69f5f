// Stands in for a model: a tone for each letter. Put your library's here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

class Model {
 public:
  struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  // Reads the file; `progress` gets the share that is read, 0 to 1.
  Model(const std::string &path, const std::function<void(double)> &progress);
  // The sound of a word, at `rate` frames a second.
  std::vector<int16_t> sound(std::string_view word, uint32_t rate, double speed, double semitones) const;

  std::string version;

 private:
  std::map<char, double> hertz;
};
