import CueScreenplay

/// Whether a recording has every word that is to be heard, once: counted by the words of the clips that were mixed.
public struct Completeness: Equatable, Sendable {
  /// Words that the items say; a number counts once.
  public internal(set) var words = 0
  /// Those of them that are in the files.
  public internal(set) var heard = 0
  /// Places of items of which words are in no file.
  public internal(set) var missing: [Int] = []
  /// Places of items that are in the files more than once, or whose clip says words that they do not have.
  public internal(set) var repeated: [Int] = []

  /// Whether all words are in the recording, and none twice.
  public var isComplete: Bool { heard == words && missing.isEmpty && repeated.isEmpty }

  /// Nothing was recorded.
  public init() {}

  /// Counts the words of `items` by the places that were `mixed`, one for each time.
  init(_ items: [RenderedItem], mixed: [Int], language: String) {
    var times = [Int](repeating: 0, count: items.count)
    for place in mixed { times[place] += 1 }
    for (place, item) in items.enumerated() {
      let wanted = WordSpans(item.item.saidText, language: language)
      words += wanted.stretches.count
      guard times[place] > 0 else {
        if !wanted.stretches.isEmpty { missing.append(place) }
        continue
      }
      var isRepeated = times[place] > 1
      var lost = 0
      if let said = item.said, said != item.item.saidText {
        let heard = WordSpans(said, language: language)
        lost = wanted.counterparts(in: heard).count { $0 == nil }
        isRepeated = isRepeated || heard.counterparts(in: wanted).contains { $0 == nil }
      }
      heard += wanted.stretches.count - lost
      if lost > 0 { missing.append(place) }
      if isRepeated { repeated.append(place) }
    }
  }

  /// The elements of `screenplay` whose words are in none of `items`, or in more than one: by their indices.
  ///
  /// - Parameters:
  ///   - screenplay: a script
  ///   - items: all that is said of it
  ///   - rules: what made the items
  ///   - saysCentered: whether centered text is said, too
  ///   - language: what the script is written in, as a BCP 47 tag
  /// - Returns: indices of elements, rising
  public static func unspoken(
    of screenplay: Screenplay, in items: [SpeakableItem], rules: SpeakingRules,
    saysCentered: Bool, language: String = "en"
  ) -> (missing: [Int], repeated: [Int]) {
    /// The items that have an element, by the element's index.
    var ofElement = [[Int]](repeating: [], count: screenplay.elements.count)
    for (place, item) in items.enumerated() {
      for element in item.elements { ofElement[element].append(place) }
    }
    var (missing, repeated): ([Int], [Int]) = ([], [])
    for (index, element) in screenplay.elements.enumerated() {
      guard rules.says(element.kind, saysCentered: saysCentered) else { continue }
      let words = WordSpans(element.text, language: language)
      guard !words.stretches.isEmpty else { continue }
      let said = ofElement[index].map { WordSpans(items[$0].text, language: language) }
        .filter { !$0.stretches.isEmpty }
      if said.count > 1 { repeated.append(index) }
      let isLost = said.allSatisfy { words.counterparts(in: $0).contains { $0 == nil } }
      if isLost { missing.append(index) }
    }
    return (missing, repeated)
  }
}
