/// Why text could not be read.
public enum TextError: Error, Equatable, Sendable {
  /// The file or descriptor cannot be opened or read; an `errno` value.
  case unreadable(errno: Int32)
  /// There are more than ``TextInput/mostBytes``.
  case tooLong
  /// A NUL byte at an offset: this is not text.
  case containsNUL(offset: Int)
  /// The first byte that does not fit UTF-8.
  case notUTF8(offset: Int)
  /// The byte at this offset, on this line, is a control character, which no text has.
  case notText(offset: Int, line: Int)
  /// It is a file of a kind that is not plain text.
  case otherKind(DocumentKind)
  /// It is a file of that kind, which could not be imported.
  case notImported(DocumentKind, ImportFault)

  init(_ error: WholeFile.ReadError) {
    self =
      switch error {
      case .system(let error): .unreadable(errno: error.errno)
      case .tooLong: .tooLong
      }
  }
}

/// Reads bytes and text from files and descriptors: UTF-8 in files of programs, other encodings, too, in texts that people write.
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
    let bytes = Array(withoutMark(bytes))
    if let zero = bytes.firstIndex(of: 0) { throw .containsNUL(offset: zero) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .notUTF8(offset: firstInvalid(bytes))
    }
    return text
  }

  /// `bytes` without a byte order mark.
  package static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
  }

  /// Why `bytes` are no text in UTF-8, found without a copy of them; nil if they are.
  package static func fault(in bytes: [UInt8]) -> TextError? {
    if let zero = bytes.firstIndex(of: 0) { return .containsNUL(offset: zero) }
    let valid = firstInvalid(bytes)
    return valid == bytes.count ? nil : .notUTF8(offset: valid)
  }

  /// The text of a document that a person wrote: UTF-8, UTF-16 or Windows-1252, without a byte order mark.
  ///
  /// An end-of-file mark of old systems is dropped.
  ///
  /// - Throws: ``TextError``, also for files of word processors and of other kinds; see ``DocumentKind``
  public static func document(_ bytes: [UInt8]) throws(TextError) -> String {
    if let kind = DocumentKind(bytes) { throw .otherKind(kind) }
    let source: SourceText
    do throws(SourceText.Fault) { source = try SourceText(bytes, most: mostBytes) } catch {
      switch error {
      case .tooLong: throw .tooLong
      case .notText(let offset, let line):
        throw bytes[offset] == 0
          ? .containsNUL(offset: offset) : .notText(offset: offset, line: line)
      }
    }
    var text = source.utf8[...]
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text.removeFirst(3) }
    if text.last == 0x1A { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
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
