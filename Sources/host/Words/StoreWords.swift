import CueStore
import Glibc

// Why what is kept cannot be read or changed, as the user reads it.

extension UserError {
  /// What is wrong with what is kept.
  init(_ failure: StoreFailure) {
    let status: ExitStatus =
      switch failure.kind {
      case .missingLibrary: .unavailable
      case .inaccessible: .cannotCreate
      case .damaged, .conflict: .badInput
      case .newer: .configuration
      case .busy: .temporary
      case .inputOutput: .inputOutput
      }
    self.init(failure.sentence, hint: failure.hint, status)
  }
}

extension StoreFailure {
  /// What we did, expected and saw, as sentences.
  var sentence: String {
    func words(_ errno: Int32) -> String { Console.describe(errno: errno) }
    return switch reason {
    case .noLibrary(let why): "What you keep needs SQLite, which cannot be loaded: \(why)."
    case .noMemory(let path): "There is no memory left to open \(path)."
    case .notOurs(let path): "\(path) is a database, but none of Cue's."
    case .noDatabase(let path): "\(path) is no database."
    case .newer(let path, let module, let found, let known):
      "\(path) was written by a newer Cue: it has version \(found)"
        + (module.map { " of “\($0)”" } ?? "") + ", and this one knows version \(known)."
    case .damaged(let path, let message): "\(path) is damaged: \(message)."
    case .danglingRow(let path): "\(path) is damaged: a row refers to one that is not there."
    case .emptied(let path): "\(path) is empty, and something was kept in it before."
    case .gone(let path): "\(path) is gone, and something was kept in it before."
    case .changedSchema(let path):
      "\(path) is damaged: what its tables are made of is not as it was made."
    case .changedTable(let path, let table, let rows, let expected):
      rows == expected
        ? "\(path) is damaged: values in the table “\(table)” are not those that were written."
        : "\(path) is damaged: the table “\(table)” has \(rows) rows, and \(expected) were written."
    case .impossibleRow(let path, let table):
      "\(path) is damaged: a row of the table “\(table)” holds what none can hold."
    case .busy(let path):
      "\(path) is in use by another program, which did not let go of it for five seconds."
    case .unusable(let path, let message): "\(path) cannot be used: \(message)."
    case .inputOutput(let path, let message): "\(path) cannot be read or written: \(message)."
    case .cannotMake(let path, let errno): "\(path) cannot be made: \(words(errno))."
    case .cannotOpen(let path, let errno): "\(path) cannot be used: \(words(errno))."
    case .cannotWrite(let path, let errno): "\(path) cannot be written: \(words(errno))."
    case .cannotRead(let path, let errno): "\(path) cannot be read: \(words(errno))."
    case .cannotRemove(let path, let errno): "\(path) cannot be removed: \(words(errno))."
    case .cannotLock(let path, let errno): "\(path) cannot be locked: \(words(errno))."
    case .clipTooLarge(let path):
      "\(path) cannot be written: its sound is larger than 4 GB."
    case .noJob(let number): "There is no job \(number)."
    case .jobIsCompleted(let number): "Job \(number) is completed."
    case .jobIsTaken(let number, let process):
      "Another program is at job \(number): process \(process)."
    case .jobHasEnded(let number, let state):
      "Job \(number) cannot be cancelled: it is \(state.rawValue)."
    case .speechHasChanged(let title):
      "“\(title)” was changed or removed elsewhere meanwhile, and is not overwritten."
    case .titleIsTaken(let title, let number):
      "There is a speech “\(title)” already: number \(number)."
    case .ambiguous(let name, let scripts):
      "“\(name)” may be any of \(scripts.count) scripts: "
        + scripts.map { "\($0.number) (\($0.path.isEmpty ? "from no file" : $0.path))" }
        .joined(separator: ", ") + "."
    }
  }

  /// What to try; may be empty.
  var hint: String {
    switch reason {
    case .noLibrary: "Install it (on Debian: apt-get install libsqlite3-0)."
    case .notOurs, .noDatabase: "Move it away; a new one is made in its place."
    case .newer: "Use the newer Cue. Nothing was changed."
    case .damaged, .danglingRow, .emptied, .gone, .changedSchema, .changedTable, .impossibleRow:
      "Put a backup in its place: \(Program.name) library rebuild --from FOLDER\n"
        + "Or save what can be read: \(Program.name) library rebuild\nNothing was changed."
    case .busy: "Try again."
    case .cannotWrite where kind == .inaccessible: "What is kept already stays as it is."
    case .cannotWrite(_, let errno) where [ENOSPC, EDQUOT, EFBIG].contains(errno):
      "Make room ('\(Program.name) library clean' removes sound that nothing refers to) and go on: what is kept "
        + "already stays as it is."
    case .cannotLock: "The folder has to be on a file system that has locks."
    case .noJob: "List them with: \(Program.name) jobs"
    case .jobIsTaken(let number, _):
      "Wait for it, or cancel it: \(Program.name) jobs cancel \(number)"
    case .titleIsTaken(_, let number):
      "Give another title with --title, or change that one: \(Program.name) speech edit \(number)"
    case .ambiguous: "Say which by its number."
    default: ""
    }
  }
}

extension ClipDamage {
  /// Why a file is no clip, as the end of a sentence that begins with its name.
  var clause: String {
    switch self {
    case .noEnd: "does not end as a clip does: it is torn, or none of Cue's"
    case .otherClip(let key): "is another clip, \(key)"
    case .otherLength(let bytes, let said): "is \(bytes) bytes long where it says \(said)"
    case .impossible: "says of itself what cannot be"
    case .changed: "has changed since it was written: its checksum is another"
    case .marks: "has marks that are none"
    case .tooShort(let bytes): "is too short for a clip: \(bytes) bytes"
    case .unreadable(let errno): "cannot be read: \(Console.describe(errno: errno))"
    case .endsAfter(let bytes): "ends after \(bytes) bytes"
    }
  }
}
