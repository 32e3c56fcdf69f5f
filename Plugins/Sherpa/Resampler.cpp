#include "Resampler.hpp"

#include <algorithm>

#include "Engine.hpp"

namespace sherpa {

static const SherpaOnnxLinearResampler *of(const void *resampler) {
  return static_cast<const SherpaOnnxLinearResampler *>(resampler);
}

Resampler::Resampler(uint32_t from, uint32_t to) {
  if (from == to) return;
  float cutoff = 0.495f * static_cast<float>(std::min(from, to));
  resampler = engine().CreateLinearResampler(static_cast<int32_t>(from), static_cast<int32_t>(to), cutoff, 16);
  if (!resampler) throw plugin::Failure{CUE_E_RATE, "The engine cannot convert sound of this rate."};
}

Resampler::~Resampler() {
  if (resampler) engine().DestroyLinearResampler(of(resampler));
}

void Resampler::take(const std::vector<float> &sound, bool isEnd, std::vector<float> &out) {
  if (!resampler) {
    out.insert(out.end(), sound.begin(), sound.end());
    return;
  }
  if (sound.empty() && !isEnd) return;
  static const float nothing = 0;
  const SherpaOnnxResampleOut *result = engine().LinearResamplerResample(
      of(resampler), sound.empty() ? &nothing : sound.data(), static_cast<int32_t>(sound.size()), isEnd);
  if (!result) return;
  if (result->samples && result->n > 0) out.insert(out.end(), result->samples, result->samples + result->n);
  engine().LinearResamplerResampleFree(result);
}

}  // namespace sherpa
