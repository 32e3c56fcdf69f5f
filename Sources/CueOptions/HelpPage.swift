/// What `--help` shows: made of the tables.
package struct HelpPage {
  let program: ProgramDescription
  /// A text of the tables as the page says it.
  let said: (String) -> String

  /// A page of the texts in the tables; `said` may put them into another language.
  package init(program: ProgramDescription, said: @escaping (String) -> String = { $0 }) {
    self.program = program
    self.said = said
  }

  /// The column where the meaning of an option or a form begins.
  private let column = 28
  private let formColumn = 40

  /// The help of a command, or of the program where `topic` is nil.
  package func text(_ topic: String?) -> String {
    guard let topic, let command = program.command(topic) else { return overview }
    return text(command)
  }

  private var overview: String {
    var text = program.purpose + "\n\n"
    text += row("\(program.name) \(program.form)", program.summary, column: formColumn)
    for command in program.commands {
      text += row("\(program.name) \(command.form)", command.summary, column: formColumn)
    }
    text += "\nTry:\n"
    for example in program.examples { text += "  \(program.name) \(example)\n" }
    return text + "\n'\(program.name) COMMAND --help' says more. -V, --version shows the version.\n"
  }

  private func text(_ command: CommandDescription) -> String {
    var text = Lines.wrapped(said(command.purpose), indent: 0) + "\n"
    for form in command.synopsis {
      let help = form.help.isEmpty ? "" : said(form.help)
      text += row("\(program.name) \(form.words)", help, column: formColumn)
    }
    if !command.terms.isEmpty { text += "\n" }
    for (name, meaning) in command.terms { text += row(name, said(meaning), column: column) }
    for group in command.groups where !group.options.isEmpty {
      text += "\n" + (group.title.isEmpty ? "" : said(group.title) + ":\n")
      for option in group.options {
        text += row(
          Lines.broken(label: option.label, indent: 2), option.help(in: command, said),
          column: column)
      }
    }
    for note in command.notes { text += "\n" + Lines.wrapped(said(note), indent: 2) }
    if !command.examples.isEmpty { text += "\n\(said("Examples")):\n" }
    for example in command.examples {
      text += "  \(program.name) \(example.command)\n"
      if !example.result.isEmpty { text += Lines.wrapped(said(example.result), indent: 6) }
    }
    return text
  }

  /// A name and, from `column` on, what it means.
  private func row(_ name: String, _ meaning: String, column: Int) -> String {
    if meaning.isEmpty { return "  \(name)\n" }
    let blanks = column - 2 - name.unicodeScalars.count
    guard blanks >= 2 else { return "  \(name)\n" + Lines.wrapped(meaning, indent: column) }
    var row = "  " + name
    for _ in 0..<blanks { row += " " }
    return row + String(Substring(Lines.wrapped(meaning, indent: column).utf8.dropFirst(column)))
  }
}

/// Text in lines.
enum Lines {
  /// A terminal has 80 columns, and some wrap when the last of them is used.
  private static let width = 79

  /// `text` in lines of at most `width` characters after `indent` blanks.
  static func wrapped(_ text: String, indent: Int, width: Int = width) -> String {
    let margin = String(repeating: " ", count: indent)
    // There are at most as many characters as bytes.
    if indent + text.utf8.count <= width, !text.isEmpty { return margin + text + "\n" }
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

  /// The `label` of an option after `indent` blanks; a list of values that is longer than the line continues below its first value.
  static func broken(label: String, indent: Int) -> String {
    guard indent + label.count > width, let blank = label.firstIndex(of: " ") else { return label }
    var text = String(label[...blank])
    let first = indent + text.count
    var column = first
    let words = label[label.index(after: blank)...].split(separator: "|")
    for (number, word) in words.enumerated() {
      let piece = number + 1 < words.count ? String(word) + "|" : String(word)
      if column > first, column + piece.count > width {
        text += "\n" + String(repeating: " ", count: first)
        column = first
      }
      text += piece
      column += piece.count
    }
    return text
  }
}

extension OptionDescription {
  /// What the option does, after the verbs that take it if not all do.
  func help(
    in command: CommandDescription, _ said: (String) -> String = { $0 }
  ) -> String {
    guard !verbs.isEmpty, verbs.count < command.verbs.count else { return said(help) }
    return verbs.joined(separator: ", ") + ": " + said(help)
  }
}
