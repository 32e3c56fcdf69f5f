import CueSystem

/// The man page, in the macros of man(7): made of the tables, and of what concerns all commands.
enum ManualPage {
  /// When the page was last revised.
  private static let date = "2026-11-22"

  static var text: String {
    let program = Program.name
    var page =
      ".TH \(program.uppercased()) 1 \"\(date)\" \"Cue \(ProductVersion.number)\" \"User Commands\"\n"
    page += section("NAME")
    page +=
      "\(escaped(program)) \\- speak, rehearse, practise and record with voices that are plugins\n"
    page += section("SYNOPSIS")
    let forms = CommandTable.lines.flatMap { $0.entry().description.synopsis }
    page += forms.map { synopsis("\(program) \($0.words)") }.joined(separator: "\n.br\n") + "\n"
    page += section("DESCRIPTION")
    page += paragraphs([
      "Cue reads the other part. It says words, files or standard input with a voice that a plugin offers; rehearses "
        + "a scene in which it speaks the other parts; practises a speech sentence by sentence; and records screenplays "
        + "with a cast of voices. Every voice, recognizer, effect and sound device is a plugin, chosen when it is needed.",
      "Results go to standard output, messages to standard error.",
    ])
    page += section("COMMANDS")
    for line in CommandTable.lines { page += command(line.entry().description) }
    page += environment + files + statuses
    page += section("EXAMPLES") + ".nf\n"
    for line in CommandTable.lines {
      for example in line.entry().description.examples {
        page += escaped("\(program) \(example.command)") + "\n"
      }
    }
    return page + ".fi\n"
  }

  // A command.

  private static func command(_ command: CommandDescription) -> String {
    var text = ".SS \(Program.name) \(command.name)\n" + paragraphs([command.purpose])
    for form in command.synopsis where !form.help.isEmpty {
      text += tagged(synopsis("\(Program.name) \(form.words)"), sentence(form.help))
    }
    for (name, meaning) in command.terms { text += tagged(italic(name), sentence(meaning)) }
    for group in command.groups {
      if !group.title.isEmpty { text += ".PP\n" + escaped(group.title) + ":\n" }
      for option in group.options {
        let help = sentence(HelpPage.help(option, command))
        text += tagged(label(option), option.manual.isEmpty ? help : help + " " + option.manual)
      }
    }
    let notes = command.notes + command.manual
    return notes.isEmpty ? text : text + ".PP\n" + paragraphs(notes)
  }

  private static func label(_ option: OptionDescription) -> String {
    let names = option.names.reversed().map { bold($0) }.joined(separator: ", ")
    return names + (option.placeholder.map { " " + italic($0) } ?? "")
  }

  /// Names that stand for something in italics, all else in bold.
  private static func synopsis(_ form: String) -> String {
    form.split(separator: " ").map { word in
      word.contains(where: \.isUppercase) ? italic(String(word)) : bold(String(word))
    }.joined(separator: " ")
  }

  // What concerns all commands.

  private static var environment: String {
    section("ENVIRONMENT")
      + definitions([
        ("CUE_PLUGIN_PATH", "Folders of plugins, separated by colons, before all others."),
        ("CUE_VOICE", "The voice if none is asked for; flite,espeak by default."),
        ("CUE_RECOGNIZER", "The recognizer if none is asked for; pocketsphinx by default."),
        (
          "CUE_PLUGIN_NAME",
          "A key or another secret of a plugin, as in CUE_ELEVENLABS_KEY; see \(Program.name) credentials."
        ),
        (
          "LC_ALL, LC_MESSAGES, LANG",
          "The language of practice and speeches: Estonian if it is et, else English."
        ),
        ("VISUAL, EDITOR", "The editor of \(Program.name) speech edit."),
        ("CUE_WORKER", "The worker program."),
        ("CUE_SDK", "The SDK with the templates of \(Program.name) plugin new."),
        ("CUE_HOME", "Stands for all of the XDG folders."),
        ("CUE_LOG", "Shows what plugins log, up to error, warn, info or debug."),
      ])
  }

  private static var files: String {
    section("FILES")
      + definitions([
        ("~/.config/cue/cue.conf", "Settings, as in voice.et = espeak:et."),
        ("~/.config/cue/credentials", "Keys; only its owner can read it."),
        ("~/.local/share/cue/library.db", "Speeches, scripts, casts and recordings."),
        ("~/.local/lib/cue/plugins", "Plugins of the user."),
        (
          "~/.cache/cue/registry", "What is known of plugins; it may be removed at any time."
        ), ("~/.cache/cue/conformance", "The results of \(Program.name) conform."),
      ])
  }

  private static var statuses: String {
    section("EXIT STATUS")
      + definitions([
        ("0", "Done."), ("1", "Done, and the answer is no, or something failed."),
        ("2", "The command line makes no sense."), ("65", "Bad input data."),
        ("66", "The input does not exist."), ("69", "A plugin or service is unavailable."),
        ("70", "Internal error."), ("73", "The output cannot be created."),
        ("74", "Reading or writing failed."), ("75", "Temporary failure; try again."),
        ("77", "Permission denied."), ("78", "Configuration error."), ("130", "Interrupted."),
        ("141", "The reader of standard output is gone."),
      ])
  }

  // Macros.

  private static func section(_ title: String) -> String { ".SH \(title)\n" }

  private static func definitions(_ entries: [(name: String, meaning: String)]) -> String {
    entries.map { tagged(bold($0.name), $0.meaning) }.joined()
  }

  private static func tagged(_ tag: String, _ text: String) -> String {
    ".TP\n\(tag)\n\(lines(text))\n"
  }

  private static func paragraphs(_ texts: [String]) -> String {
    texts.map(lines).joined(separator: "\n.PP\n") + "\n"
  }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  private static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// A fragment of help as a sentence.
  private static func sentence(_ fragment: String) -> String {
    guard let first = fragment.first else { return "" }
    let end = fragment.hasSuffix(".") || fragment.hasSuffix("…") ? "" : "."
    let word = fragment.prefix { !$0.isWhitespace }
    return (word.allSatisfy(\.isLetter) ? first.uppercased() : String(first))
      + fragment.dropFirst() + end
  }

  /// Text in lines of which none is taken for a request.
  private static func lines(_ text: String) -> String {
    HelpPage.wrapped(text, indent: 0, width: 72).split(separator: "\n").map { line in
      (line.hasPrefix(".") ? "\\&" : "") + escaped(String(line))
    }.joined(separator: "\n")
  }

  /// Characters that roff would change: quotes, dashes and backslashes.
  static func escaped(_ text: String) -> String {
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
enum HelpPage {
  /// A terminal has 80 columns, and some go to the next row with the last of them.
  private static let width = 79
  /// Where the meaning of an option begins, and that of a form.
  private static let column = 28
  private static let formColumn = 40

  /// The help of a command, or of the program where `topic` is nil.
  static func text(_ topic: String?) -> String {
    guard let topic, let entry = CommandTable.entry(topic) else { return overview }
    return text(entry.description)
  }

  private static var overview: String {
    var text = "Cue reads the other part. Every voice is a plugin, chosen when it is needed.\n\n"
    let program = Program.name
    text += row("\(program) [--voice=PLUGIN[:VOICE]] TEXT…", "say words", column: formColumn)
    for line in CommandTable.lines {
      text += row("\(program) \(line.form)", line.summary, column: formColumn)
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
      text += row("\(Program.name) \(form.words)", form.help, column: formColumn)
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
      text += "  \(Program.name) \(example.command)\n"
      if !example.result.isEmpty { text += wrapped(example.result, indent: 6) }
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
    let blanks = column - 2 - name.unicodeScalars.count
    guard blanks >= 2 else { return "  \(name)\n" + wrapped(meaning, indent: column) }
    var row = "  " + name
    for _ in 0..<blanks { row += " " }
    return row + String(Substring(wrapped(meaning, indent: column).utf8.dropFirst(column)))
  }

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
