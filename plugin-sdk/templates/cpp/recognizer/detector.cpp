// A recognizer: it hears when there is sound and when there is silence, and calls each stretch of sound “sound”. Put your engine
// where `window` is.
#include "plugin.hpp"

class Detector : public plugin::Recognizer {
 public:
  static constexpr cue_descriptor descriptor = {sizeof(cue_descriptor),
                                                CUE_PER_INSTANCE,
                                                CUE_DETERMINISM_ALWAYS,
                                                0,
                                                "starter-name",
                                                CUE_KIND_RECOGNIZER,
                                                CUE_TEXT("starter-name"),
                                                CUE_TEXT("me"),
                                                CUE_TEXT("1.0"),
                                                CUE_TEXT("MIT"),
                                                {},
                                                CUE_TEXT("Hears when there is sound."),
                                                nullptr,
                                                0,
                                                0,
                                                0,
                                                0};
  static constexpr plugin::Parameter parameters[] = {
      {1, "threshold", "dB", "What is louder is sound, what is not is silence.", -90, 0, -40, 0}};

  void set(uint32_t, double value) override { threshold = value; }
  void reset() override { isOpen = false; }

  void open(uint32_t rate) override {
    windowFrames = rate / windowsASecond;
    energy = 0;
    inWindow = loud = quiet = 0;
    inSound = false;
    all = {};
  }

  // The heart of a recognizer: sound comes in pieces of any length, and the result does not depend on them.
  bool push(double sample) override {
    energy += sample * sample;
    if (++inWindow < windowFrames) return false;
    bool isLoud = energy / windowFrames > std::pow(10, threshold / 10);
    energy = 0;
    inWindow = 0;
    return window(isLoud);
  }

  const plugin::Heard &heard() override { return all; }

 private:
  static constexpr uint32_t windowsASecond = 100, enough = 10, pause = 20, advice = 50;
  double threshold = -40, energy = 0;
  uint32_t windowFrames = 1, inWindow = 0;
  uint32_t loud = 0, quiet = 0;  // windows of sound in a row, and of silence since
  bool inSound = false;
  plugin::Heard all;

  // One more hundredth of a second; true where a new stretch of sound has begun.
  bool window(bool isLoud) {
    if (!isLoud) {
      quiet++;
      if (quiet >= pause) inSound = false;
      if (!inSound) loud = 0;
      if (quiet == advice && !all.words.empty() && sink.endpoint(sink.data, all.words.back().end) != CUE_CONTINUE)
        throw plugin::Stopped{};
      return false;
    }
    loud++;
    quiet = 0;
    if (inSound) all.words.back().end = frame;
    if (inSound || loud < enough) return false;
    cue_word word{};
    word.start = frame - static_cast<uint64_t>(loud) * windowFrames;
    word.end = frame;
    all.words.push_back(word);
    all.spoken.emplace_back("sound");
    return inSound = true;
  }
};

CUE_OFFER(Detector)
