/// The user's settings, as the parameters have them; voice and recognizer have the same.
struct Settings: Sendable, Equatable {
  var key = ""
  var base = "https://api.openai.com/v1"
  var model = "gpt-4o-mini-tts"
  /// Speaks where a request names none.
  var voice = "alloy"
  var format = 0
  var pcmRate = 24_000
  var acting = 0
  /// What the model is told with every line.
  var instructions = ""
  var listenModel = "whisper-1"
  var listenFormat = 0
  /// What the recognizer is told in front of the expected phrases.
  var listenPrompt = ""
  /// In decibels of full scale: what is softer is silence, and is not sent.
  var silenceDecibels = -50.0
  var timeoutSeconds = 30.0
  var retries = 0
  var retryBaseMilliseconds = 1000

  /// Names of formats of the voice's sound, as the service knows them.
  static let formats = ["wav", "pcm"]
  static let actings = ["auto", "on", "off"]
  /// Names of formats of what was heard, as the service knows them, behind `auto`.
  static let listenFormats = ["auto", "verbose_json", "json"]

  /// Whether directions and tones go to the model.
  var acts: Bool {
    switch Self.actings[acting] {
    case "on": true
    case "off": false
    default: Models.takesInstructions(model)
    }
  }

  /// All that decides how a voice sounds, in words.
  var fingerprint: String {
    [
      base, model, Self.formats[format], format == 0 ? "" : "\(pcmRate) Hz",
      acts ? "acting" : "plain", instructions,
    ].joined(separator: "; ")
  }
}
