/// What `host speech` was asked for.
enum SpeechAction: Equatable {
  case add(SpeechSource?, SpeechChange)
  case list(search: String?)
  case show(String)
  /// Without a source and a change, in the user's editor.
  case edit(String, SpeechSource?, SpeechChange)
  case remove([String])
  case export(String, output: String?)
  /// How it was practised.
  case history(String)
}

/// Where the text of a speech comes from.
struct SpeechSource: Equatable {
  /// `-` for standard input.
  var path: String
  /// Whether it is Markdown; nothing where the file's name says so.
  var isMarkdown: Bool?
}

/// What else is said of a speech.
struct SpeechChange: Equatable {
  var title: String?
  var language: String?
  /// Keep the beginning of a text that is too long.
  var truncates = false
}

/// Turns the words behind `host speech` into a ``SpeechAction``.
///
/// Pure: reads nothing and says nothing.
struct SpeechArguments {
  private var words: OptionWords
  private var plain: [String] = []
  private var change = SpeechChange()
  private var isMarkdown: Bool?
  private var search: String?
  private var output: String?
  private var manner = Manner()
  /// Options that were given, to name one that has no meaning here.
  private var given: [String] = []

  static func parse(_ words: [String], hasInput: Bool) throws(UserError) -> Invocation {
    var arguments = SpeechArguments(words: OptionWords(words))
    return try arguments.parse(hasInput: hasInput)
  }

  private init(words: OptionWords) { self.words = words }

  private mutating func parse(hasInput: Bool) throws(UserError) -> Invocation {
    while let word = words.next() {
      switch word {
      case .plain(let plain): self.plain.append(plain)
      case .option("--help", _), .option("-h", _):
        return Invocation(command: .help(topic: "speech"))
      case .option(let option, let attached): try read(option, attached)
      }
    }
    guard let verb = plain.first else { return Invocation(command: .help(topic: "speech")) }
    plain.removeFirst()
    let action = try action(verb, hasInput: hasInput)
    return Invocation(command: .speech(action), manner: manner)
  }

  private mutating func action(_ verb: String, hasInput: Bool) throws(UserError) -> SpeechAction {
    switch verb {
    case "add":
      try allow(["--title", "--language", "--truncate", "--markdown", "--plain"], verb)
      try count(0...1, "Adding takes one file, or - for standard input.")
      guard let path = plain.first ?? (hasInput ? "-" : nil) else {
        throw usage("A speech is added from a file, or from standard input.")
      }
      return .add(SpeechSource(path: path, isMarkdown: isMarkdown), change)
    case "list":
      try allow(["--search"], verb)
      try count(0...0, "The list takes no words; --search WORDS finds some.")
      return .list(search: search)
    case "search":
      try allow([], verb)
      try count(1...Int.max, "Searching needs words.")
      return .list(search: plain.joined(separator: " "))
    case "show":
      try allow([], verb)
      try count(1...1, "One speech is shown, by its title or its number.")
      return .show(plain[0])
    case "edit":
      try allow(["--title", "--language", "--truncate", "--markdown", "--plain"], verb)
      try count(1...2, "Editing takes a speech, by its title or its number, and perhaps a file.")
      let path = plain.count == 2 ? plain[1] : nil
      return .edit(
        plain[0], path.map { SpeechSource(path: $0, isMarkdown: isMarkdown) }, change)
    case "remove":
      try allow([], verb)
      try count(1...Int.max, "Removing needs a speech, by its title or its number.")
      return .remove(plain)
    case "history":
      try allow([], verb)
      try count(1...1, "One speech has its history told, by its title or its number.")
      return .history(plain[0])
    case "export":
      try allow(["--output"], verb)
      try count(1...1, "One speech is exported, by its title or its number.")
      return .export(plain[0], output: output)
    default:
      throw usage(
        "Speeches can be added, listed, searched, shown, edited, removed and exported, and "
          + "have a history; not “\(verb)”.")
    }
  }

  private func allow(_ options: [String], _ verb: String) throws(UserError) {
    guard let wrong = given.first(where: { !options.contains($0) }) else { return }
    throw usage("\(wrong) means nothing to 'host speech \(verb)'.")
  }

  private func count(_ range: ClosedRange<Int>, _ sentence: String) throws(UserError) {
    guard range.contains(plain.count) else { throw usage(sentence) }
  }

  private mutating func read(_ option: String, _ attached: String?) throws(UserError) {
    switch option {
    case "--json", "--quiet", "-q", "--verbose", "--truncate", "--markdown", "--plain":
      try OptionWords.noValue(option, attached)
      switch option {
      case "--json": manner.isJSON = true
      case "--verbose": manner.isVerbose = true
      case "--truncate": change.truncates = true
      case "--markdown": isMarkdown = true
      case "--plain": isMarkdown = false
      default: manner.isQuiet = true
      }
      if ["--truncate", "--markdown", "--plain"].contains(option) { given.append(option) }
    case "--title":
      change.title = try SpeechArguments.title(try words.value(of: option, attached))
      given.append(option)
    case "--language", "-l":
      change.language = try SpeechArguments.language(try words.value(of: option, attached))
      given.append("--language")
    case "--search":
      search = try words.value(of: option, attached)
      given.append(option)
    case "--output", "-o":
      let value = try words.value(of: option, attached)
      guard !value.isEmpty else { throw usage("-o needs a file, or - for standard output.") }
      output = value
      given.append("--output")
    default: throw usage("There is no option \(option).")
    }
  }

  static let mostTitleCharacters = 200

  /// `text` as a title: one line, no blanks around it.
  static func title(_ text: String) throws(UserError) -> String {
    let title = Texts.trimmed(text)
    guard !title.isEmpty else { throw .usage("A title needs words.", "speech") }
    guard !title.contains(where: \.isNewline) else {
      throw .usage("A title is one line.", "speech")
    }
    guard title.count <= mostTitleCharacters else {
      throw .usage(
        "A title has at most \(mostTitleCharacters) characters; this one has \(title.count).",
        "speech")
    }
    return title
  }

  /// `text` as a tag of BCP 47, by its form.
  static func language(_ text: String) throws(UserError) -> String {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag =
      (2...8).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy(isASCIILetter)
      && parts.dropFirst().allSatisfy {
        (1...8).contains($0.utf8.count)
          && $0.utf8.allSatisfy { isASCIILetter($0) || (0x30...0x39).contains($0) }
      }
    guard isTag else {
      throw .usage("--language takes a tag such as en-US or et, not “\(text)”.", "speech")
    }
    return text
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

  private func usage(_ sentence: String) -> UserError { .usage(sentence, "speech") }
}
