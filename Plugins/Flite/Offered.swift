import CuePluginKit

/// What the flite library offers.
public let flitePlugins: [OfferedPlugin] = [.voice(FliteVoice.self)]
