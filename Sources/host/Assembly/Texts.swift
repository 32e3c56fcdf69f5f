import Glibc

/// A run of text to be said as one line, and where it stands in the whole.
struct Passage: Equatable {
  var text: String
  /// Bytes from the start of the input.
  var offset: Int
}

/// Reads what is to be said, and cuts it into passages.
enum Texts {
  /// Paragraphs, separated by empty lines, or single lines.
  static func passages(of text: String, byLine: Bool) -> [Passage] {
    let bytes = Array(text.utf8)
    var passages: [Passage] = []
    var start = 0
    var at = 0
    var lineHasText = false
    func flush(_ end: Int) {
      let from = bytes[start..<end].firstIndex { !isBlank($0) } ?? end
      guard from < end else { return }
      let to = (bytes[start..<end].lastIndex { !isBlank($0) } ?? from) + 1
      passages.append(
        Passage(text: String(decoding: bytes[from..<to], as: UTF8.self), offset: from))
    }
    while at < bytes.count {
      if bytes[at] == 0x0a || bytes[at] == 0x0d {
        if byLine || !lineHasText {
          flush(at)
          start = at + 1
        }
        if bytes[at] == 0x0d, at + 1 < bytes.count, bytes[at + 1] == 0x0a { at += 1 }
        lineHasText = false
      } else if !isBlank(bytes[at]) {
        lineHasText = true
      }
      at += 1
    }
    flush(bytes.count)
    return passages
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  /// `text` without blanks and empty lines at its ends.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(text[first..<scalars.index(after: last)])
  }

  /// The text in `bytes`, or what is wrong with it.
  ///
  /// `name` says where it is from: "The text", "scene.txt".
  static func checked(_ bytes: [UInt8], _ name: String) throws(UserError) -> String {
    var bytes = bytes
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    if let zero = bytes.firstIndex(of: 0) {
      throw UserError(
        "\(name) is no text: it has a NUL byte at offset \(zero).",
        hint: "Save it as plain UTF-8 text.", .badInput)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UserError(
        "\(name) is not UTF-8: the first byte that does not fit is at offset "
          + "\(firstInvalid(bytes)).",
        hint: "Convert it, as in: iconv -f latin1 -t utf-8 OLD > NEW", .badInput)
    }
    return text
  }

  private static func firstInvalid(_ bytes: [UInt8]) -> Int {
    var valid = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { valid += UTF8.width(scalar) }
    return valid
  }

  /// All of a file.
  static func contents(ofFile path: String) throws(UserError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UserError("\(path) cannot be read: \(Console.describe(errno: errno)).", .noInput)
    }
    defer { close(descriptor) }
    return try contents(of: descriptor, path)
  }

  /// All that comes from a descriptor.
  static func contents(of descriptor: Int32, _ name: String) throws(UserError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(descriptor, &block, block.count)
      if count > 0 {
        bytes += block[..<count]
        guard bytes.count <= 1 << 28 else {
          throw UserError("\(name) is longer than 256 MB.", .badInput)
        }
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw UserError("\(name) cannot be read: \(Console.describe(errno: errno)).", .noInput)
      }
    }
  }
}
