import CuePluginKit

/// What the mock library offers.
public let mockPlugins: [OfferedPlugin] = [
  .voice(MockVoice.self), .recognizer(MockRecognizer.self), .effect(MockEffect.self),
  .device(MockDevice.self),
]
