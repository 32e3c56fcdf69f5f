import CueAssembly
import CuePlugins
import CueStore
import CueTerminal

// `host speech edit` in the user's editor.
extension SpeechCommand {
  /// If a text cannot be kept, it stays in the copy, and the speech does not change.
  func editInEditor(
    _ speech: StoredSpeech, _ change: SpeechChange, _ speeches: Speeches
  ) throws -> ExitStatus {
    let editor: TextEditor
    do throws(TextEditorError) {
      editor = try TextEditor(
        speech.content,
        command: environment.variable("VISUAL") ?? environment.variable("EDITOR"),
        folder: environment.variable("TMPDIR") ?? "/tmp")
    } catch { throw UserError(error) }
    do {
      let text = try checked(try edited(editor), change)
      var changed = speech
      changed.content = text.content
      tellCut(text)
      let status = try save(changed, speech, speeches)
      editor.discard()
      return status
    } catch {
      var userError =
        UserError(explaining: error)
        ?? UserError("Internal error: \(error).", .internal)
      userError.hint +=
        (userError.hint.isEmpty ? "" : "\n")
        + words(.isAsItWasCopyIn, ["path": editor.path, "number": "\(speech.number)"])
      throw userError
    }
  }

  private func edited(_ editor: TextEditor) throws(UserError) -> String {
    let bytes: [UInt8]
    do throws(TextEditorError) { bytes = try editor.run() } catch { throw UserError(error) }
    return try Texts.document(bytes, "Your text")
  }
}

extension UserError {
  /// Why a speech was not edited.
  fileprivate init(_ error: TextEditorError) {
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
