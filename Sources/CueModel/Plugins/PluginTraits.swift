/// What a plugin is for.
public enum PluginKind: Hashable, Sendable {
  /// It speaks.
  case voice
  /// It hears words.
  case recognizer
  /// It changes sound.
  case effect
  /// It plays sound.
  case device
  /// A kind that this host does not know, as the plugin names it.
  case other(String)

  /// The kind of that ``name``.
  public init(name: String) {
    self =
      [PluginKind.voice, .recognizer, .effect, .device].first { $0.name == name } ?? .other(name)
  }

  /// "voice", "recognizer", "dsp", "device", or the plugin's own word: what users type and read.
  public var name: String {
    switch self {
    case .voice: "voice"
    case .recognizer: "recognizer"
    case .effect: "dsp"
    case .device: "device"
    case .other(let name): name
    }
  }
}

/// Whether a plugin gives the same bytes for the same request.
public enum Determinism: UInt32, Sendable {
  /// No.
  case none = 0
  /// Yes, from a freshly activated engine.
  case freshState = 1
  /// Yes, whatever came before.
  case always = 2
}

/// Whether a voice gives the same bytes for the same request.
public enum VoiceDeterminism: UInt32, Sendable {
  /// As its plugin says of all its voices.
  case asPlugin = 0
  /// No.
  case none = 1
  /// For the same seed; without one, each time others.
  case bySeed = 2
  /// Yes, with or without a seed.
  case always = 3
}

extension VoiceDeterminism {
  /// As programs read it; nil if the plugin says it of all its voices.
  public var name: String? {
    switch self {
    case .asPlugin: nil
    case .none: "none"
    case .bySeed: "seed"
    case .always: "always"
    }
  }
}

/// How a voice sounds.
public enum VoiceGender: String, CaseIterable, Sendable {
  /// A man's voice.
  case male
  /// A woman's voice.
  case female
  /// Neither.
  case neutral
}
