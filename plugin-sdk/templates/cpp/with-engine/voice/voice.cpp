// A voice whose engine is a library. Put your library into engine.hpp and engine.cpp; this file says how it fits Cue.
#include "engine.hpp"
#include "plugin.hpp"

class EngineVoice : public plugin::Voice {
 public:
  static constexpr cue_descriptor descriptor = {sizeof(cue_descriptor),
                                                CUE_PER_PROCESS,
                                                CUE_DETERMINISM_FRESH_STATE,
                                                CUE_FLAG_FORK_SAFE,
                                                "starter-name",
                                                CUE_KIND_VOICE,
                                                CUE_TEXT("starter-name"),
                                                CUE_TEXT("me"),
                                                CUE_TEXT("1.0"),
                                                CUE_TEXT("MIT"),
                                                {},
                                                CUE_TEXT("Hums every word, by an engine."),
                                                nullptr,
                                                0,
                                                0,
                                                0,
                                                0};
  static constexpr plugin::Parameter parameters[] = {
      {1, "base", "Hz", "The tone of a word.", 80, 400, 160, CUE_PARAM_SOUND}};
  static constexpr std::string_view voice = "hum";
  static constexpr uint32_t rate = engine::rate, traits = CUE_VOICE_WHOLE_UTTERANCE;
  static constexpr double slowest = 0.25, fastest = 4, lowest = -24, highest = 24, loudest = 4;

  void set(uint32_t, double value) override { base = value; }

  void activate() override {
    guard([] { engine::start(); }, CUE_E_MODEL);
    versions = "starter-name 1.0, engine " + engine::version();
  }

  // Change this whenever the same request begins to sound different: hosts keep sound by it.
  std::string_view fingerprint() override { return versions; }

  void speak(const plugin::SpeechRequest &request, plugin::Speech &speech) override {
    double speed = speech.within(request.speed, slowest, fastest, 1, CUE_FIELD_SPEED);
    double pitch = speech.within(request.pitch, lowest, highest, 0, CUE_FIELD_PITCH);
    double volume = speech.within(request.volume, 0, loudest, 1, CUE_FIELD_VOLUME);
    // The engine knows no other blanks than spaces. The bytes stay where they are.
    std::string text(request.text);
    for (char &each : text)
      if (each == '\t' || each == '\r' || each == '\n' || each == '\0') each = ' ';
    uint64_t frame = 0;
    for (size_t at = 0; at < text.size();) {
      size_t length = piece(text, at);
      engine::Speech said;
      guard([&] { said = engine::say(std::string_view(text).substr(at, length), speed, base * std::exp2(pitch / 12)); },
            CUE_E_INTERNAL);
      if (frame == 0 && !said.samples.empty()) speech.begin(rate);
      give(said, at, frame, request.wantsWords, volume, speech);
      frame += said.samples.size();
      at += length;
    }
  }

 private:
  static constexpr size_t longest = 400, blockFrames = 2048;

  // What the engine throws, in the words and with the status of the interface.
  template <class Body>
  static void guard(Body body, int32_t status) {
    try {
      body();
    } catch (const engine::Error &error) {
      throw plugin::Failure{status, error.what()};
    }
  }

  // How much of the text is said at once: to the last blank within the longest piece; a longer word is not cut.
  static size_t piece(const std::string &text, size_t at) {
    if (text.size() - at <= longest) return text.size() - at;
    size_t blank = text.rfind(' ', at + longest);
    if (blank == std::string::npos || blank <= at) blank = text.find(' ', at + longest);
    return (blank == std::string::npos ? text.size() : blank + 1) - at;
  }

  // Events go out before the sound that holds their frames.
  static void give(const engine::Speech &said, size_t offset, uint64_t begun, bool wantsWords, double volume,
                   plugin::Speech &speech) {
    size_t next = 0;
    for (size_t at = 0; at < said.samples.size(); at += blockFrames) {
      size_t end = std::min(at + blockFrames, said.samples.size());
      for (; wantsWords && next < said.words.size(); next++) {
        auto frame = static_cast<uint64_t>(std::llround(said.words[next].seconds * rate));
        if (frame >= end) break;
        speech.word(begun + frame, offset + said.words[next].offset, said.words[next].length);
      }
      std::vector<int16_t> block(said.samples.begin() + static_cast<ptrdiff_t>(at),
                                 said.samples.begin() + static_cast<ptrdiff_t>(end));
      for (int16_t &sample : block)
        sample = static_cast<int16_t>(std::lrint(std::clamp(sample * volume, -32768.0, 32767.0)));
      speech.sound(block);
    }
  }

  double base = 160;
  std::string versions;
};

CUE_OFFER(EngineVoice)
