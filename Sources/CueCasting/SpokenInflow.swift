import CueModel
import CueText

/// The words of a text that comes in pieces, as an engine gets them, and where they are in the text.
final class SpokenInflow: ArrivingWords {
  /// A part of the text, and the words for it.
  private struct Part {
    let source: Int
    let spoken: Int
    var places: MarkPlaces
  }

  let inflow: TextInflow
  private let language: String
  private let mostBytes: Int
  private let normalize: (String) throws(PluginFailure) -> NormalizedText
  private var parts: [Part] = []
  /// How many bytes of the text, and of the words for it, were given.
  private var (taken, given) = (0, 0)

  /// The words of `inflow`.
  ///
  /// - Parameters:
  ///   - inflow: the text
  ///   - language: a BCP 47 tag; empty for English
  ///   - mostBytes: no piece is longer; 0 for any length
  ///   - normalize: gives the words of a part of the text, or refuses it
  init(
    _ inflow: TextInflow, language: String, mostBytes: Int,
    normalize: @escaping (String) throws(PluginFailure) -> NormalizedText
  ) {
    self.inflow = inflow
    self.language = language
    self.mostBytes = mostBytes > 0 ? max(mostBytes, 4) : 1_000_000
    self.normalize = normalize
  }

  func restart() {
    parts = []
    (taken, given) = (0, 0)
  }

  func next(bySentence: Bool) throws(PluginFailure) -> TextArrival {
    while true {
      let (text, isOver) = inflow.text(after: taken)
      guard !text.isEmpty else { return isOver ? .end : .nothing }
      guard let (part, spoken) = try first(of: text, isOver: isOver, bySentence) else {
        return .nothing
      }
      parts.append(Part(source: taken, spoken: given, places: MarkPlaces(spoken: spoken)))
      taken += part
      given += spoken.text.utf8.count
      // Marks without a word are no sentence, and are silent.
      guard spoken.text.contains(where: { !$0.isWhitespace }) || !bySentence else { continue }
      if !spoken.text.isEmpty { return .piece(spoken.text) }
    }
  }

  /// The length of the first part of `text` that can be said now, and its words; nil if more text is needed.
  private func first(
    of text: String, isOver: Bool, _ bySentence: Bool
  ) throws(PluginFailure) -> (Int, NormalizedText)? {
    let sentences = TextPieces.pieces(
      of: text, language: language, mostBytes: mostBytes, everySentence: true)
    if let first = sentences.first, isOver || sentences.count > 1 {
      return (first.count, try normalize(Self.prefix(of: text, first.count)))
    }
    guard !bySentence, let blank = text.utf8.lastIndex(where: Self.isBlank) else { return nil }
    // A sign or a number may mean something else together with what comes.
    let words = String(text[...blank])
    let spoken = try normalize(words)
    return spoken.isChanged ? nil : (words.utf8.count, spoken)
  }

  private static func prefix(of text: String, _ bytes: Int) -> String {
    String(text[..<text.utf8.index(text.startIndex, offsetBy: bytes)])
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  /// `event` with its place in the text; nil for a further word of what is one word there.
  func placed(_ event: SpeechEvent) -> SpeechEvent? {
    guard case .mark(var mark) = event,
      let index = parts.lastIndex(where: { $0.spoken <= mark.textRange.lowerBound })
    else { return event }
    let part = parts[index]
    mark.textRange =
      mark.textRange.lowerBound - part.spoken..<mark.textRange.upperBound - part.spoken
    guard case .mark(var placed)? = parts[index].places.placed(.mark(mark)) else { return nil }
    placed.textRange =
      placed.textRange.lowerBound + part.source..<placed.textRange.upperBound + part.source
    return .mark(placed)
  }
}
