import CuePluginKit

/// What this library offers.
public let rubberBandPlugins: [OfferedPlugin] = [.effect(RubberBandEffect.self)]
