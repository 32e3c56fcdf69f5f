/// The man page, in the macros of man(7): made of the tables, and of what all commands have in common.
package struct ManualPage {
  let program: ProgramDescription

  package init(program: ProgramDescription) { self.program = program }

  package var text: String {
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

  /// Placeholders in italics, all else in bold.
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

  /// Text in lines, none of which is taken for a roff request.
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
