// A model that recognizes speech, loaded.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "Engine.hpp"
#include "Models.hpp"

namespace sherpa {

// What was recognized in a stretch of sound; times are seconds from its start.
struct HeardWord {
  std::string text;
  double start = 0, end = 0, confidence = -1;
};
struct HeardText {
  std::string text, language;
  std::vector<HeardWord> words;
  bool hasTimes = false;
};

// Throws a plugin::Failure for a file of the model that is missing or damaged.
void checkFiles(const Model &model);

class HeardModel {
 public:
  static bool hears(const std::string &type);

  HeardModel(const Model &model, int32_t threads, double hotwordScore);
  ~HeardModel();
  HeardModel(const HeardModel &) = delete;
  HeardModel &operator=(const HeardModel &) = delete;

  const Model &description() const { return model; }
  // It recognizes while sound comes; others get stretches of speech as a whole.
  bool isStreaming() const;
  // It can be given the likely words.
  bool takesHotwords() const { return beam; }
  // Words as its tokens write them: some models know capitals only.
  std::string asWritten(const std::string &words) const;

  // A stream of a streaming model; hotwords have / between them.
  class Stream {
   public:
    Stream(const HeardModel &model, const std::string &hotwords);
    ~Stream();
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
    void hear(const std::vector<float> &sound);
    void end();
    HeardText text() const;

   private:
    const HeardModel &model;
    const SherpaOnnxOnlineStream *stream;
  };

  // What is said in `sound`, by a model that is not streaming.
  HeardText recognize(const float *sound, size_t count, const std::string &hotwords) const;

 private:
  Model model;
  bool beam = false, capitals = false;
  // What the engine reads in place of a file of tokens in another form.
  std::unique_ptr<MemoryFile> tokens;
  const SherpaOnnxOnlineRecognizer *online = nullptr;
  const SherpaOnnxOfflineRecognizer *offline = nullptr;

  void create(int32_t threads, double hotwordScore);
};

}  // namespace sherpa
