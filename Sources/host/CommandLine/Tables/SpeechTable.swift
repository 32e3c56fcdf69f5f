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
    let texts = ["add", "edit"]
    return CommandDefinition(
      .init(
        "speech",
        verbs: [
          .init("add", "[FILE]", completing: [.file]), .init("list"), .init("search", "WORDS…"),
          .init("show", "SPEECH"), .init("edit", "SPEECH [FILE]", completing: [.nothing, .file]),
          .init("history", "SPEECH"), .init("remove", "SPEECH…"), .init("export", "SPEECH"),
        ]), SpeechValues(),
      options: [
        .parsed(
          "--title TITLE", for: texts,
          { (_, text) throws(UserError) in try OptionValues.title(text) }
        ) { $0.change.title = $1 },
        .languageTag(for: texts) { $0.change.language = $1 },
        .flag("--truncate", for: texts) { $0.change.truncates = true },
        .flag("--markdown", for: texts) { $0.isMarkdown = true },
        .flag("--no-markdown", for: texts) { $0.isMarkdown = false },
        .value("--search WORDS", for: ["list"]) { $0.search = $1 },
        .flag("--chart", for: ["history"]) { $0.showsChart = true },
        .output(for: ["export"]) { $0.output = $1 },
      ], CommandOption.talking
    ) { given throws(UserError) in .speech(try speechAction(given)) }
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
