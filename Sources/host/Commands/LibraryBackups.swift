import CueAssembly
import CueStore
import CueSystem
import Glibc

// Backup and rebuild.
extension LibraryCommand {
  func backup(_ folder: String) throws -> ExitStatus {
    let copies = try explained { try library.backUp(to: folder) }
    if manner.isJSON {
      try Console.result(copies.json(folder: folder).line)
    } else if !manner.isQuiet {
      Console.talk(copies.told(folder))
    }
    tellFaults(copies)
    return copies.isComplete ? .done : .answerIsNo
  }

  func rebuild(_ folder: String?) throws -> ExitStatus {
    let backup = folder.map { LibraryBackup($0, modules: UserLibrary.modules) }
    if let backup, unsafe access(backup.path, R_OK) != 0 {
      throw UserError(TextError.unreadable(errno: errno), backup.path)
    }
    let rebuilt = try explained { try library.rebuild(from: backup) }
    if manner.isJSON {
      for json in rebuilt.json { try Console.result(json.line) }
    } else if !manner.isQuiet {
      Console.talk(rebuilt.told(library.path, from: folder))
    }
    tellFaults(rebuilt.copies)
    return rebuilt.isComplete ? .done : .answerIsNo
  }

  private func tellFaults(_ copies: LibraryCopies) {
    guard !manner.isJSON else { return }
    for fault in copies.faults { Console.say(fault.sentence, hint: fault.hint) }
  }

  /// The result of `body`, whose failures with takes are explained.
  private func explained<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as TakeFailure { throw UserError(failure) }
  }
}
