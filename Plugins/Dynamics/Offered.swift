import CuePluginKit

/// What this library offers.
public let dynamicsPlugins: [OfferedPlugin] = [.effect(DynamicsEffect.self)]
