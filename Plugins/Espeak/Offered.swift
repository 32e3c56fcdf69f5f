import CuePluginKit

/// What the espeak library offers.
public let espeakPlugins: [OfferedPlugin] = [.voice(EspeakVoice.self)]
