import CueSystem
import Glibc

/// The keys that clients show.
package struct ServerKeys: Sendable {
  private let keys: [[UInt8]]

  /// Why there are no keys.
  package enum Failure: Error, Equatable {
    /// The file cannot be read or made.
    case file(SystemError)
    /// Others than its owner can read it.
    case isOpen
    /// It holds no key of at least 16 characters.
    case isEmpty
  }

  /// Keys that are known already.
  package init(_ keys: [String]) { self.keys = keys.map { Array($0.utf8) } }

  /// The keys in the file at `path`, one on a line; a file that is not there is made, with one new key.
  package init(path: String) throws(Failure) {
    var status = stat()
    if unsafe stat(path, &status) < 0 {
      guard errno == ENOENT else { throw .file(SystemError(errno)) }
      try Self.make(path)
      guard unsafe stat(path, &status) == 0 else { throw .file(SystemError(errno)) }
    }
    guard status.st_mode & 0o077 == 0 else { throw .isOpen }
    let bytes: [UInt8]
    do throws(WholeFile.ReadError) { bytes = try WholeFile.read(path, limit: 65_536) } catch {
      if case .system(let error) = error { throw .file(error) }
      throw .isEmpty
    }
    keys = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }.filter { $0.count >= 16 }
    if keys.isEmpty { throw .isEmpty }
  }

  private static func make(_ path: String) throws(Failure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(SystemError(errno)) }
    defer { close(descriptor) }
    var random = SystemRandomNumberGenerator()
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
    let key =
      (0..<32).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] } + [10]
    guard unsafe write(descriptor, key, key.count) == key.count else {
      throw .file(SystemError(errno))
    }
  }

  /// Whether `given` is one of the keys; takes as long for every text of its length.
  package func accepts(_ given: String?) -> Bool {
    let given = Array((given ?? "").utf8)
    var isKnown = false
    for key in keys {
      var difference = key.count ^ given.count
      for index in given.indices { difference |= Int(given[index] ^ key[index % key.count]) }
      isKnown = (difference == 0) || isKnown
    }
    return isKnown
  }
}
