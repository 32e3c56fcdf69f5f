/// The user's settings, as the parameters have them.
struct Settings: Sendable, Equatable {
  var key = ""
  var base = "https://api.elevenlabs.io"
  var region = 0
  var model = "eleven_flash_v2_5"
  var toneTable = 0
  /// Below 0: by tone.
  var stability = -1.0
  var style = -1.0
  var similarity = -1.0
  var usesSpeakerBoost = true
  var outputRate = 0
  var timeoutSeconds = 15.0
  var retries = 0
  var retryBaseMilliseconds = 1000
  var wantsTimestamps = true
  var stitches = false
  var latencyOptimization = 0
  var normalization = 0
  var keepsNothing = false
  /// The most characters of a request; 0 for the limit of the model.
  var mostCharacters = 0
  /// Pronunciation dictionaries of the user's account, as they are set.
  var dictionaries = ""

  /// The rates in the order of the choices.
  static let rates: [UInt32] = [24000, 22050, 16000, 44100]
  /// Where the service keeps its data, in the order of the choices.
  static let regions = [
    (name: "global", address: "https://api.elevenlabs.io"),
    (name: "us", address: "https://api.us.elevenlabs.io"),
    (name: "eu", address: "https://api.eu.residency.elevenlabs.io"),
    (name: "in", address: "https://api.in.residency.elevenlabs.io"),
    (name: "sg", address: "https://api.sg.residency.elevenlabs.io"),
  ]
  static let normalizations = ["auto", "on", "off"]

  /// Where requests go: an address of the user's own wins over the region.
  var address: String { base == Self.regions[0].address ? Self.regions[region].address : base }

  var table: ToneTable { ToneTable.all[toneTable] }
  var rateHertz: UInt32 { Self.rates[outputRate] }
  var outputFormat: String { "pcm_\(rateHertz)" }

  /// All that decides how a voice sounds, in words.
  var fingerprint: String {
    [
      model, "tones \(table.name)", outputFormat, "stability \(stability)", "style \(style)",
      "similarity \(similarity)", "boost \(usesSpeakerBoost)",
      "normalization \(Self.normalizations[normalization])", "latency \(latencyOptimization)",
      "stitch \(stitches)",
    ].joined(separator: "; ") + (dictionaries.isEmpty ? "" : "; dictionaries \(dictionaries)")
  }
}
