/// Why text could not be read.
public enum TextError: Error, Equatable, Sendable {
  /// The file or descriptor cannot be opened or read; an `errno` value.
  case unreadable(errno: Int32)
  /// There are more than ``TextInput/mostBytes``.
  case tooLong
  /// A NUL byte at an offset: this is no text.
  case containsNUL(offset: Int)
  /// The first byte that does not fit UTF-8.
  case notUTF8(offset: Int)

  init(_ error: WholeFile.ReadError) {
    self =
      switch error {
      case .system(let error): .unreadable(errno: error.errno)
      case .tooLong: .tooLong
      }
  }
}

/// Reads bytes and UTF-8 text from files and descriptors.
public enum TextInput {
  /// Longer input is refused, in bytes.
  public static let mostBytes = 1 << 28

  /// All bytes of the file at `path`.
  public static func bytes(ofFile path: String) throws(TextError) -> [UInt8] {
    do throws(WholeFile.ReadError) { return try WholeFile.read(path, limit: mostBytes) } catch {
      throw TextError(error)
    }
  }

  /// All bytes that come from `descriptor` until its end.
  public static func bytes(of descriptor: Int32) throws(TextError) -> [UInt8] {
    do throws(WholeFile.ReadError) {
      return try WholeFile.read(descriptor, limit: mostBytes)
    } catch { throw TextError(error) }
  }

  /// The UTF-8 text in `bytes`, without a byte order mark.
  public static func text(_ bytes: [UInt8]) throws(TextError) -> String {
    var bytes = bytes
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    if let zero = bytes.firstIndex(of: 0) { throw .containsNUL(offset: zero) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .notUTF8(offset: firstInvalid(bytes))
    }
    return text
  }

  /// The UTF-8 text of the file at `path`.
  public static func text(ofFile path: String) throws(TextError) -> String {
    try text(try bytes(ofFile: path))
  }

  private static func firstInvalid(_ bytes: [UInt8]) -> Int {
    var valid = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { valid += UTF8.width(scalar) }
    return valid
  }
}
