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
    if listsRows { for doubt in rowDoubts { Console.say(doubt.sentence, hint: doubt.hint) } }
    sayDoubts()
    if let doubt = layoutDoubt { Console.say(doubt.sentence, hint: doubt.hint) }
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
