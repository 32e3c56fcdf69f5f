// An effect: a tremolo, five swells a second, as deep as its one parameter says. Put your effect where `frame` is.
#include "plugin.hpp"

class Tremolo : public plugin::Dsp {
 public:
  static constexpr const char *features[] = {CUE_FEATURE_MODULATION};
  static constexpr cue_descriptor descriptor = {sizeof(cue_descriptor),
                                                CUE_PER_INSTANCE,
                                                CUE_DETERMINISM_ALWAYS,
                                                0,
                                                "starter-name",
                                                CUE_KIND_DSP,
                                                CUE_TEXT("starter-name"),
                                                CUE_TEXT("me"),
                                                CUE_TEXT("1.0"),
                                                CUE_TEXT("MIT"),
                                                {},
                                                CUE_TEXT("Makes sound swell and fade."),
                                                features,
                                                std::size(features),
                                                0,
                                                0,
                                                0};
  // Live: it may change at any frame.
  static constexpr plugin::Parameter parameters[] = {{1, "depth", "",
                                                      "How deep it swells: 0 not at all, 1 down to silence.", 0, 1, 0.5,
                                                      CUE_PARAM_SOUND | CUE_PARAM_LIVE}};

  void set(uint32_t, double value) override { depth = value; }
  void reset() override { time = 0; }

  // An effect that keeps sound makes room for it here, and not while it works.
  void configure(uint32_t givenRate, uint32_t, uint32_t) override {
    rate = givenRate;
    time = 0;
  }

  // [rt] The heart of an effect. It neither waits nor allocates.
  void frame(const float *in, float *out) noexcept override {
    double turn = std::fmod(static_cast<double>(time++) * swellsASecond / rate, 1);
    double gain = 1 - depth * (0.5 - 0.5 * std::cos(6.283185307179586 * turn));
    for (uint32_t c = 0; c < channels; c++) out[c] = static_cast<float>(gain * in[c]);
  }

 private:
  static constexpr double swellsASecond = 5;
  double depth = 0.5;
  uint32_t rate = 1;
  uint64_t time = 0;  // frames since it was configured
};

CUE_OFFER(Tremolo)
