import CuePlugins

// What is said of the projects of `plugin new`.

extension StarterKit {
  /// A language as people write it.
  static func spoken(_ language: String) -> String {
    ["c": "C", "cpp": "C++", "swift": "Swift", "rust": "Rust", "python": "Python"][language]
      ?? language
  }
}

extension UserError {
  /// Why a project was not made.
  init(_ error: StarterKitError, _ kit: StarterKit) {
    switch error {
    case .templatesMissing(let folder):
      self.init(
        "The templates for a \(kit.kind) in \(kit.language) are missing: \(folder) has none.",
        hint: "Install the whole of Cue again, or name its SDK in CUE_SDK.", .configuration)
    case .unreadable(let path, let error): self.init(error, path)
    case .exists(let folder):
      self.init(
        "\(folder) is there already, and is left as it is.",
        hint: "Choose another name, or move it away.", .cannotCreate)
    case .cannotMake(let path, let errno):
      self.init("\(path) cannot be made: \(Console.describe(errno: errno)).", .cannotCreate)
    case .cannotWrite(let path, let errno):
      self.init("\(path) could not be written: \(Console.describe(errno: errno)).", .inputOutput)
    }
  }
}

extension ParameterDescription {
  /// The form in which it is set: `base=80…400 Hz (160)`.
  func usage(_ plugin: String) -> String {
    func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
    var values =
      range.map {
        short($0.lowerBound) + Signs.fitted("…") + short($0.upperBound)
      } ?? (["number", "integer"].contains(type) ? "NUMBER" : "")
    if !choices.isEmpty { values = choices.joined(separator: "|") }
    if type == "switch" { values = "on|off" }
    if isSecret { values = "a secret: '\(Program.name) credentials set \(plugin)'" }
    return "\(name)=\(values)" + (unit.isEmpty ? "" : " \(unit)")
      + (initial.isEmpty ? "" : " (\(initial))")
  }
}
