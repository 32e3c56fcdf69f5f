#include "Tempo.hpp"

#include <dlfcn.h>

#include <cmath>

namespace sherpa {

std::vector<float> faster(std::vector<float> sound, double factor, uint32_t rate) {
  using Change = int (*)(float *, int, float, float, float, float, int, int, int);
  static const auto change = [] {
    void *library = dlopen("libsonic.so.0", RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<Change>(dlsym(library, "sonicChangeFloatSpeed")) : nullptr;
  }();
  if (factor <= 1.01 || !change || sound.empty() || rate == 0) return sound;
  auto frames = static_cast<int>(sound.size());
  // It writes where it reads, and may ask for more room than the sound has.
  sound.resize(static_cast<size_t>(std::ceil(static_cast<double>(frames) * factor)) + 4096);
  int count = change(sound.data(), frames, static_cast<float>(factor), 1, 1, 1, 0, static_cast<int>(rate), 1);
  sound.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return sound;
}

}  // namespace sherpa
