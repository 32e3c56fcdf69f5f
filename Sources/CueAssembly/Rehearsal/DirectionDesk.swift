import CueRehearsal
import CueScreenplay
import CueSystem
import Glibc
import Synchronization

/// The directions of a script, while it is rehearsed: changes are kept in the file beside the script at once.
///
/// All calls may come from any thread.
public final class DirectionDesk: Sendable {
  /// What became of a change.
  public enum Answer: Sendable {
    /// It was made, or taken back, in the line of that index; `line` is what holds for it now. `unkept`: the file cannot be
    /// written, so that the change counts until the rehearsal ends.
    case changed(
      DirectionEditor.Change, isUndone: Bool, line: Int?, LineDirection?,
      unkept: (any Error & Sendable)?)
    /// The value is not valid.
    case invalid(DirectionFile.Failure)
    /// It has this value already.
    case unchanged
    /// There is nothing to take back.
    case nothingToUndo
  }

  /// The script has no file, and so no place for directions.
  public struct NoPlace: Error, Sendable {}

  private struct State {
    var editor = DirectionEditor()
    var file = DirectionFile()
  }

  /// The script's file; `-` for none.
  private let path: String
  private let numbers: DialogueNumbers
  private let characters: [Int: String]
  private let state = Mutex(State())

  /// The directions of `script`, whose file is at `path`; they are not read yet.
  init(beside path: String, _ script: Script, _ numbers: DialogueNumbers) {
    self.path = path
    self.numbers = numbers
    var characters: [Int: String] = [:]
    for line in script.lines { characters[line.index] = line.character }
    self.characters = characters
  }

  /// Reads the directions beside the script.
  func read() throws(DirectionFile.Trouble) -> DirectionFile {
    let file = try DirectionFile.beside(path)
    state.withLock { $0.file = file }
    return file
  }

  /// The directions as they are now.
  public var file: DirectionFile { state.withLock { $0.file } }

  /// Changes the direction of the line at `index`.
  public func make(_ edit: DirectionEdit, line index: Int) -> Answer {
    guard let number = numbers.number(at: index) else { return .unchanged }
    let name = characters[index]
    return change { editor, file throws(DirectionFile.Failure) in
      let theirs = file.direction { $0 == name }?.delaySeconds ?? 0
      return try editor.make(edit, line: number, delaySeconds: theirs, in: &file)
    }
  }

  /// Takes the last change back.
  public func undo() -> Answer { change { editor, file in editor.undo(in: &file) } }

  private func change(
    _ body: (inout DirectionEditor, inout DirectionFile) throws(DirectionFile.Failure) ->
      DirectionEditor.Change?
  ) -> Answer {
    state.withLock { state in
      let before = state.editor.changes.count
      var file = state.file
      var made: Result<DirectionEditor.Change?, DirectionFile.Failure>?
      func edit(_ now: inout DirectionFile) {
        do throws(DirectionFile.Failure) { made = .success(try body(&state.editor, &now)) } catch {
          made = .failure(error)
        }
        file = now
      }
      // The file may have been edited meanwhile.
      var unkept: (any Error & Sendable)?
      if path == "-" {
        unkept = NoPlace()
      } else {
        do throws(DirectionFile.Trouble) {
          try DirectionFile.change(beside: path, refusing: { $0 }) {
            (file) throws(DirectionFile.Trouble) in edit(&file)
          }
        } catch { unkept = error }
      }
      if made == nil { edit(&file) }
      switch made {
      case .failure(let failure): return .invalid(failure)
      case nil, .success(nil):
        return before == 0 && state.editor.changes.isEmpty ? .nothingToUndo : .unchanged
      case .success(let change?):
        state.file = file
        var line: Int?
        if case .line(let number) = change.subject { line = numbers.index(of: number) }
        return .changed(
          change, isUndone: state.editor.changes.count < before, line: line,
          line.flatMap { file.lines(numbers)[$0] }, unkept: unkept)
      }
    }
  }
}

extension DirectionFile {
  /// Why the directions beside a script cannot be read or changed.
  public enum Trouble: Error, Sendable {
    /// The file at that path cannot be read, or is not text.
    case unreadable(path: String, TextError)
    /// A row of the file has a fault.
    case faulty(path: String, Failure)
    /// The file cannot be written; an `errno` value.
    case unwritable(path: String, errno: Int32)
  }

  /// Where the directions of a script are kept.
  public static func path(beside script: String) -> String { script + ".direction" }

  /// The directions beside a script; none if there is no such file, or if the script is standard input (`-`).
  public static func beside(_ script: String) throws(Trouble) -> DirectionFile {
    let path = path(beside: script)
    guard script != "-", unsafe access(path, F_OK) == 0 else { return DirectionFile() }
    let text: String
    do throws(TextError) { text = try TextInput.text(try TextInput.bytes(ofFile: path)) } catch {
      throw .unreadable(path: path, error)
    }
    do throws(Failure) { return try DirectionFile(parsing: text) } catch {
      throw .faulty(path: path, error)
    }
  }

  /// Changes the directions beside a script; no other Cue changes them at the same time.
  ///
  /// `refusing` makes the error that is thrown if the file cannot be read or written.
  package static func change<Refusal: Error>(
    beside script: String, refusing: (Trouble) -> Refusal,
    _ change: (inout DirectionFile) throws(Refusal) -> Void
  ) throws(Refusal) {
    let path = path(beside: script)
    try SharedFile.change(
      path, refusing: { refusing(.unwritable(path: path, errno: $0.system.errno)) }
    ) { () throws(Refusal) in
      let before: DirectionFile
      do throws(Trouble) { before = try beside(script) } catch { throw refusing(error) }
      var file = before
      try change(&file)
      return ((), file.text == before.text ? nil : Array(file.text.utf8))
    }
  }
}
