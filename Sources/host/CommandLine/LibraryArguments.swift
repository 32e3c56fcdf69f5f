/// What `host library` was asked for.
enum LibraryAction: Equatable {
  case info(cache: String?)
  case check(caches: [String])
  case clean(cache: String?, mostBytes: Int?, isTrial: Bool)
}

/// What `host audio` was asked for.
enum AudioAction: Equatable {
  case list(script: String, item: Int64?)
  case activate(Int64)
  /// Nothing takes a rating back.
  case rate(Int64, Int?)
  case note(Int64, String)
}

/// Turns the words behind `host library` and `host audio` into what is to be done.
///
/// Pure: reads nothing and says nothing.
struct LibraryArguments {
  private let topic: String
  private var words: OptionWords
  private var plain: [String] = []
  private var caches: [String] = []
  private var mostBytes: Int?
  private var isTrial = false
  private var manner = Manner()

  /// `topic`: "library" or "audio".
  static func parse(_ topic: String, _ words: [String]) throws(UserError) -> Invocation {
    var arguments = LibraryArguments(topic: topic, words: OptionWords(words))
    return try arguments.parse()
  }

  private init(topic: String, words: OptionWords) {
    self.topic = topic
    self.words = words
  }

  private mutating func parse() throws(UserError) -> Invocation {
    while let word = words.next() {
      switch word {
      case .plain(let plain): self.plain.append(plain)
      case .option("--help", _), .option("-h", _): return Invocation(command: .help(topic: topic))
      case .option(let option, let attached): try read(option, attached)
      }
    }
    guard let verb = plain.first else { return Invocation(command: .help(topic: topic)) }
    plain.removeFirst()
    let command: Command =
      topic == "audio" ? .audio(try audio(verb)) : .library(try library(verb))
    return Invocation(command: command, manner: manner)
  }

  private mutating func read(_ option: String, _ attached: String?) throws(UserError) {
    switch option {
    case "--json", "--quiet", "-q", "--verbose", "--dry-run":
      try OptionWords.noValue(option, attached)
      switch option {
      case "--json": manner.isJSON = true
      case "--verbose": manner.isVerbose = true
      case "--dry-run": isTrial = true
      default: manner.isQuiet = true
      }
    case "--cache":
      let folder = try words.value(of: option, attached)
      guard !folder.isEmpty else { throw usage("--cache needs a folder.") }
      caches.append(folder)
    case "--most": mostBytes = try LibraryArguments.size(try words.value(of: option, attached))
    default: throw usage("There is no option \(option) here.")
    }
  }

  /// Bytes, as in 500M: K, M, G and T are powers of 1000.
  static func size(_ text: String) throws(UserError) -> Int {
    var digits = text.uppercased()
    if digits.hasSuffix("B") { digits.removeLast() }
    let factors = ["K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12]
    let factor = digits.last.flatMap { factors[String($0)] }
    if factor != nil { digits.removeLast() }
    guard let number = Double(digits), number >= 0, number * (factor ?? 1) < 1e18 else {
      throw .usage("--most takes a size, as in 500M or 2G, not “\(text)”.", "library")
    }
    return Int(number * (factor ?? 1))
  }

  private func library(_ verb: String) throws(UserError) -> LibraryAction {
    guard plain.isEmpty else { throw usage("'host library \(verb)' takes no words.") }
    if verb != "clean", mostBytes != nil || isTrial {
      throw usage("--most and --dry-run are for 'host library clean'.")
    }
    if verb != "check", caches.count > 1 {
      throw usage("'host library \(verb)' takes one --cache.")
    }
    switch verb {
    case "info": return .info(cache: caches.first)
    case "check": return .check(caches: caches)
    case "clean": return .clean(cache: caches.first, mostBytes: mostBytes, isTrial: isTrial)
    default: throw usage("A library has info, check and clean; not “\(verb)”.")
    }
  }

  private func audio(_ verb: String) throws(UserError) -> AudioAction {
    guard caches.isEmpty, mostBytes == nil, !isTrial else {
      throw usage("--cache, --most and --dry-run are for 'host library'.")
    }
    switch (verb, plain.count) {
    case ("list", 1): return .list(script: plain[0], item: nil)
    case ("list", 2): return .list(script: plain[0], item: try number(plain[1], "An item"))
    case ("activate", 1): return .activate(try number(plain[0], "A version"))
    case ("rate", 2):
      let version = try number(plain[0], "A version")
      if plain[1] == "none" { return .rate(version, nil) }
      guard let rating = Int(plain[1]), (1...5).contains(rating) else {
        throw usage("A rating is 1 to 5, or none; not “\(plain[1])”.")
      }
      return .rate(version, rating)
    case ("note", 1...):
      return .note(
        try number(plain[0], "A version"), plain.dropFirst().joined(separator: " "))
    default:
      throw usage(
        "Sound is listed (list SCRIPT [ITEM]), chosen (activate VERSION), rated (rate VERSION 1…5) or "
          + "given a note (note VERSION WORDS…).")
    }
  }

  private func number(_ text: String, _ subject: String) throws(UserError) -> Int64 {
    guard let number = Int64(text), number > 0 else {
      throw usage(
        "\(subject) is named by its number, as 'host audio list' shows it; not “\(text)”.")
    }
    return number
  }

  private func usage(_ sentence: String) -> UserError { .usage(sentence, topic) }
}
