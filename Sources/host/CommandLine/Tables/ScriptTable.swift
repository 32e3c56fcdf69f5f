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
    var description = CommandDescription(
      "script", "Read a screenplay: \(scriptFormats).")
    let complaint =
      "A script can be shown (show FILE), summed up (info FILE), converted (convert IN OUT), listed as spoken "
      + "items (items FILE), imported (import FILE), searched for hard names (names FILE), or removed from the library (remove SCRIPT)."
    func file(_ form: String, _ count: Int) -> WordsDescription {
      WordsDescription(form, count...count, completing: [.file], complaint)
    }
    description.verbs = [
      VerbDescription("show", file("FILE", 1), "list its elements in order"),
      VerbDescription(
        "info", file("FILE", 1), "list scenes, characters, what was left out, and what is doubtful"),
      VerbDescription("convert", file("IN OUT", 2), "write it as .fountain, .fdx, .json or .txt"),
      VerbDescription("items", file("FILE", 1), "list what is said, and who says it"),
      VerbDescription(
        "import",
        WordsDescription("FILE [OUT]", 1...2, completing: [.file], complaint),
        "write a PDF file, a document or a web page as Fountain, as FILE.fountain or OUT, and list the rows that may be wrong"
      ),
      VerbDescription(
        "names", file("FILE", 1),
        "list names that voices may say wrongly, each with a spelling that they say right"),
      VerbDescription(
        "remove", WordsDescription("SCRIPT", 1...1, completing: [.file], complaint),
        "remove it from the library: its cast, items, versions and jobs; the file stays"),
    ]
    description.terms = [
      ("FILE, IN", "a script; - for standard input"),
      ("SCRIPT", "its file, its name or its number in the library"),
    ]
    description.notes = [
      "The rules: table-read (the default; headings and action by the narrator, speeches by their characters), 1.0 "
        + "(with \"JOHN says:\" once a scene), all-on (all that the page shows), dialogue-only.",
      "UTF-8, UTF-16 and Windows' Western letters are recognized; line ends are of any kind.",
    ]
    description.manual = [
      "With --json, show and info print one object: title_page, scenes, characters and, for show, elements, each with "
        + "its type, its text and its range, the bytes that it was read from. What is doubtful is reported with its line.",
      "For plain text, layout is how the file was read, and how sure that is (0 to 1). left_out lists what is not part of the "
        + "play, each with its first line and the line after its last. repairs lists what was mended in a Final Draft file.",
    ]
    return CommandDefinition(
      description, ScriptValues(),
      [
        OptionGroup(
          "",
          [
            .choice(
              "--format fountain|fdx|json|txt",
              "what OUT is, if its ending does not say it; OUT may be - for standard output",
              for: ["convert"]
            ) { $0.form = ScriptForm(rawValue: $1) },
            .layout(for: ["show", "info", "convert", "items", "import", "names"]) {
              $0.layout = $1
            },
            .prose(for: ["show", "info", "convert", "items", "import", "names"]) {
              $0.layout = $1
            },
            .flag(
              "--keep", "keep the pronunciations beside the script, in SCRIPT.lexicon",
              for: ["names"]
            ) { $0.keepsNames = true },
            .flag(
              "--review",
              "ask about each row that may be wrong; Enter keeps it, - leaves it out, + takes in what was left "
                + "out, other words replace it",
              for: ["import"]
            ) { $0.isReviewed = true },
          ]),
        OptionGroup(
          "What is said",
          CommandOption.speaking(\.self, for: ["items"]) + [
            .flag(
              "--spoken", "show the words that voices get: numbers, signs and addresses in words",
              for: ["items"]
            ) { $0.isSpoken = true }
          ]),
        OptionGroup(
          "",
          [
            .json("show, info: print an object; items: an object for each item"), .quiet,
            .verbose, .showsHelp,
          ]),
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
