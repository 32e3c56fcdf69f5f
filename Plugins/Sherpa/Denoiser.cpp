// Takes noise out of speech, by an installed model.
#include <cmath>
#include <deque>

#include "HeardModel.hpp"
#include "Kit.hpp"
#include "Resampler.hpp"

namespace sherpa {

using plugin::Failure;

namespace {
const char *const features[] = {CUE_FEATURE_DENOISE};
}

const cue_descriptor denoiserDescriptor = {
    sizeof(cue_descriptor),
    CUE_PER_INSTANCE,
    CUE_DETERMINISM_ALWAYS,
    CUE_FLAG_LINKS_GPL | CUE_FLAG_NOT_REALTIME,
    "sherpa-denoise",
    CUE_KIND_DSP,
    CUE_TEXT("Neural denoiser"),
    CUE_TEXT("Cue"),
    CUE_TEXT("1.0"),
    CUE_TEXT("GPL-3.0-or-later"),
    CUE_TEXT("https://github.com/k2-fsa/sherpa-onnx"),
    CUE_TEXT("Takes noise out of speech, by an installed model (GTCRN, DPDFNet)."),
    features,
    1,
    0};

namespace {

const std::vector<Parameter> denoiserParameters = {
    {1, CUE_PARAM_TEXT, CUE_PARAM_NEEDS_RESTART, "models", "",
     "Folders with models in place of the usual ones, with : between them.", 0, 0, 0}};

// One channel: to the model's rate, through the model, and back.
class Channel {
 public:
  Channel(const SherpaOnnxOnlineSpeechDenoiser *denoiser, uint32_t rate)
      : denoiser(denoiser),
        modelRate(engine().OnlineSpeechDenoiserGetSampleRate(denoiser)),
        down(rate, static_cast<uint32_t>(modelRate)),
        up(static_cast<uint32_t>(modelRate), rate) {}
  ~Channel() { engine().DestroyOnlineSpeechDenoiser(denoiser); }
  Channel(const Channel &) = delete;
  Channel &operator=(const Channel &) = delete;

  void take(const std::vector<float> &sound, bool isEnd) {
    std::vector<float> low, clean, high;
    down.take(sound, isEnd, low);
    if (!low.empty())
      keep(engine().OnlineSpeechDenoiserRun(denoiser, low.data(), static_cast<int32_t>(low.size()), modelRate), clean);
    if (isEnd) keep(engine().OnlineSpeechDenoiserFlush(denoiser), clean);
    up.take(clean, isEnd, high);
    for (float each : high) ready.push_back(std::isfinite(each) ? each : 0);
  }

  std::deque<float> ready;

 private:
  const SherpaOnnxOnlineSpeechDenoiser *denoiser;
  int32_t modelRate;
  Resampler down, up;

  static void keep(const SherpaOnnxDenoisedAudio *audio, std::vector<float> &out) {
    if (!audio) return;
    if (audio->samples && audio->n > 0) out.insert(out.end(), audio->samples, audio->samples + audio->n);
    engine().DestroyDenoisedAudio(audio);
  }
};

// The engine allocates while it works, so that sound which is played while it is cleaned may falter on a busy machine.
class Denoiser : public Instance {
 public:
  Denoiser() : Instance(denoiserParameters) {}
  const char *kind() const override { return CUE_KIND_DSP; }
  const void *kindTable() const override;
  void set(uint32_t, double, const std::string &words) override { folders = words; }
  void reset() override {
    if (rate) start();
  }

  void activate() override {
    engine();
    std::string first;
    for (const Model &each : installedModels(folders)) {
      if (each.type != "denoise") continue;
      try {
        checkFiles(each);
        if (!each.has("model")) throw Failure{CUE_E_MODEL, each.subject() + " names no file with the role model."};
        model = each;
        withProgress([&] {
          tryInChild(each.subject(), each.state() + "\nsherpa-onnx " + engine().version + " plugin 1", [&] {
            const SherpaOnnxOnlineSpeechDenoiser *trial = create();
            std::vector<float> sound(16000);
            Channel(trial, 48000).take(sound, true);
          });
        });
        isLoaded = true;
        return;
      } catch (const Failure &failure) {
        if (first.empty()) first = failure.sentence;
      }
    }
    if (!first.empty()) throw Failure{CUE_E_MODEL, first};
    throw Failure{CUE_E_MODEL, "There is no model of the type denoise in " + modelFolders(folders) +
                                   ": put one there, with a description as in Documentation/Models.md."};
  }

  void configure(uint32_t newRate, uint32_t newChannels) {
    if (!isLoaded) throw Failure{CUE_E_STATE, "The plugin has not been activated."};
    if (newRate < 4000 || newRate > 384000) throw Failure{CUE_E_RATE, "The rate goes from 4000 to 384000 Hz."};
    if (newChannels == 0 || newChannels > 8) throw Failure{CUE_E_FORMAT, "There are 1 to 8 channels."};
    rate = newRate;
    channelCount = newChannels;
    start();
  }

  int32_t process(cue_process &block) {
    if (!rate) return CUE_E_STATE;
    if (block.event_count) return CUE_E_INVALID;
    block.used = block.produced = 0;
    // What is ready goes first; then there is room for more.
    if (readyFrames() > 0 && (readyFrames() >= block.output_capacity || block.input_frames == 0)) {
      block.produced = write(block.output, block.output_capacity, false);
      return CUE_OK;
    }
    if (block.input_frames) {
      for (uint32_t c = 0; c < channelCount; c++) {
        std::vector<float> sound(block.input_frames);
        for (uint32_t i = 0; i < block.input_frames; i++)
          sound[i] = block.input[static_cast<size_t>(i) * channelCount + c];
        channels[c]->take(sound, false);
      }
      block.used = block.input_frames;
      taken += block.input_frames;
    }
    block.produced = write(block.output, block.output_capacity, false);
    return CUE_OK;
  }

  int32_t flush(cue_process &block) {
    block.used = block.produced = 0;
    if (!rate) return CUE_E_STATE;
    if (block.event_count) return CUE_E_INVALID;
    if (!isEnded) {
      isEnded = true;
      if (taken)
        for (auto &each : channels) each->take({}, true);
    }
    block.produced = write(block.output, block.output_capacity, true);
    return CUE_OK;
  }

 private:
  std::string folders;
  Model model;
  bool isLoaded = false, isEnded = false;
  uint32_t rate = 0, channelCount = 0;
  uint64_t taken = 0, given = 0;
  std::vector<std::unique_ptr<Channel>> channels;

  const SherpaOnnxOnlineSpeechDenoiser *create() {
    std::string path = model.path("model");
    SherpaOnnxOnlineSpeechDenoiserConfig config{};
    // The two families are distinguished by the model's description of itself.
    bool isDpdfnet = model.description.find("DPDFNet") != std::string::npos || model.id.rfind("dpdfnet", 0) == 0;
    (isDpdfnet ? config.model.dpdfnet.model : config.model.gtcrn.model) = path.c_str();
    config.model.num_threads = 1;
    config.model.provider = "cpu";
    const SherpaOnnxOnlineSpeechDenoiser *made = engine().CreateOnlineSpeechDenoiser(&config);
    if (!made) throw Failure{CUE_E_MODEL, model.subject() + " cannot be used: the engine refused it."};
    return made;
  }

  void start() {
    channels.clear();
    for (uint32_t i = 0; i < channelCount; i++) channels.push_back(std::make_unique<Channel>(create(), rate));
    taken = given = 0;
    isEnded = false;
  }

  size_t readyFrames() const { return channels.front()->ready.size(); }

  // As many frames as came in go out, in all: what the engine adds at the end is dropped, and what it lacks is silence.
  uint32_t write(float *output, uint32_t capacity, bool isLast) {
    uint64_t left = taken - given;
    auto count = static_cast<uint32_t>(std::min<uint64_t>({capacity, left, isLast ? left : readyFrames()}));
    for (uint32_t c = 0; c < channelCount; c++) {
      std::deque<float> &ready = channels[c]->ready;
      for (uint32_t i = 0; i < count; i++) {
        float sample = 0;
        if (!ready.empty()) {
          sample = ready.front();
          ready.pop_front();
        }
        output[static_cast<size_t>(i) * channelCount + c] = sample;
      }
    }
    given += count;
    return count;
  }
};

const cue_dsp denoiserTable = {
    sizeof(cue_dsp),
    0,
    [](void *self, const cue_configure *wanted, cue_error *error) {
      return plugin::guarded(error, [&] {
        cue_configure asked = plugin::take(wanted);
        if (asked.output_channels && asked.output_channels != asked.input_channels)
          throw Failure{CUE_E_FORMAT, "As many channels come out as go in."};
        of<Denoiser>(self).configure(asked.rate, asked.input_channels);
      });
    },
    [](void *self, cue_process *block) {
      int32_t status = CUE_OK;
      int32_t failed = plugin::guarded(nullptr, [&] { status = of<Denoiser>(self).process(*block); });
      return failed < 0 ? failed : status;
    },
    [](void *self, cue_process *block) {
      int32_t status = CUE_OK;
      int32_t failed = plugin::guarded(nullptr, [&] { status = of<Denoiser>(self).flush(*block); });
      return failed < 0 ? failed : status;
    },
    [](void *) { return 0u; },
    [](void *) { return 0u; },
    nullptr};

const void *Denoiser::kindTable() const { return &denoiserTable; }

}  // namespace

Instance *makeDenoiser() { return new Denoiser; }

}  // namespace sherpa
