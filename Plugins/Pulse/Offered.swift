import CuePluginKit

/// What the PulseAudio library offers.
public let pulsePlugins: [OfferedPlugin] = [.device(PulseDevice.self)]
