import CuePluginKit

/// What this library offers.
public let sonicPlugins: [OfferedPlugin] = [.effect(SonicEffect.self)]
