/// What the pages of a command say: one text on each line, after the name of what it explains.
///
/// The first line is the purpose. The others are:
///
///     overview: FORM = SUMMARY         the command in the list of all commands
///     form: WORDS = MEANING            a way to call it; the meaning may be left out
///     verb: NAME = MEANING
///     missing: TEXT                    what to say if words are missing; `missing VERB:` is for one verb
///     surplus: TEXT                    the same for too many words; {count} is their number
///     term: NAME = MEANING             a name in the forms
///     --OPTION: TEXT                   a fragment of a sentence: no capital, no full stop
///     manual --OPTION: TEXT            whole sentences that only the man page has
///     note: TEXT                       a paragraph below the options
///     man: TEXT                        a paragraph that only the man page has
///     example: COMMAND = RESULT        the result may be left out
package struct CommandTexts {
  /// What the command does, as sentences.
  package let purpose: String
  /// The command in the list of all: its form and its summary.
  package private(set) var overview = CommandDescription.Form("")
  private var forms: [CommandDescription.Form] = []
  private var terms: [(name: String, meaning: String)] = []
  private var examples: [CommandDescription.Example] = []
  private var notes: [String] = []
  private var manual: [String] = []
  /// The texts of verbs, options and mistakes, by what stands before them.
  private var texts: [String: String] = [:]
  /// What the page itself explains of these, as in `verb list`, `--seed`, `manual --seed` and `surplus list`.
  package private(set) var subjects: [String] = []

  /// The texts in `page`; options that it does not explain have the texts that all commands share.
  package init(_ page: String, below shared: CommandTexts? = nil) {
    var lines = page.split(separator: "\n").map(String.init)[...]
    purpose = shared == nil ? "" : lines.popFirst() ?? ""
    texts = shared?.texts ?? [:]
    for line in lines {
      let key = String(line.prefix { $0 != ":" })
      let text = String(line.dropFirst(key.count + 1).drop { $0 == " " })
      let (name, meaning) = CommandTexts.halves(text)
      switch key {
      case "overview": overview = .init(name, meaning)
      case "form": forms.append(.init(name, meaning))
      case "verb": explain("verb \(name)", meaning)
      case "term": terms.append((name, meaning))
      case "example": examples.append(.init(name, meaning))
      case "note": notes.append(text)
      case "man": manual.append(text)
      default: explain(key, text)
      }
    }
  }

  private mutating func explain(_ subject: String, _ text: String) {
    subjects.append(subject)
    texts[subject] = text
  }

  /// What stands before and after the first ` = `; the second half is empty if there is none.
  private static func halves(_ text: String) -> (String, String) {
    guard let equals = text.firstRange(of: " = ") else { return (text, "") }
    return (String(text[..<equals.lowerBound]), String(text[equals.upperBound...]))
  }

  /// `description` with these texts.
  func explaining(_ description: CommandDescription) -> CommandDescription {
    var explained = description
    explained.purpose = purpose
    (explained.forms, explained.terms, explained.examples) = (forms, terms, examples)
    (explained.notes, explained.manual) = (notes, manual)
    for index in explained.verbs.indices {
      let verb = explained.verbs[index].name
      explained.verbs[index].help = texts["verb \(verb)"] ?? ""
    }
    return explained
  }

  /// `option` with its texts.
  func explaining(_ option: OptionDescription) -> OptionDescription {
    var explained = option
    explained.help = texts[option.name] ?? ""
    explained.manual = texts["manual \(option.name)"] ?? ""
    return explained
  }

  /// Why `count` words after a command or its `verb` are too few or too many.
  package func complaint(_ count: Int, isSurplus: Bool, verb: String) -> String {
    let kinds = isSurplus ? ["surplus", "missing"] : ["missing"]
    let keys = kinds.map { "\($0) \(verb)" } + kinds
    let text = keys.lazy.compactMap { texts[$0] }.first ?? ""
    return text.replacing("{count}", with: "\(count)")
  }
}
