import CueText

/// How the words that a recognizer heard in a recording differ from those that were to be said.
///
/// Numbers are compared as they are said, and what sounds alike is the same: a recognizer writes "there" for "their". Names are
/// compared by sound alone, and with more patience, because no recognizer knows how they are written.
public struct ProofReading: Equatable, Sendable {
  /// Words of the text, and what was heard in their place.
  public struct Difference: Equatable, Sendable {
    /// Bytes of the text; empty where a word is too much.
    public var range: Range<Int>
    /// The words as they are written; empty where a word is too much.
    public var written: String
    /// What was heard; empty if nothing was.
    public var heard: String

    /// A difference.
    public init(range: Range<Int>, written: String, heard: String) {
      self.range = range
      self.written = written
      self.heard = heard
    }
  }

  /// In the order of the text.
  public private(set) var differences: [Difference] = []
  /// How many words differ: in each place as many as are written there, or heard, whichever are more.
  public var differingWords: Int {
    differences.reduce(0) { sum, difference in
      func count(_ text: String) -> Int { text.split(whereSeparator: \.isWhitespace).count }
      return sum + max(1, count(difference.written), count(difference.heard))
    }
  }
  /// The share of the text's words that were heard, 0…1.
  public let share: Double

  /// Words sound alike up to this distance, by ``SpokenSound``.
  private static let alike = 0.06
  /// The same of words among which there is a name.
  private static let alikeNames = 0.45

  /// Compares.
  ///
  /// - Parameters:
  ///   - text: what was to be said
  ///   - language: its BCP 47 tag; empty for English
  ///   - heard: the recognizer's words
  ///   - names: words that are names wherever they stand, in small letters
  public init(_ text: String, language: String, heard: [HeardWord], names: Set<String> = []) {
    let line = ExpectedLine(text, language: language.isEmpty ? "en" : language)
    let match = line.match(heard)
    share = match.share
    let bytes = Array(text.utf8)
    func written(_ words: Range<Int>) -> (range: Range<Int>, text: String) {
      guard let first = words.first, let last = words.last else { return (0..<0, "") }
      let range =
        match.words[first].range.lowerBound..<match.words[last].range.upperBound
      return (range, String(decoding: bytes[range], as: UTF8.self))
    }
    for block in ProofReading.blocks(match, heard.count) {
      let spoken = block.heard.filter {
        ProofReading.counts(heard[$0], match, $0, isAlone: block.words.isEmpty)
      }
      .map { ProofReading.bare(heard[$0].text) }.filter { !$0.isEmpty }.joined(separator: " ")
      guard !block.words.isEmpty else {
        guard !spoken.isEmpty else { continue }
        let place =
          match.words.indices.contains(block.words.lowerBound)
          ? match.words[block.words.lowerBound].range.lowerBound : bytes.count
        differences.append(Difference(range: place..<place, written: "", heard: spoken))
        continue
      }
      let (range, words) = written(block.words)
      let hasName = block.words.contains { index in
        ProofReading.isName(match.words[index].range, bytes, names)
      }
      let limit = hasName ? ProofReading.alikeNames : ProofReading.alike
      // "2" and "to", "No. 5" and "number five": numbers are compared by the sound of their words.
      func said(_ text: String) -> String {
        SpokenWords.text(of: text, language: language.isEmpty ? "en" : language)
      }
      guard SpokenSound.distance(said(words), said(spoken)) > limit else { continue }
      differences.append(Difference(range: range, written: words, heard: spoken))
    }
  }

  /// A word without the signs around it, which some recognizers write.
  private static func bare(_ word: String) -> String {
    func isSign(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }
    let rest = word.unicodeScalars.drop(while: isSign)
    guard let last = rest.lastIndex(where: { !isSign($0) }) else { return "" }
    return String(rest[...last])
  }

  /// Whether a heard word is one, and no noise, hesitation, or beginning that was repeated.
  private static func counts(
    _ word: HeardWord, _ match: LineMatch, _ place: Int, isAlone: Bool
  ) -> Bool {
    guard !word.isFiller else { return false }
    let kind = match.extras.first { $0.heard == place }?.kind
    switch kind {
    case .filler: return false
    // In the place of a word it is not a beginning.
    case .restart: return !isAlone
    case .outside: return (word.confidence ?? 0) >= 0.5
    case .word: return (word.confidence ?? 1) >= 0.5
    case nil: return true
    }
  }

  /// Runs of words that were not heard as they are written, and of heard words between what was.
  private static func blocks(
    _ match: LineMatch, _ heardCount: Int
  ) -> [(words: Range<Int>, heard: Range<Int>)] {
    var blocks: [(words: Range<Int>, heard: Range<Int>)] = []
    var (wordStart, heardStart) = (0, 0)
    func close(_ wordEnd: Int, _ heardEnd: Int) {
      let words = wordStart..<max(wordStart, wordEnd)
      let heard = heardStart..<max(heardStart, heardEnd)
      if !words.isEmpty || !heard.isEmpty { blocks.append((words, heard)) }
    }
    for (index, outcome) in match.outcomes.enumerated() {
      if case .said(let heard) = outcome {
        close(index, heard.lowerBound)
        (wordStart, heardStart) = (index + 1, max(heardStart, heard.upperBound))
      } else if match.words[index].isOptional, wordStart == index {
        // Hesitation that is written need not be heard.
        wordStart = index + 1
      }
    }
    close(match.words.count, heardCount)
    return blocks
  }

  /// The words that `texts` use as names, in small letters: written with a capital where no sentence begins, and nowhere
  /// without.
  ///
  /// At the beginning of a sentence, such a word is a name, too. There are none in German, which capitalizes all nouns.
  public static func names(in texts: [String], language: String = "en") -> Set<String> {
    let primary = language.lowercased().prefix { $0.isLetter }
    guard primary != "de", primary != "lb" else { return [] }
    var names: Set<String> = []
    var others: Set<String> = []
    for text in texts {
      let bytes = Array(text.utf8)
      for word in ExpectedLine(text, language: language.isEmpty ? "en" : language).words {
        let written = String(decoding: bytes[word.range], as: UTF8.self)
        let small = written.lowercased()
        if small == written {
          others.insert(small)
        } else if isName(word.range, bytes, []) {
          names.insert(small)
        }
      }
    }
    return names.subtracting(others)
  }

  /// Whether the word there is written as a name: with a capital, and not because a sentence begins.
  private static func isName(_ range: Range<Int>, _ bytes: [UInt8], _ names: Set<String>) -> Bool {
    let word = String(decoding: bytes[range], as: UTF8.self)
    if names.contains(word.lowercased()) { return true }
    guard let first = word.unicodeScalars.first, first.properties.isUppercase, word != "I",
      !word.hasPrefix("I'"), !word.hasPrefix("I’"),
      // What is shouted is not a name.
      word.unicodeScalars.contains(where: { $0.properties.isLowercase })
    else { return false }
    let before = bytes[..<range.lowerBound].reversed().first {
      !($0 == 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x28 || $0 >= 0x80)
    }
    guard let before else { return false }
    return ![UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), 0x0a, UInt8(ascii: ":")]
      .contains(before)
  }
}
