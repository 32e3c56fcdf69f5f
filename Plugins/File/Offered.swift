import CuePluginKit

/// What the library of files offers.
public let filePlugins: [OfferedPlugin] = [.device(FileDevice.self)]
