// Sound that is played faster at the same pitch.
#pragma once

#include <cstdint>
#include <vector>

namespace sherpa {

// `sound` in 1 / `factor` of its time. By libsonic, which eSpeak NG brings along; without it, the sound stays as it is.
std::vector<float> faster(std::vector<float> sound, double factor, uint32_t rate);

}  // namespace sherpa
