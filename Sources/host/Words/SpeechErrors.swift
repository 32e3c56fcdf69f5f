import CueAssembly
import CueTerminal

extension UserError {
  /// Why a speech was not edited.
  init(_ error: TextEditorError) {
    switch error {
    case .noEditor:
      self.init(
        "There is no editor: neither VISUAL nor EDITOR names one.",
        hint: "Name one, as in: EDITOR=nano \(Program.name) speech edit …\n"
          + "or give the new text as a file: \(Program.name) speech edit SPEECH FILE",
        .configuration)
    case .cannotCopy(let folder, let errno):
      self.init(
        "No copy to edit can be made in \(folder): \(Console.describe(errno: errno)).",
        .cannotCreate)
    case .cannotWrite(let path, let errno):
      self.init("\(path) cannot be written: \(Console.describe(errno: errno)).", .inputOutput)
    case .cannotRun(let command, let errno):
      self.init(editor: command, "\(Console.describe(errno: errno))")
    case .endedBySignal(let command, let signal):
      self.init(editor: command, "signal \(signal) ended it")
    case .failed(let command, let status):
      self.init(editor: command, "it ended with status \(status)")
    case .unreadable(let path, let error): self.init(error, path)
    }
  }

  private init(editor command: String, _ why: String) {
    self.init("The editor “\(command)” failed: \(why).", .unavailable)
  }
}

extension UserError {
  /// Why nothing can be spoken.
  init(_ problem: SpeakingProblem) {
    switch problem {
    case .noVoices:
      self.init(
        "A chorus needs voices.",
        hint: "Name them: --voice flite:slt,flite:rms; '\(Program.name) voices' lists all.", .usage)
    case .profiles(let error): self.init(error)
    }
  }
}
