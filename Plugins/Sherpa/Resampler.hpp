// Sound at another rate, a piece at a time.
#pragma once

#include <cstdint>
#include <vector>

namespace sherpa {

class Resampler {
 public:
  Resampler(uint32_t from, uint32_t to);
  ~Resampler();
  Resampler(const Resampler &) = delete;
  Resampler &operator=(const Resampler &) = delete;

  // Takes the next sound and adds what it becomes to `out`; with `isEnd`, also what it held back. How the sound is cut changes
  // nothing.
  void take(const std::vector<float> &sound, bool isEnd, std::vector<float> &out);

 private:
  const void *resampler = nullptr;  // nothing where the rates are the same
};

}  // namespace sherpa
