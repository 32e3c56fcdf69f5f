import CueConformance
import CuePlugins

/// What `host conform` was asked for.
struct ConformOptions: Equatable {
  var plugin = PluginChoice(reference: PluginReference(""))
  var level = Suite.compatible
  var only: [String] = []
  var skip: [String] = []
  var seed: UInt64 = 1
  var junit: String?
  var jobs: Int?
  var timeoutSeconds = 60
  var patience = 1
  var keyDescriptors: [String: Int32] = [:]
  /// Who speaks to a recognizer.
  var voice: PluginChoice?
}

/// Turns the words behind `host conform` into a command.
struct ConformArguments {
  private var options = ConformOptions()
  private var manner = Manner()
  private var plugins: [String] = []
  private var isList = false
  private var isMarkdown = false
  private var wantsHelp = false

  static func parse(_ words: [String]) throws(UserError) -> Invocation {
    var arguments = ConformArguments()
    var words = OptionWords(words)
    while let word = words.next() {
      switch word {
      case .plain(let plain): arguments.plugins.append(plain)
      case .option(let option, let attached):
        guard try !arguments.takeFlag(option, attached) else { continue }
        try arguments.take(option) { () throws(UserError) in
          try words.value(of: option, attached)
        }
      }
    }
    return try arguments.invocation()
  }

  private func invocation() throws(UserError) -> Invocation {
    if wantsHelp { return Invocation(command: .help(topic: "conform")) }
    if isList { return Invocation(command: .checks(isMarkdown: isMarkdown), manner: manner) }
    guard plugins.count == 1 else {
      throw UserError.usage(
        plugins.isEmpty ? "There is no plugin to judge." : "One plugin is judged at a time.",
        "conform")
    }
    var options = options
    options.plugin.reference = PluginReference(plugins[0])
    guard !Suite.chosen(level: options.level, only: options.only, skip: options.skip).isEmpty else {
      throw UserError.usage("No check is meant by that; --list lists them.", "conform")
    }
    return Invocation(command: .conform(options), manner: manner)
  }

  private mutating func takeFlag(_ option: String, _ attached: String?) throws(UserError) -> Bool {
    switch option {
    case "--list": isList = true
    case "--markdown": isMarkdown = true
    case "--json": manner.isJSON = true
    case "--quiet", "-q": manner.isQuiet = true
    case "--verbose": manner.isVerbose = true
    case "--help", "-h": wantsHelp = true
    default: return false
    }
    try OptionWords.noValue(option, attached)
    return true
  }

  private mutating func take(
    _ option: String, _ value: () throws(UserError) -> String
  ) throws(UserError) {
    switch option {
    case "--level":
      options.level = Int(try OptionWords.number(option, value(), 1...10))
    case "--only": options.only += try patterns(value())
    case "--skip": options.skip += try patterns(value())
    case "--seed":
      let text = try value()
      guard let seed = UInt64(text) else {
        throw UserError.usage("--seed takes a whole number, not “\(text)”.", "conform")
      }
      options.seed = seed
    case "--junit": options.junit = try value()
    case "--jobs": options.jobs = Int(try OptionWords.number(option, value(), 1...256))
    case "--timeout":
      options.timeoutSeconds = Int(try OptionWords.number(option, value(), 1...3600))
    case "--patience":
      options.patience = Int(try OptionWords.number(option, value(), 1...100))
    case "--voice":
      options.voice = PluginChoice(reference: PluginReference(try value()))
    case "--set":
      let text = try value()
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw UserError.usage("--set takes NAME=VALUE.", "conform")
      }
      options.plugin.settings.append(
        PluginChoice.Setting(
          name: String(text[..<equals]), value: String(text[text.index(after: equals)...])))
    case "--key-fd":
      let text = try value()
      guard let descriptor = Int32(text), descriptor >= 0 else {
        throw UserError.usage("--key-fd takes a descriptor's number.", "conform")
      }
      options.keyDescriptors[""] = descriptor
    default: throw UserError.usage("There is no option \(option).", "conform")
    }
  }

  private func patterns(_ text: String) throws(UserError) -> [String] {
    let patterns = text.split(separator: ",").map(String.init)
    for pattern in patterns where !Suite.checks.contains(where: { $0.matches(pattern) }) {
      throw UserError.usage("There is no check “\(pattern)”; --list lists them.", "conform")
    }
    return patterns
  }
}
