/// Text with times, as in SubRip and WebVTT: what is to be said from when to when.
public struct TimedText: Equatable, Sendable {
  /// A text and its time.
  public struct Line: Equatable, Sendable {
    /// What is said, on one line.
    public var text: String
    /// When it begins, in seconds.
    public var startSeconds: Double
    /// When it ends, in seconds; more than ``startSeconds``.
    public var endSeconds: Double
    /// The line of the file that has the times, from 1.
    public var line: Int

    /// A text from one time to another.
    public init(text: String, startSeconds: Double, endSeconds: Double, line: Int) {
      self.text = text
      self.startSeconds = startSeconds
      self.endSeconds = endSeconds
      self.line = line
    }

    /// How long it may last.
    public var seconds: Double { endSeconds - startSeconds }
  }

  /// What is wrong with a file, and on which line.
  public struct Failure: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
      /// These are not times as in `00:00:01,500 --> 00:00:04,000`.
      case noTimes(String)
      /// It ends before it begins.
      case endsEarly
      /// It begins before the line ahead of it does.
      case notInOrder
      /// There is no line with times in it.
      case empty
    }

    /// The line, from 1.
    public let line: Int
    /// What is wrong.
    public let reason: Reason
  }

  /// The lines by their times.
  public private(set) var lines: [Line] = []

  /// Reads a file.
  ///
  /// Numbers, notes, positions and marks of type (`<i>`) are passed over.
  public init(_ text: String) throws(Failure) {
    var current: Line?
    func close() {
      guard let line = current, !line.text.isEmpty else { return }
      lines.append(line)
    }
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, row) in rows.enumerated() {
      if row.contains("-->") {
        close()
        let line = try TimedText.line(String(row), index + 1)
        if let last = lines.last, line.startSeconds < last.startSeconds {
          throw Failure(line: index + 1, reason: .notInOrder)
        }
        current = line
      } else if row.allSatisfy(\.isWhitespace) {
        close()
        current = nil
      } else if let line = current {
        let words = TimedText.plain(row)
        current?.text = line.text.isEmpty ? words : line.text + " " + words
      }
    }
    close()
    guard !lines.isEmpty else { throw Failure(line: 1, reason: .empty) }
  }

  private static func line(_ row: String, _ number: Int) throws(Failure) -> Line {
    let words = row.split(separator: " ").map(String.init)
    guard words.count >= 3, words[1] == "-->", let start = seconds(words[0]),
      let end = seconds(words[2])
    else { throw Failure(line: number, reason: .noTimes(row)) }
    guard end > start else { throw Failure(line: number, reason: .endsEarly) }
    return Line(text: "", startSeconds: start, endSeconds: end, line: number)
  }

  /// `[HH:]MM:SS[,mmm]`, with a point as well as with a comma.
  private static func seconds(_ text: String) -> Double? {
    let parts = text.replacing(",", with: ".").split(
      separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let number = Double(part), number >= 0, number.isFinite, number < 360_000 else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  /// `row` without tags in angle brackets and without positions as in `{\\an8}`.
  private static func plain(_ row: Substring) -> String {
    var words = ""
    var isInside = false
    var closes: Character = ">"
    let characters = Array(row)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      if !isInside, character == "<" || (character == "{" && next == "\\") {
        isInside = true
        closes = character == "<" ? ">" : "}"
      } else if character == closes, isInside {
        isInside = false
      } else if !isInside {
        words.append(character)
      }
    }
    return words.split(separator: " ").joined(separator: " ")
  }
}
