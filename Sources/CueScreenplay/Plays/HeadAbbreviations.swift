/// Words that keep their period within the names of one script: the `L.` of `L. Maior.` and the `Mist.` of `Mist. Open.`.
///
/// A word is one if a second word with a period nearly always follows it at the start of a row, and the second words are
/// repeated. After a name comes a speech, which is different each time.
struct HeadAbbreviations {
  /// In capitals, without the period.
  private(set) var words: Set<String> = []

  /// No word keeps its period.
  static let none = HeadAbbreviations(rows: [])

  private struct Count {
    var rows = 0
    var seconds: [String: Int] = [:]

    /// Whether two of three rows go on with a second word, and each second word stands in two rows on average.
    var isAbbreviation: Bool {
      let all = seconds.values.reduce(0, +)
      return all > 2 && all * 3 >= rows * 2 && seconds.count * 2 <= all
    }
  }

  /// Those in `rows`.
  init(rows: [ArraySlice<UInt8>]) {
    // `Anna. Stay.` is a name and a word if other names have words after them, too.
    var alone: [String: Count] = [:]
    var counts: [String: Count] = [:]
    var (heads, headsAlone) = (0, 0)
    for row in rows {
      guard let first = Self.abbreviated(row[...]) else { continue }
      let key = first.word.uppercased()
      counts[key, default: Count()].rows += 1
      alone[key, default: Count()].rows += 1
      heads += 1
      let rest = row[first.end...]
      if rest.isEmpty { headsAlone += 1 }
      // Two blanks are a gap, and the end of a name.
      guard rest.prefix(while: { $0.isBlank }).count < 2,
        let second = Self.abbreviated(rest.drop { $0.isBlank }),
        !PlayWords.isExclamation(second.word)
      else { continue }
      alone[key]?.seconds[second.word.uppercased(), default: 0] += 1
      if second.end < row.endIndex {
        counts[key]?.seconds[second.word.uppercased(), default: 0] += 1
      } else {
        headsAlone += 1
      }
    }
    let found = headsAlone * 2 > heads ? alone : counts
    words = Set(found.filter(\.value.isAbbreviation).keys)
  }

  /// A longer word is not an abbreviation.
  private static let longest = 16

  /// The word at the beginning of `text` and where its period ends; nil if it has no capital or no period.
  static func abbreviated(_ text: ArraySlice<UInt8>) -> (word: String, end: Int)? {
    let letters = text.prefix(longest).prefix {
      $0 >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
    }
    let end = letters.endIndex
    guard end < text.endIndex, text[end] == UInt8(ascii: "."),
      end + 1 == text.endIndex || text[end + 1].isBlank || text[end + 1] >= 0x41
    else { return nil }
    let word = String(decoding: letters, as: UTF8.self)
    guard word.first?.isUppercase == true else { return nil }
    return (word, end + 1)
  }
}
