// A voice with a model. Put your model into model.hpp and model.cpp; this file says how it fits Cue.
#include "model.hpp"
#include "plugin.hpp"

#include <unistd.h>

class ModelVoice : public plugin::Voice {
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
                                                CUE_TEXT("Sounds a tone for every letter, by a model."),
                                                nullptr,
                                                0,
                                                0,
                                                0,
                                                0};
  static constexpr plugin::Parameter parameters[] = {
      {1, "base", "Hz", "The tone of the letter a.", 80, 400, 110, CUE_PARAM_SOUND}};
  static constexpr std::string_view voice = "letters";
  static constexpr uint32_t rate = 22050;
  static constexpr double slowest = 0.25, fastest = 4, lowest = -24, highest = 24, loudest = 4;

  void set(uint32_t, double value) override { base = value; }

  // Loads the model. The host waits as long as progress is reported, up to ten minutes.
  void activate() override {
    try {
      model = std::make_unique<Model>(path(), [this](double share) { progress(share); });
    } catch (const Model::Error &error) {
      throw plugin::Failure{CUE_E_MODEL, error.what()};
    }
    versions = "starter-name 1.0, tones " + model->version;
  }

  // Change this whenever the same request begins to sound different: hosts keep sound by it.
  std::string_view fingerprint() override { return versions; }

  // Sound is handed on word by word: no word waits for the next one.
  void speak(const plugin::SpeechRequest &request, plugin::Speech &speech) override {
    double speed = speech.within(request.speed, slowest, fastest, 1, CUE_FIELD_SPEED);
    double pitch = speech.within(request.pitch, lowest, highest, 0, CUE_FIELD_PITCH);
    double volume = speech.within(request.volume, 0, loudest, 1, CUE_FIELD_VOLUME);
    constexpr std::string_view blanks(" \t\r\n\0", 5);
    uint64_t frame = 0;
    for (size_t at = request.text.find_first_not_of(blanks); at != std::string_view::npos;) {
      size_t end = std::min(request.text.find_first_of(blanks, at), request.text.size());
      if (frame == 0) speech.begin(rate);
      // Offsets are bytes of the request's text; the event goes out before the sound that holds its frame.
      if (request.wantsWords) speech.word(frame, at, end - at);
      frame += say(request.text.substr(at, end - at), speech, speed, pitch + 12 * std::log2(base / 110), volume);
      at = request.text.find_first_not_of(blanks, end);
    }
  }

 private:
  // The longest part of a word that the model says at once: a cancel waits for no more than that.
  static constexpr size_t mostLetters = 32;

  uint64_t say(std::string_view word, plugin::Speech &speech, double speed, double pitch, double volume) const {
    uint64_t frames = 0;
    for (size_t at = 0; at < word.size(); at += mostLetters) {
      std::vector<int16_t> sound = model->sound(word.substr(at, mostLetters), rate, speed, pitch);
      for (int16_t &sample : sound)
        sample = static_cast<int16_t>(std::lrint(std::clamp(sample * volume, -32768.0, 32767.0)));
      speech.sound(sound);
      frames += sound.size();
    }
    std::vector<int16_t> rest(static_cast<size_t>(rate * 0.08 / speed));
    speech.sound(rest);
    return frames + rest.size();
  }

  // Where the model is: beside the plugin, else among the user's and the system's models.
  std::string path() const {
    std::string first = place(CUE_PLACE_PLUGIN) + "/starter-name.model", found = first;
    for (uint32_t index = 0; access(found.c_str(), R_OK) != 0; index++) {
      std::string folder = place(CUE_PLACE_MODELS, index);
      if (folder.empty()) throw plugin::Failure{CUE_E_MODEL, "The model is missing: there is no " + first + "."};
      found = folder + "/starter-name.model";
    }
    return found;
  }

  double base = 110;
  std::unique_ptr<Model> model;
  std::string versions;
};

CUE_OFFER(ModelVoice)
