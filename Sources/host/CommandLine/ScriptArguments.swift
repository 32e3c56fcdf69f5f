import CueScreenplay

/// What a screenplay is written as; its name is the ending of the file.
enum ScriptForm: String, CaseIterable {
  case fountain, fdx, json, txt
}

/// What `host script` was asked for.
enum ScriptAction: Equatable {
  case show(String)
  case info(String)
  case convert(from: String, to: String, form: ScriptForm)
  case items(String, rules: SpeakingRules, SpeakingOptions, lexicon: String?)
}

/// Turns the words behind `host script` into a command.
struct ScriptArguments {
  private var words: OptionWords
  private var plain: [String] = []
  private var manner = Manner()
  private var rules: SpeakingRules?
  private var options = SpeakingOptions()
  private var lexicon: String?
  private var form: ScriptForm?
  private var itemOption: String?
  private var wantsHelp = false

  static func parse(_ words: [String]) throws(UserError) -> Invocation {
    var arguments = ScriptArguments(words: OptionWords(words))
    try arguments.read()
    if arguments.wantsHelp { return Invocation(command: .help(topic: "script")) }
    return Invocation(command: .script(try arguments.action()), manner: arguments.manner)
  }

  private init(words: OptionWords) { self.words = words }

  private mutating func read() throws(UserError) {
    while let word = words.next() {
      guard case .option(let option, let attached) = word else {
        if case .plain(let plain) = word { self.plain.append(plain) }
        continue
      }
      switch option {
      case "--rules":
        let name = try words.value(of: option, attached)
        guard let rules = SpeakingRules(rawValue: name) else {
          throw .usage(
            "There are no rules “\(name)”; there are "
              + SpeakingRules.allCases.map(\.rawValue).joined(separator: ", ") + ".", "script")
        }
        self.rules = rules
        itemOption = option
      case "--dual":
        let manner = try words.value(of: option, attached)
        guard manner == "sequence" || manner == "together" else {
          throw .usage("--dual is sequence or together, not “\(manner)”.", "script")
        }
        options.isDualTogether = manner == "together"
        itemOption = option
      case "--to":
        form = try form(try words.value(of: option, attached), option)
      case "--lexicon":
        lexicon = try words.value(of: option, attached)
        itemOption = option
      case "--alias":
        let alias = try words.value(of: option, attached)
        guard let equals = alias.firstIndex(of: "="), equals != alias.startIndex else {
          throw .usage("--alias takes CUE=NAME, as in --alias \"YOUNG JOHN=JOHN\".", "script")
        }
        options.aliases[String(alias[..<equals])] = String(alias[alias.index(after: equals)...])
        itemOption = option
      case "--centered", "--title", "--json", "--quiet", "-q", "--verbose", "--help", "-h":
        try OptionWords.noValue(option, attached)
        try take(option)
      default: throw .usage("There is no option \(option).", "script")
      }
    }
  }

  private mutating func take(_ flag: String) throws(UserError) {
    switch flag {
    case "--centered":
      options.saysCentered = true
      itemOption = flag
    case "--title":
      options.announcesTitle = true
      itemOption = flag
    case "--json": manner.isJSON = true
    case "--verbose": manner.isVerbose = true
    case "--quiet", "-q": manner.isQuiet = true
    default: wantsHelp = true
    }
  }

  private func form(_ name: String, _ subject: String) throws(UserError) -> ScriptForm {
    guard let form = ScriptForm(rawValue: name.lowercased()) else {
      throw .usage(
        "\(subject) does not say what is to be written: "
          + ScriptForm.allCases.map(\.rawValue).joined(separator: ", ") + ".", "script")
    }
    return form
  }

  private func action() throws(UserError) -> ScriptAction {
    if let itemOption, plain.first != "items" {
      throw .usage("\(itemOption) is for 'host script items'.", "script")
    }
    switch (plain.first, plain.count) {
    case ("show", 2): return .show(plain[1])
    case ("info", 2): return .info(plain[1])
    case ("convert", 3):
      let ending = plain[2].split(separator: ".", omittingEmptySubsequences: false).last ?? ""
      if let form { return .convert(from: plain[1], to: plain[2], form: form) }
      return .convert(
        from: plain[1], to: plain[2], form: try form(String(ending), plain[2]))
    case ("items", 2):
      return .items(plain[1], rules: rules ?? .tableRead, options, lexicon: lexicon)
    default:
      throw .usage(
        "A script can be shown (show FILE), summed up (info FILE), converted (convert IN OUT), or "
          + "told into what is said (items FILE).", "script")
    }
  }
}
