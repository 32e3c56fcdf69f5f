/// What `--help` shows: made of the tables.
enum HelpPage {
  private static let width = 98
  private static let column = 30

  /// The help of a command, or of the program where `topic` is nil.
  static func text(_ topic: String?) -> String {
    guard let topic, let entry = CommandTable.entry(topic) else { return overview }
    return text(entry.description)
  }

  private static var overview: String {
    var text = "Cue reads the other part. Every voice is a plugin, chosen when it is needed.\n\n"
    let program = Program.name
    text += row("\(program) [--voice=PLUGIN[:VOICE]] TEXT…", "say words", column: 44)
    for line in CommandTable.lines {
      text += row("\(program) \(line.form)", line.summary, column: 44)
    }
    text += "\nTry:\n"
    for command in [
      "--voice=plugins/libflite.so \"Good evening\"",
      "--voice=espeak:en-us+f3 --tone playful -o hello.wav \"There you are.\"",
      "rehearse Examples/the-last-train.fountain --as NORA",
    ] { text += "  \(program) \(command)\n" }
    return text + "\n'\(program) COMMAND --help' says more. -V, --version shows the version.\n"
  }

  private static func text(_ command: CommandDescription) -> String {
    var text = wrapped(command.purpose, indent: 0) + "\n"
    for form in command.synopsis {
      text += row("\(Program.name) \(form.words)", form.help, column: 44)
    }
    if !command.terms.isEmpty { text += "\n" }
    for (name, meaning) in command.terms { text += row(name, meaning, column: column) }
    for group in command.groups where !group.options.isEmpty {
      text += "\n" + (group.title.isEmpty ? "" : group.title + ":\n")
      for option in group.options {
        text += row(option.label, help(option, command), column: column)
      }
    }
    for note in command.notes { text += "\n" + wrapped(note, indent: 2) }
    if !command.examples.isEmpty { text += "\nExamples:\n" }
    for example in command.examples {
      text += row("\(Program.name) \(example.command)", example.result, column: 72)
    }
    return text
  }

  /// What an option does, behind the verbs that take it where not all do.
  static func help(_ option: OptionDescription, _ command: CommandDescription) -> String {
    guard !option.verbs.isEmpty, option.verbs.count < command.verbs.count else {
      return option.help
    }
    return option.verbs.joined(separator: ", ") + ": " + option.help
  }

  /// A name and, from `column` on, what it means.
  private static func row(_ name: String, _ meaning: String, column: Int) -> String {
    if meaning.isEmpty { return "  \(name)\n" }
    let lines = wrapped(meaning, indent: column)
    let isLong = name.count + 4 > column
    return isLong
      ? "  \(name)\n" + lines
      : "  \(name)" + lines.dropFirst(name.count + 2)
  }

  /// `text` in lines of at most `width` characters behind `indent` blanks.
  static func wrapped(_ text: String, indent: Int, width: Int = width) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(margin + line)
    return lines.joined(separator: "\n") + "\n"
  }
}
