#include "HeardModel.hpp"

#include <cmath>
#include <fstream>
#include <map>

#include "Onnx.hpp"
#include "Text.hpp"

namespace sherpa {

using plugin::Failure;

namespace {

struct Kind {
  bool isStreaming;
  std::vector<const char *> needed;
};

const std::map<std::string, Kind> &kinds() {
  static const std::map<std::string, Kind> kinds = {
      {"transducer", {true, {"encoder", "decoder", "joiner", "tokens"}}},
      {"streaming-ctc", {true, {"model", "tokens"}}},
      {"streaming-paraformer", {true, {"encoder", "decoder", "tokens"}}},
      {"offline-transducer", {false, {"encoder", "decoder", "joiner", "tokens"}}},
      {"whisper", {false, {"encoder", "decoder", "tokens"}}},
      {"moonshine", {false, {"encoder", "tokens"}}},
      {"sense-voice", {false, {"model", "tokens"}}},
      {"paraformer", {false, {"model", "tokens"}}},
      {"ctc", {false, {"model", "tokens"}}},
      {"nemo-ctc", {false, {"model", "tokens"}}}};
  return kinds;
}

constexpr int32_t rateHertz = 16000;
constexpr size_t moonshineTokens = 32768;
const char *const wordMark = "\xe2\x96\x81";  // SentencePiece's sign for a blank

bool startsWith(const std::string &text, const char *start) { return text.rfind(start, 0) == 0; }

std::string lowered(std::string text) {
  bool hasLower = false;
  for (char each : text) hasLower = hasLower || (each >= 'a' && each <= 'z');
  if (!hasLower)
    for (char &each : text)
      if (each >= 'A' && each <= 'Z') each = static_cast<char>(each | 0x20);
  return text;
}

// Chinese, Japanese and Korean have no blanks between words.
bool standsAlone(const std::string &token) {
  if (token.empty()) return false;
  size_t at = 0;
  char32_t point = codePoint(token, at);
  return at == token.size() && ((point >= 0x3040 && point < 0xa000) || (point >= 0xac00 && point < 0xd7b0));
}

// Words of tokens: one that begins with a blank or its sign begins a word.
HeardText gather(const char *text, const char *const *tokens, const float *times, const float *durations,
                 const float *logs, int32_t count) {
  HeardText heard;
  std::string all = text ? text : "";
  bool allUpper = lowered(all) != all;
  heard.text = lowered(all);
  heard.hasTimes = times && count > 0;
  if (!heard.hasTimes) return heard;
  bool begins = true;
  for (int32_t i = 0; i < count; i++) {
    std::string token = tokens[i] ? tokens[i] : "";
    if (startsWith(token, "<") && token.back() == '>') continue;
    bool isMarked = startsWith(token, wordMark) || startsWith(token, " ");
    if (startsWith(token, wordMark)) token.erase(0, 3);
    while (startsWith(token, " ")) token.erase(0, 1);
    bool goesOn = token.size() > 2 && token.compare(token.size() - 2, 2, "@@") == 0;
    if (goesOn) token.resize(token.size() - 2);
    bool alone = standsAlone(token);
    if (isMarked || begins || alone || heard.words.empty()) {
      if (token.empty()) {
        begins = true;
        continue;
      }
      heard.words.push_back({"", times[i], times[i], 2});
    }
    begins = alone;
    HeardWord &word = heard.words.back();
    word.text += allUpper ? lowered(token) : token;
    word.end = times[i] + (durations ? durations[i] : 0.08);
    if (logs) word.confidence = std::min(word.confidence, std::exp(static_cast<double>(logs[i])));
  }
  // A word lasts until the next one begins, and not longer than words do.
  for (size_t i = 0; i < heard.words.size(); i++) {
    HeardWord &word = heard.words[i];
    if (word.confidence > 1) word.confidence = -1;
    if (i + 1 < heard.words.size())
      word.end = std::min(std::max(word.end, word.start + 0.05), heard.words[i + 1].start);
    if (!std::isfinite(word.start) || !std::isfinite(word.end)) heard.hasTimes = false;
  }
  // The words are the text, whatever blanks the engine puts between them.
  return heard;
}

std::string base64(std::string_view bytes) {
  static const char *const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    std::string_view part = bytes.substr(at, 3);
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; i++) bits = bits << 8 | (i < part.size() ? static_cast<uint8_t>(part[i]) : 0);
    for (size_t i = 0; i < 4; i++) text += i <= part.size() ? digits[bits >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

// The tokens of Moonshine's tokenizer.bin in the form that the engine reads: a line "TOKEN NUMBER" for each, the token in
// base64. In the file each token is its length and that many bytes; a length above 127 takes two bytes, the lower seven
// bits first.
std::string tokensOfMoonshine(std::string_view file) {
  std::string lines;
  size_t number = 0;
  auto add = [&](std::string_view token) { lines += base64(token) + " " + std::to_string(number++) + "\n"; };
  for (size_t at = 0; at < file.size();) {
    size_t length = static_cast<uint8_t>(file[at++]);
    if (length > 127 && at < file.size()) length += (static_cast<uint8_t>(file[at++]) << 7) - 128;
    if (length > file.size() - at) throw BadModel{"it is cut off, or no tokenizer of Moonshine"};
    add(file.substr(at, length));
    at += length;
  }
  // The network has signs after the words; it is not meant to say them.
  while (number < moonshineTokens) add("<<ST_" + std::to_string(number) + ">>");
  return lines;
}

}  // namespace

bool HeardModel::hears(const std::string &type) { return kinds().count(type) != 0; }
bool HeardModel::isStreaming() const { return kinds().at(model.type).isStreaming; }

void checkFiles(const Model &model) {
  if (!model.fault.empty()) throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: " + model.fault + "."};
  for (const auto &[role, file] : model.files) {
    std::string path = model.path(role.c_str());
    try {
      MappedFile mapped(path);
      if (path.size() > 5 && path.compare(path.size() - 5, 5, ".onnx") == 0) inspectOnnx(mapped.bytes());
      if (mapped.bytes().empty()) throw BadModel{"the file is empty"};
    } catch (const BadModel &bad) {
      throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: " + path + ": " + bad.reason + "."};
    }
  }
}

HeardModel::HeardModel(const Model &given, int32_t threads, double hotwordScore) : model(given) {
  checkFiles(model);
  for (const char *role : kinds().at(model.type).needed)
    if (!model.has(role))
      throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: its description names no file with the role " +
                                     role + ", which a model of the type " + model.type + " has."};
  engine();
  std::string path = model.path("tokens");
  if (model.type == "moonshine" && path.size() > 4 && path.compare(path.size() - 4, 4, ".bin") == 0) {
    try {
      tokens = std::make_unique<MemoryFile>("tokens", tokensOfMoonshine(MappedFile(path).bytes()));
    } catch (const BadModel &bad) {
      throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: " + path + ": " + bad.reason + "."};
    }
    path = tokens->path();
  }
  beam = model.has("bpe") && (model.type == "transducer" || model.type == "offline-transducer");
  std::ifstream words(path, std::ios::binary);
  std::string all((std::istreambuf_iterator<char>(words)), std::istreambuf_iterator<char>());
  capitals = all.find("\nTHE ") != all.npos || all.find(std::string(wordMark) + "THE ") != all.npos;
  std::string key = model.state() + "\nsherpa-onnx " + engine().version + " plugin 1";
  withProgress([&] {
    tryInChild(model.subject(), key, [&] {
      create(1, hotwordScore);
      std::vector<float> sound(rateHertz);
      for (size_t i = 0; i < sound.size(); i++) sound[i] = 0.05f * std::sin(static_cast<float>(i) * 0.08f);
      if (isStreaming()) {
        Stream stream(*this, "");
        stream.hear(sound);
        stream.end();
        stream.text();
      } else {
        recognize(sound.data(), sound.size(), "");
      }
    });
    create(threads, hotwordScore);
  });
}

void HeardModel::create(int32_t threads, double hotwordScore) {
  std::map<std::string, std::string> paths;
  for (const auto &[role, file] : model.files) paths[role] = model.path(role.c_str());
  if (tokens) paths["tokens"] = tokens->path();
  auto path = [&](const char *role) -> const char * {
    auto found = paths.find(role);
    return found == paths.end() ? "" : found->second.c_str();
  };
  std::string language = model.languages.size() == 1 ? model.languages.front().substr(0, 2) : "";
  // The engine has a type for each of the two, whose fields are called the same.
  auto prepare = [&](auto &config) {
    config.feat_config = {rateHertz, 80};
    config.model_config.tokens = path("tokens");
    config.model_config.num_threads = threads;
    config.model_config.provider = "cpu";
    config.decoding_method = beam ? "modified_beam_search" : "greedy_search";
    config.max_active_paths = 4;
    config.hotwords_score = static_cast<float>(hotwordScore);
  };
  auto makeTransducer = [&](auto &kind) {
    kind.transducer = {path("encoder"), path("decoder"), path("joiner")};
    kind.modeling_unit = beam ? "bpe" : "";
    kind.bpe_vocab = path("bpe");
  };
  if (isStreaming()) {
    SherpaOnnxOnlineRecognizerConfig config{};
    prepare(config);
    auto &kind = config.model_config;
    if (model.type == "transducer") {
      makeTransducer(kind);
    } else if (model.type == "streaming-ctc") {
      kind.zipformer2_ctc.model = path("model");
    } else {
      kind.paraformer = {path("encoder"), path("decoder")};
    }
    online = engine().CreateOnlineRecognizer(&config);
  } else {
    SherpaOnnxOfflineRecognizerConfig config{};
    prepare(config);
    auto &kind = config.model_config;
    if (model.type == "offline-transducer") {
      makeTransducer(kind);
    } else if (model.type == "whisper") {
      kind.whisper.encoder = path("encoder");
      kind.whisper.decoder = path("decoder");
      kind.whisper.language = language.c_str();
      kind.whisper.task = "transcribe";
      kind.whisper.tail_paddings = -1;
    } else if (model.type == "moonshine") {
      kind.moonshine = {path("preprocessor"), path("encoder"), path("uncached-decoder"), path("cached-decoder"),
                        path("merged-decoder")};
    } else if (model.type == "sense-voice") {
      kind.sense_voice = {path("model"), language.c_str(), 1};
    } else if (model.type == "paraformer") {
      kind.paraformer.model = path("model");
    } else if (model.type == "nemo-ctc") {
      kind.nemo_ctc.model = path("model");
    } else {
      kind.zipformer_ctc.model = path("model");
    }
    offline = engine().CreateOfflineRecognizer(&config);
  }
  if (!online && !offline) throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: the engine refused it."};
}

HeardModel::~HeardModel() {
  if (online) engine().DestroyOnlineRecognizer(online);
  if (offline) engine().DestroyOfflineRecognizer(offline);
}

std::string HeardModel::asWritten(const std::string &words) const {
  std::string written;
  for (char each : words) {
    if (each == '/' || each == '\n' || each == ':' || static_cast<unsigned char>(each) < 0x20) each = ' ';
    if (std::string(".,;!?\"()").find(each) != std::string::npos) continue;
    if (capitals && each >= 'a' && each <= 'z') each = static_cast<char>(each & ~0x20);
    written += each;
  }
  return written;
}

HeardModel::Stream::Stream(const HeardModel &model, const std::string &hotwords)
    : model(model),
      stream(hotwords.empty() ? engine().CreateOnlineStream(model.online)
                              : engine().CreateOnlineStreamWithHotwords(model.online, hotwords.c_str())) {
  if (!stream) throw Failure{CUE_E_INTERNAL, "The engine could not begin to listen."};
}

HeardModel::Stream::~Stream() { engine().DestroyOnlineStream(stream); }

void HeardModel::Stream::hear(const std::vector<float> &sound) {
  engine().OnlineStreamAcceptWaveform(stream, rateHertz, sound.data(), static_cast<int32_t>(sound.size()));
  while (engine().IsOnlineStreamReady(model.online, stream)) engine().DecodeOnlineStream(model.online, stream);
}

void HeardModel::Stream::end() {
  // The model looks ahead, so that its last words come with sound after them.
  hear(std::vector<float>(rateHertz * 2 / 3));
  engine().OnlineStreamInputFinished(stream);
  while (engine().IsOnlineStreamReady(model.online, stream)) engine().DecodeOnlineStream(model.online, stream);
}

HeardText HeardModel::Stream::text() const {
  const SherpaOnnxOnlineRecognizerResult *result = engine().GetOnlineStreamResult(model.online, stream);
  if (!result) return {};
  HeardText heard = gather(result->text, result->tokens_arr, result->timestamps, nullptr, nullptr, result->count);
  engine().DestroyOnlineRecognizerResult(result);
  return heard;
}

HeardText HeardModel::recognize(const float *sound, size_t count, const std::string &hotwords) const {
  const SherpaOnnxOfflineStream *stream = hotwords.empty()
                                              ? engine().CreateOfflineStream(offline)
                                              : engine().CreateOfflineStreamWithHotwords(offline, hotwords.c_str());
  if (!stream) throw Failure{CUE_E_INTERNAL, "The engine could not begin to listen."};
  engine().AcceptWaveformOffline(stream, rateHertz, sound, static_cast<int32_t>(count));
  engine().DecodeOfflineStream(offline, stream);
  HeardText heard;
  if (const SherpaOnnxOfflineRecognizerResult *result = engine().GetOfflineStreamResult(stream)) {
    heard = gather(result->text, result->tokens_arr, result->timestamps, result->durations, result->ys_log_probs,
                   result->count);
    if (result->lang) heard.language = result->lang;
    engine().DestroyOfflineRecognizerResult(result);
  }
  engine().DestroyOfflineStream(stream);
  return heard;
}

}  // namespace sherpa
