import CueOptions
import CueScreenplay

/// The format of a screenplay; its name is the ending of the file.
enum ScriptForm: String, CaseIterable {
  case fountain, fdx, json, txt
}

/// The action of `script`.
enum ScriptAction: Equatable {
  case show(String, layout: ScriptLayout? = nil)
  case info(String, layout: ScriptLayout? = nil)
  case convert(from: String, to: String, form: ScriptForm, layout: ScriptLayout? = nil)
  case items(
    String, rules: SpeakingRules, SpeakingOptions, lexicon: String?, isSpoken: Bool = false,
    layout: ScriptLayout? = nil)
  /// Writes a script of a PDF file as Fountain, and lists what is doubtful; without a place, beside the file.
  case importing(String, to: String?, layout: ScriptLayout? = nil, isReviewed: Bool = false)
  /// Names that voices may mispronounce.
  case names(String, isKept: Bool, layout: ScriptLayout? = nil)
  /// Forgets what the library keeps of a script.
  case remove(String)
}

/// The values for `script`, and the options of `generate` that decide what is said.
struct ScriptValues {
  var rules = SpeakingRules.tableRead
  var speaking = SpeakingOptions()
  var lexicon: String?
  /// `names --keep`.
  var keepsNames = false
  var isReviewed = false
  var form: ScriptForm?
  /// Whether items are shown in the form that voices get.
  var isSpoken = false
  /// `--layout`.
  var layout: ScriptLayout?
}

extension CommandTable {
  static var script: CommandDefinition<ScriptValues> {
    CommandDefinition(
      .init(
        "script",
        verbs: [
          .init("show", "FILE", completing: [.file]), .init("info", "FILE", completing: [.file]),
          .init("convert", "IN OUT", completing: [.file]),
          .init("items", "FILE", completing: [.file]),
          .init("import", "FILE [OUT]", completing: [.file]),
          .init("names", "FILE", completing: [.file]),
          .init("remove", "SCRIPT", completing: [.file]),
        ]), ScriptValues(),
      [
        OptionGroup([
          .choice("--format fountain|fdx|json|txt", for: ["convert"]) {
            $0.form = ScriptForm(rawValue: $1)
          },
          .layout(for: ["show", "info", "convert", "items", "import", "names"]) {
            $0.layout = $1
          },
          .prose(for: ["show", "info", "convert", "items", "import", "names"]) { $0.layout = $1 },
          .flag("--keep", for: ["names"]) { $0.keepsNames = true },
          .flag("--review", for: ["import"]) { $0.isReviewed = true },
        ]),
        OptionGroup(
          "What is said",
          CommandOption.speaking(\.self, for: ["items"]) + [
            .flag("--spoken", for: ["items"]) { $0.isSpoken = true }
          ]),
        OptionGroup(CommandOption.talking),
      ]
    ) { given throws(UserError) in
      let (values, words) = (given.values, given.words)
      switch given.verb {
      case "show": return .script(.show(words[0], layout: values.layout))
      case "info": return .script(.info(words[0], layout: values.layout))
      case "remove": return .script(.remove(words[0]))
      case "import":
        return .script(
          .importing(
            words[0], to: words.count > 1 ? words[1] : nil, layout: values.layout,
            isReviewed: values.isReviewed))
      case "names":
        return .script(.names(words[0], isKept: values.keepsNames, layout: values.layout))
      case "items":
        return .script(
          .items(
            words[0], rules: values.rules, values.speaking, lexicon: values.lexicon,
            isSpoken: values.isSpoken, layout: values.layout))
      default:
        let ending = words[1].split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard let form = values.form ?? ScriptForm(rawValue: ending.lowercased()) else {
          throw .usage(
            "\(words[1]) does not say what is to be written: "
              + ScriptForm.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return .script(
          .convert(from: words[0], to: words[1], form: form, layout: values.layout))
      }
    }
  }
}
