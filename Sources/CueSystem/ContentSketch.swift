/// A few numbers that represent the lines of a text: two drafts of a text share most of them, different texts share none.
///
/// They are the 64 smallest digests of lines. The share of these that two texts have in common estimates the share of their
/// lines that they have in common (A. Broder, "On the resemblance and containment of documents", 1997). With 64 numbers the
/// standard error is at most 0.0625.
package struct ContentSketch: Equatable, Sendable {
  private static let mostNumbers = 64

  private let numbers: [UInt64]

  /// The sketch of a text; white space at the ends of lines, and empty lines, do not count.
  package init(of bytes: [UInt8]) {
    var digests: Set<UInt64> = []
    for line in bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      guard let first = line.firstIndex(where: { !isSpace($0) }),
        let last = line.lastIndex(where: { !isSpace($0) })
      else { continue }
      digests.insert(ContentSketch.digest(line[first...last]))
    }
    numbers = Array(digests.sorted().prefix(ContentSketch.mostNumbers))
  }

  /// Reads the ``text`` of a sketch; nil if it is not one.
  package init?(text: String) {
    let words = text.split(separator: " ")
    let numbers = words.compactMap { UInt64($0, radix: 16) }
    guard numbers.count == words.count, numbers.count <= ContentSketch.mostNumbers,
      zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.numbers = numbers
  }

  /// Hexadecimal numbers with blanks between.
  package var text: String {
    numbers.map { String($0, radix: 16) }.joined(separator: " ")
  }

  /// An estimate of the share of lines that both texts have in common, from 0 to 1; 0 if both are empty.
  package func likeness(to other: ContentSketch) -> Double {
    let all = Set(numbers).union(other.numbers).sorted().prefix(ContentSketch.mostNumbers)
    guard !all.isEmpty else { return 0 }
    let common = Set(numbers).intersection(other.numbers)
    return Double(all.count { common.contains($0) }) / Double(all.count)
  }

  /// 64-bit FNV-1a, finished by the mixing step of SplitMix64, so that all numbers are equally likely.
  private static func digest(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
