import CuePluginKit
import ServicePlugin

/// When each character of the text is heard, as the service says it with a piece of sound.
struct Alignment: Equatable {
  var characters: [String]
  var startSeconds: [Double]

  init(characters: [String], startSeconds: [Double]) {
    self.characters = characters
    self.startSeconds = startSeconds
  }

  /// Reads the service's object; nil if its lists do not belong together.
  init?(_ json: Json?) {
    guard let characters = json?["characters"]?.list,
      let starts = json?["character_start_times_seconds"]?.list,
      let ends = json?["character_end_times_seconds"]?.list,
      characters.count == starts.count, characters.count == ends.count
    else { return nil }
    let texts = characters.compactMap(\.text)
    let seconds = starts.compactMap(\.number)
    guard texts.count == characters.count, seconds.count == starts.count,
      seconds.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1_000_000 })
    else { return nil }
    self.init(characters: texts, startSeconds: seconds)
  }
}

/// Finds where the words of a text begin in its sound.
///
/// It walks the text along the characters it is given, in bytes. Once the two part ways it says no
/// more: a missing mark is better than a wrong one.
struct WordTimer {
  /// A word of the text, and the frame at which it begins.
  struct Word: Equatable {
    var frame: UInt64
    var textRange: Range<Int>
  }

  private let text: [UInt8]
  /// The words, by their bytes in the text that was sent, and in the text of the request.
  private let words: [(sent: Range<Int>, own: Range<Int>)]
  private let rateHertz: Double
  private var place = 0
  private var nextWord = 0
  private var lastSeconds = 0.0
  /// Words that no sound has been given for yet, in the order of their frames.
  private var waiting: [Word] = []
  private(set) var hasParted = false

  /// For the sound of `sent`, which was sent in place of `text`.
  init(text: String, sent: RewrittenText, rateHertz: UInt32) {
    self.text = Array(sent.text.utf8)
    words = Self.words(in: text).map { word in
      let start = sent.place(ofOriginal: word.lowerBound)
      return (start..<max(start + 1, sent.place(ofOriginal: word.upperBound)), word)
    }
    self.rateHertz = Double(rateHertz)
  }

  /// Runs between white space that hold a letter or a digit, as byte ranges.
  static func words(in text: String) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    var isSpoken = false
    var offset = 0
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        if let begun = start, isSpoken { words.append(begun..<offset) }
        (start, isSpoken) = (nil, false)
      } else {
        if start == nil { start = offset }
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
          isSpoken = true
        }
      }
      offset += UTF8.width(scalar)
    }
    if let begun = start, isSpoken { words.append(begun..<offset) }
    return words
  }

  /// Takes the alignment of a piece of sound that begins at `frame`.
  ///
  /// Times count from the beginning of the utterance. Where they are earlier than what was said
  /// before, they count from the beginning of their piece.
  mutating func take(_ alignment: Alignment, pieceAtFrame frame: UInt64) {
    guard !hasParted, let first = alignment.startSeconds.first else { return }
    let origin = first + 0.001 < lastSeconds ? Double(frame) / rateHertz : 0
    for (character, seconds) in zip(alignment.characters, alignment.startSeconds) {
      let bytes = Array(character.utf8)
      guard !bytes.isEmpty else { continue }
      guard let start = find(bytes) else {
        hasParted = true
        return
      }
      lastSeconds = max(lastSeconds, origin + seconds)
      while nextWord < words.count, words[nextWord].sent.lowerBound < place {
        // The word's first letter is in this character, or was passed over with white space.
        if words[nextWord].sent.lowerBound >= start || words[nextWord].sent.upperBound > start {
          let frame = UInt64((lastSeconds * rateHertz).rounded())
          waiting.append(Word(frame: frame, textRange: words[nextWord].own))
        }
        nextWord += 1
      }
    }
  }

  /// Moves past `bytes` in the text and returns where they begin; white space may be missing on
  /// either side.
  private mutating func find(_ bytes: [UInt8]) -> Int? {
    if text[place...].starts(with: bytes) { return advance(bytes.count) }
    let isSpace = bytes.allSatisfy(Self.isSpace)
    if isSpace { return place }
    var start = place
    while start < text.count, Self.isSpace(text[start]) { start += 1 }
    guard text[start...].starts(with: bytes) else { return nil }
    place = start
    return advance(bytes.count)
  }

  private mutating func advance(_ count: Int) -> Int {
    defer { place += count }
    return place
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// The words that begin before `end`, none of them earlier than `start`: sound up to there has
  /// been given.
  mutating func due(from start: UInt64, before end: UInt64) -> [Word] {
    let count = waiting.prefix { $0.frame < end }.count
    let due = waiting.prefix(count).map {
      Word(frame: max($0.frame, start), textRange: $0.textRange)
    }
    waiting.removeFirst(count)
    return due
  }
}
