import CueAssembly
import CueStore

extension Scripts {
  /// The script whose file, name or number in the library is `name`.
  func script(called name: String) throws -> StoredScript {
    if let script = try found(called: name) { return script }
    throw UserError(noScriptCalled: name)
  }
}

extension UserError {
  /// The library has no script called `name`.
  init(noScriptCalled name: String) {
    self.init(
      "The library has no script “\(name)”.",
      hint: "'\(Program.name) library info' names them; '\(Program.name) generate' adds one.",
      .noInput)
  }
}
