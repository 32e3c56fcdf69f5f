/// The words of a data file, one per line and in order; looking for one reads a few lines.
package struct SortedWords: Sendable {
  private let bytes: [UInt8]
  /// The place after the comments at the top, whose lines begin with `#`.
  private let start: Int

  /// The words of the data file `name`; none if it is missing.
  package init(file name: String) { self.init(DataFile.bytes(name)) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count, bytes[start] == UInt8(ascii: "#") {
      start = Self.end(ofLineAt: start, bytes) + 1
    }
    self.start = min(start, bytes.count)
  }

  /// Whether `word` is one of them.
  package func contains(_ word: String) -> Bool {
    var low = start
    var high = bytes.count
    while low < high {
      var begin = (low + high) / 2
      while begin > low, bytes[begin - 1] != Self.lineFeed { begin -= 1 }
      let end = Self.end(ofLineAt: begin, bytes)
      let line = String(decoding: bytes[begin..<end], as: UTF8.self)
      if line == word { return true }
      if line < word { low = end + 1 } else { high = begin }
    }
    return false
  }

  private static let lineFeed = UInt8(ascii: "\n")

  private static func end(ofLineAt place: Int, _ bytes: [UInt8]) -> Int {
    bytes[place...].firstIndex(of: lineFeed) ?? bytes.count
  }
}
