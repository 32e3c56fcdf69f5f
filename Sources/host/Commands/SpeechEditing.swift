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
