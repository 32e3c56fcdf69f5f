import CueAudio
import CueModel
import CuePlugins
import CuePractice
import CueText

/// Turns the words behind `host practice` into ``PracticeOptions``.
///
/// Pure: reads nothing and says nothing.
struct PracticeArguments {
  private enum LastPlugin { case none, voice, effect, device, recognizer }

  private var words: OptionWords
  private var options = PracticeOptions()
  private var sound = SoundOptions()
  private var sources: [String] = []
  private var manner = Manner()
  private var lastPlugin = LastPlugin.none
  private var namedSettings = NamedSettings()

  static func parse(_ words: [String]) throws(UserError) -> Invocation {
    var arguments = PracticeArguments(words: OptionWords(words))
    return try arguments.parse()
  }

  private init(words: OptionWords) { self.words = words }

  private mutating func parse() throws(UserError) -> Invocation {
    while let word = words.next() {
      switch word {
      case .plain(let plain): sources.append(plain)
      case .option("--help", _), .option("-h", _):
        return Invocation(command: .help(topic: "practice"))
      case .option(let option, let attached): try read(option, attached)
      }
    }
    guard sources.count == 1 else {
      throw usage(
        sources.isEmpty
          ? "Practice needs a speech: its title, its number, or a file."
          : "Practice takes one speech, not \(sources.count); a title of several words is quoted.")
    }
    options.source = sources[0]
    try placeSettings()
    try check()
    return Invocation(command: .practice(options, sound), manner: manner)
  }

  private func check() throws(UserError) {
    let needsMicrophone = options.listens || options.pause == .untilQuiet
    if needsMicrophone, options.microphone == nil {
      throw usage(
        "\(options.listens ? "--listen" : "--until-quiet") needs to hear you, and no --microphone "
          + "says where from.")
    }
    if options.microphone != nil, !needsMicrophone {
      throw usage(
        "--microphone says where you are heard, and neither --listen nor --until-quiet why.")
    }
    if options.source == "-", options.microphone == "-" {
      throw usage("The text and the microphone cannot both be standard input.")
    }
    if options.listens, options.pause == .off {
      throw usage("--listen hears what you repeat, and --pause off leaves no time for it.")
    }
    if sound.isRaw, sound.output == nil {
      throw usage("--raw says how sound is written, and no -o says where.")
    }
    if manner.isJSON, sound.output == "-" {
      throw usage("--json and -o - both need standard output.")
    }
  }

  private static let flags = [
    "--json", "--quiet", "-q", "--verbose", "--plain", "--bell", "--until-quiet", "--listen",
    "--auto-resume", "--markdown", "--truncate", "--raw",
  ]
  private static let values = [
    "--by", "--rate", "--rates", "--pause", "--pause-factor", "--from", "--loop", "--minutes",
    "--script-speaker", "--microphone", "--microphone-raw", "--recognizer", "--voice", "-v",
    "--dsp", "--device", "--set", "--pitch", "--volume", "--tone", "--language", "-l", "--output",
    "-o", "--key-fd",
  ]

  private mutating func read(_ option: String, _ attached: String?) throws(UserError) {
    if PracticeArguments.flags.contains(option) {
      try OptionWords.noValue(option, attached)
      return raise(option)
    }
    guard PracticeArguments.values.contains(option) else {
      throw usage("There is no option \(option).")
    }
    let value = try words.value(of: option, attached)
    switch option {
    case "--voice", "-v", "--dsp", "--device", "--recognizer", "--set", "--key-fd":
      try takePlugin(option, value)
    case "--pitch", "--volume", "--tone", "--language", "-l", "--output", "-o":
      try takeSound(option, value)
    default: try take(option, value)
    }
  }

  private mutating func raise(_ flag: String) {
    switch flag {
    case "--json": manner.isJSON = true
    case "--verbose": manner.isVerbose = true
    case "--plain": options.isPlain = true
    case "--bell": options.rings = true
    case "--until-quiet": options.pause = .untilQuiet
    case "--listen": options.listens = true
    case "--auto-resume": options.resumesAfterInterruption = true
    case "--markdown": options.isMarkdown = true
    case "--truncate": options.truncates = true
    case "--raw": sound.isRaw = true
    default: manner.isQuiet = true
    }
  }

  private mutating func take(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--by":
      guard let kind = Segment.Kind(rawValue: value) else {
        throw usage("--by is sentence or paragraph, not “\(value)”.")
      }
      options.granularity = kind
    case "--rate": options.rates = [try anyNumber(option, value)]
    case "--rates":
      var rates: [Double] = []
      for part in value.split(separator: ",", omittingEmptySubsequences: false) {
        rates.append(try anyNumber(option, String(part)))
      }
      options.rates = rates
    case "--pause":
      guard let pause = PracticeWords.pause(value) else {
        throw usage("--pause is on or off, not “\(value)”.")
      }
      options.pause = pause
    case "--pause-factor": options.pauseFactor = try anyNumber(option, value)
    case "--from":
      options.firstSegment = Int(try OptionWords.number(option, value, 1...1_000_000))
    case "--loop":
      do throws(PracticeWordsError) { options.loop = try PracticeWords.range(value) } catch {
        throw usage("--loop: \(error).")
      }
    case "--minutes": options.minutes = try OptionWords.number(option, value, 0.01...1440)
    case "--script-speaker": options.script = value
    case "--microphone":
      guard !value.isEmpty else {
        throw usage("--microphone needs a file, or - for standard input.")
      }
      options.microphone = value
    default: options.microphoneFormat = try OptionWords.rawSound(option, value)
    }
  }

  /// A number that is moved into its range later, with a word.
  private func anyNumber(_ option: String, _ text: String) throws(UserError) -> Double {
    try OptionWords.number(option, text, -1000...1000)
  }

  private mutating func takeSound(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--pitch": sound.pitchSemitones = try OptionWords.number(option, value, -24...24)
    case "--volume": sound.volume = try OptionWords.number(option, value, 0...4)
    case "--tone": sound.tones += try OptionWords.tones(value)
    case "--language", "-l": sound.language = try SpeechArguments.language(value)
    default:
      guard !value.isEmpty else { throw usage("-o needs a file, or - for standard output.") }
      sound.output = value
    }
  }

  // Plugins.

  private mutating func takePlugin(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--voice", "-v":
      let references = PluginReference.list(value)
      guard !references.isEmpty else { throw usage("--voice needs a plugin.") }
      sound.voices += references.map { PluginChoice(reference: $0) }
      options.voice = options.voice.map { $0 + "," + value } ?? value
      lastPlugin = .voice
    case "--recognizer":
      let references = PluginReference.list(value)
      guard !references.isEmpty else { throw usage("--recognizer needs a plugin.") }
      options.recognizers += references.map { PluginChoice(reference: $0) }
      lastPlugin = .recognizer
    case "--dsp":
      guard !value.isEmpty else { throw usage("--dsp needs a plugin.") }
      sound.effects.append(PluginChoice(reference: PluginReference(value)))
      lastPlugin = .effect
    case "--device":
      sound.device = PluginChoice(reference: PluginReference(value))
      lastPlugin = .device
    case "--key-fd": try OptionWords.keyDescriptor(value, in: &sound.keyDescriptors)
    default: try takeSetting(value)
    }
  }

  private mutating func takeSetting(_ text: String) throws(UserError) {
    guard let setting = try namedSettings.take(text) else { return }
    switch lastPlugin {
    case .voice: sound.voices[sound.voices.count - 1].settings.append(setting)
    case .effect: sound.effects[sound.effects.count - 1].settings.append(setting)
    case .recognizer: options.recognizers[options.recognizers.count - 1].settings.append(setting)
    case .device: sound.device?.settings.append(setting)
    case .none:
      throw usage(
        "--set \(text) comes before any plugin; put it behind --voice, --dsp, --device or "
          + "--recognizer, or name the plugin as in --set flite:\(text).")
    }
  }

  private mutating func placeSettings() throws(UserError) {
    namedSettings.place(in: &sound.voices)
    namedSettings.place(in: &sound.effects)
    namedSettings.place(in: &options.recognizers)
    if var device = sound.device.map({ [$0] }) {
      namedSettings.place(in: &device)
      sound.device = device[0]
    }
    try namedSettings.checkPlaced("practice")
  }

  private func usage(_ sentence: String) -> UserError { .usage(sentence, "practice") }
}
