#if canImport(Glibc)
  import Glibc
#endif

/// A pronouncing dictionary: a word and its phones on each line, further pronunciations as "word(2)".
///
/// The file stays in memory unchanged, with an index of where words begin: it has 134,000 lines, of which a script needs few.
struct DictionaryFile {
  private let bytes: [UInt8]
  /// Where a line begins, by the hash of its word; open addressing.
  private let places: [UInt32]

  /// How many words it has, further pronunciations counted.
  let wordCount: Int
  /// One of its words, where it has any.
  let someWord: String?

  /// Reads the dictionary in a file's bytes.
  init(_ bytes: [UInt8]) {
    var starts: [UInt32] = []
    var isStart = true
    for (index, byte) in bytes.enumerated() {
      if isStart, byte > 0x20, byte != UInt8(ascii: ";"), byte != UInt8(ascii: "#") {
        starts.append(UInt32(index))
      }
      isStart = byte == UInt8(ascii: "\n")
    }
    var size = 16
    while size < starts.count * 2 { size *= 2 }
    var places = [UInt32](repeating: .max, count: size)
    for start in starts {
      var end = Int(start)
      var hash = DictionaryFile.hashStart
      while end < bytes.count, bytes[end] > 0x20 {
        hash = DictionaryFile.hash(hash, bytes[end])
        end += 1
      }
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while places[slot] != .max { slot = (slot + 1) & (size - 1) }
      places[slot] = start
    }
    self.bytes = bytes
    self.places = places
    wordCount = starts.count
    someWord = starts.first.map {
      String(decoding: bytes[Int($0)...].prefix { $0 > 0x20 }, as: UTF8.self)
    }
  }

  // FNV-1a.
  private static let hashStart: UInt32 = 2_166_136_261
  private static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    (hash ^ UInt32(byte)) &* 16_777_619
  }

  /// All pronunciations of a word in lower case, the usual one first, as phones with blanks between.
  func pronunciations(of word: String) -> [String] {
    guard let first = phones(word) else { return [] }
    var all = [first]
    while let next = phones("\(word)(\(all.count + 1))") { all.append(next) }
    return all
  }

  private func phones(_ entry: String) -> String? {
    let wanted = Array(entry.utf8)
    guard !wanted.isEmpty else { return nil }
    let hash = wanted.reduce(DictionaryFile.hashStart, DictionaryFile.hash)
    var slot = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[slot] != .max {
      let start = Int(places[slot])
      let end = start + wanted.count
      if end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09,
        bytes[start..<end].elementsEqual(wanted)
      {
        let line = bytes[end...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "#") }
        let words = String(decoding: line, as: UTF8.self).split {
          $0 == " " || $0 == "\t" || $0 == "\r"
        }
        return words.joined(separator: " ")
      }
      slot = (slot + 1) & (places.count - 1)
    }
    return nil
  }
}
