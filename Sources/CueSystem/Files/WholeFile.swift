import Glibc

/// Files that are read and written as a whole.
package enum WholeFile {
  /// Why bytes were not read.
  package enum ReadError: Error, Equatable, Sendable {
    /// The system refused to open or read it.
    case system(SystemError)
    /// There are more bytes than the limit allows.
    case tooLong
  }

  /// Why a file was not written; there is none of that name, or the old one.
  package enum WriteError: Error, Equatable, Sendable {
    /// It could not be begun.
    case cannotCreate(SystemError)
    /// It was begun and could not be written to the end, or not get its name.
    case cannotComplete(SystemError)

    /// The system's reason.
    package var system: SystemError {
      switch self {
      case .cannotCreate(let error), .cannotComplete(let error): error
      }
    }
  }

  /// The most bytes that are read where no other limit is given: 256 MiB.
  package static let usualLimit = TextInput.mostBytes

  /// All bytes of the file at `path`, at most `limit`.
  package static func read(_ path: String, limit: Int = usualLimit) throws(ReadError) -> [UInt8] {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try UserFile.openStream(path) } catch {
      throw .system(error)
    }
    defer { close(descriptor) }
    return try read(descriptor, limit: limit)
  }

  /// All bytes that still come from `descriptor`, at most `limit`.
  package static func read(
    _ descriptor: Int32, limit: Int = usualLimit
  ) throws(ReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe Glibc.read(descriptor, &block, block.count)
      if count > 0 {
        guard bytes.count + count <= limit else { throw .tooLong }
        bytes += block[..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw .system(SystemError(errno))
      }
    }
  }

  /// Writes `bytes` to the file at `path`, which is replaced at once or not at all.
  ///
  /// - Parameters:
  ///   - bytes: all that the file shall hold
  ///   - path: its name
  ///   - permissions: of a new file, less what the process's mask forbids
  ///   - isSynced: whether the bytes must have reached the disk before the file gets its name
  /// - Throws: whether the file could not be begun or not be completed, and the system's reason
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o666, isSynced: Bool = false
  ) throws(WriteError) {
    let file: PartialFile
    do throws(SystemError) { file = try PartialFile(path, permissions: permissions) } catch {
      throw .cannotCreate(error)
    }
    do throws(SystemError) {
      try file.append(bytes)
      try file.finish(isSynced: isSynced)
    } catch { throw .cannotComplete(error) }
  }

  /// Why a folder was not made.
  package struct FolderError: Error, Equatable, Sendable {
    /// The folder that could not be made, which may be one above the wanted one.
    package let path: String
    /// The system's reason.
    package let system: SystemError
  }

  /// Makes the folder `path` and those above it, if they are not there; `permissions` are those of new folders.
  package static func makeFolder(_ path: String, permissions: UInt32 = 0o777) throws(FolderError) {
    if unsafe mkdir(path, permissions) == 0 || errno == EEXIST { return }
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += part
      guard unsafe mkdir(made, permissions) == 0 || errno == EEXIST || errno == EISDIR else {
        throw FolderError(path: made, system: SystemError(errno))
      }
      made += "/"
    }
  }
}
