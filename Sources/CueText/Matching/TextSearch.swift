/// Finds words in texts, whatever the case and the accents.
public struct TextSearch: Sendable {
  private let wanted: [UInt8]

  /// A search for `words`; empty ones are in every text.
  public init(_ words: String) { wanted = Array(Folding.folded(words.unicodeScalars).utf8) }

  /// Whether they are in `text`.
  public func isIn(_ text: String) -> Bool {
    guard let first = wanted.first else { return true }
    let bytes = Array(Folding.folded(text.unicodeScalars).utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
