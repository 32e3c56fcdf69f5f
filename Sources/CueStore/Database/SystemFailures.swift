import Glibc

extension StoreFailure {
  /// Something at `path` could not be written because of `code`.
  init(writing path: String, errno code: Int32) {
    self.init(.cannotWrite(path: path, errno: code))
  }

  /// Something at `path` could not be read because of `code`.
  init(reading path: String, errno code: Int32) {
    self.init(.cannotRead(path: path, errno: code))
  }

  static func kind(writing code: Int32) -> Kind {
    switch code {
    case EACCES, EPERM, EROFS, ENOTDIR, ENOENT, ELOOP: .inaccessible
    default: .inputOutput
    }
  }

  static func kind(reading code: Int32) -> Kind {
    code == EIO || code == ENOMEM ? .inputOutput : .inaccessible
  }
}
