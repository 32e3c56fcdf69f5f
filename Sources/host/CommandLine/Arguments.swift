import CueModel
import CuePlugins

/// Turns words into an ``Invocation``.
///
/// Pure: reads nothing and says nothing.
struct Arguments {
  private static let commands = [
    "speak", "voices", "plugins", "devices", "tones", "rehearse", "process", "listen", "conform",
    "credentials", "speech", "practice", "script", "cast", "generate", "jobs", "library", "audio",
    "help",
  ]

  private var words: OptionWords
  private var plain: [String] = []
  private var sound = SoundOptions()
  private var manner = Manner()
  private var file: String?
  private var byLine = false
  private var roles: [String] = []
  private var cast: [String: String] = [:]
  private var actorScript: String?
  private var startLine = 1
  private var pauseMilliseconds: Int?
  private var showsEmoji = true
  private var wantsHelp = false
  private var wantsVersion = false
  private var lastPlugin = LastPlugin.none
  /// Settings for a plugin by its id, to be placed when all plugins are known.
  private var namedSettings = NamedSettings()

  private enum LastPlugin { case none, voice, effect, device }

  /// Parses the words behind the program's name.
  ///
  /// `hasInput`: standard input is no terminal, so text may come from there.
  static func parse(_ words: [String], hasInput: Bool) throws(UserError) -> Invocation {
    var words = words
    var name: String?
    if let first = words.first, first == "plugin" || first == "doctor" {
      return try PluginArguments.parse(first, Array(words.dropFirst()))
    }
    if let first = words.first, Arguments.commands.contains(first) {
      name = first
      words.removeFirst()
    }
    if name == "conform" { return try ConformArguments.parse(words) }
    if name == "process" { return try ProcessArguments.parse(words) }
    if name == "speech" { return try SpeechArguments.parse(words, hasInput: hasInput) }
    if name == "practice" { return try PracticeArguments.parse(words) }
    if name == "generate" { return try GenerateArguments.parse(words) }
    if name == "jobs" { return try JobsArguments.parse(words) }
    if name == "script" { return try ScriptArguments.parse(words) }
    if name == "cast" { return try CastArguments.parse(words) }
    if let name, name == "library" || name == "audio" {
      return try LibraryArguments.parse(name, words)
    }
    if name == "listen" { return try ListenArguments.parse(words) }
    var arguments = Arguments(words: OptionWords(words))
    return try arguments.parse(name, hasInput: hasInput)
  }

  private init(words: OptionWords) { self.words = words }

  private mutating func parse(_ name: String?, hasInput: Bool) throws(UserError) -> Invocation {
    try readOptions()
    try placeSettings()
    if wantsVersion { return Invocation(command: .version) }
    if wantsHelp { return Invocation(command: .help(topic: name)) }
    return Invocation(command: try command(name, hasInput: hasInput), manner: manner)
  }

  private mutating func command(_ name: String?, hasInput: Bool) throws(UserError) -> Command {
    switch name {
    case nil, "speak":
      if let file {
        try none(plain, "Words and --file were both given; there is one text.")
        return .speak(
          file == "-" ? .standardInput : .file(file), byLine: byLine, try checkedSound())
      }
      if !plain.isEmpty {
        return .speak(
          .words(plain.joined(separator: " ")), byLine: byLine, try checkedSound())
      }
      guard hasInput else { return .help(topic: name) }
      return .speak(.standardInput, byLine: byLine, try checkedSound())
    case "voices":
      let named = plain.map { PluginChoice(reference: PluginReference($0)) }
      return .voices(sound.voices + named, language: sound.language)
    case "plugins":
      let rescans = plain.first == "rescan"
      return .plugins(Array(rescans ? plain.dropFirst() : plain[...]), rescans: rescans)
    case "devices":
      return .devices(
        (sound.device.map { [$0] } ?? []) + plain.map { .init(reference: PluginReference($0)) })
    case "tones": return .tones(showsEmoji: showsEmoji)
    case "rehearse":
      guard plain.count == 1 else {
        throw usage(
          plain.isEmpty ? "A rehearsal needs a script." : "A rehearsal has one script.",
          "rehearse")
      }
      return .rehearse(
        RehearseOptions(
          script: plain[0], roles: roles, cast: cast, actorScript: actorScript,
          startLine: startLine, pauseMilliseconds: pauseMilliseconds, showsEmoji: showsEmoji),
        try checkedSound())
    case "credentials": return .credentials(try credentials())
    default: return .help(topic: plain.first)
    }
  }

  private func credentials() throws(UserError) -> CredentialsAction {
    let name = plain.count > 2 ? plain[2] : "key"
    switch (plain.first, plain.count) {
    case ("list", 1): return .list
    case ("set", 2...3): return .set(plugin: plain[1], name: name)
    case ("set", 4...):
      throw usage(
        "A key is never given on the command line, where others can read it: it is asked for, "
          + "or read from standard input.", "credentials")
    case ("remove", 2...3): return .remove(plugin: plain[1], name: name)
    default:
      throw usage("Credentials can be listed, set PLUGIN, or removed PLUGIN.", "credentials")
    }
  }

  private func checkedSound() throws(UserError) -> SoundOptions {
    if sound.isRaw, sound.output == nil {
      throw usage("--raw says how sound is written, and no -o says where.", "speak")
    }
    if manner.isJSON, sound.output == "-" {
      throw usage("--json and -o - both need standard output.", "speak")
    }
    return sound
  }

  // Options.

  private mutating func readOptions() throws(UserError) {
    while let word = words.next() {
      switch word {
      case .plain(let plain): self.plain.append(plain)
      case .option(let option, let attached): try read(option, attached)
      }
    }
  }

  private mutating func read(_ option: String, _ attached: String?) throws(UserError) {
    let flags = [
      "--ssml", "--raw", "--json", "--quiet", "-q", "--verbose", "--help", "-h", "--version",
      "--lines", "--no-emoji",
    ]
    if flags.contains(option) {
      try OptionWords.noValue(option, attached)
      switch option {
      case "--ssml": sound.isSSML = true
      case "--raw": sound.isRaw = true
      case "--json": manner.isJSON = true
      case "--quiet", "-q": manner.isQuiet = true
      case "--verbose": manner.isVerbose = true
      case "--lines": byLine = true
      case "--no-emoji": showsEmoji = false
      case "--version": wantsVersion = true
      default: wantsHelp = true
      }
      return
    }
    let values = [
      "--voice", "-v", "--dsp", "--rate", "--pitch", "--volume", "--tone", "--language", "-l",
      "--file",
      "-f",
      "--output", "-o", "--device", "--set", "--key-fd", "--as", "--cast", "--script-actor",
      "--from",
      "--pause-ms",
    ]
    guard values.contains(option) else {
      throw usage("There is no option \(option).")
    }
    try take(option, try words.value(of: option, attached))
  }

  private mutating func take(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--voice", "-v":
      let references = PluginReference.list(value)
      guard !references.isEmpty else { throw usage("--voice needs a plugin.") }
      sound.voices += references.map { PluginChoice(reference: $0) }
      lastPlugin = .voice
    case "--dsp":
      guard !value.isEmpty else { throw usage("--dsp needs a plugin.") }
      sound.effects.append(PluginChoice(reference: PluginReference(value)))
      lastPlugin = .effect
    case "--device":
      sound.device = PluginChoice(reference: PluginReference(value))
      lastPlugin = .device
    case "--set": try takeSetting(value)
    case "--key-fd": try OptionWords.keyDescriptor(value, in: &sound.keyDescriptors)
    case "--rate": sound.speed = try OptionWords.number(option, value, 0.1...10)
    case "--pitch": sound.pitchSemitones = try OptionWords.number(option, value, -24...24)
    case "--volume": sound.volume = try OptionWords.number(option, value, 0...4)
    case "--tone": sound.tones += try OptionWords.tones(value)
    case "--language", "-l": sound.language = value
    case "--file", "-f": file = value
    case "--output", "-o":
      guard !value.isEmpty else { throw usage("-o needs a file, or - for standard output.") }
      sound.output = value
    case "--as": roles.append(value)
    case "--cast":
      guard let equals = value.firstIndex(of: "="), equals != value.startIndex else {
        throw usage("--cast takes NAME=VOICE, as in --cast ALEX=flite:rms.")
      }
      cast[String(value[..<equals])] = String(value[value.index(after: equals)...])
    case "--script-actor": actorScript = value
    case "--from": startLine = Int(try OptionWords.number(option, value, 1...1_000_000))
    default: pauseMilliseconds = Int(try OptionWords.number(option, value, 0...60_000))
    }
  }

  /// `NAME=VALUE` for the plugin option before it, `ID:NAME=VALUE` for that plugin.
  private mutating func takeSetting(_ text: String) throws(UserError) {
    guard let setting = try namedSettings.take(text) else { return }
    switch lastPlugin {
    case .voice: sound.voices[sound.voices.count - 1].settings.append(setting)
    case .effect: sound.effects[sound.effects.count - 1].settings.append(setting)
    case .device: sound.device?.settings.append(setting)
    case .none:
      throw usage(
        "--set \(text) comes before any plugin; put it behind --voice, --dsp or --device, or name the "
          + "plugin as in --set flite:\(text).")
    }
  }

  private mutating func placeSettings() throws(UserError) {
    namedSettings.place(in: &sound.voices)
    namedSettings.place(in: &sound.effects)
    if var device = sound.device.map({ [$0] }) {
      namedSettings.place(in: &device)
      sound.device = device[0]
    }
    try namedSettings.checkPlaced()
  }

  /// Whether the user means `choice` by `name`: its id, its path, or the name within its path.
  static func isNamed(_ choice: PluginChoice, _ name: String) -> Bool {
    choice.reference.plugin == name || PluginSearch.stem(of: choice.reference.plugin) == name
  }

  private func none(_ words: [String], _ sentence: String) throws(UserError) {
    if !words.isEmpty { throw usage(sentence) }
  }

  private func usage(_ sentence: String, _ topic: String? = nil) -> UserError {
    .usage(sentence, topic)
  }
}
