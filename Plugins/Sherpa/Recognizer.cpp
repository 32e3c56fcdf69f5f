// Recognizers of installed models.
#include <cmath>
#include <map>
#include <optional>

#include "HeardModel.hpp"
#include "Kit.hpp"
#include "Resampler.hpp"
#include "Runner.hpp"
#include "Text.hpp"

namespace sherpa {

using plugin::Failure;
using plugin::Stopped;

const cue_descriptor recognizerDescriptor = {sizeof(cue_descriptor),
                                             CUE_PER_INSTANCE,
                                             CUE_DETERMINISM_ALWAYS,
                                             CUE_FLAG_LINKS_GPL,
                                             "sherpa-recognizer",
                                             CUE_KIND_RECOGNIZER,
                                             CUE_TEXT("Neural recognizers"),
                                             CUE_TEXT("Cue"),
                                             CUE_TEXT("1.0"),
                                             CUE_TEXT("GPL-3.0-or-later"),
                                             CUE_TEXT("https://github.com/k2-fsa/sherpa-onnx"),
                                             CUE_TEXT("Recognizers of installed models (streaming transducers, "
                                                      "Whisper, Moonshine and others), offline, by sherpa-onnx."),
                                             nullptr,
                                             0,
                                             0};

namespace {

const std::vector<Parameter> recognizerParameters = {
    {1, CUE_PARAM_TEXT, CUE_PARAM_NEEDS_RESTART, "models", "",
     "Folders with models in place of the usual ones, with : between them.", 0, 0, 0},
    {2, CUE_PARAM_TEXT, CUE_PARAM_NEEDS_RESTART, "model", "", "The model that recognizes; empty: the first that does.",
     0, 0, 0},
    {3, CUE_PARAM_INTEGER, CUE_PARAM_NEEDS_RESTART, "threads", "", "How many threads the engine may use.", 1, 16, 1},
    {4, CUE_PARAM_NUMBER, CUE_PARAM_NEEDS_RESTART, "hotword-score", "",
     "How much likelier the words of the expected phrases are, in models that take hints.", 0, 10, 1.5}};

constexpr uint32_t engineRate = 16000;
constexpr size_t windowFrames = 512;  // of voice activity

struct FreeDetector {
  void operator()(const SherpaOnnxVoiceActivityDetector *detector) const {
    engine().DestroyVoiceActivityDetector(detector);
  }
};
using Detector = std::unique_ptr<const SherpaOnnxVoiceActivityDetector, FreeDetector>;

// A recognized word, in seconds of the stream.
struct Word : HeardWord {
  uint32_t phrase = 0, flags = 0;
};

std::string plainWord(std::string_view word) {
  std::string plain;
  for (size_t at = 0; at < word.size();) {
    char32_t point = codePoint(word, at);
    if (point == 0x2019) point = '\'';
    if (point >= 'A' && point <= 'Z') point |= 0x20;
    if (isLetter(point) || point == '\'' || (point >= '0' && point <= '9')) putCodePoint(plain, point);
  }
  return plain;
}

std::vector<std::string> plainWords(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find_first_of(" \t\r\n-", at), text.size());
    if (std::string word = plainWord(text.substr(at, end - at)); !word.empty()) words.push_back(word);
    at = end + 1;
  }
  return words;
}

// One stream.
class Listening {
 public:
  Listening(std::shared_ptr<HeardModel> model, const Detector *detector, const std::string &hotwords,
            const cue_audio_format &format, std::vector<std::pair<uint32_t, std::vector<std::string>>> phrases)
      : model(std::move(model)),
        detector(detector),
        hotwords(hotwords),
        phrases(std::move(phrases)),
        rate(format.rate),
        resampler(format.rate, engineRate) {
    if (this->model->isStreaming()) stream.emplace(*this->model, hotwords);
  }

  std::shared_ptr<HeardModel> model;
  const Detector *detector;
  std::string hotwords;
  std::vector<std::pair<uint32_t, std::vector<std::string>>> phrases;
  uint32_t rate;
  Resampler resampler;
  std::optional<HeardModel::Stream> stream;
  std::vector<float> waiting;  // at the engine's rate, not yet a whole block
  uint64_t frames = 0;         // taken, at the stream's own rate
  // What stretches of speech said, of a model that is not streaming.
  std::vector<Word> words;
  std::string text, language, lastText;
  bool hasTimes = true, hasSpeech = false;
  uint32_t revision = 0, lastStable = 0;
  double firstSpeech = 0, lastSpeech = 0;
};

// 0 to 1, below 0 not known, as the interface has it: 0 is not known there.
double likelihood(double value) { return value < 0 ? 0 : std::max(value, 1e-9); }

class Recognizer : public Instance {
 public:
  Recognizer() : Instance(recognizerParameters) {}
  ~Recognizer() override { runner.reset(); }
  const char *kind() const override { return CUE_KIND_RECOGNIZER; }
  const void *kindTable() const override;

  void set(uint32_t id, double number, const std::string &given) override {
    if (id == 1) folders = given;
    if (id == 2) wanted = given;
    if (id == 3) threads = static_cast<int32_t>(number);
    if (id == 4) hotwordScore = number;
  }

  void cancel() override {
    if (cancelled && runner) runner->wake();
  }

  void activate() override {
    engine();
    models = installedModels(folders);
    if (!wanted.empty()) {
      for (const Model &each : models)
        if (each.id == wanted && HeardModel::hears(each.type)) {
          load(each);
          break;
        }
      if (!standard)
        throw Failure{CUE_E_NOT_FOUND,
                      "There is no model “" + wanted + "” that recognizes speech in " + modelFolders(folders) + "."};
    } else {
      std::vector<std::string> failed;
      // Those that recognize while sound comes are first.
      for (bool streaming : {true, false}) {
        for (const Model &each : models) {
          if (standard || !HeardModel::hears(each.type)) continue;
          bool isStreaming = each.type == "transducer" || each.type.rfind("streaming-", 0) == 0;
          if (isStreaming != streaming) continue;
          try {
            load(each);
          } catch (const Failure &failure) {
            failed.push_back(failure.sentence);
          }
        }
      }
      if (!standard && !failed.empty()) throw Failure{CUE_E_MODEL, failed.front()};
      for (const std::string &each : failed) log(CUE_LOG_WARN, each);
      if (!standard)
        throw Failure{CUE_E_MODEL, "There is no model that recognizes speech in " + modelFolders(folders) +
                                       ": put one there, with a description as in Documentation/Models.md."};
    }
    runner = std::make_unique<Runner>();
  }

  void reset() override { listening.reset(); }

  void open(const cue_listen_request &asked, const cue_listen_sink &given) {
    if (!runner) throw Failure{CUE_E_STATE, "The plugin has not been activated."};
    if (listening) throw Failure{CUE_E_BUSY, "A stream is open already."};
    cue_audio_format format = plugin::take(asked.format);
    if (format.sample != CUE_SAMPLE_F32 && format.sample != CUE_SAMPLE_S16)
      throw Failure{CUE_E_FORMAT, "Sound is 32-bit float or 16-bit integer."};
    if (format.channels == 0 || format.channels > 64) throw Failure{CUE_E_FORMAT, "There are 1 to 64 channels."};
    if (format.rate < 4000 || format.rate > 384000) throw Failure{CUE_E_RATE, "The rate goes from 4000 to 384000 Hz."};
    std::string_view language = plugin::checked(asked.language, "language");
    std::string_view named = plugin::checked(asked.model, "model");
    runner->settle();
    cancelled.begin(asked.call);
    sink = given;
    std::shared_ptr<HeardModel> model = standard;
    if (!named.empty() && named != model->description().id) {
      bool isFound = false;
      for (const Model &each : models) {
        if (each.id != named || !HeardModel::hears(each.type)) continue;
        model = load(each);
        isFound = true;
      }
      if (!isFound) honour(CUE_FIELD_MODEL, CUE_HONOURED_REPLACED, 0, model->description().id);
    }
    const auto &languages = model->description().languages;
    if (!language.empty() && !languages.empty()) {
      bool speaks = false;
      for (const std::string &each : languages)
        speaks = speaks || lowerTag(each).substr(0, 2) == lowerTag(std::string(language)).substr(0, 2);
      if (!speaks) honour(CUE_FIELD_LANGUAGE, CUE_HONOURED_REPLACED, 0, languages.front());
    }
    std::string hotwords;
    std::vector<std::pair<uint32_t, std::vector<std::string>>> phrases;
    for (uint32_t i = 0; i < asked.phrase_count; i++) {
      cue_phrase phrase = plugin::take(asked.phrases[i]);
      std::string_view text = plugin::checked(phrase.text, "phrase");
      std::vector<std::string> words = plainWords(text);
      if (!model->takesHotwords() || words.empty()) {
        honour(CUE_FIELD_PHRASE, CUE_HONOURED_IGNORED, i + 1,
               words.empty() ? "it has no words" : "this model takes no hints");
      } else if (phrase.role != CUE_PHRASE_FILLER) {
        std::string written = model->asWritten(std::string(text));
        hotwords += (hotwords.empty() ? "" : "/") + written;
      }
      phrases.emplace_back(phrase.role, words);
    }
    for (uint32_t i = 0; i < asked.lexicon_count; i++)
      honour(CUE_FIELD_PRONUNCIATION, CUE_HONOURED_IGNORED, 0, plugin::checked(asked.lexicon[i]->word, "word"));
    if (detector) engine().VoiceActivityDetectorReset(detector.get());
    listening = std::make_shared<Listening>(model, &detector, hotwords, format, std::move(phrases));
    sampleFormat = format;
    wantsPartials = asked.partials != 0;
    isFinished = false;
  }

  void push(const cue_push &sound) {
    if (!listening || isFinished) throw Failure{CUE_E_STATE, "No stream is open."};
    begin(sound.call);
    const void *samples = sound.samples;
    uint32_t frames = sound.frames;
    uint32_t channels = sampleFormat.channels;
    // In parts, so that a cancel need not wait for a minute of sound.
    constexpr uint32_t most = 16384;
    for (uint32_t at = 0; at < frames; at += most) {
      uint32_t count = std::min(most, frames - at);
      std::vector<float> mono(count);
      for (uint32_t i = 0; i < count; i++) {
        double sum = 0;
        for (uint32_t c = 0; c < channels; c++) {
          size_t place = static_cast<size_t>(at + i) * channels + c;
          sum += sampleFormat.sample == CUE_SAMPLE_F32 ? static_cast<const float *>(samples)[place]
                                                       : static_cast<const int16_t *>(samples)[place] / 32768.0;
        }
        sum /= channels;
        mono[i] = std::isfinite(sum) ? static_cast<float>(std::clamp(sum, -1.0, 1.0)) : 0;
      }
      listening->frames += count;
      listening->resampler.take(mono, false, listening->waiting);
      work(false);
      if (cancelled) throw Stopped{};
    }
  }

  void finish(uint64_t call) {
    if (!listening || isFinished) throw Failure{CUE_E_STATE, "No stream is open."};
    begin(call);
    isFinished = true;
    listening->resampler.take({}, true, listening->waiting);
    work(true);
    tell(true);
  }

  void close() {
    listening.reset();
    isFinished = false;
  }

 private:
  std::string folders, wanted;
  int32_t threads = 1;
  double hotwordScore = 1.5;
  std::vector<Model> models;
  std::shared_ptr<HeardModel> standard, other;
  Detector detector;
  std::unique_ptr<Runner> runner;
  // Kept by the engine's thread, too, while it works for a stream that was cancelled.
  std::shared_ptr<Listening> listening;
  cue_listen_sink sink{};
  cue_audio_format sampleFormat{};
  bool wantsPartials = false, isFinished = false;

  std::shared_ptr<HeardModel> load(const Model &model) {
    if (other && other->description().id == model.id) return other;
    auto made = std::make_shared<HeardModel>(model, threads, hotwordScore);
    if (!detector) loadDetector(!made->isStreaming());
    return (standard ? other : standard) = made;
  }

  // Models that are not streaming hear speech only: silence and noise make them invent words.
  void loadDetector(bool isNeeded) {
    for (const Model &each : models) {
      if (each.type != "vad") continue;
      checkFiles(each);
      if (!each.has("model"))
        throw Failure{CUE_E_MODEL, each.subject() + " cannot be used: it names no file with the role model."};
      std::string path = each.path("model");
      SherpaOnnxVadModelConfig config{};
      config.silero_vad.model = path.c_str();
      config.silero_vad.threshold = 0.5f;
      config.silero_vad.min_silence_duration = 0.4f;
      config.silero_vad.min_speech_duration = 0.2f;
      config.silero_vad.window_size = windowFrames;
      config.silero_vad.max_speech_duration = 20;
      config.sample_rate = engineRate;
      config.num_threads = 1;
      config.provider = "cpu";
      auto create = [&] {
        Detector made(engine().CreateVoiceActivityDetector(&config, 60));
        if (!made) throw Failure{CUE_E_MODEL, each.subject() + " cannot be used: the engine refused it."};
        return made;
      };
      tryInChild(each.subject(), each.state() + "\nsherpa-onnx " + engine().version + " plugin 1", [&] {
        Detector made = create();
        std::vector<float> sound(engineRate);
        engine().VoiceActivityDetectorAcceptWaveform(made.get(), sound.data(), static_cast<int32_t>(sound.size()));
      });
      detector = create();
      return;
    }
    if (!isNeeded) return;
    throw Failure{CUE_E_MODEL, "The model recognizes stretches of speech, and there is no model of the type vad in " +
                                   modelFolders(folders) + " that finds them: 'make neural' installs one."};
  }

  // Wakes of earlier calls are forgotten first: one that comes later is this call's.
  void begin(uint64_t call) {
    runner->forgetWake();
    cancelled.begin(call);
    if (cancelled) throw Stopped{};
  }

  void honour(uint32_t field, uint32_t outcome, double value, std::string_view words) {
    cue_honoured report = honoured(field, outcome, value, words);
    if (sink.honoured(sink.data, &report) != CUE_CONTINUE) throw Stopped{};
  }

  // Gives the engine what waits, in blocks that begin at the stream's start: how sound came in changes nothing.
  void work(bool isEnd) {
    std::shared_ptr<Listening> it = listening;
    size_t block = it->stream ? engineRate / 10 : windowFrames, at = 0;
    for (; at + block <= it->waiting.size() || (isEnd && at < it->waiting.size()); at += block) {
      std::vector<float> sound(it->waiting.begin() + static_cast<ptrdiff_t>(at),
                               it->waiting.begin() + static_cast<ptrdiff_t>(std::min(at + block, it->waiting.size())));
      sound.resize(block);
      if (it->stream) {
        runner->run([it, sound] { it->stream->hear(sound); });
        noticeSpeech(sound);
        if (wantsPartials) tell(false);
      } else {
        engine().VoiceActivityDetectorAcceptWaveform(detector.get(), sound.data(), static_cast<int32_t>(block));
        segments();
      }
      if (cancelled) throw Stopped{};
    }
    it->waiting.erase(it->waiting.begin(),
                      it->waiting.begin() + static_cast<ptrdiff_t>(std::min(at, it->waiting.size())));
    if (!isEnd) return;
    if (it->stream) {
      runner->run([it] { it->stream->end(); });
    } else {
      engine().VoiceActivityDetectorFlush(detector.get());
      segments();
    }
  }

  // Whether anybody spoke: words that a streaming model hears in silence or noise do not count.
  void noticeSpeech(const std::vector<float> &sound) {
    if (!detector || listening->hasSpeech) return;
    engine().VoiceActivityDetectorAcceptWaveform(detector.get(), sound.data(), static_cast<int32_t>(sound.size()));
    listening->hasSpeech =
        engine().VoiceActivityDetectorDetected(detector.get()) || !engine().VoiceActivityDetectorEmpty(detector.get());
  }

  // Recognizes the stretches of speech that are over.
  void segments() {
    std::shared_ptr<Listening> it = listening;
    while (!engine().VoiceActivityDetectorEmpty(detector.get())) {
      const SherpaOnnxSpeechSegment *segment = engine().VoiceActivityDetectorFront(detector.get());
      double start = static_cast<double>(segment->start) / engineRate;
      auto sound = std::make_shared<std::vector<float>>(segment->samples, segment->samples + segment->n);
      engine().DestroySpeechSegment(segment);
      engine().VoiceActivityDetectorPop(detector.get());
      auto heard = std::make_shared<HeardText>();
      runner->run([it, sound, heard] { *heard = it->model->recognize(sound->data(), sound->size(), it->hotwords); });
      double end = start + static_cast<double>(sound->size()) / engineRate;
      if (!heard->text.empty()) {
        if (!it->hasSpeech) it->firstSpeech = start;
        it->hasSpeech = true;
        it->lastSpeech = end;
        it->hasTimes = it->hasTimes && heard->hasTimes;
        while (heard->text.size() > 0 && heard->text.front() == ' ') heard->text.erase(0, 1);
        it->text += (it->text.empty() ? "" : " ") + heard->text;
        if (!heard->language.empty()) it->language = heard->language;
        for (HeardWord word : heard->words) {
          word.start += start;
          word.end = std::min(word.end + start, end);
          Word added;
          static_cast<HeardWord &>(added) = word;
          it->words.push_back(added);
        }
      }
      if (wantsPartials && !isFinished) tell(false);
      uint64_t frame = std::min(it->frames, static_cast<uint64_t>(end * it->rate));
      if (sink.endpoint(sink.data, frame) != CUE_CONTINUE) throw Stopped{};
    }
  }

  // Finds the phrase that most of the words belong to, and marks those that do.
  static void mark(std::vector<Word> &words, const Listening &it) {
    static const char *const fillers[] = {"uh", "um", "erm", "er", "hmm", "mhm"};
    std::vector<std::string> heard;
    for (Word &word : words) {
      heard.push_back(plainWord(word.text));
      for (const char *each : fillers)
        if (heard.back() == each) word.flags = CUE_WORD_FILLER;
    }
    size_t best = 0;
    for (size_t p = 0; p < it.phrases.size(); p++) {
      const auto &phrase = it.phrases[p].second;
      if (phrase.empty() || heard.size() * phrase.size() > 4000000) continue;
      // The longest common run of words with gaps.
      size_t columns = phrase.size() + 1;
      std::vector<uint16_t> common((heard.size() + 1) * columns);
      for (size_t i = heard.size(); i-- > 0;)
        for (size_t k = phrase.size(); k-- > 0;)
          common[i * columns + k] = heard[i] == phrase[k]
                                        ? static_cast<uint16_t>(common[(i + 1) * columns + k + 1] + 1)
                                        : std::max(common[(i + 1) * columns + k], common[i * columns + k + 1]);
      if (common[0] <= best || 2u * common[0] < phrase.size()) continue;
      best = common[0];
      for (Word &word : words) word.phrase = 0;
      for (size_t i = 0, k = 0; i < heard.size() && k < phrase.size();) {
        if (heard[i] == phrase[k]) {
          words[i].phrase = static_cast<uint32_t>(p + 1);
          i++, k++;
        } else if (common[(i + 1) * columns + k] >= common[i * columns + k + 1]) {
          i++;
        } else {
          k++;
        }
      }
    }
  }

  void tell(bool isFinal) {
    std::shared_ptr<Listening> it = listening;
    std::vector<Word> words = it->words;
    std::string text = it->text;
    bool hasTimes = it->hasTimes;
    if (it->stream) {
      auto heard = std::make_shared<HeardText>();
      runner->run([it, heard] { *heard = it->stream->text(); });
      bool isNothing = detector && !it->hasSpeech;
      text = isNothing ? "" : heard->text;
      hasTimes = heard->hasTimes;
      words.clear();
      for (const HeardWord &each : heard->words) {
        // After the sound there is only what was put there for the model to look ahead.
        if (isNothing || each.start * it->rate >= static_cast<double>(it->frames)) break;
        Word word;
        static_cast<HeardWord &>(word) = each;
        words.push_back(word);
      }
    }
    while (!text.empty() && text.front() == ' ') text.erase(0, 1);
    if (!hasTimes) words.clear();
    if (hasTimes && words.empty()) text.clear();
    uint32_t stable = static_cast<uint32_t>(text.size());
    std::vector<cue_word> told;
    if (!words.empty()) {
      mark(words, *it);
      text.clear();
      uint32_t lastStart = 0;
      uint64_t before = 0;
      for (const Word &word : words) {
        cue_word each{};
        each.struct_size = sizeof each;
        each.text = plugin::text(word.text);
        each.start =
            std::min(it->frames, std::max(before, static_cast<uint64_t>(std::max(0.0, word.start) * it->rate)));
        each.end =
            std::min(it->frames, std::max(each.start, static_cast<uint64_t>(std::max(0.0, word.end) * it->rate)));
        before = each.end;
        each.confidence = likelihood(word.confidence);
        each.phrase = word.flags ? 0 : word.phrase;
        each.flags = word.flags;
        told.push_back(each);
        if (word.flags) continue;
        lastStart = static_cast<uint32_t>(text.size());
        text += (text.empty() ? "" : " ") + word.text;
      }
      stable = static_cast<uint32_t>(text.size());
      // The last word may still grow.
      if (it->stream && !isFinal) stable = lastStart;
    } else if (it->stream && !isFinal) {
      stable = 0;
    }
    if (it->stream && it->model->takesHotwords() && !isFinal) stable = 0;
    if (text.compare(0, it->lastStable, it->lastText, 0, it->lastStable) == 0)
      stable = std::max(stable, it->lastStable);
    stable = std::min(stable, static_cast<uint32_t>(text.size()));
    if (!isFinal && text == it->lastText && stable == it->lastStable) return;
    it->lastText = text;
    it->lastStable = stable;
    std::vector<const cue_word *> pointers;
    for (const cue_word &each : told) pointers.push_back(&each);
    cue_transcript transcript{};
    transcript.struct_size = sizeof transcript;
    transcript.revision = ++it->revision;
    transcript.text = plugin::text(text);
    transcript.stable_bytes = stable;
    transcript.words = pointers.data();
    transcript.word_count = static_cast<uint32_t>(told.size());
    bool isEmpty = text.empty();
    if (!told.empty()) {
      transcript.start = told.front().start;
      transcript.end = told.back().end;
    } else if (!isEmpty && !it->stream) {
      transcript.start = std::min(it->frames, static_cast<uint64_t>(it->firstSpeech * it->rate));
      transcript.end = std::min(it->frames, static_cast<uint64_t>(it->lastSpeech * it->rate));
    } else if (!isEmpty) {
      transcript.end = it->frames;
    }
    transcript.no_speech = it->stream && !detector ? 0 : isEmpty ? 0.95 : 0.05;
    std::string language = it->language;
    const auto &languages = it->model->description().languages;
    if (language.empty() && languages.size() == 1) language = languages.front();
    transcript.language = plugin::text(language);
    if ((isFinal ? sink.final : sink.partial)(sink.data, &transcript) != CUE_CONTINUE) throw Stopped{};
  }
};

const cue_recognizer recognizerTable = {
    sizeof(cue_recognizer),
    0,
    [](void *self, const cue_listen_request *request, const cue_listen_sink *sink, cue_error *error) {
      return plugin::guarded(error, [&] { of<Recognizer>(self).open(plugin::take(request), plugin::take(sink)); });
    },
    [](void *self, const cue_push *sound, cue_error *error) {
      return plugin::guarded(error, [&] { of<Recognizer>(self).push(plugin::take(sound)); });
    },
    [](void *self, const cue_call *call, cue_error *error) {
      return plugin::guarded(error, [&] { of<Recognizer>(self).finish(plugin::take(call).call); });
    },
    [](void *self) { of<Recognizer>(self).close(); }};

const void *Recognizer::kindTable() const { return &recognizerTable; }

}  // namespace

Instance *makeRecognizer() { return new Recognizer; }

}  // namespace sherpa
