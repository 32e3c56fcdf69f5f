// A model that speaks, loaded.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "Engine.hpp"
#include "Models.hpp"
#include "Phonemes.hpp"

namespace sherpa {

class SpokenModel {
 public:
  // Whether models of that type speak.
  static bool speaks(const std::string &type);

  // Loads the model, after a child process has tried it; throws a plugin::Failure.
  explicit SpokenModel(const Model &model);
  ~SpokenModel();
  SpokenModel(const SpokenModel &) = delete;
  SpokenModel &operator=(const SpokenModel &) = delete;

  const Model &description() const { return model; }
  uint32_t rate() const { return rateHertz; }
  // Whether it is given phonemes for that speaker, and so speaks words as a lexicon says. A model of many languages has lexicons of
  // its own for some.
  bool readsPhonemes(const Speaker &speaker) const {
    return takesPhonemes && !model.hasLexicon(model.language(speaker));
  }
  // The sound of a sentence; empty where the voice knows none of its letters.
  std::vector<float> say(const Sentence &sentence, const Speaker &speaker, double speed, const Lexicon &lexicon) const;

 private:
  Model model;
  const SherpaOnnxOfflineTts *tts = nullptr;
  uint32_t rateHertz = 0;
  bool takesPhonemes = true;
  double ownLength = 1, noise = 0, noiseOfLengths = 0;
  KnownPoints known;
  std::vector<std::unique_ptr<MemoryFile>> copies;
  std::map<std::string, std::string> paths;  // by role, as the engine gets them

  // How fast the engine is asked to speak, so that it speaks `speed` times as fast as usual as far as it can; `rest` is the factor
  // that is left to be done with the sound.
  double asked(double speed, double &rest) const;
  void prepareFiles();
  void preparePiper(const std::string &file);
  void readTokens();
  const SherpaOnnxOfflineTts *create() const;
  std::vector<float> generate(const SherpaOnnxOfflineTts *engine, const SherpaOnnxGenerationConfig &settings,
                              const std::string &text) const;
};

}  // namespace sherpa
