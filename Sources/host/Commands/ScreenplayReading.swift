import CueScreenplay

extension ScreenplayFile {
  /// Reads the file at `path`, and reports what is doubtful in it.
  init(
    telling path: String, _ layout: ScriptLayout?, _ manner: OutputManner, listsRows: Bool = true
  ) throws(UserError) {
    let name = ScreenplayFile.name(path)
    do throws(Failure) { try self.init(path, layout: layout) } catch {
      switch error {
      case .unreadable(let error): throw UserError(error, name)
      case .script(let error):
        throw UserError(
          "\(name) cannot be read as a screenplay: \(Messages(language: .english).why(error)).",
          .badInput)
      }
    }
    guard !manner.isQuiet else { return }
    if listsRows, !doubtfulRows.isEmpty {
      Console.say(
        "\(name): \(doubtfulRows.count) of its rows may be read wrongly.",
        hint:
          "\(Program.name) script import \(path) lists them, and writes a script that can be edited."
      )
    }
    let quotations = screenplay.reading.doubtfulQuotations.count
    if listsRows, quotations > 0 {
      Console.say(
        "\(name): \(quotations) of its quotations may be somebody else's.",
        hint:
          "\(Program.name) script import \(path) --prose lists them, and writes a script that can be edited."
      )
    }
    sayDoubts()
    if !looksLikeScreenplay {
      Console.say(
        "\(name): from line 1 on there is neither a scene heading nor a character; is it a "
          + "screenplay?",
        hint: "A heading is as INT. KITCHEN - DAY, a name in capitals stands above its speech.")
    } else if screenplay.reading.layout != nil, !screenplay.hasSpeechesOfNobody,
      screenplay.characters.allSatisfy({ $0.dialogueCount == 0 })
    {
      Console.say(
        "\(name): nobody speaks in it: the narrator would say everything.",
        hint: "If that is wrong, name the layout with --layout.")
    }
  }

  /// Reports what is doubtful in it, in the language of `words`.
  func sayDoubts(_ words: Messages = Messages(language: .english)) {
    for warning in screenplay.warnings {
      Console.say(
        words(
          .doubtIsAt,
          ["file": name, "line": "\(warning.line)", "sentence": warning.sentence(words)]))
    }
  }

  /// Its name for people.
  var name: String { ScreenplayFile.name(path) }

  static func name(_ path: String) -> String { path == "-" ? "Standard input" : path }
}
