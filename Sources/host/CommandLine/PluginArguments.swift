import CuePlugins

/// What `host plugin` was asked for.
enum PluginAction: Equatable {
  case new(StarterKit)
  case info(PluginReference)
}

/// Turns the words behind `host plugin` and `host doctor` into a command.
struct PluginArguments {
  private var words: OptionWords
  private var plain: [String] = []
  private var kind: String?
  private var language: String?
  private var manner = Manner()
  private var wantsHelp = false

  /// Parses the words behind the command `name`.
  static func parse(_ name: String, _ words: [String]) throws(UserError) -> Invocation {
    var arguments = PluginArguments(words: OptionWords(words))
    try arguments.read(name)
    if arguments.wantsHelp { return Invocation(command: .help(topic: name)) }
    let command =
      name == "doctor" ? try arguments.doctor() : Command.plugin(try arguments.action())
    return Invocation(command: command, manner: arguments.manner)
  }

  private init(words: OptionWords) { self.words = words }

  private mutating func read(_ name: String) throws(UserError) {
    while let word = words.next() {
      guard case .option(let option, let attached) = word else {
        if case .plain(let plain) = word { self.plain.append(plain) }
        continue
      }
      switch option {
      case "--kind" where name == "plugin":
        kind = try choice(option, try words.value(of: option, attached), StarterKit.kinds)
      case "--language" where name == "plugin", "-l" where name == "plugin":
        language = try choice(option, try words.value(of: option, attached), StarterKit.languages)
      case "--json", "--quiet", "-q", "--verbose", "--help", "-h":
        try OptionWords.noValue(option, attached)
        switch option {
        case "--json": manner.isJSON = true
        case "--verbose": manner.isVerbose = true
        case "--quiet", "-q": manner.isQuiet = true
        default: wantsHelp = true
        }
      default: throw .usage("There is no option \(option).", name)
      }
    }
  }

  private func choice(
    _ option: String, _ value: String, _ choices: [String]
  ) throws(UserError) -> String {
    guard choices.contains(value) else {
      throw .usage(
        "\(option) is one of \(choices.joined(separator: ", ")), not “\(value)”.", "plugin")
    }
    return value
  }

  private func action() throws(UserError) -> PluginAction {
    switch (plain.first, plain.count) {
    case ("new", 2):
      if let refusal = StarterKit.refusal(ofName: plain[1]) { throw .usage(refusal, "plugin") }
      guard let kind else {
        throw .usage(
          "--kind says what the plugin is: \(StarterKit.kinds.joined(separator: ", ")).", "plugin")
      }
      guard let language else {
        throw .usage(
          "--language says what it is written in: \(StarterKit.languages.joined(separator: ", ")).",
          "plugin")
      }
      return .new(StarterKit(name: plain[1], kind: kind, language: language))
    case ("info", 2): return .info(PluginReference(plain[1]))
    default:
      throw .usage("A plugin can be made (new NAME) or looked at (info PLUGIN).", "plugin")
    }
  }

  private func doctor() throws(UserError) -> Command {
    guard plain.isEmpty else {
      throw .usage("The doctor looks at the whole installation.", "doctor")
    }
    return .doctor
  }
}
