import CuePlugins
import CueScreenplay

/// Turns the words behind `host generate` into a command.
struct GenerateArguments {
  private var words: OptionWords
  private let given: [String]
  private var plain: [String] = []
  private var manner = Manner()
  private var options = GenerateOptions()
  private var namedSettings = NamedSettings()

  static func parse(_ words: [String]) throws(UserError) -> Invocation {
    var arguments = GenerateArguments(words)
    return try arguments.parse()
  }

  private init(_ words: [String]) {
    self.words = OptionWords(words)
    given = words
  }

  private mutating func parse() throws(UserError) -> Invocation {
    while let word = words.next() {
      switch word {
      case .plain(let plain): self.plain.append(plain)
      case .option("--help", _), .option("-h", _):
        return Invocation(command: .help(topic: "generate"))
      case .option(let option, let attached): try read(option, attached)
      }
    }
    guard plain.count == 1 else {
      throw Self.usage(
        plain.isEmpty
          ? "A recording needs a script, as in: host generate play.fountain -o play.wav"
          : "A recording is made of one script, not \(plain.count).")
    }
    options.script = plain[0]
    namedSettings.place(in: &options.voices)
    try namedSettings.checkPlaced("generate")
    try check()
    return Invocation(command: .generate(options, words: given), manner: manner)
  }

  private func check() throws(UserError) {
    if options.script == "-" {
      throw Self.usage("A recording is made of a file, so that it can be resumed; “-” is none.")
    }
    if options.shard != nil {
      guard options.cache != nil else {
        throw Self.usage("--shard makes clips for others, and no --cache says where they go.")
      }
      guard options.output == nil, !options.assembles else {
        throw Self.usage("--shard makes a share of the clips; --assemble -o makes the files.")
      }
    } else if options.output == nil, !options.isDryRun {
      throw Self.usage("Where does the recording go? Say it with -o, as in -o play.wav")
    }
    if options.assembles, options.cache == nil {
      throw Self.usage("--assemble joins what is in a cache, and no --cache says where that is.")
    }
    if options.assembles, !options.redone.isEmpty || options.isOnlyChanged {
      throw Self.usage("--assemble makes nothing anew: without --redo and --only-changed.")
    }
    if options.files.loudness == "off", options.files.truePeak != nil {
      throw Self.usage("With --loudness off nothing is measured, and --true-peak says nothing.")
    }
    if options.output == "-" {
      throw Self.usage("A recording is a file; “-” is none.")
    }
  }

  private static let flags: Set<String> = [
    "--json", "--quiet", "-q", "--verbose", "--centered", "--title", "--only-changed", "--dry-run",
    "--assemble",
  ]

  private mutating func read(_ option: String, _ attached: String?) throws(UserError) {
    if GenerateArguments.flags.contains(option) {
      try OptionWords.noValue(option, attached)
      return raise(option)
    }
    guard GenerateArguments.values.contains(option) else {
      throw Self.usage("There is no option \(option).")
    }
    let value = try words.value(of: option, attached)
    switch option {
    case "--voice", "-v", "--set", "--key-fd": try takePlugin(option, value)
    case "--rules", "--dual", "--lexicon", "--alias", "--cast", "--language", "-l":
      try takeScript(option, value)
    case "--per", "--format", "--chapters", "--subtitles", "--cover", "--output", "-o":
      try takeOutput(option, value)
    case "--gap", "--loudness", "--true-peak", "--pan": try takeMix(option, value)
    default: try takeWork(option, value)
    }
  }

  private static let values: Set<String> = [
    "--voice", "-v", "--set", "--key-fd", "--rules", "--dual", "--lexicon", "--alias", "--cast",
    "--language", "-l", "--per", "--format", "--gap", "--loudness", "--true-peak", "--pan",
    "--chapters", "--subtitles", "--cover", "--output", "-o", "--scenes", "--characters", "--redo",
    "--cache", "--jobs", "--shard",
  ]

  private mutating func raise(_ flag: String) {
    switch flag {
    case "--json": manner.isJSON = true
    case "--verbose": manner.isVerbose = true
    case "--centered": options.speaking.saysCentered = true
    case "--title": options.speaking.announcesTitle = true
    case "--only-changed": options.isOnlyChanged = true
    case "--dry-run": options.isDryRun = true
    case "--assemble": options.assembles = true
    default: manner.isQuiet = true
    }
  }

  private mutating func takePlugin(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--set":
      try namedSettings.take(
        value, onto: &options.voices,
        homeless: Self.usage("--set belongs to the --voice before it, and there is none."))
    case "--key-fd": try OptionWords.keyDescriptor(value, in: &options.keyDescriptors)
    default:
      let list = PluginReference.list(value)
      guard !list.isEmpty else { throw Self.usage("\(option) names no plugin.") }
      options.voices += list.map { PluginChoice(reference: $0) }
    }
  }

  private mutating func takeScript(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--rules":
      guard let rules = SpeakingRules(rawValue: value) else {
        throw Self.usage(
          "There are no rules “\(value)”; there are "
            + SpeakingRules.allCases.map(\.rawValue).joined(separator: ", ") + ".")
      }
      options.rules = rules
    case "--dual":
      guard value == "sequence" || value == "together" else {
        throw Self.usage("--dual is sequence or together, not “\(value)”.")
      }
      options.speaking.isDualTogether = value == "together"
    case "--lexicon": options.lexicon = value
    case "--alias":
      guard let equals = value.firstIndex(of: "="), equals != value.startIndex else {
        throw Self.usage("--alias takes CUE=NAME, as in --alias \"YOUNG JOHN=JOHN\".")
      }
      options.speaking.aliases[String(value[..<equals])] =
        String(value[value.index(after: equals)...])
    case "--cast": options.castFile = value
    default: options.language = value
    }
  }

  private mutating func takeOutput(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--per":
      guard ["whole", "scene", "line", "character"].contains(value) else {
        throw Self.usage("--per is whole, scene, line or character, not “\(value)”.")
      }
      options.files.per = value
    case "--format": options.files.format = value.lowercased()
    case "--cover": options.files.cover = value
    case "--chapters":
      guard ["scenes", "sections", "none"].contains(value) else {
        throw Self.usage("--chapters is scenes, sections or none, not “\(value)”.")
      }
      options.files.chapters = value
    case "--subtitles":
      let kinds = ["srt", "vtt", "lrc", "labels", "cues", "page"]
      for kind in value.split(separator: ",").map(String.init) {
        guard kinds.contains(kind) else {
          throw Self.usage(
            "There is no “\(kind)” for --subtitles; there are \(kinds.joined(separator: ", ")).")
        }
        if !options.files.subtitles.contains(kind) { options.files.subtitles.append(kind) }
      }
    default: options.output = value
    }
  }

  private mutating func takeMix(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--gap":
      options.files.gapMilliseconds = Int(try OptionWords.number(option, value, 0...60_000))
    case "--loudness":
      if value != "off" { _ = try OptionWords.number(option, value, -70 ... -5) }
      options.files.loudness = value
    case "--true-peak":
      options.files.truePeak = try OptionWords.number(option, value, -20...0)
    default:
      for part in value.split(separator: ",", omittingEmptySubsequences: false) {
        guard let equals = part.lastIndex(of: "="), equals != part.startIndex else {
          throw Self.usage("--pan takes NAME=WHERE, as in --pan JO=-0.5,BO=0.5; not “\(value)”.")
        }
        options.files.pans.append(
          .init(
            name: String(part[..<equals]),
            place: try OptionWords.number(
              option, String(part[part.index(after: equals)...]), -1...1)))
      }
    }
  }

  private mutating func takeWork(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--scenes": options.scenes += try ranges(option, value)
    case "--characters":
      options.characters += value.split(separator: ",").map(String.init)
    case "--redo":
      for range in try ranges(option, value) {
        guard range.count <= 10_000 else { throw Self.usage("--redo takes items, not all.") }
        options.redone += range
      }
    case "--cache":
      guard !value.isEmpty else { throw Self.usage("--cache takes a folder.") }
      options.cache = value
    case "--jobs": options.lanes = Int(try OptionWords.number(option, value, 1...256))
    default:
      let parts = value.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
        (1...100_000).contains(count), (1...count).contains(number)
      else {
        throw Self.usage("--shard takes I/N, as in 2/8 for the second of eight; not “\(value)”.")
      }
      options.shard = .init(number: number, count: count)
    }
  }

  /// `3-7,9`.
  private func ranges(_ option: String, _ text: String) throws(UserError) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first >= 1, first <= last
      else {
        throw Self.usage("\(option) takes numbers, as in 3-7,9; not “\(text)”.")
      }
      ranges.append(first...last)
    }
    return ranges
  }

  private static func usage(_ sentence: String) -> UserError { .usage(sentence, "generate") }
}

/// Turns the words behind `host jobs` into a command.
enum JobsArguments {
  static func parse(_ words: [String]) throws(UserError) -> Invocation {
    var words = OptionWords(words)
    var plain: [String] = []
    var manner = Manner()
    while let word = words.next() {
      switch word {
      case .plain(let text): plain.append(text)
      case .option("--help", _), .option("-h", _):
        return Invocation(command: .help(topic: "jobs"))
      case .option("--json", nil): manner.isJSON = true
      case .option("--quiet", nil), .option("-q", nil): manner.isQuiet = true
      case .option("--verbose", nil): manner.isVerbose = true
      case .option(let option, _): throw .usage("There is no option \(option).", "jobs")
      }
    }
    return Invocation(command: .jobs(try action(plain)), manner: manner)
  }

  private static func action(_ words: [String]) throws(UserError) -> JobsAction {
    switch (words.first, words.count) {
    case (nil, 0), ("list", 1): return .list(script: nil)
    case ("list", 2): return .list(script: words[1])
    case ("clear", 1): return .clear
    case ("show", 2): return .show(try number(words[1]))
    case ("cancel", 2): return .cancel(try number(words[1]))
    case ("resume", 2): return .resume(try number(words[1]))
    default:
      throw .usage(
        "Jobs can be listed (list), looked at (show N), stopped (cancel N), gone on with "
          + "(resume N), and forgotten where they are completed (clear).", "jobs")
    }
  }

  private static func number(_ text: String) throws(UserError) -> Int64 {
    guard let number = Int64(text), number > 0 else {
      throw .usage("A job has a number, as 'host jobs' lists them; “\(text)” is none.", "jobs")
    }
    return number
  }
}
