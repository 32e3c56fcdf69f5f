import CueAssembly
import CueRehearsal
import CueScreenplay
import CueSystem

/// The options of `direct`.
struct DirectOptions: Equatable {
  var script: String
  /// The subject: a name, `scene 2`, `line 12`; nil for all.
  var subject: DirectionFile.Subject?
  /// The values to set, in order; an empty value removes it.
  var values: [Value] = []
  /// `--layout`.
  var layout: ScriptLayout?

  struct Value: Equatable {
    let key: DirectionFile.Key
    let text: String
  }
}

/// `host direct`: how a script is to be played, in a file beside it.
struct DirectCommand {
  let options: DirectOptions
  let manner: OutputManner

  func run() throws(UserError) -> ExitStatus {
    let script = try script()
    let path = DirectionFile.path(beside: options.script)
    let file: DirectionFile
    do throws(DirectionFile.Trouble) { file = try DirectionFile.beside(options.script) } catch {
      throw UserError(error)
    }
    if let stranger = options.subject.flatMap({ file.stranger($0, in: script) }) {
      throw UserError("\(options.script) has no \(stranger).", hint: script.subjects, .usage)
    }
    guard !options.values.isEmpty, let subject = options.subject else {
      try show(file, path)
      return .done
    }
    try checkSounds()
    try DirectionFile.change(beside: options.script, refusing: { UserError($0) }) {
      (file) throws(UserError) in
      for value in options.values {
        do throws(DirectionFile.Failure) {
          try file.set(value.key, of: subject, to: value.text)
        } catch {
          let why = Messages.forPrograms.clause(error.reason)
          throw UserError("\(value.key.rawValue): \(why).", .usage)
        }
      }
    }
    if !manner.isQuiet, !manner.isJSON { Console.talk("It is kept in \(path).\n") }
    return .done
  }

  /// Checks the sound files that replace lines.
  private func checkSounds() throws(UserError) {
    let folder = options.script.lastIndex(of: "/").map { String(options.script[...$0]) } ?? ""
    for value in options.values
    where [.recording, .reading].contains(value.key) && !value.text.isEmpty {
      let path = LineRecording.path(value.text, in: folder)
      do throws(LineSoundFault) { try LineRecording.check(path) } catch {
        throw UserError(
          "\(value.key.rawValue): \(path) cannot be used: \(error.clause(.forPrograms)).",
          hint: "A path is relative to the script's folder.", .noInput)
      }
    }
  }

  private func script() throws(UserError) -> Script {
    guard options.script != "-" else {
      throw UserError("Directions are kept beside a script; standard input has no place.", .usage)
    }
    let file = try ScreenplayFile(telling: options.script, options.layout, manner)
    do throws(ScriptError) { return try Script(file.screenplay, title: file.fileName) } catch {
      throw UserError("\(options.script): \(Messages(language: .english).why(error))", .badInput)
    }
  }

  private func show(_ file: DirectionFile, _ path: String) throws(UserError) {
    if manner.isJSON {
      for (subject, values) in file.values.sorted(by: { $0.key.heading < $1.key.heading })
      where options.subject == nil || options.subject == subject {
        var json = JSONObject(event: "direction")
        json["subject"] = .string(String(subject.heading.dropFirst().dropLast()))
        for key in DirectionFile.Key.allCases {
          json[key.rawValue] = values[key].map { .string($0) }
        }
        try Console.result(json.line)
      }
      return
    }
    if let subject = options.subject {
      let values = file.values[subject] ?? [:]
      for key in DirectionFile.Key.allCases {
        if let value = values[key] { try Console.result("\(key.rawValue) = \(value)\n") }
      }
      if values.isEmpty, !manner.isQuiet {
        Console.talk("Nothing is said of \(subject.heading).\n")
      }
      return
    }
    try Console.result(file.text)
    if file.text.isEmpty, !manner.isQuiet {
      Console.talk(
        "Nothing is directed yet. \(Program.name) direct \(options.script) NAME tones=angry, or edit \(path).\n"
      )
    }
  }
}
