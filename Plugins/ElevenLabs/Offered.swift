import CuePluginKit

/// What this library offers.
public let elevenLabsPlugins: [OfferedPlugin] = [.voice(ElevenLabsVoice.self)]
