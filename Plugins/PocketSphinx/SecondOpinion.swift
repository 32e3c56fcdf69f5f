import CueABI
import CuePluginKit

/// A second decoder beside that of the grammar, which may hear any word of the scene and common ones besides.
///
/// The grammar claims words of the line for want of others; this one hears what stood in for them. By itself it makes more
/// mistakes, so it is asked only about words that do not fit well, and believed where it hears something that sounds different.
struct SecondOpinion {
  /// A word that fits better than this is not asked about.
  static let doubt = 0.65
  /// Two words are different from that share of phones on.
  static let difference = 0.5
  /// How much of a word another must cover to be heard in its place.
  static let cover = 0.5

  let decoder: Decoder
  private(set) var vocabulary = Vocabulary()
  private var commonNames: [String] = []

  init(_ decoder: Decoder) { self.decoder = decoder }

  /// Lets the decoder hear the scene of `phrases`.
  mutating func ask(
    _ phrases: [AskedPhrase], _ pronunciations: Pronunciations, _ lexicon: [String: String]
  ) throws(PluginFailure) {
    func name(_ key: String) -> String {
      let spoken = pronunciations.of(LineWords.Word(text: key, key: key), request: lexicon)
      return vocabulary.name(of: Vocabulary.Entry(key: key, phones: spoken.phones)) {
        decoder.add($0, $1)
      }
    }
    let lines = phrases.map { phrase in
      (
        words: phrase.words.map { name($0.key) },
        count: phrase.role == CUE_PHRASE_EXPECTED ? SmallLanguage.expectedCount : 1
      )
    }
    if commonNames.isEmpty { commonNames = CommonWords.all.map(name) }
    let language = SmallLanguage(lines, common: commonNames)
    guard let file = TextFile(language.text), decoder.listen(forLanguageAt: file.path) else {
      throw PluginFailure(
        CUE_E_INTERNAL, "PocketSphinx did not take the language of the scene: \(Decoder.complaint)")
    }
  }

  /// The parts of what the grammar heard, with words that this heard in place of others.
  ///
  /// `pronunciations` gives those of a name of the grammar's.
  func revise(
    _ parts: [Hearing.Part], by path: [Decoder.Segment], pronunciations: (String) -> [String]
  ) -> [Hearing.Part] {
    let heard = path.filter { vocabulary.entry(heardAs: $0.name) != nil }
    return parts.flatMap { part -> [Hearing.Part] in
      guard part.kind == .word, part.confidence < SecondOpinion.doubt else { return [part] }
      let instead = heard.filter { SecondOpinion.covers($0, part.frames) }
      guard !instead.isEmpty else { return [part] }
      let said = instead.compactMap { vocabulary.entry(heardAs: $0.name) }
      let sounds = said.flatMap { SecondOpinion.phones($0.phones[0]) }
      let isDifferent = pronunciations(part.name).allSatisfy { pronunciation in
        let claimed = SecondOpinion.phones(pronunciation)
        let distance = SecondOpinion.distance(sounds, claimed)
        return Double(distance)
          >= SecondOpinion.difference * Double(max(sounds.count, claimed.count))
      }
      guard isDifferent else { return [part] }
      // Within the claimed word's own place: the parts before and after it keep theirs.
      return zip(instead, said).compactMap { segment, entry in
        let frames = (segment.first..<segment.last + 1).clamped(to: part.frames)
        guard !frames.isEmpty else { return nil }
        return Hearing.Part(
          kind: .other, name: entry.key, frames: frames, confidence: 1 - part.confidence)
      }
    }
  }

  /// Whether a word lies in another's place: it covers half of that, or half of it lies there.
  private static func covers(_ segment: Decoder.Segment, _ frames: Range<Int>) -> Bool {
    let common = (segment.first..<segment.last + 1).clamped(to: frames).count
    return Double(common) >= cover * Double(min(frames.count, segment.frameCount))
  }

  private static func phones(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  /// How many phones must be changed, put in or taken out to make one word of another: V. Levenshtein (1966).
  static func distance(_ one: [String], _ other: [String]) -> Int {
    var row = Array(0...other.count)
    for (index, phone) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (place, candidate) in other.enumerated() {
        let above = row[place + 1]
        row[place + 1] = min(
          diagonal + (phone == candidate ? 0 : 1), row[place] + 1, above + 1)
        diagonal = above
      }
    }
    return row[other.count]
  }
}
