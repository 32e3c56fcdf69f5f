import CueOptions

/// The action of `speech`.
enum SpeechAction: Equatable {
  case add(SpeechSource?, SpeechChange)
  case list(search: String?)
  case show(String)
  /// Without a source and a change, in the user's editor.
  case edit(String, SpeechSource?, SpeechChange)
  case remove([String])
  case export(String, output: String?)
  /// How it was practised; as a chart of all sessions if `chart`.
  case history(String, chart: Bool)
}

/// Where the text of a speech comes from.
struct SpeechSource: Equatable {
  /// `-` for standard input.
  var path: String
  /// Whether it is Markdown; nil if the file's name shows it.
  var isMarkdown: Bool?
}

/// Other changes of a speech.
struct SpeechChange: Equatable {
  var title: String?
  var language: String?
  /// Keep only the beginning of a text that is too long.
  var truncates = false
}

struct SpeechValues {
  var change = SpeechChange()
  var isMarkdown: Bool?
  var search: String?
  var output: String?
  var showsChart = false
}

extension CommandTable {
  static var speech: CommandDefinition<SpeechValues> {
    var description = CommandDescription("speech", "Keep the speeches you practise.")
    description.verbs = speechVerbs
    description.terms = [("SPEECH", "its title, in any case, or its number")]
    description.notes = [
      "A speech has up to 10,000 characters. Its time assumes 150 words a minute; of Japanese, Chinese and Thai, "
        + "characters are counted. Speeches are kept in ~/.local/share/cue/library.db."
    ]
    description.manual = [
      "Without a file, 'edit' opens VISUAL or EDITOR on a copy, and keeps the text only if it is valid."
    ]
    let texts = ["add", "edit"]
    return CommandDefinition(
      description, SpeechValues(),
      [
        OptionGroup(
          "",
          [
            .value(
              "--title TITLE", "its title; else the first heading of Markdown, or the file's name",
              for: texts
            ) { (values: inout SpeechValues, text: String) throws(UserError) in
              values.change.title = try OptionValues.title(text)
            },
            .language("its language: en-US, et, de …; else recognized by its words", for: texts) {
              (values: inout SpeechValues, text: String) throws(UserError) in
              values.change.language = try OptionValues.language(text)
            },
            .flag("--truncate", "keep the first 10,000 characters of a longer text", for: texts) {
              $0.change.truncates = true
            },
            .flag(
              "--markdown", "a file is Markdown, whatever its name; its marks are not spoken",
              for: texts
            ) { $0.isMarkdown = true },
            .flag(
              "--no-markdown", "a file is plain text, also if its name ends in .md",
              for: texts
            ) { $0.isMarkdown = false },
            .value(
              "--search WORDS", "only those with WORDS in the title or the text", for: ["list"]
            ) { $0.search = $1 },
            .flag(
              "--chart", "a row of blocks for each measure, from the first session to the last",
              for: ["history"]
            ) { $0.showsChart = true },
            .output("where the text goes; else standard output", for: ["export"]) {
              $0.output = $1
            },
            .json("print an object for each speech"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in .speech(try speechAction(given)) }
  }

  private static var speechVerbs: [VerbDescription] {
    [
      VerbDescription(
        "add",
        WordsDescription(
          "[FILE]", 0...1, completing: [.file], "",
          surplus: { _ in
            "Adding takes one file, or - for standard input."
          }), "keep the text of a file, or of standard input"),
      VerbDescription(
        "list", .none("The list takes no words; --search WORDS finds some."),
        "list speeches, the last changed first"),
      VerbDescription(
        "search", WordsDescription("WORDS…", 1...Int.max, "Searching needs words."),
        "list those with WORDS in the title or the text"),
      VerbDescription(
        "show",
        WordsDescription(
          "SPEECH", 1...1, "One speech is shown, by its title or its number."),
        "show its details and its text"),
      VerbDescription(
        "edit",
        WordsDescription(
          "SPEECH [FILE]", 1...2, completing: [.nothing, .file],
          "Editing takes a speech, by its title or its number, and perhaps a file."),
        "change its text in your editor (VISUAL, EDITOR), or replace it by that of FILE"),
      VerbDescription(
        "history",
        WordsDescription(
          "SPEECH", 1...1, "The history of one speech is shown, by its title or its number."),
        "how it was practised, the last time first"),
      VerbDescription(
        "remove",
        WordsDescription(
          "SPEECH…", 1...Int.max, "Removing needs a speech, by its title or its number."),
        "remove speeches"),
      VerbDescription(
        "export",
        WordsDescription(
          "SPEECH", 1...1, "One speech is exported, by its title or its number."),
        "write its text"),
    ]
  }

  private static func speechAction(_ given: Given<SpeechValues>) throws(UserError) -> SpeechAction {
    let values = given.values
    func source(_ path: String) -> SpeechSource {
      SpeechSource(path: path, isMarkdown: values.isMarkdown)
    }
    switch given.verb {
    case "add":
      guard let path = given.words.first ?? (given.hasInput ? "-" : nil) else {
        throw .usage("A speech is added from a file, or from standard input.")
      }
      return .add(source(path), values.change)
    case "list": return .list(search: values.search)
    case "search": return .list(search: given.words.joined(separator: " "))
    case "show": return .show(given.words[0])
    case "edit":
      return .edit(
        given.words[0], given.words.count == 2 ? source(given.words[1]) : nil, values.change)
    case "history": return .history(given.words[0], chart: values.showsChart)
    case "remove": return .remove(given.words)
    default: return .export(given.words[0], output: values.output)
    }
  }
}
