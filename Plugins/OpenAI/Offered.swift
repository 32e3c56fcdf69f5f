import CuePluginKit

/// What this library offers.
public let openAIPlugins: [OfferedPlugin] = [
  .voice(OpenAIVoice.self), .recognizer(OpenAIRecognizer.self),
]
