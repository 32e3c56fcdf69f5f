import CueAudio
import CueListening
import CueModel
import CueOptions
import CuePlugins
import CueText

/// The options of `listen`.
struct ListenOptions: Equatable {
  /// A sound file, `-` for standard input, or a device as `pulse:NAME`; empty for the default microphone.
  var source = ""
  /// The source as a device, with its settings, if it was named as a microphone; the last one counts.
  var microphones: [PluginChoice] = []
  /// The format of the sound if it has no header.
  var rawFormat: RawSound?
  /// A fallback chain, the best first; empty for the default.
  var recognizers: [PluginChoice] = []
  /// The recognizers that also judge the wording of an expected line; the last one counts.
  var secondOpinions: [PluginChoice] = []
  var expectation = ListenExpectation.freeform
  /// A script whose other lines may be said, too.
  var script: String?
  var settings = {
    var settings = ListenSettings()
    settings.midLineSilenceSeconds = TurnRules.midLineSilenceSeconds
    return settings
  }()
  /// Where the sound that was heard is kept.
  var recording: String?
  var language = ""
  var lexicon: [String: String] = [:]
}

extension CommandTable {
  static var listen: CommandDefinition<ListenOptions> {
    CommandDefinition(
      .init("listen", words: .init("[FILE]", completing: [.file])), ListenOptions(),
      [
        OptionGroup([
          .rawInput { $0.rawFormat = $1 },
          .microphone({ $1(&$0.microphones) }, also: { $0.source = $1 }),
          .recognizers({ $1(&$0.recognizers) }),
          .secondOpinion({ $1(&$0.secondOpinions) }),
          .settings,
          .language { $0.language = $1 },
          .pair("--pronounce WORD=IPA", "WORD=IPA, as in --pronounce Aoife=iːfə") {
            $0.lexicon[$1] = $2
          },
        ]),
        OptionGroup(
          "What may be said",
          [
            .parsed(
              "--expect EXPECTATION",
              completion: .word(["freeform", "name:", "number", "phrase:", "line:"]), expectation
            ) { $0.expectation = $1 },
            .value("--among SCRIPT", completion: .file) { $0.script = $1 },
            .choice("--strictness gist|standard|word-perfect") {
              $0.settings.strictness = Strictness(rawValue: $1) ?? .standard
            },
          ]),
        OptionGroup(
          "The end",
          [
            .number("--start SECONDS", in: 0...3600) { $0.settings.limits.start = $1 },
            .number("--inactivity SECONDS", in: 0...3600) {
              $0.settings.limits.end = $1
              $0.settings.midLineSilenceSeconds = nil
              $0.settings.unfinishedSilenceSeconds = $1
            },
            .number("--stable SECONDS", in: 0...3600) { $0.settings.limits.stable = $1 },
            .number("--timeout SECONDS", in: 0.1...3600) { $0.settings.limits.max = $1 },
          ]),
        OptionGroup(
          [
            .value("--save FILE", completion: .file) {
              (options: inout ListenOptions, text: String) throws(UserError) in
              guard !text.isEmpty, text != "-" else {
                throw .usage("--save needs a file's name.")
              }
              options.recording = text
            }
          ], CommandOption.running),
      ]
    ) { given throws(UserError) in
      var options = given.values
      if let file = given.words.first {
        guard options.microphones.isEmpty else {
          throw .usage("Listening takes a sound file or a --microphone, not both.")
        }
        options.source = file
      }
      if options.script != nil {
        guard case .line = options.expectation else {
          throw .usage("--among says what else may be said, and no --expect line:TEXT says what.")
        }
      }
      if !options.secondOpinions.isEmpty {
        guard case .line = options.expectation else {
          throw .usage(
            "--second-opinion judges the wording of a line, and no --expect line:TEXT says which.")
        }
      }
      return .listen(options)
    }
  }

  private static func expectation(
    _ option: String, _ text: String
  ) throws(UserError) -> ListenExpectation {
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
        throw .usage("--expect name: needs names, as in --expect name:Nora,Alex.")
      }
      return .name(list(","))
    case "phrase":
      guard !list("|").isEmpty else {
        throw .usage("--expect phrase: needs phrases, as in \"phrase:yes|no, thanks\".")
      }
      return .phrases(list("|"))
    case "line":
      guard rest.contains(where: \.isLetter) || rest.contains(where: \.isNumber) else {
        throw .usage("--expect line: needs a line with words in it, not “\(rest)”.")
      }
      return .line(SceneLine(rest))
    default:
      throw .unknown(
        String(text.prefix { $0 != ":" }), in: ["freeform", "number", "name:", "phrase:", "line:"],
        "--expect is freeform, number, name:…, phrase:… or line:…, not “\(text)”.")
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let text = text.drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...last])
  }
}
