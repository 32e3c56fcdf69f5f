import CueAudio
import CueModel
import CuePlugins

/// What `host process` was asked for.
struct ProcessOptions: Equatable {
  /// A sound file; `-` for standard input.
  var input: String
  /// A sound file; `-` for standard output.
  var output: String
  /// The effects, in order.
  var effects: [PluginChoice]
  /// What raw input is made of; nothing where the input says it itself.
  var rawInput: RawSound?
  /// Whether the output has no header.
  var isRaw = false
  /// How samples are stored in the output.
  var encoding = SampleEncoding.int16
}

/// The words behind `host process`.
struct ProcessArguments {
  private var words: OptionWords
  private var plain: [String] = []
  private var effects: [PluginChoice] = []
  private var namedSettings = NamedSettings()
  private var output: String?
  private var rawInput: RawSound?
  private var isRaw = false
  private var encoding = SampleEncoding.int16
  private var manner = Manner()
  private var wantsHelp = false

  static func parse(_ words: [String]) throws(UserError) -> Invocation {
    var arguments = ProcessArguments(words: OptionWords(words))
    return try arguments.parse()
  }

  private init(words: OptionWords) { self.words = words }

  private mutating func parse() throws(UserError) -> Invocation {
    while let word = words.next() {
      switch word {
      case .plain(let plain): self.plain.append(plain)
      case .option(let option, let attached): try read(option, attached)
      }
    }
    if wantsHelp { return Invocation(command: .help(topic: "process")) }
    try placeSettings()
    guard plain.count == 1 else {
      throw usage(
        plain.isEmpty
          ? "There is no sound to process: name a file, or - for standard input."
          : "One sound is processed at a time, not \(plain.count).")
    }
    guard let output else { throw usage("-o says where the sound goes, and is missing.") }
    guard !effects.isEmpty else { throw usage("--dsp names an effect, and is missing.") }
    if manner.isJSON, output == "-" {
      throw usage("--json and -o - both need standard output.")
    }
    return Invocation(
      command: .process(
        ProcessOptions(
          input: plain[0], output: output, effects: effects, rawInput: rawInput, isRaw: isRaw,
          encoding: encoding)), manner: manner)
  }

  private mutating func read(_ option: String, _ attached: String?) throws(UserError) {
    switch option {
    case "--raw", "--json", "--quiet", "-q", "--verbose", "--help", "-h":
      try OptionWords.noValue(option, attached)
      switch option {
      case "--raw": isRaw = true
      case "--json": manner.isJSON = true
      case "--quiet", "-q": manner.isQuiet = true
      case "--verbose": manner.isVerbose = true
      default: wantsHelp = true
      }
    case "--dsp":
      let value = try words.value(of: option, attached)
      guard !value.isEmpty else { throw usage("--dsp needs a plugin.") }
      effects.append(PluginChoice(reference: PluginReference(value)))
    case "--set": try takeSetting(try words.value(of: option, attached))
    case "--output", "-o":
      output = try words.value(of: option, attached)
      if output?.isEmpty ?? true { throw usage("-o needs a file, or - for standard output.") }
    case "--raw-in":
      rawInput =
        try OptionWords.rawSound(option, try words.value(of: option, attached))
    case "--encoding":
      let value = try words.value(of: option, attached)
      guard let given = SampleEncoding(rawValue: value), [.int16, .int24, .float32].contains(given)
      else { throw usage("--encoding is s16, s24 or f32, not “\(value)”.") }
      encoding = given
    default: throw usage("There is no option \(option) for process.")
    }
  }

  private mutating func takeSetting(_ text: String) throws(UserError) {
    try namedSettings.take(
      text, onto: &effects,
      homeless: .usage("--set \(text) comes before any --dsp.", "process"))
  }

  private mutating func placeSettings() throws(UserError) {
    namedSettings.place(in: &effects)
    try namedSettings.checkPlaced("process")
  }

  private func usage(_ sentence: String) -> UserError { .usage(sentence, "process") }
}
