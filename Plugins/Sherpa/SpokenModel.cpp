#include "SpokenModel.hpp"

#include <jansson.h>

#include <cmath>
#include <fstream>

#include "Onnx.hpp"
#include "Tempo.hpp"

namespace sherpa {

using plugin::Failure;

namespace {

struct Kind {
  std::vector<const char *> needed, allowed;
  bool takesPhonemes;
};

const std::map<std::string, Kind> &kinds() {
  static const std::map<std::string, Kind> kinds = {
      {"piper", {{"model", "config"}, {}, true}},
      {"vits", {{"model", "tokens"}, {"lexicon", "rules"}, true}},
      {"matcha", {{"model", "vocoder", "tokens"}, {"lexicon", "rules"}, true}},
      {"kokoro", {{"model", "voices", "tokens"}, {"lexicon", "rules"}, true}},
      {"kitten", {{"model", "voices", "tokens"}, {"lexicon"}, true}},
      {"supertonic", {{"durations", "encoder", "estimator", "vocoder", "config", "letters", "voices"}, {}, false}}};
  return kinds;
}

}  // namespace

bool SpokenModel::speaks(const std::string &type) { return kinds().count(type) != 0; }

SpokenModel::SpokenModel(const Model &given) : model(given) {
  if (!model.fault.empty()) throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: " + model.fault + "."};
  const Kind &kind = kinds().at(model.type);
  for (const char *role : kind.needed)
    if (!model.has(role))
      throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: its description names no file with the role " +
                                     role + ", which a model of the type " + model.type + " has."};
  takesPhonemes = kind.takesPhonemes && !model.has("lexicon");
  if (takesPhonemes) {
    loadPhonemes();
    if (model.espeak.empty() && !model.languages.empty()) model.espeak = lowerTag(model.languages.front());
  }
  engine();
  prepareFiles();
  readTokens();
  std::string key = model.state() + "\nsherpa-onnx " + engine().version + " plugin 2";
  // A sentence as a Piper voice knows it: most other voices know these letters, too.
  Sentence probe{};
  probe.clauses.push_back({"hello", '.'});
  auto load = [&] {
    tryInChild(model.subject(), key, [&] {
      const SherpaOnnxOfflineTts *trial = create();
      if (!trial) throw Failure{CUE_E_MODEL, ""};
      tts = trial;
      std::vector<float> sound = say(probe, {}, 1, {});
      float loudest = 0;
      for (float each : sound) loudest = std::max(loudest, std::fabs(each));
      if (!sound.empty() && loudest == 0) throw Failure{CUE_E_MODEL, "it gives no numbers that are sound"};
      if (sound.empty() && (!takesPhonemes || known.count('h'))) throw Failure{CUE_E_MODEL, "it gives no sound"};
    });
    tts = create();
  };
  withProgress(load);
  if (!tts) throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: the engine refused it."};
  copies.clear();  // the engine has read them
  rateHertz = static_cast<uint32_t>(engine().OfflineTtsSampleRate(tts));
  if (rateHertz < 1 || rateHertz > 768000) {
    engine().DestroyOfflineTts(tts);
    throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: it names a sample rate of " +
                                   std::to_string(static_cast<int32_t>(rateHertz)) + " Hz."};
  }
}

SpokenModel::~SpokenModel() {
  if (tts) engine().DestroyOfflineTts(tts);
}

void SpokenModel::prepareFiles() {
  for (const auto &[role, file] : model.files) {
    std::string path = model.path(role.c_str());
    paths[role] = path;
    bool isOnnx = path.size() > 5 && path.compare(path.size() - 5, 5, ".onnx") == 0;
    try {
      MappedFile mapped(path);
      if (!isOnnx) {
        if (mapped.bytes().empty()) throw BadModel{"the file is empty"};
        continue;
      }
      if (model.type == "piper" && role == "model") {
        preparePiper(path);
        continue;
      }
      OnnxSummary summary = inspectOnnx(mapped.bytes());
      if (!summary.drawsNoise) continue;
      if (summary.isInParts) throw BadModel{"its numbers are in another file, which this plugin does not read"};
      OnnxCopy copy(mapped.bytes(), {});
      copies.push_back(std::make_unique<MemoryFile>("model", copy.bytes()));
      paths[role] = copies.back()->path();
    } catch (const BadModel &bad) {
      throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: " + path + ": " + bad.reason + "."};
    }
  }
}

// A Piper voice says in a file of JSON what the engine looks for in the model.
void SpokenModel::preparePiper(const std::string &file) {
  json_error_t error;
  std::unique_ptr<json_t, void (*)(json_t *)> config(json_load_file(model.path("config").c_str(), 0, &error),
                                                     json_decref);
  const json_t *root = config.get();
  MappedFile mapped(file);
  OnnxSummary summary = inspectOnnx(mapped.bytes());
  bool isPiper = false;
  for (const std::string &each : summary.inputs) isPiper = isPiper || each == "scales";
  if (!isPiper) throw BadModel{"it has no input “scales”, so it is no Piper voice"};
  if (summary.isInParts) throw BadModel{"its numbers are in another file, which this plugin does not read"};
  const json_t *ids = json_object_get(root, "phoneme_id_map");
  auto phonemeType = json_string_value(json_object_get(root, "phoneme_type"));
  if (phonemeType && std::string(phonemeType) != "espeak")
    throw BadModel{std::string("it wants phonemes of the kind “") + phonemeType +
                   "”; this plugin has those of eSpeak NG"};
  std::string tokens;
  const char *symbol;
  json_t *each;
  json_object_foreach(const_cast<json_t *>(ids), symbol, each) {
    const json_t *id = json_is_array(each) ? json_array_get(each, 0) : each;
    if (!json_is_integer(id) || json_integer_value(id) < 0 || json_integer_value(id) > 65535)
      throw BadModel{"its description has a phoneme without a number"};
    if (*symbol == '\n' || !*symbol) continue;
    tokens += std::string(symbol) + " " + std::to_string(json_integer_value(id)) + "\n";
  }
  auto value = [&](const char *key, double usual, double most) {
    const json_t *number = json_object_get(json_object_get(root, "inference"), key);
    double given = json_is_number(number) ? json_number_value(number) : usual;
    return given > 0 && given <= most ? given : usual;
  };
  noise = value("noise_scale", 0.667, 10);
  noiseOfLengths = value("noise_w", 0.8, 10);
  ownLength = value("length_scale", 1, 20);
  auto speakers =
      static_cast<size_t>(std::max<json_int_t>(1, json_integer_value(json_object_get(root, "num_speakers"))));
  OnnxCopy copy(mapped.bytes(), {{"model_type", "vits"},
                                 {"comment", "piper"},
                                 {"language", model.languages.empty() ? "unknown" : model.languages.front()},
                                 {"voice", model.espeak},
                                 {"has_espeak", "1"},
                                 {"n_speakers", std::to_string(speakers)},
                                 {"sample_rate", std::to_string(model.rate)}});
  copies.push_back(std::make_unique<MemoryFile>("model", copy.bytes()));
  paths["model"] = copies.back()->path();
  copies.push_back(std::make_unique<MemoryFile>("tokens", tokens));
  paths["tokens"] = copies.back()->path();
}

// Which code points the voice knows. The engine would print a line for each other one.
void SpokenModel::readTokens() {
  if (!takesPhonemes) return;
  std::ifstream file(paths["tokens"], std::ios::binary);
  std::string line;
  while (std::getline(file, line)) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    size_t blank = line.rfind(' ');
    if (blank == line.npos) continue;
    std::string symbol = line.substr(0, blank);
    if (symbol.empty()) symbol = " ";
    size_t at = 0;
    if (static_cast<unsigned char>(symbol[0]) >= 0xf8) continue;
    char32_t point = codePoint(symbol, at);
    if (at == symbol.size()) known.insert(point);
  }
  if (known.empty())
    throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: " + paths["tokens"] + " lists no tokens."};
}

const SherpaOnnxOfflineTts *SpokenModel::create() const {
  auto path = [&](const char *role) -> const char * {
    auto found = paths.find(role);
    return found == paths.end() ? "" : found->second.c_str();
  };
  // Files of one kind for several languages ("lexicon-zh", "rules-date"), as the engine wants them.
  auto all = [&](const std::string &role) {
    std::string joined;
    for (const auto &[each, file] : paths)
      if (each == role || each.rfind(role + "-", 0) == 0) joined += (joined.empty() ? "" : ",") + file;
    return joined;
  };
  const std::string lexicons = all("lexicon"), rules = all("rules");
  SherpaOnnxOfflineTtsConfig config{};
  config.model.num_threads = 1;
  config.model.provider = "cpu";
  config.max_num_sentences = 1;
  config.rule_fsts = rules.c_str();
  config.silence_scale = 1;
  if (model.type == "piper" || model.type == "vits") {
    auto &vits = config.model.vits;
    vits.model = path("model");
    vits.tokens = path("tokens");
    vits.lexicon = lexicons.c_str();
    vits.noise_scale = static_cast<float>(noise);
    vits.noise_scale_w = static_cast<float>(noiseOfLengths);
  } else if (model.type == "matcha") {
    config.model.matcha.acoustic_model = path("model");
    config.model.matcha.vocoder = path("vocoder");
    config.model.matcha.tokens = path("tokens");
    config.model.matcha.lexicon = lexicons.c_str();
  } else if (model.type == "kokoro") {
    config.model.kokoro.model = path("model");
    config.model.kokoro.voices = path("voices");
    config.model.kokoro.tokens = path("tokens");
    config.model.kokoro.lexicon = lexicons.c_str();
  } else if (model.type == "kitten") {
    config.model.kitten.model = path("model");
    config.model.kitten.voices = path("voices");
    config.model.kitten.tokens = path("tokens");
    config.model.kitten.lexicon = lexicons.c_str();
  } else {
    auto &supertonic = config.model.supertonic;
    supertonic.duration_predictor = path("durations");
    supertonic.text_encoder = path("encoder");
    supertonic.vector_estimator = path("estimator");
    supertonic.vocoder = path("vocoder");
    supertonic.tts_json = path("config");
    supertonic.unicode_indexer = path("letters");
    supertonic.voice_style = path("voices");
  }
  return engine().CreateOfflineTts(&config);
}

// VITS counts in whole frames, at least one for each phoneme and each gap between two, so a third of its time stays whatever it is
// asked for; beyond a third faster it would swallow phonemes.
double SpokenModel::asked(double speed, double &rest) const {
  rest = 1;
  if (model.type != "piper" && model.type != "vits") return speed;
  constexpr double fastestOwn = 1.3, stays = 0.33;
  double own = std::min(speed, fastestOwn);
  rest = speed / own;
  return (1 - stays) / (1 / own - stays);
}

std::vector<float> SpokenModel::say(const Sentence &sentence, const Speaker &speaker, double speed,
                                    const Lexicon &lexicon) const {
  SherpaOnnxGenerationConfig settings{};
  settings.silence_scale = 1;
  double rest;
  settings.speed = static_cast<float>(asked(speed, rest) / ownLength);
  settings.sid = speaker.number;
  std::string text;
  std::vector<int32_t> points;
  int32_t count = 0;
  if (readsPhonemes(speaker)) {
    std::string espeak = !speaker.espeak.empty()      ? speaker.espeak
                         : !speaker.languages.empty() ? lowerTag(speaker.languages.front())
                                                      : model.espeak;
    points = phonemes(sentence, espeak, lexicon, known);
    if (points.empty()) return {};
    count = static_cast<int32_t>(points.size());
    settings.phoneme_codepoints = points.data();
    settings.phoneme_codepoints_lens = &count;
    settings.phoneme_codepoints_num_sentences = 1;
  } else {
    for (const Clause &each : sentence.clauses) {
      if (!text.empty()) text += ' ';
      for (char byte : each.text) text += byte == '\0' ? ' ' : byte;
      if (each.sign) text += static_cast<char>(each.sign);
    }
  }
  return faster(generate(tts, settings, text), rest, rateHertz);
}

std::vector<float> SpokenModel::generate(const SherpaOnnxOfflineTts *with, const SherpaOnnxGenerationConfig &settings,
                                         const std::string &text) const {
  const SherpaOnnxGeneratedAudio *audio =
      engine().OfflineTtsGenerateWithConfig(with, text.c_str(), &settings, nullptr, nullptr);
  if (!audio) return {};
  std::vector<float> sound;
  if (audio->samples && audio->n > 0) sound.assign(audio->samples, audio->samples + audio->n);
  engine().DestroyOfflineTtsGeneratedAudio(audio);
  for (float &each : sound)
    if (!std::isfinite(each)) each = 0;
  return sound;
}

}  // namespace sherpa
