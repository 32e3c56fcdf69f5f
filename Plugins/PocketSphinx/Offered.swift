import CuePluginKit

/// What the PocketSphinx library offers.
public let pocketSphinxPlugins: [OfferedPlugin] = [.recognizer(PocketSphinxRecognizer.self)]
