// A voice: it sounds a tone for every word, longer for longer words. Put your engine where `tone` is.
#include "plugin.hpp"

class ToneVoice : public plugin::Voice {
 public:
  static constexpr cue_descriptor descriptor = {sizeof(cue_descriptor),
                                                CUE_PER_INSTANCE,
                                                CUE_DETERMINISM_ALWAYS,
                                                0,
                                                "starter-name",
                                                CUE_KIND_VOICE,
                                                CUE_TEXT("starter-name"),
                                                CUE_TEXT("me"),
                                                CUE_TEXT("1.0"),
                                                CUE_TEXT("MIT"),
                                                {},
                                                CUE_TEXT("Sounds a tone for every word."),
                                                nullptr,
                                                0,
                                                0,
                                                0,
                                                0};
  static constexpr plugin::Parameter parameters[] = {
      {1, "base", "Hz", "The tone of a word.", 80, 400, 160, CUE_PARAM_SOUND}};
  static constexpr std::string_view voice = "tone";
  static constexpr uint32_t rate = 22050;
  static constexpr double slowest = 0.25, fastest = 4, lowest = -24, highest = 24, loudest = 4;

  void set(uint32_t, double value) override { base = value; }

  // Change this whenever the same request begins to sound different: hosts keep sound by it.
  std::string_view fingerprint() override { return "starter-name 1.0"; }

  // The heart of a voice: sound is handed on as it is made, and nothing is kept.
  void speak(const plugin::SpeechRequest &request, plugin::Speech &speech) override {
    double speed = speech.within(request.speed, slowest, fastest, 1, CUE_FIELD_SPEED);
    double pitch = speech.within(request.pitch, lowest, highest, 0, CUE_FIELD_PITCH);
    double volume = speech.within(request.volume, 0, loudest, 1, CUE_FIELD_VOLUME);
    constexpr std::string_view blanks(" \t\r\n\0", 5);
    uint64_t frame = 0;
    for (size_t at = request.text.find_first_not_of(blanks); at != std::string_view::npos;) {
      size_t end = std::min(request.text.find_first_of(blanks, at), request.text.size());
      size_t letters = 0;
      for (char byte : request.text.substr(at, end - at)) letters += (byte & 0xc0) != 0x80;
      if (frame == 0) speech.begin(rate);
      // Offsets are bytes of the request's text; the event goes out before the sound that holds its frame.
      if (request.wantsWords) speech.word(frame, at, end - at);
      auto sounded = static_cast<uint64_t>(rate * (0.1 + 0.04 * static_cast<double>(letters)) / speed);
      auto rest = static_cast<uint64_t>(rate * 0.08 / speed);
      tone(speech, base * std::exp2(pitch / 12), volume, sounded);
      tone(speech, 0, 0, rest);
      frame += sounded + rest;
      at = request.text.find_first_not_of(blanks, end);
    }
  }

 private:
  double base = 160;

  // `frames` frames of a tone that swells and fades, or of silence where `hertz` is 0.
  static void tone(plugin::Speech &speech, double hertz, double gain, uint64_t frames) {
    for (uint64_t at = 0; at < frames; at += 1024) {
      std::vector<int16_t> block(std::min<uint64_t>(frames - at, 1024));
      for (size_t i = 0; i < block.size(); i++) {
        auto time = static_cast<double>(at + i);
        double swell = std::min(std::min(time, static_cast<double>(frames) - time) / (0.01 * rate), 1.0);
        block[i] =
            static_cast<int16_t>(std::lrint(6000 * gain * swell * std::sin(6.283185307179586 * hertz * time / rate)));
      }
      speech.sound(block);
    }
  }
};

CUE_OFFER(ToneVoice)
