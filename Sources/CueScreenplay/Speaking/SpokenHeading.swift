/// A scene heading as said.
///
/// "INT. COFFEE SHOP - DAY" is "Interior. COFFEE SHOP. DAY."
enum SpokenHeading {
  /// The heading by the rules 1.0; `isSpoken` for what a voice gets, where dashes are pauses, too.
  ///
  /// The time is what follows the last dash with blanks around it. Parts that are empty are left
  /// out; a heading that opens with no place stays unchanged.
  ///
  /// INT. and EXT. are said in `language`, the primary tag of the script's, where it is known.
  static func text(_ heading: String, isSpoken: Bool = false, language: String? = nil) -> String {
    let opening = PlaceWords.opening(of: heading) ?? PlaceWords.opening(of: heading + " ")
    guard let opening else { return isSpoken ? sentence(parts(of: heading)) : heading }
    let rest = heading.dropFirst(opening.written.count).drop { ". -–—。．｡".contains($0) }
    var places = parts(of: String(rest))
    if !isSpoken, places.count > 2 {
      let time = places.removeLast()
      places = [places.joined(separator: " - "), time]
    }
    guard isSpoken else { return sentence([opening.short] + places) }
    let script = language ?? wide(heading)
    return sentence([script.flatMap { PlaceWords.said(opening, in: $0) } ?? opening.said] + places)
  }

  /// The language, as far as letters without cases show it.
  private static func wide(_ heading: String) -> String? {
    let values = heading.unicodeScalars.map(\.value)
    if values.contains(where: { (0x3040...0x30ff).contains($0) }) { return "ja" }
    if values.contains(where: { (0xac00...0xd7a3).contains($0) }) { return "ko" }
    guard values.contains(where: { (0x4e00...0x9fff).contains($0) }) else { return nil }
    // The simplified signs of Chinese are in few other texts; 。 after INT is Japanese.
    return heading.contains("。") ? "ja" : "zh"
  }

  /// Cut at dashes with blanks around them.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var words: [Substring] = []
    func flush() {
      if !words.isEmpty { parts.append(words.joined(separator: " ")) }
      words = []
    }
    for word in text.split(separator: " ") {
      if word.allSatisfy({ "-–—".contains($0) }) { flush() } else { words.append(word) }
    }
    flush()
    return parts
  }

  private static func sentence(_ parts: [String]) -> String {
    let isWide =
      parts.last?.unicodeScalars.last.map { (0x3040...0x9fff).contains($0.value) } ?? false
    return parts.map { part in
      part.last.map { ".!?。！？".contains($0) } ?? true ? part : part + (isWide ? "。" : ".")
    }.joined(separator: isWide ? "" : " ")
  }
}
