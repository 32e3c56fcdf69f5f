// sherpa-onnx's library, opened when a plugin is activated and not with the plugin: to say what is offered needs no engine.
#pragma once

#include <sherpa-onnx/c-api/c-api.h>

#include <functional>
#include <string>

#include "plugin.hpp"

namespace sherpa {

#define CUE_SHERPA_FUNCTIONS(FUNCTION)          \
  FUNCTION(GetVersionStr)                       \
  FUNCTION(CreateOfflineTts)                    \
  FUNCTION(DestroyOfflineTts)                   \
  FUNCTION(OfflineTtsSampleRate)                \
  FUNCTION(OfflineTtsNumSpeakers)               \
  FUNCTION(OfflineTtsGenerateWithConfig)        \
  FUNCTION(DestroyOfflineTtsGeneratedAudio)     \
  FUNCTION(CreateOnlineRecognizer)              \
  FUNCTION(DestroyOnlineRecognizer)             \
  FUNCTION(CreateOnlineStream)                  \
  FUNCTION(CreateOnlineStreamWithHotwords)      \
  FUNCTION(DestroyOnlineStream)                 \
  FUNCTION(OnlineStreamAcceptWaveform)          \
  FUNCTION(IsOnlineStreamReady)                 \
  FUNCTION(DecodeOnlineStream)                  \
  FUNCTION(GetOnlineStreamResult)               \
  FUNCTION(DestroyOnlineRecognizerResult)       \
  FUNCTION(OnlineStreamInputFinished)           \
  FUNCTION(CreateOfflineRecognizer)             \
  FUNCTION(DestroyOfflineRecognizer)            \
  FUNCTION(CreateOfflineStream)                 \
  FUNCTION(CreateOfflineStreamWithHotwords)     \
  FUNCTION(DestroyOfflineStream)                \
  FUNCTION(AcceptWaveformOffline)               \
  FUNCTION(DecodeOfflineStream)                 \
  FUNCTION(GetOfflineStreamResult)              \
  FUNCTION(DestroyOfflineRecognizerResult)      \
  FUNCTION(CreateVoiceActivityDetector)         \
  FUNCTION(DestroyVoiceActivityDetector)        \
  FUNCTION(VoiceActivityDetectorAcceptWaveform) \
  FUNCTION(VoiceActivityDetectorEmpty)          \
  FUNCTION(VoiceActivityDetectorDetected)       \
  FUNCTION(VoiceActivityDetectorPop)            \
  FUNCTION(VoiceActivityDetectorFront)          \
  FUNCTION(DestroySpeechSegment)                \
  FUNCTION(VoiceActivityDetectorReset)          \
  FUNCTION(VoiceActivityDetectorFlush)          \
  FUNCTION(CreateLinearResampler)               \
  FUNCTION(DestroyLinearResampler)              \
  FUNCTION(LinearResamplerResample)             \
  FUNCTION(LinearResamplerResampleFree)         \
  FUNCTION(CreateOnlineSpeechDenoiser)          \
  FUNCTION(DestroyOnlineSpeechDenoiser)         \
  FUNCTION(OnlineSpeechDenoiserGetSampleRate)   \
  FUNCTION(OnlineSpeechDenoiserRun)             \
  FUNCTION(OnlineSpeechDenoiserFlush)           \
  FUNCTION(OnlineSpeechDenoiserReset)           \
  FUNCTION(DestroyDenoisedAudio)

struct Engine {
#define CUE_SHERPA_POINTER(name) decltype(&SherpaOnnx##name) name = nullptr;
  CUE_SHERPA_FUNCTIONS(CUE_SHERPA_POINTER)
#undef CUE_SHERPA_POINTER
  std::string version;
};

// The library's file and the host, as `init` gets them.
void remember(const cue_host *host, std::string_view path);
// The folder that this plugin's library is in.
const std::string &folder();
void log(int32_t level, const std::string &words);

// The engine; loads it the first time. Throws a plugin::Failure.
const Engine &engine();

// Runs `load`, which may take long, and tells the host meanwhile that it goes on.
void withProgress(const std::function<void()> &load);

// Runs `work` in a child process first, unless that has gone well before for the same `key`: the engine ends the process where a
// model is not what it expects, and that must be the child. Throws a plugin::Failure with a sentence about `subject`.
void tryInChild(const std::string &subject, const std::string &key, const std::function<void()> &work);

// A file in memory under a name that the engine can open.
class MemoryFile {
 public:
  MemoryFile(const char *name, std::string_view bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  const std::string &path() const { return name; }

 private:
  int file;
  std::string name;
};

}  // namespace sherpa
