import CueRehearsal
import CueScreenplay
import CueSystem
import Glibc

/// What `direct` was asked for.
struct DirectOptions: Equatable {
  var script: String
  /// Whom it is about: a name, `scene 2`, `line 12`; nil for all.
  var subject: DirectionFile.Subject?
  /// What is set, in order; an empty value takes it away.
  var values: [Value] = []

  struct Value: Equatable {
    let key: DirectionFile.Key
    let text: String
  }
}

/// `host direct`: how a script is to be played, in a file beside it.
struct DirectCommand {
  let options: DirectOptions
  let manner: Manner

  func run() throws(UserError) -> ExitStatus {
    let script = try script()
    let path = DirectionFile.path(beside: options.script)
    var file = try DirectionFile.beside(options.script)
    if let stranger = options.subject.flatMap({ file.stranger($0, in: script) }) {
      throw UserError("\(options.script) has no \(stranger).", hint: names(script), .usage)
    }
    guard !options.values.isEmpty, let subject = options.subject else {
      try show(file, path)
      return .done
    }
    for value in options.values {
      do throws(DirectionFile.Failure) {
        try file.set(value.key, of: subject, to: value.text)
      } catch { throw UserError("\(value.key.rawValue): \(error.reason.clause).", .usage) }
    }
    try Texts.write(Array(file.text.utf8), to: path)
    if !manner.isQuiet, !manner.isJSON { Console.talk("It is kept in \(path).\n") }
    return .done
  }

  private func script() throws(UserError) -> Script {
    guard options.script != "-" else {
      throw UserError("Directions are kept beside a script; standard input has no place.", .usage)
    }
    let file = try ScreenplayFile(telling: options.script, manner)
    do throws(ScriptError) { return try Script(file.screenplay, title: file.fileName) } catch {
      throw UserError("\(options.script): \(Messages(language: .english).why(error))", .badInput)
    }
  }

  private func names(_ script: Script) -> String {
    let names = script.characters.map(\.name).joined(separator: ", ")
    return "Its characters: \(names). Its scenes: 1 to \(script.scenes.count). Its lines: 1 to "
      + "\(DialogueNumbers(script).count)."
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

extension DirectionFile {
  /// Where the directions of a script are kept.
  static func path(beside script: String) -> String { script + ".direction" }

  /// The directions beside a script; none where there is no such file.
  static func beside(_ script: String) throws(UserError) -> DirectionFile {
    let path = path(beside: script)
    guard script != "-", unsafe access(path, F_OK) == 0 else { return DirectionFile() }
    let text = try Texts.checked(try Texts.contents(ofFile: path), path)
    do throws(Failure) { return try DirectionFile(parsing: text) } catch {
      let place = error.row > 0 ? ", row \(error.row)" : ""
      throw UserError("\(path)\(place): \(error.reason.clause).", .badInput)
    }
  }

  /// The subject, as a script without it is told; nil where the script has it.
  func stranger(_ subject: Subject, in script: Script) -> String? {
    switch subject {
    case .character(let name):
      let identity = CharacterName.identity(of: name)
      return script.characters.contains { $0.name == identity } ? nil : "character “\(name)”"
    case .scene(let number): return number <= script.scenes.count ? nil : "scene \(number)"
    case .line(let number):
      return number <= DialogueNumbers(script).count ? nil : "line \(number)"
    }
  }
}

extension DirectionFile.Failure.Reason {
  /// What is wrong, without a period at its end.
  var clause: String {
    switch self {
    case .noHeading: "a heading such as [OSKAR] should stand above it"
    case .heading: "a heading should be as in [OSKAR], [scene 2] or [line 12]"
    case .notAPair: "it should be as in 'tones = angry'"
    case .unknownKey(let key, let known):
      "“\(key)” is none of \(known.joined(separator: ", "))"
    case .noTone(let text): "“\(text)” names no tone; '\(Program.name) tones' lists them"
    case .seconds(let text): "“\(text)” is no number of seconds from 0 to 60"
    case .strictness(let text): "“\(text)” is not gist, standard or word-perfect"
    case .tooLong: "it is longer than 1 MB"
    }
  }
}
