// What sherpa-onnx itself takes to say lines, without Cue: a Piper voice as the plugin loads it, phonemes by eSpeak NG, one call
// for each line.
//
//   sherpa VOICE.onnx < LINES      with VOICE.onnx.json beside it
//
// After an empty line it writes what speaking took since the last one: nanoseconds of the clock, of processor time, to the first
// sound of the last line, and milliseconds of sound.
#include <espeak-ng/speak_lib.h>
#include <jansson.h>
#include <sherpa-onnx/c-api/c-api.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "Onnx.hpp"

static double seconds(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

static void add(std::vector<int32_t> &points, const char *text) {
  while (*text) {
    auto lead = static_cast<unsigned char>(*text++);
    int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    int32_t point = more ? lead & (0x3f >> more) : lead;
    for (; more > 0; more--) point = point << 6 | (static_cast<unsigned char>(*text++) & 0x3f);
    points.push_back(point);
  }
}

static std::string inMemory(const std::string &bytes) {
  int file = memfd_create("model", 0);
  if (file < 0 || write(file, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) std::exit(1);
  return "/proc/self/fd/" + std::to_string(file);
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  std::string voice = arguments[1], tokens;
  json_t *description = json_load_file((voice + ".json").c_str(), 0, nullptr), *each;
  if (!description) return 1;
  const char *symbol;
  json_object_foreach(json_object_get(description, "phoneme_id_map"), symbol, each) tokens +=
      std::string(symbol) + " " + std::to_string(json_integer_value(json_array_get(each, 0))) + "\n";
  std::string rate =
      std::to_string(json_integer_value(json_object_get(json_object_get(description, "audio"), "sample_rate")));
  std::string model, tokensFile = inMemory(tokens);
  {
    sherpa::MappedFile file(voice);
    model = inMemory(sherpa::OnnxCopy(file.bytes(), {{"model_type", "vits"},
                                                     {"comment", "piper"},
                                                     {"language", "English"},
                                                     {"voice", "en-us"},
                                                     {"has_espeak", "1"},
                                                     {"n_speakers", "1"},
                                                     {"sample_rate", rate}})
                         .bytes());
  }
  espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nullptr, espeakINITIALIZE_DONT_EXIT);
  espeak_SetVoiceByName("en-us");
  SherpaOnnxOfflineTtsConfig config{};
  config.model.vits.model = model.c_str();
  config.model.vits.tokens = tokensFile.c_str();
  config.model.vits.noise_scale = 0.667f;
  config.model.vits.noise_scale_w = 0.8f;
  config.model.num_threads = 1;
  config.model.provider = "cpu";
  config.max_num_sentences = 1;
  const SherpaOnnxOfflineTts *tts = SherpaOnnxCreateOfflineTts(&config);
  if (!tts) return 1;
  std::string line;
  double sound = 0, wall = 0, processor = 0, first = 0;
  while (std::getline(std::cin, line)) {
    if (line.empty()) {
      std::printf("%.0f %.0f %.0f %.0f\n", 1e9 * wall, 1e9 * processor, 1e9 * first, 1000 * sound);
      std::fflush(stdout);
      sound = wall = processor = 0;
      continue;
    }
    double began = seconds(CLOCK_MONOTONIC), used = seconds(CLOCK_PROCESS_CPUTIME_ID);
    std::vector<int32_t> points;
    for (const void *at = line.c_str(); at;) {
      if (!points.empty()) points.push_back(' ');
      add(points, espeak_TextToPhonemes(&at, espeakCHARS_UTF8, 2));
      points.push_back(at ? ',' : '.');
    }
    auto length = static_cast<int32_t>(points.size());
    SherpaOnnxGenerationConfig settings{};
    settings.speed = 1;
    settings.phoneme_codepoints = points.data();
    settings.phoneme_codepoints_lens = &length;
    settings.phoneme_codepoints_num_sentences = 1;
    const SherpaOnnxGeneratedAudio *audio =
        SherpaOnnxOfflineTtsGenerateWithConfig(tts, "", &settings, nullptr, nullptr);
    if (!audio) return 1;
    sound += static_cast<double>(audio->n) / audio->sample_rate;
    SherpaOnnxDestroyOfflineTtsGeneratedAudio(audio);
    // It gives a sentence in one piece.
    first = seconds(CLOCK_MONOTONIC) - began;
    wall += first;
    processor += seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
  }
}
