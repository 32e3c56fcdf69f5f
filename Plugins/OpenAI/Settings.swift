/// The user's settings, as the parameters have them; voice and recognizer have the same.
struct Settings: Sendable, Equatable {
  var key = ""
  var base = "https://api.openai.com/v1"
  /// Empty for the one that openai.json names, or that the service lists.
  var model = ""
  /// Speaks where a request names none.
  var voice = "alloy"
  var format = 0
  var pcmRate = 24_000
  var acting = 0
  /// What the model gets with every line.
  var instructions = ""
  /// Empty, as for ``model``.
  var listenModel = ""
  var listenFormat = 0
  /// What the recognizer gets before the expected phrases.
  var listenPrompt = ""
  /// In decibels of full scale: what is softer is silence, and is not sent.
  var silenceDecibels = -50.0
  var timeoutSeconds = 30.0
  var retries = 0
  var retryBaseMilliseconds = 1000
  /// The most characters of a request; 0 for the limit of the model.
  var mostCharacters = 0

  /// Names of formats of the voice's sound, as the service knows them.
  static let formats = ["wav", "pcm"]
  static let actings = ["auto", "on", "off"]
  /// Names of formats of what was heard, as the service knows them, after `auto`.
  static let listenFormats = ["auto", "verbose_json", "json"]

  /// Whether directions and tones go to `model`.
  func acts(_ model: Model) -> Bool {
    switch Self.actings[acting] {
    case "on": true
    case "off": false
    default: model.takesInstructions
    }
  }

  /// All that decides how a voice of `model` sounds, in words.
  func fingerprint(_ model: Model) -> String {
    [
      base, model.id, Self.formats[format], format == 0 ? "" : "\(pcmRate) Hz",
      acts(model) ? "acting" : "plain", instructions,
    ].joined(separator: "; ")
  }
}
