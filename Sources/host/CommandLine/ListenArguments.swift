import CueAudio
import CueListening
import CueModel
import CuePlugins
import CueText

/// What `host listen` was asked for.
struct ListenOptions: Equatable {
  /// A sound file; `-` for standard input.
  var source = ""
  /// What the sound is where it has no header.
  var rawFormat: RawSound?
  /// A fallback chain, the best first; empty for the default.
  var recognizers: [PluginChoice] = []
  var expectation = ListenExpectation.freeform
  /// A script whose other lines may be said too.
  var script: String?
  var settings = ListenSettings()
  /// Where the sound that was listened to is kept.
  var recording: String?
  var language = ""
  var lexicon: [String: String] = [:]
}

/// Turns the words behind `host listen` into ``ListenOptions``.
///
/// Pure: reads nothing and says nothing.
struct ListenArguments {
  private var words: OptionWords
  private var options = ListenOptions()
  private var sources: [String] = []
  private var namedSettings = NamedSettings()
  private var manner = Manner()

  static func parse(_ words: [String]) throws(UserError) -> Invocation {
    var arguments = ListenArguments(words: OptionWords(words))
    return try arguments.parse()
  }

  private init(words: OptionWords) { self.words = words }

  private mutating func parse() throws(UserError) -> Invocation {
    while let word = words.next() {
      switch word {
      case .plain(let plain): sources.append(plain)
      case .option("--help", _), .option("-h", _):
        return Invocation(command: .help(topic: "listen"))
      case .option(let option, let attached): try read(option, attached)
      }
    }
    guard sources.count == 1 else {
      throw .usage(
        sources.isEmpty
          ? "Listening needs a sound file, or - for standard input."
          : "Listening takes one sound file, not \(sources.count).", "listen")
    }
    options.source = sources[0]
    try placeSettings()
    if options.script != nil {
      guard case .line = options.expectation else {
        throw .usage("--among says what else may be said, and no --expect line:TEXT says what.")
      }
    }
    return Invocation(command: .listen(options), manner: manner)
  }

  private mutating func read(_ option: String, _ attached: String?) throws(UserError) {
    switch option {
    case "--json", "--quiet", "-q", "--verbose":
      try OptionWords.noValue(option, attached)
      switch option {
      case "--json": manner.isJSON = true
      case "--verbose": manner.isVerbose = true
      default: manner.isQuiet = true
      }
    case "--recognizer", "--set", "--expect", "--among", "--strictness", "--start", "--inactivity",
      "--stable", "--timeout", "--record", "--language", "-l", "--lexicon", "--raw-in":
      try take(option, try words.value(of: option, attached))
    default: throw .usage("There is no option \(option).", "listen")
    }
  }

  private mutating func take(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--recognizer":
      let references = PluginReference.list(value)
      guard !references.isEmpty else { throw .usage("--recognizer needs a plugin.", "listen") }
      options.recognizers += references.map { PluginChoice(reference: $0) }
    case "--set": try takeSetting(value)
    case "--expect": options.expectation = try ListenArguments.expectation(value)
    case "--among": options.script = value
    case "--strictness":
      guard let strictness = Strictness(rawValue: value) else {
        throw .usage("--strictness is gist, standard or word-perfect, not “\(value)”.", "listen")
      }
      options.settings.strictness = strictness
    case "--start": options.settings.limits.start = try seconds(option, value)
    case "--inactivity": options.settings.limits.end = try seconds(option, value)
    case "--stable": options.settings.limits.stable = try seconds(option, value)
    case "--timeout":
      options.settings.limits.max = try OptionWords.number(option, value, 0.1...3600)
    case "--record":
      guard !value.isEmpty, value != "-" else {
        throw .usage("--record needs a file's name.", "listen")
      }
      options.recording = value
    case "--lexicon":
      guard let equals = value.firstIndex(of: "="), equals != value.startIndex else {
        throw .usage("--lexicon takes WORD=IPA, as in --lexicon Aoife=iːfə.", "listen")
      }
      options.lexicon[String(value[..<equals])] = String(value[value.index(after: equals)...])
    case "--raw-in": options.rawFormat = try OptionWords.rawSound(option, value)
    default: options.language = value
    }
  }

  private func seconds(_ option: String, _ value: String) throws(UserError) -> Double {
    try OptionWords.number(option, value, 0...3600)
  }

  static func expectation(_ text: String) throws(UserError) -> ListenExpectation {
    let colon = text.firstIndex(of: ":")
    let kind = colon.map { String(text[..<$0]) } ?? text
    let rest = colon.map { String(text[text.index(after: $0)...]) } ?? ""
    func list(_ separator: Character) -> [String] {
      rest.split(separator: separator).map(trimmed).filter { !$0.isEmpty }
    }
    switch kind {
    case "freeform" where colon == nil: return .freeform
    case "number" where colon == nil: return .number
    case "name":
      guard !list(",").isEmpty else {
        throw .usage("--expect name: needs names, as in --expect name:Nora,Alex.", "listen")
      }
      return .name(list(","))
    case "phrase":
      guard !list("|").isEmpty else {
        throw .usage("--expect phrase: needs phrases, as in \"phrase:yes|no, thanks\".", "listen")
      }
      return .phrases(list("|"))
    case "line":
      guard rest.contains(where: \.isLetter) || rest.contains(where: \.isNumber) else {
        throw .usage("--expect line: needs a line with words in it, not “\(rest)”.", "listen")
      }
      return .line(SceneLine(rest))
    default:
      throw .usage(
        "--expect is freeform, number, name:…, phrase:… or line:…, not “\(text)”.", "listen")
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let text = text.drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...last])
  }

  private mutating func takeSetting(_ text: String) throws(UserError) {
    try namedSettings.take(
      text, onto: &options.recognizers,
      homeless: .usage(
        "--set \(text) comes before any plugin; put it behind --recognizer, or name the plugin as "
          + "in --set pocketsphinx:\(text).", "listen"))
  }

  private mutating func placeSettings() throws(UserError) {
    if options.recognizers.isEmpty, !namedSettings.isEmpty {
      options.recognizers = [PluginChoice(reference: PluginReference(PluginHost.usualRecognizer))]
    }
    namedSettings.place(in: &options.recognizers)
    try namedSettings.checkPlaced("listen")
  }
}
