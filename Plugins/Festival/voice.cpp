// Festival as a voice: the usual speech system of Linux distributions, as an example of how an engine that is a C++ library
// becomes a plugin. engine.hpp is all that it is asked for; this file says how that fits Cue.
//
// - The engine is global, and its calls cannot be stopped. Each line is said in a fork of this process, which a cancel ends.
// - It gives sound when all of a text is said, so the host gives it sentences.
// - It reads ASCII, and numbers its words by tokens; text.hpp finds where these are in the text.
#include <cctype>

#include "engine.hpp"
#include "plugin.hpp"
#include "text.hpp"

class Festival : public plugin::Voice {
 public:
  static constexpr cue_descriptor descriptor = {sizeof(cue_descriptor),
                                                CUE_PER_PROCESS,
                                                CUE_DETERMINISM_FRESH_STATE,
                                                CUE_FLAG_FORK_SAFE,
                                                "festival",
                                                CUE_KIND_VOICE,
                                                CUE_TEXT("Festival"),
                                                CUE_TEXT("The Centre for Speech Technology Research, Edinburgh"),
                                                CUE_TEXT("1.0"),
                                                CUE_TEXT("Apache-2.0 AND Festival"),
                                                CUE_TEXT("https://www.cstr.ed.ac.uk/projects/festival"),
                                                CUE_TEXT("The voices of the speech system Festival."),
                                                nullptr,
                                                0,
                                                0,
                                                0,
                                                0};
  // The range is a parameter's; without it, Festival's own intonation is kept.
  static constexpr plugin::Parameter parameters[] = {
      {1, "pause", "ms", "How long the silence at the end of a text may be.", 0, 5000, 5000, CUE_PARAM_SOUND}};
  static constexpr std::string_view voice = "kal_diphone";
  static constexpr uint32_t rate = 16000, traits = CUE_VOICE_WHOLE_UTTERANCE;
  static constexpr double slowest = 0.25, fastest = 4, lowest = 0, highest = 0, loudest = 4;

  void set(uint32_t, double value) override { pauseMilliseconds = value; }

  void activate() override {
    guard([] { festival::start(); }, CUE_E_MODEL);
    usual = festival::voices().front().id;
    versions = "festival 1.0, " + festival::version();
    use(usual);
  }

  std::vector<plugin::VoiceName> voices() override {
    std::vector<plugin::VoiceName> all;
    for (const festival::Voice &each : festival::voices())
      all.push_back({each.id, each.id, each.language, each.isMale ? CUE_GENDER_MALE : CUE_GENDER_FEMALE, 1});
    return all;
  }

  // In the process that lines are forked from, so that none of them loads it again.
  void prepare(std::string_view wanted) override { use(wanted.empty() ? usual : std::string(wanted)); }

  // Its voices are data files: their packages have versions, which Festival does not know.
  std::string_view fingerprint() override { return versions; }

  void speak(const plugin::SpeechRequest &request, plugin::Speech &speech) override {
    double speed = speech.within(request.speed, slowest, fastest, 1, CUE_FIELD_SPEED);
    double volume = speech.within(request.volume, 0, loudest, 1, CUE_FIELD_VOLUME);
    speech.within(request.pitch, 0, 0, 0, CUE_FIELD_PITCH);
    prepare(request.voice);
    festival::Ascii text(request.text);
    uint64_t begun = 0;
    for (const festival::Piece &piece : festival::pieces(text.letters)) {
      std::string letters = text.letters.substr(piece.start, piece.length);
      // Nothing but signs is silence, on which it would fail.
      if (std::none_of(letters.begin(), letters.end(), [](unsigned char each) { return std::isalnum(each); })) continue;
      festival::Speech said;
      guard([&] { said = festival::say(letters, 1 / speed); }, CUE_E_INTERNAL);
      if (said.samples.empty()) continue;
      if (begun == 0) speech.begin(said.rate);
      trim(said);
      if (!piece.beginsWord && !said.words.empty()) said.words.erase(said.words.begin());
      size_t next = 0;
      for (size_t at = 0; at < said.samples.size(); at += blockFrames) {
        size_t end = std::min(at + blockFrames, said.samples.size());
        for (; request.wantsWords && next < said.words.size() && frame(said, next) < end; next++) {
          size_t first = piece.start + said.words[next].offset;
          size_t from = text.source(first), to = text.source(first + said.words[next].length);
          speech.word(begun + frame(said, next), from, to - from);
        }
        std::vector<int16_t> block(said.samples.begin() + static_cast<ptrdiff_t>(at),
                                   said.samples.begin() + static_cast<ptrdiff_t>(end));
        for (int16_t &sample : block)
          sample = static_cast<int16_t>(std::lrint(std::clamp(sample * volume, -32768.0, 32767.0)));
        speech.sound(block);
      }
      begun += said.samples.size();
    }
  }

 private:
  static constexpr size_t blockFrames = 2048;

  static uint64_t frame(const festival::Speech &said, size_t word) {
    return static_cast<uint64_t>(said.words[word].seconds * said.rate);
  }

  // What the engine throws, in the words and with the status of the interface.
  template <class Body>
  static void guard(Body body, int32_t status) {
    try {
      body();
    } catch (const festival::Error &error) {
      throw plugin::Failure{status, error.what()};
    }
  }

  void use(const std::string &wanted) {
    if (wanted == current) return;
    guard([&] { festival::use(wanted); }, CUE_E_MODEL);
    current = wanted;
  }

  // Shortens the silence at the end.
  void trim(festival::Speech &said) const {
    auto isLoud = [](int16_t sample) { return std::abs(sample) > 40; };
    auto last = std::find_if(said.samples.rbegin(), said.samples.rend(), isLoud).base();
    auto silent = static_cast<size_t>(said.samples.end() - last);
    auto most = static_cast<size_t>(pauseMilliseconds / 1000 * said.rate);
    if (silent > most) said.samples.resize(said.samples.size() - silent + most);
  }

  double pauseMilliseconds = 5000;
  std::string usual, current, versions;
};

CUE_OFFER(Festival)
