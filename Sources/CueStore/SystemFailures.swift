import Glibc

/// What the system says, in words.
enum Words {
  /// What `code` means: "No space left on device".
  static func describe(errno code: Int32) -> String {
    var words = [CChar](repeating: 0, count: 128)
    guard unsafe strerror_r(code, &words, words.count) == 0 else { return "error \(code)" }
    return String(
      decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension StoreFailure {
  /// Something at `path` could not be written because of `code`.
  init(writing path: String, errno code: Int32) {
    let sentence = "\(path) cannot be written: \(Words.describe(errno: code))."
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
      "\(path) cannot be read: \(Words.describe(errno: code)).")
  }
}
