/// How a page shows what an item says: with the directions that stand in it, and with its emphasis.
public struct ShownSpeech: Equatable, Sendable {
  /// A direction and the byte of the item's text that it stands before.
  public struct PlacedDirection: Equatable, Sendable {
    /// From 0 to the number of bytes of the text.
    public var offset: Int
    /// As the script has it, with its brackets, in one line.
    public var text: String
  }

  /// In order of their places; those that the item itself says are left out.
  public private(set) var directions: [PlacedDirection] = []
  /// What is emphasized, in order of its beginning; bytes of the item's text.
  public private(set) var emphasis: [Emphasis.Run] = []

  /// The directions and the emphasis of `item` in its `screenplay`.
  public init(_ item: SpeakableItem, in screenplay: Screenplay) {
    let bytes = Array(item.text.utf8)
    let isSpeech = item.kind == .character
    var offset = 0
    for element in screenplay.elements[item.elements] {
      switch element.kind {
      case .parenthetical where isSpeech:
        guard !Parenthetical.isOfPage(element.text) else { continue }
        let line = Emphasis.squeezed(element.text.split(separator: "\n").joined(separator: " "))
        directions.append(PlacedDirection(offset: offset, text: line))
      case .note, .boneyard, .pageBreak, .section, .synopsis,
        .character where isSpeech:
        continue
      default:
        let words = Array(element.text.utf8)
        // A heading is said in other words than it has.
        guard !words.isEmpty, let found = bytes[offset...].firstRange(of: words) else { continue }
        emphasis += element.emphasis.map { run in
          Emphasis.Run(
            range: run.range.lowerBound + found.lowerBound..<run.range.upperBound
              + found.lowerBound,
            style: run.style)
        }
        offset = min(bytes.count, found.upperBound + 1)
      }
    }
  }
}
