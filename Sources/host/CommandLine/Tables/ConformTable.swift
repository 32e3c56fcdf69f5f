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
  /// The folder of earlier sound, or for the sound of now, and which of both.
  var reference: String?
  var isRecording = false
  /// Whether every plugin of the user is tested.
  var isAll = false
}

struct ConformValues {
  var options = ConformOptions()
  var isList = false
  var isMarkdown = false
  var explained: String?
}

extension CommandTable {
  static var conform: CommandDefinition<ConformValues> {
    CommandDefinition(
      .init("conform", words: .init("PLUGIN[:ID]", 0...Int.max, completing: [.file])),
      ConformValues(),
      [
        OptionGroup([
          .number("--level N", in: 1...10) { $0.options.level = Int($1) },
          .parsed("--only CHECK[,…]", { (_, text) throws(UserError) in try patterns(text) }) {
            $0.options.only += $1
          },
          .parsed("--skip CHECK[,…]", { (_, text) throws(UserError) in try patterns(text) }) {
            $0.options.skip += $1
          },
          .value("--seed N") {
            (values: inout ConformValues, text: String) throws(UserError) in
            guard let seed = UInt64(text) else {
              throw .usage("--seed takes a whole number, not “\(text)”.")
            }
            values.options.seed = seed
          },
          .pair("--set NAME=VALUE", "NAME=VALUE") {
            $0.options.plugin.settings.append(.init(name: $1, value: $2))
          },
          .keyDescriptor({ $1(&$0.options.keyDescriptors) }),
          .value("-v, --voice PLUGIN[:VOICE]", completion: .voice) {
            $0.options.voice = PluginChoice(reference: PluginReference($1))
          },
          .number("--jobs N", in: 1...256) { $0.options.jobs = Int($1) },
          .number("--timeout SECONDS", in: 1...3600) { $0.options.timeoutSeconds = Int($1) },
          .number("--patience N", in: 1...100) { $0.options.patience = Int($1) },
          .number("--watch SECONDS", in: 0...3600) { $0.options.watchSeconds = Int($1) },
        ]),
        OptionGroup([
          .value("--junit FILE", completion: .file) { $0.options.junit = $1 },
          .flag("--all") { $0.options.isAll = true },
          .value("--record FOLDER", completion: .file) {
            $0.options.reference = $1
            $0.options.isRecording = true
          },
          .value("--against FOLDER", completion: .file) {
            $0.options.reference = $1
            $0.options.isRecording = false
          },
          .flag("--list") { $0.isList = true },
          .value("--explain CHECK") { $0.explained = $1 },
          .flag("--markdown") { $0.isMarkdown = true },
          .json, .quiet,
          Self.verboseChecks, .showsHelp,
        ]),
      ]
    ) { given throws(UserError) in
      if given.values.isList {
        guard given.words.isEmpty else { throw .usage("The list of checks takes no plugin.") }
        return .checks(isMarkdown: given.values.isMarkdown)
      }
      if let explained = given.values.explained {
        guard Suite.checks.contains(where: { $0.id == explained }) else {
          throw .unknown(
            explained, in: Suite.checks.map(\.id),
            "There is no check “\(explained)”; --list lists them.")
        }
        return .explainCheck(explained)
      }
      if given.values.options.isAll {
        guard given.words.isEmpty else {
          throw .usage("With --all, every plugin is judged, and none is named.")
        }
        return .conform(try chosen(given.values.options))
      }
      guard given.words.count == 1 else {
        throw .usage(
          given.words.isEmpty ? "There is no plugin to judge." : "One plugin is judged at a time.")
      }
      var options = given.values.options
      options.plugin.reference = PluginReference(given.words[0])
      return .conform(try chosen(options))
    }
  }

  private static func chosen(_ options: ConformOptions) throws(UserError) -> ConformOptions {
    guard !Suite.chosen(level: options.level, only: options.only, skip: options.skip).isEmpty else {
      throw .usage("No check is meant by that; --list lists them.")
    }
    return options
  }

  private static var verboseChecks: CommandOption<ConformValues> {
    CommandOption("--verbose", .manner { $0.isVerbose = true })
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
