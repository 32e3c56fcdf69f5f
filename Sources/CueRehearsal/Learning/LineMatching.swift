import CueText

/// Finds the lines of an earlier draft in a later one.
///
/// A line is recognized by its words; its character and the line before it only distinguish lines with the same words. So a
/// history outlives lines that are added, moved or cut, and characters who get other names.
public enum LineMatching {
  /// What a line is known by.
  public struct Mark: Equatable, Sendable {
    /// The character who says it.
    public var character: String
    /// Its words as they are said.
    public var words: String
    /// The words of the spoken line before it; empty for the first.
    public var cue: String

    /// A line by its text and that of the line before.
    public init(character: String, text: String, after cue: String) {
      self.init(
        character: character, words: LineMatching.words(of: text), cue: LineMatching.words(of: cue))
    }

    /// A line as it was kept.
    public init(character: String, words: String, cue: String) {
      self.character = character
      self.words = words
      self.cue = cue
    }
  }

  /// Two lines are versions of one if so large a share of their words is the same, in order.
  static let leastLikeness = 0.6
  /// After the same cue, less is enough.
  static let leastLikenessAfterCue = 0.4
  /// At most this many pairs are compared word by word; a draft with more changes than that is another script.
  static let mostPairs = 250_000

  /// The words of a text as a line is known by: without case, punctuation and blanks.
  static func words(of text: String) -> String { SpokenWords.text(of: text).lowercased() }

  /// For each of `lines` the index of the one of `before` that it was; no index twice.
  ///
  /// The same words after the same cue of the same character come first, then the same words after the same cue, the same
  /// words of the same character, the same words, and last words that are alike.
  public static func match(_ lines: [Mark], with before: [Mark]) -> [Int?] {
    var matching = Matching(lines, before)
    matching.matchEqual { [$0.words, $0.cue, $0.character] }
    matching.matchEqual { [$0.words, $0.cue] }
    matching.matchEqual { [$0.words, $0.character] }
    matching.matchEqual { [$0.words] }
    matching.matchAlike()
    return matching.matches
  }

  /// How alike two lines are, 0 to 1: twice the length of their longest common subsequence of words, divided by the number of
  /// their words.
  static func likeness(_ one: [Substring], _ other: [Substring]) -> Double {
    guard !one.isEmpty, !other.isEmpty else { return 0 }
    var row = [Int](repeating: 0, count: other.count + 1)
    for word in one {
      var corner = 0
      for (index, otherWord) in other.enumerated() {
        let above = row[index + 1]
        row[index + 1] = word == otherWord ? corner + 1 : max(above, row[index])
        corner = above
      }
    }
    return 2 * Double(row[other.count]) / Double(one.count + other.count)
  }
}

/// A comparison of two drafts under way.
private struct Matching {
  private let lines: [LineMatching.Mark]
  private let before: [LineMatching.Mark]
  private(set) var matches: [Int?]
  private var isTaken: [Bool]

  init(_ lines: [LineMatching.Mark], _ before: [LineMatching.Mark]) {
    self.lines = lines
    self.before = before
    matches = Array(repeating: nil, count: lines.count)
    isTaken = Array(repeating: false, count: before.count)
  }

  /// Matches, in order, what has the same key.
  mutating func matchEqual(_ key: (LineMatching.Mark) -> [String]) {
    var left: [[String]: [Int]] = [:]
    for index in before.indices.reversed() where !isTaken[index] && !before[index].words.isEmpty {
      left[key(before[index]), default: []].append(index)
    }
    for index in lines.indices where matches[index] == nil {
      guard let found = left[key(lines[index])]?.popLast() else { continue }
      matches[index] = found
      isTaken[found] = true
    }
  }

  /// Matches what is alike, the most alike first.
  mutating func matchAlike() {
    let open = lines.indices.filter { matches[$0] == nil && !lines[$0].words.isEmpty }
    let left = before.indices.filter { !isTaken[$0] }
    guard open.count * left.count <= LineMatching.mostPairs else { return }
    let newWords = open.map { lines[$0].words.split(separator: " ") }
    let oldWords = left.map { before[$0].words.split(separator: " ") }
    var pairs: [(likeness: Double, line: Int, before: Int)] = []
    for (place, line) in open.enumerated() {
      for (oldPlace, old) in left.enumerated() {
        let (one, other) = (newWords[place], oldWords[oldPlace])
        let isAfterCue = !lines[line].cue.isEmpty && lines[line].cue == before[old].cue
        let least =
          isAfterCue ? LineMatching.leastLikenessAfterCue : LineMatching.leastLikeness
        // No more than the shorter one can be common.
        let most = 2 * Double(min(one.count, other.count)) / Double(one.count + other.count)
        guard most >= least else { continue }
        let likeness = LineMatching.likeness(one, other)
        if likeness >= least { pairs.append((likeness, line, old)) }
      }
    }
    for pair in pairs.sorted(by: {
      ($1.likeness, $0.line, $0.before) < ($0.likeness, $1.line, $1.before)
    })
    where matches[pair.line] == nil && !isTaken[pair.before] {
      matches[pair.line] = pair.before
      isTaken[pair.before] = true
    }
  }
}
