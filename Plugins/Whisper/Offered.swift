import CuePluginKit

/// What this library offers.
public let whisperPlugins: [OfferedPlugin] = [.effect(WhisperEffect.self)]
