import CueModel
import CuePlugins

/// What `host cast` was asked for.
struct CastOptions: Equatable {
  /// A part and what it is given.
  struct Wish: Equatable {
    var name: String
    var voices: [VoiceReference]
  }

  var script = ""
  /// What voices are taken from; empty for all that cost nothing.
  var voices: [PluginChoice] = []
  var roles: [Wish] = []
  var narrator: VoiceReference?
  var fallbacks: [Wish] = []
  var locks: [String] = []
  var unlocks: [String] = []
  var notes: [(name: String, words: String)] = []
  /// Nothing for a cue that is no other name any more.
  var aliases: [(cue: String, name: String?)] = []
  var castsAnew = false
  var isByVoice = false
  var language = ""
  var writes: String?
  var reads: String?
  var hears: String?
  var output: String?
  var keyDescriptors: [String: Int32] = [:]

  static func == (one: Self, other: Self) -> Bool {
    one.script == other.script && one.voices == other.voices && one.roles == other.roles
      && one.narrator == other.narrator && one.fallbacks == other.fallbacks
      && one.locks == other.locks && one.unlocks == other.unlocks
      && one.notes.elementsEqual(other.notes, by: ==)
      && one.aliases.elementsEqual(other.aliases, by: ==) && one.castsAnew == other.castsAnew
      && one.isByVoice == other.isByVoice && one.language == other.language
      && one.writes == other.writes && one.reads == other.reads && one.hears == other.hears
      && one.output == other.output && one.keyDescriptors == other.keyDescriptors
  }
}

/// Turns the words behind `host cast` into a command.
struct CastArguments {
  private var words: OptionWords
  private var plain: [String] = []
  private var manner = Manner()
  private var options = CastOptions()
  private var namedSettings = NamedSettings()
  private var wantsHelp = false

  static func parse(_ words: [String]) throws(UserError) -> Invocation {
    var arguments = CastArguments(words: OptionWords(words))
    try arguments.read()
    if arguments.wantsHelp { return Invocation(command: .help(topic: "cast")) }
    return Invocation(command: .cast(try arguments.checked()), manner: arguments.manner)
  }

  private init(words: OptionWords) { self.words = words }

  private mutating func read() throws(UserError) {
    while let word = words.next() {
      guard case .option(let option, let attached) = word else {
        if case .plain(let plain) = word { self.plain.append(plain) }
        continue
      }
      switch option {
      case "--again", "--json", "--quiet", "-q", "--verbose", "--help", "-h":
        try OptionWords.noValue(option, attached)
        take(option)
      case "--voice", "-v", "--role", "--narrator", "--fallback", "--lock", "--unlock", "--note",
        "--alias", "--by", "--language", "-l", "--write", "--cast", "--hear", "--output", "-o",
        "--set", "--key-fd":
        try take(option, try words.value(of: option, attached))
      default: throw .usage("There is no option \(option).", "cast")
      }
    }
  }

  private mutating func take(_ flag: String) {
    switch flag {
    case "--again": options.castsAnew = true
    case "--json": manner.isJSON = true
    case "--verbose": manner.isVerbose = true
    case "--quiet", "-q": manner.isQuiet = true
    default: wantsHelp = true
    }
  }

  private mutating func take(_ option: String, _ value: String) throws(UserError) {
    switch option {
    case "--voice", "-v":
      let references = PluginReference.list(value)
      guard !references.isEmpty else { throw .usage("--voice needs a plugin.", "cast") }
      options.voices += references.map { PluginChoice(reference: $0) }
    case "--role":
      let (name, voice) = try Self.pair(option, value, "NAME=VOICE, as in --role ALEX=flite:rms")
      options.roles.append(.init(name: name, voices: [try Self.reference(option, voice)]))
    case "--narrator": options.narrator = try Self.reference(option, value)
    case "--fallback":
      let (name, list) = try Self.pair(option, value, "NAME=VOICE, as in --fallback ALEX=espeak")
      var voices: [VoiceReference] = []
      for voice in list.split(separator: ",") {
        voices.append(try Self.reference(option, String(voice)))
      }
      options.fallbacks.append(.init(name: name, voices: voices))
    case "--lock": options.locks.append(value)
    case "--unlock": options.unlocks.append(value)
    case "--note":
      let (name, words) = try Self.pair(option, value, "NAME=WORDS")
      options.notes.append((name, words))
    case "--alias":
      let (cue, name) = try Self.pair(
        option, value, "CUE=NAME, as in --alias \"YOUNG JOHN=JOHN\"")
      options.aliases.append((cue, name.isEmpty ? nil : name))
    case "--by":
      guard value == "character" || value == "voice" else {
        throw .usage("--by is character or voice, not “\(value)”.", "cast")
      }
      options.isByVoice = value == "voice"
    case "--language", "-l": options.language = value
    case "--write": options.writes = value
    case "--cast": options.reads = value
    case "--hear": options.hears = value
    case "--output", "-o": options.output = value
    case "--key-fd": try OptionWords.keyDescriptor(value, in: &options.keyDescriptors)
    default:
      try namedSettings.take(
        value, onto: &options.voices,
        homeless: .usage(
          "--set \(value) comes before any plugin; put it behind --voice, or name the plugin as in "
            + "--set flite:\(value).", "cast"))
    }
  }

  private static func pair(
    _ option: String, _ value: String, _ form: String
  ) throws(UserError) -> (String, String) {
    guard let equals = value.firstIndex(of: "="), equals != value.startIndex else {
      throw .usage("\(option) takes \(form).", "cast")
    }
    return (String(value[..<equals]), String(value[value.index(after: equals)...]))
  }

  private static func reference(
    _ option: String, _ text: String
  ) throws(UserError) -> VoiceReference {
    do throws(VoiceReferenceError) { return try VoiceReference(typed: text) } catch {
      throw .usage("\(option): \(error).", "cast")
    }
  }

  private mutating func checked() throws(UserError) -> CastOptions {
    guard plain.count == 1 else {
      throw .usage(plain.isEmpty ? "A cast needs a script." : "A cast has one script.", "cast")
    }
    options.script = plain[0]
    namedSettings.place(in: &options.voices)
    try namedSettings.checkPlaced("cast")
    if options.output != nil, options.hears == nil {
      throw .usage("-o says where --hear goes; the cast itself is written with --write.", "cast")
    }
    if manner.isJSON, options.writes == "-" || options.output == "-" {
      throw .usage("--json and - both need standard output.", "cast")
    }
    return options
  }
}
