import CueSystem
import Glibc

extension StoreFailure {
  /// Something at `path` could not be written because of `code`.
  init(writing path: String, errno code: Int32) {
    let sentence = "\(path) cannot be written: \(SystemError.words(code))."
    switch code {
    case EACCES, EPERM, EROFS, ENOTDIR, ENOENT, ELOOP:
      self.init(.inaccessible, sentence, hint: "What is kept already stays as it is.")
    case ENOSPC, EDQUOT, EFBIG:
      self.init(
        .inputOutput, sentence,
        hint:
          "Make room ('host library clean' removes sound that nothing refers to) and go on: what is kept "
          + "already stays as it is.")
    default: self.init(.inputOutput, sentence)
    }
  }

  /// Something at `path` could not be read because of `code`.
  init(reading path: String, errno code: Int32) {
    self.init(
      code == EIO || code == ENOMEM ? .inputOutput : .inaccessible,
      "\(path) cannot be read: \(SystemError.words(code)).")
  }
}
