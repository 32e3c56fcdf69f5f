import CueABI
import CuePluginKit
import ServicePlugin

/// What a user may set, by number.
enum Setting: UInt32, SettingNumber {
  case key = 1
  case base = 2
  case model = 3
  case toneTable = 4
  case stability = 5
  case style = 6
  case similarity = 7
  case speakerBoost = 8
  case outputRate = 9
  case timeout = 10
  case retries = 11
  case retryBase = 12
  case timestamps = 13
  case stitch = 14
  case latency = 15
  case normalization = 16
  case zeroRetention = 17
  case region = 18
  case mostCharacters = 19
  case dictionaries = 20
}

extension Settings {
  /// The parameters, with the initial values of ``Settings``.
  static var parameters: [Parameter] {
    let initial = Settings()
    func byTone(_ setting: Setting, _ name: String, _ summary: String) -> Parameter {
      setting.parameter(
        name, .number(-1...1, initial: -1), "\(summary), 0 to 1; -1: by the line's tones.",
        changesSound: true)
    }
    return [
      Setting.key.parameter("key", .text(initial: ""), "Your ElevenLabs API key.", isSecret: true),
      Setting.base.parameter(
        "base-url", .text(initial: initial.base),
        "Where the service is, as an address; it wins over region."),
      Setting.region.parameter(
        "region", .choice(regions.map(\.name), initial: 0),
        "Where the service keeps and processes what is sent; an account belongs to one region."),
      Setting.model.parameter(
        "model", .text(initial: initial.model), "The service's model, by its id.",
        changesSound: true),
      Setting.toneTable.parameter(
        "tone-table", .choice(ToneTable.all.map(\.name), initial: 0),
        "Which table turns tones into voice settings.", changesSound: true),
      byTone(.stability, "stability", "How alike every reading is"),
      byTone(.style, "style", "How much the voice's style is exaggerated"),
      byTone(.similarity, "similarity", "How close it stays to the recorded voice"),
      Setting.speakerBoost.parameter(
        "speaker-boost", .toggle(initial: initial.usesSpeakerBoost),
        "Brings the voice closer to its speaker, a little later.", changesSound: true),
      Setting.outputRate.parameter(
        "output-rate", .choice(rates.map { "pcm_\($0)" }, initial: 0),
        "The format of the sound; pcm_44100 needs the service's Pro tier.", changesSound: true),
      Setting.timeout.parameter(
        "timeout", .number(0.01...600, initial: initial.timeoutSeconds), unit: "s",
        "How long to wait for a connection, an answer, or the next bytes of sound."),
      Setting.retries.retries(initial.retries),
      Setting.retryBase.retryBase(milliseconds: initial.retryBaseMilliseconds),
      Setting.timestamps.parameter(
        "timestamps", .toggle(initial: initial.wantsTimestamps),
        "Asks for times of words when word events are wanted."),
      Setting.stitch.parameter(
        "stitch", .toggle(initial: initial.stitches),
        "Lets a line continue the sound of the voice's lines before it.", changesSound: true),
      Setting.latency.parameter(
        "latency-optimization", .integer(0...4, initial: initial.latencyOptimization),
        "Trades quality for an earlier first sound; 4 also reads no numbers.", changesSound: true),
      Setting.normalization.parameter(
        "text-normalization", .choice(normalizations, initial: 0),
        "Whether numbers and dates are spelled out first.", changesSound: true),
      Setting.zeroRetention.parameter(
        "zero-retention", .toggle(initial: initial.keepsNothing),
        "Asks the service to keep nothing; for enterprise accounts, and without stitching."),
      Setting.mostCharacters.mostCharacters,
      Setting.dictionaries.parameter(
        "dictionaries", .text(initial: ""),
        "Pronunciation dictionaries of your account: ID[:VERSION], with commas between.",
        changesSound: true),
    ]
  }

  /// Takes a value that the kit has checked against ``parameters``.
  mutating func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {
    guard let setting = Setting(rawValue: id) else {
      throw PluginFailure(CUE_E_NOT_FOUND, "There is no parameter \(id).")
    }
    switch (setting, value) {
    case (.key, .text(let text)): key = trimmed(text)
    case (.base, .text(let text)): base = trimmed(text)
    case (.region, .number(let number)): region = Int(number)
    case (.model, .text(let text)): model = trimmed(text)
    case (.toneTable, .number(let number)): toneTable = Int(number)
    case (.stability, .number(let number)): stability = try Self.share(number, "stability")
    case (.style, .number(let number)): style = try Self.share(number, "style")
    case (.similarity, .number(let number)): similarity = try Self.share(number, "similarity")
    case (.speakerBoost, .number(let number)): usesSpeakerBoost = number != 0
    case (.outputRate, .number(let number)): outputRate = Int(number)
    case (.timeout, .number(let number)): timeoutSeconds = number
    case (.retries, .number(let number)): retries = Int(number)
    case (.retryBase, .number(let number)): retryBaseMilliseconds = Int(number)
    case (.timestamps, .number(let number)): wantsTimestamps = number != 0
    case (.stitch, .number(let number)): stitches = number != 0
    case (.latency, .number(let number)): latencyOptimization = Int(number)
    case (.normalization, .number(let number)): normalization = Int(number)
    case (.zeroRetention, .number(let number)): keepsNothing = number != 0
    case (.mostCharacters, .number(let number)): mostCharacters = Int(number)
    case (.dictionaries, .text(let text)): dictionaries = trimmed(text)
    default: throw PluginFailure(CUE_E_INVALID, "That parameter takes another type of value.")
    }
  }

  private static func share(_ number: Double, _ name: String) throws(PluginFailure) -> Double {
    guard number >= 0 || number == -1 else {
      throw PluginFailure(CUE_E_INVALID, "\(name) goes from 0 to 1, or is -1 for “by tone”.")
    }
    return number
  }
}
