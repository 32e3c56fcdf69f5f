import CSystem
import CueSystem
import Glibc

/// Why a text was not edited.
package enum TextEditorError: Error, Equatable, Sendable {
  /// There is no editor.
  case noEditor
  /// No copy can be made in this folder; an `errno` value.
  case cannotCopy(folder: String, errno: Int32)
  /// The copy cannot be written; an `errno` value.
  case cannotWrite(path: String, errno: Int32)
  /// The editor's command cannot be run; an `errno` value.
  case cannotRun(String, errno: Int32)
  /// A signal ended the editor.
  case endedBySignal(String, Int32)
  /// The editor ended with another status than 0.
  case failed(String, status: Int32)
  /// The copy cannot be read again.
  case unreadable(path: String, TextError)
}

/// Lets the user edit a copy of a text in their own editor.
package struct TextEditor {
  /// Where the copy is.
  package let path: String
  private let command: String

  /// Makes the copy; the editor is not started yet.
  ///
  /// - Parameters:
  ///   - text: the text to edit
  ///   - command: the user's editor; nil for the system's
  ///   - folder: where to make the copy
  /// - Throws: if there is no editor, or the copy cannot be made
  package init(
    _ text: String, command: String?, folder: String
  ) throws(TextEditorError) {
    let usual = ["/usr/bin/editor", "/usr/bin/vi"].first { (path: String) in
      unsafe access(path, X_OK) == 0
    }
    guard let command = command ?? usual else { throw .noEditor }
    self.command = command
    var template = Array("\(folder)/cue-speech-XXXXXX.txt".utf8CString)
    let descriptor = unsafe mkstemps(&template, 4)
    guard descriptor >= 0 else { throw .cannotCopy(folder: folder, errno: errno) }
    defer { close(descriptor) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let failure = Descriptor.write(Array((text + "\n").utf8), to: descriptor)
    guard failure == 0 else {
      unsafe unlink(path)
      throw .cannotWrite(path: path, errno: failure)
    }
  }

  /// Runs the editor until it ends, and returns the content of the copy then.
  package func run() throws(TextEditorError) -> [UInt8] {
    var status: Int32 = 0
    let failure = unsafe cue_run_in_terminal(command, path, &status)
    guard failure == 0 else { throw .cannotRun(command, errno: failure) }
    guard status == 0 else {
      throw cue_status_signal(status) != 0
        ? .endedBySignal(command, cue_status_signal(status))
        : .failed(command, status: cue_status_exit(status))
    }
    do throws(TextError) { return try TextInput.bytes(ofFile: path) } catch {
      throw .unreadable(path: path, error)
    }
  }

  /// Removes the copy.
  package func discard() { unsafe unlink(path) }
}
