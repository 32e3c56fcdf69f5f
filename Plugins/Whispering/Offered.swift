import CuePluginKit

/// What this library offers.
public let whisperingPlugins: [OfferedPlugin] = [.effect(WhisperingEffect.self)]
