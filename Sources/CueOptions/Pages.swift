/// The man page, in the macros of man(7): made of the tables, and of what concerns all commands.
struct ManualPage {
  let program: ProgramDescription

  var text: String {
    let manual = program.manual
    let name = program.name
    let commands = program.commands.map { $0.description() }
    var page =
      ".TH \(name.uppercased()) 1 \"\(manual.date)\" \"\(manual.source)\" \"User Commands\"\n"
    page += section("NAME") + "\(escaped(name)) \\- \(manual.summary)\n"
    page += section("SYNOPSIS")
    let forms = commands.flatMap(\.synopsis)
    page += forms.map { synopsis("\(name) \($0.words)") }.joined(separator: "\n.br\n") + "\n"
    page += section("DESCRIPTION") + paragraphs(manual.paragraphs)
    page += section("COMMANDS")
    for described in commands { page += command(described) }
    for list in manual.lists { page += section(list.title) + definitions(list.entries) }
    page += section("EXAMPLES") + ".nf\n"
    for example in commands.flatMap(\.examples) {
      page += escaped("\(name) \(example.command)") + "\n"
    }
    return page + ".fi\n"
  }

  // A command.

  private func command(_ command: CommandDescription) -> String {
    var text = ".SS \(program.name) \(command.name)\n" + paragraphs([command.purpose])
    for form in command.synopsis where !form.help.isEmpty {
      text += tagged(synopsis("\(program.name) \(form.words)"), sentence(form.help))
    }
    for (name, meaning) in command.terms { text += tagged(italic(name), sentence(meaning)) }
    for group in command.groups {
      if !group.title.isEmpty { text += ".PP\n" + escaped(group.title) + ":\n" }
      for option in group.options {
        let help = sentence(option.help(in: command))
        text += tagged(label(option), option.manual.isEmpty ? help : help + " " + option.manual)
      }
    }
    let notes = command.notes + command.manual
    return notes.isEmpty ? text : text + ".PP\n" + paragraphs(notes)
  }

  private func label(_ option: OptionDescription) -> String {
    let names = option.names.reversed().map { bold($0) }.joined(separator: ", ")
    return names + (option.placeholder.map { " " + italic($0) } ?? "")
  }

  /// Names that stand for something in italics, all else in bold.
  private func synopsis(_ form: String) -> String {
    form.split(separator: " ").map { word in
      word.contains(where: \.isUppercase) ? italic(String(word)) : bold(String(word))
    }.joined(separator: " ")
  }

  // Macros.

  private func section(_ title: String) -> String { ".SH \(title)\n" }

  private func definitions(_ entries: [(name: String, meaning: String)]) -> String {
    entries.map { tagged(bold($0.name), $0.meaning) }.joined()
  }

  private func tagged(_ tag: String, _ text: String) -> String {
    ".TP\n\(tag)\n\(lines(text))\n"
  }

  private func paragraphs(_ texts: [String]) -> String {
    texts.map(lines).joined(separator: "\n.PP\n") + "\n"
  }

  private func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  private func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// A fragment of help as a sentence.
  private func sentence(_ fragment: String) -> String {
    guard let first = fragment.first else { return "" }
    let end = fragment.hasSuffix(".") || fragment.hasSuffix("…") ? "" : "."
    let word = fragment.prefix { !$0.isWhitespace }
    return (word.allSatisfy(\.isLetter) ? first.uppercased() : String(first))
      + fragment.dropFirst() + end
  }

  /// Text in lines of which none is taken for a request.
  private func lines(_ text: String) -> String {
    Lines.wrapped(text, indent: 0, width: 72).split(separator: "\n").map { line in
      (line.hasPrefix(".") ? "\\&" : "") + escaped(String(line))
    }.joined(separator: "\n")
  }

  /// Characters that roff would change: quotes, dashes and backslashes.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "\"": escaped += "\\(dq"
      case "`": escaped += "\\`"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "…": escaped += "..."
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

/// What `--help` shows: made of the tables.
struct HelpPage {
  let program: ProgramDescription

  /// Where the meaning of an option begins, and that of a form.
  private let column = 28
  private let formColumn = 40

  /// The help of a command, or of the program where `topic` is nil.
  func text(_ topic: String?) -> String {
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
    var text = Lines.wrapped(command.purpose, indent: 0) + "\n"
    for form in command.synopsis {
      text += row("\(program.name) \(form.words)", form.help, column: formColumn)
    }
    if !command.terms.isEmpty { text += "\n" }
    for (name, meaning) in command.terms { text += row(name, meaning, column: column) }
    for group in command.groups where !group.options.isEmpty {
      text += "\n" + (group.title.isEmpty ? "" : group.title + ":\n")
      for option in group.options {
        text += row(option.label, option.help(in: command), column: column)
      }
    }
    for note in command.notes { text += "\n" + Lines.wrapped(note, indent: 2) }
    if !command.examples.isEmpty { text += "\nExamples:\n" }
    for example in command.examples {
      text += "  \(program.name) \(example.command)\n"
      if !example.result.isEmpty { text += Lines.wrapped(example.result, indent: 6) }
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
  /// A terminal has 80 columns, and some go to the next row with the last of them.
  private static let width = 79

  /// `text` in lines of at most `width` characters behind `indent` blanks.
  static func wrapped(_ text: String, indent: Int, width: Int = width) -> String {
    let margin = String(repeating: " ", count: indent)
    // As many bytes as there may be characters are few enough.
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
}

extension OptionDescription {
  /// What the option does, behind the verbs that take it where not all do.
  func help(in command: CommandDescription) -> String {
    guard !verbs.isEmpty, verbs.count < command.verbs.count else { return help }
    return verbs.joined(separator: ", ") + ": " + help
  }
}
