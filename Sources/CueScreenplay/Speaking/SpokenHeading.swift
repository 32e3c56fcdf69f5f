/// A scene heading as it is said.
///
/// "INT. COFFEE SHOP - DAY" is "Interior. COFFEE SHOP. DAY."
enum SpokenHeading {
  /// The heading by the rules 1.0; `isSpoken` for what a voice gets, where dashes are pauses, too.
  ///
  /// The time is what stands behind the last dash with blanks around it. Parts that are empty are left
  /// out; a heading that opens with no place stays as it is.
  static func text(_ heading: String, isSpoken: Bool = false) -> String {
    let opening = PlaceWords.opening(of: heading) ?? PlaceWords.opening(of: heading + " ")
    guard let opening else { return isSpoken ? sentence(parts(of: heading)) : heading }
    let rest = heading.dropFirst(opening.written.count).drop { ". -–—。．｡".contains($0) }
    var places = parts(of: String(rest))
    if !isSpoken, places.count > 2 {
      let time = places.removeLast()
      places = [places.joined(separator: " - "), time]
    }
    return sentence([isSpoken ? opening.said : opening.short] + places)
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
    parts.map { part in
      part.last.map { ".!?".contains($0) } ?? true ? part : part + "."
    }.joined(separator: " ")
  }
}
