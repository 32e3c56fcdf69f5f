import CuePluginKit

/// What this library offers.
public let varispeedPlugins: [OfferedPlugin] = [.effect(VarispeedEffect.self)]
