import CueConformance
import CueOptions
import CuePlugins

/// The options of `conform`.
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
  var watchSeconds = 60
  var keyDescriptors: [String: Int32] = [:]
  /// The voice that speaks to a recognizer.
  var voice: PluginChoice?
}

struct ConformValues {
  var options = ConformOptions()
  var isList = false
  var isMarkdown = false
}

extension CommandTable {
  static var conform: CommandDefinition<ConformValues> {
    var description = CommandDescription(
      "conform",
      "Test a plugin against the interface: a library, or a program that speaks the worker protocol."
    )
    description.forms = [
      .init("conform PLUGIN[:ID] [OPTION]…", "run the checks"),
      .init("conform --list", "list the checks"),
    ]
    // How many are tested is checked below: --list needs none.
    description.words = WordsDescription("PLUGIN[:ID]", 0...Int.max, completing: [.file], "")
    description.notes = [
      "Each check has a process of its own. The exit status is 0 if nothing failed, and 1 otherwise."
    ]
    description.examples = [.init("conform ./libnight-owl.so --level 7 --junit report.xml")]
    return CommandDefinition(
      description, ConformValues(),
      [
        OptionGroup(
          "",
          [
            .number(
              "--level N", in: 1...10,
              "1 to 10; a plugin that passes level 5, the default, is compatible"
            ) { $0.options.level = Int($1) },
            .value("--only CHECK[,…]", "only these; * stands for anything, as in voice-*") {
              (values: inout ConformValues, text: String) throws(UserError) in
              values.options.only += try patterns(text)
            },
            .value("--skip CHECK[,…]", "not these") {
              (values: inout ConformValues, text: String) throws(UserError) in
              values.options.skip += try patterns(text)
            },
            .value("--seed N", "another seed for what is generated at random") {
              (values: inout ConformValues, text: String) throws(UserError) in
              guard let seed = UInt64(text) else {
                throw .usage("--seed takes a whole number, not “\(text)”.")
              }
              values.options.seed = seed
            },
            .value(
              "--set NAME=VALUE", "a setting of the plugin; keys come from the credentials",
              isRepeatable: true
            ) { (values: inout ConformValues, text: String) throws(UserError) in
              let (name, value) = try OptionValues.pair("--set", text, "NAME=VALUE")
              values.options.plugin.settings.append(.init(name: name, value: value))
            },
            .keyDescriptor({ $1(&$0.options.keyDescriptors) }),
            .value(
              "-v, --voice PLUGIN[:VOICE]",
              "a voice that speaks to a recognizer, which is then tested with words",
              completion: .voice
            ) { $0.options.voice = PluginChoice(reference: PluginReference($1)) },
            .number("--jobs N", in: 1...256, "how many checks run at a time") {
              $0.options.jobs = Int($1)
            },
            .number(
              "--timeout SECONDS", in: 1...3600, "how long one check may take; 60 by default"
            ) { $0.options.timeoutSeconds = Int($1) },
            .number(
              "--patience N", in: 1...100,
              "limits on latency are N times as long, for a busy machine"
            ) { $0.options.patience = Int($1) },
            .number(
              "--watch SECONDS", in: 0...3600,
              "how long level 8 watches a plugin's network calls and files; 60 by default"
            ) { $0.options.watchSeconds = Int($1) },
          ]),
        OptionGroup(
          "",
          [
            .value("--junit FILE", "write the results also as JUnit does", completion: .file) {
              $0.options.junit = $1
            },
            .flag("--list", "list the checks") { $0.isList = true },
            .flag("--markdown", "print the list as Markdown") { $0.isMarkdown = true },
            .json("print each result as a line of JSON"), .quiet,
            Self.verboseChecks, .showsHelp,
          ]),
      ]
    ) { given throws(UserError) in
      if given.values.isList {
        guard given.words.isEmpty else { throw .usage("The list of checks takes no plugin.") }
        return .checks(isMarkdown: given.values.isMarkdown)
      }
      guard given.words.count == 1 else {
        throw .usage(
          given.words.isEmpty ? "There is no plugin to judge." : "One plugin is judged at a time.")
      }
      var options = given.values.options
      options.plugin.reference = PluginReference(given.words[0])
      guard
        !Suite.chosen(level: options.level, only: options.only, skip: options.skip).isEmpty
      else { throw .usage("No check is meant by that; --list lists them.") }
      return .conform(options)
    }
  }

  private static var verboseChecks: CommandOption<ConformValues> {
    CommandOption(
      "--verbose", "print also what passed or was skipped", .manner { $0.isVerbose = true })
  }

  private static func patterns(_ text: String) throws(UserError) -> [String] {
    let patterns = text.split(separator: ",").map(String.init)
    for pattern in patterns where !Suite.checks.contains(where: { $0.matches(pattern) }) {
      throw .unknown(
        pattern, in: Suite.checks.map(\.id), "There is no check “\(pattern)”; --list lists them.")
    }
    return patterns
  }
}
