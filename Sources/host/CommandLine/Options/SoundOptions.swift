import CueModel
import CuePlugins

/// What all commands that make sound have in common.
struct SoundOptions: Equatable {
  /// A fallback chain, the best first; empty for the default.
  var voices: [PluginChoice] = []
  /// Effects that the sound goes through, in order.
  var effects: [PluginChoice] = []
  /// Each for when those before it fail; empty if none was asked for.
  var devices: [PluginChoice] = []
  /// A factor; 1 is the voice's own speed.
  var speed = 1.0
  /// Semitones; 0 is the voice's own pitch.
  var pitchSemitones = 0.0
  var formantSemitones = 0.0
  /// A linear gain; 1 is the voice's own volume.
  var volume = 1.0
  var tones = ToneWishes()
  var language = ""
  var isSSML = false
  /// `-` for standard output; nil for a device.
  var output: String?
  var isRaw = false
  /// Secrets by plugin id, to be read from a descriptor.
  var keyDescriptors: [String: Int32] = [:]
  /// Whether no voice stands in for another.
  var isStrict = false
  /// Whether what voices of services say is kept and reused.
  var keepsClips = true
}

/// Tones and manners, for all characters or for one.
struct ToneWishes: Equatable {
  /// The tones and manners of one character.
  struct Part: Equatable {
    /// In any case.
    var name: String
    var expression: Expression
  }

  /// For all characters.
  var all = Expression()
  var parts: [Part] = []

  /// By the keys of characters, as `key` finds them.
  func byKey<Failure: Error>(
    _ key: (String) throws(Failure) -> String
  ) throws(Failure) -> [String: Expression] {
    var found: [String: Expression] = [:]
    for part in parts {
      let key = try key(part.name)
      found[key] = (found[key] ?? Expression()).and(part.expression)
    }
    return found
  }
}

extension SoundOptions {
  /// The device that was asked for first.
  var device: PluginChoice? {
    get { devices.first }
    set { devices = newValue.map { [$0] } ?? [] }
  }

  /// Checks that a file without a header has a name, and that events and sound do not mix; else explains what is wrong.
  func check(_ manner: OutputManner) throws(UserError) {
    if isRaw, output == nil {
      throw .usage("--raw says how sound is written, and no -o says where.")
    }
    if manner.isJSON, output == "-" {
      throw .usage("--json and -o - both need standard output.")
    }
  }
}
