import CueScreenplay
import CueText

/// Where a line is cut off by the next speaker: at a dash after its last word, or at a word that a director marked.
///
/// An actor's line counts as said with that word, and the partner answers at once. A partner's line may be interrupted from that
/// word on.
public struct CutOff: Equatable, Sendable {
  /// The bytes of the word, in the line's text.
  public let word: Range<Int>

  /// The line up to the word's end.
  public func text(of line: String) -> String {
    String(decoding: Array(line.utf8).prefix(word.upperBound), as: UTF8.self)
  }

  /// Where `text` is cut off; nil if it is not, or where the marked word is not in it.
  ///
  /// - Parameters:
  ///   - text: a line
  ///   - word: the word that a director marked, in any case; of several that are the same, the last counts
  public init?(_ text: String, at word: String? = nil) {
    let words = ExpectedLine(text).words
    let bytes = Array(text.utf8)
    func written(_ range: Range<Int>) -> String {
      NameKey.key(String(decoding: bytes[range], as: UTF8.self))
    }
    if let word {
      guard let marked = words.last(where: { written($0.range) == NameKey.key(word) }) else {
        return nil
      }
      self.word = marked.range
      return
    }
    let end = text.reversed().drop { $0.isWhitespace || CutOff.closing.contains($0) }
    guard let last = words.last,
      end.first == "\u{2014}" || end.first == "\u{2013}" || end.starts(with: "--")
    else { return nil }
    self.word = last.range
  }

  /// What may stand after the dash.
  private static let closing: Set<Character> = ["\"", "\u{201d}", "\u{2019}", "'", "\u{bb}", ")"]

  /// The lines of `script` that are cut off, by their index.
  ///
  /// `words`: those that a director marked, by the line's index.
  static func all(in script: Script, at words: [Int: String]) -> [Int: CutOff] {
    var all: [Int: CutOff] = [:]
    for line in script.lines where line.kind == .dialogue {
      all[line.index] = words[line.index].flatMap { CutOff(line.text, at: $0) } ?? CutOff(line.text)
    }
    return all
  }
}
