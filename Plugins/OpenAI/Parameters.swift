import CueABI
import CuePluginKit
import ServicePlugin

/// What a user may set, by number.
enum Setting: UInt32, SettingNumber {
  case key = 1
  case base = 2
  case model = 3
  case voice = 4
  case format = 5
  case pcmRate = 6
  case acting = 7
  case instructions = 8
  case listenModel = 9
  case listenFormat = 10
  case listenPrompt = 11
  case silence = 12
  case timeout = 13
  case retries = 14
  case retryBase = 15
  case mostCharacters = 16
}

extension Settings {
  /// The parameters, with the initial values of ``Settings``.
  static var parameters: [Parameter] {
    let initial = Settings()
    return [
      Setting.key.parameter(
        "key", .text(initial: ""),
        "Your API key; a service on this machine may need none.", isSecret: true),
      Setting.base.parameter(
        "base-url", .text(initial: initial.base),
        "Where the service is, as in http://127.0.0.1:8880/v1.", changesSound: true),
      Setting.model.parameter(
        "model", .text(initial: initial.model),
        "The model that speaks; empty: gpt-audio-1.5 at OpenAI, elsewhere one that the service lists.",
        changesSound: true),
      Setting.voice.parameter(
        "voice", .text(initial: initial.voice), "Speaks where no voice is named.",
        changesSound: true),
      Setting.format.parameter(
        "format", .choice(formats, initial: initial.format),
        "The format of the sound: wav tells its rate, pcm is plain samples of pcm-rate.",
        changesSound: true),
      Setting.pcmRate.parameter(
        "pcm-rate", .integer(8000...48_000, initial: initial.pcmRate), unit: "Hz",
        "The rate of plain samples, where the service does not tell it.", changesSound: true),
      Setting.acting.parameter(
        "acting", .choice(actings, initial: initial.acting),
        "Whether the model gets directions and tones as instructions; auto: as openai.json says.",
        changesSound: true),
      Setting.instructions.parameter(
        "instructions", .text(initial: ""),
        "Instructions for the model with every line, if it takes instructions.", changesSound: true),
      Setting.listenModel.parameter(
        "listen-model", .text(initial: initial.listenModel),
        "The model that recognizes speech; empty: gpt-transcribe at OpenAI, elsewhere one that the service lists."
      ),
      Setting.listenFormat.parameter(
        "listen-format", .choice(listenFormats, initial: initial.listenFormat),
        "How the model answers: verbose_json has times of words; auto: as openai.json says."),
      Setting.listenPrompt.parameter(
        "listen-prompt", .text(initial: ""),
        "A prompt for the recognizer, in front of names and the expected line."),
      Setting.silence.parameter(
        "silence", .number(-90...(-20), initial: initial.silenceDecibels), unit: "dB",
        "Softer sound is silence and is not sent; 0 dB is full scale."),
      Setting.timeout.parameter(
        "timeout", .number(0.01...600, initial: initial.timeoutSeconds), unit: "s",
        "How long to wait for a connection, an answer, or its next bytes."),
      Setting.retries.retries(initial.retries),
      Setting.retryBase.retryBase(milliseconds: initial.retryBaseMilliseconds),
      Setting.mostCharacters.mostCharacters,
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
    case (.model, .text(let text)): model = trimmed(text)
    case (.voice, .text(let text)): voice = trimmed(text)
    case (.format, .number(let number)): format = Int(number)
    case (.pcmRate, .number(let number)): pcmRate = Int(number)
    case (.acting, .number(let number)): acting = Int(number)
    case (.instructions, .text(let text)): instructions = trimmed(text)
    case (.listenModel, .text(let text)): listenModel = trimmed(text)
    case (.listenFormat, .number(let number)): listenFormat = Int(number)
    case (.listenPrompt, .text(let text)): listenPrompt = trimmed(text)
    case (.silence, .number(let number)): silenceDecibels = number
    case (.timeout, .number(let number)): timeoutSeconds = number
    case (.retries, .number(let number)): retries = Int(number)
    case (.retryBase, .number(let number)): retryBaseMilliseconds = Int(number)
    case (.mostCharacters, .number(let number)): mostCharacters = Int(number)
    default: throw PluginFailure(CUE_E_INVALID, "That parameter takes another type of value.")
    }
  }
}
