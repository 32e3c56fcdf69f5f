import CueABI
import CuePluginKit

/// A second decoder beside that of the grammar, which may hear any word of the scene and common ones besides.
///
/// The grammar claims words of the line because it has no others; this one hears what stood in for them. By itself it makes
/// more mistakes, so it is asked only about words that do not fit well, and believed where it hears something that sounds
/// different.
struct SecondOpinion {
  /// A word that fits better than this is not asked about.
  static let doubt = 0.65
  /// Two words are different from that share of phones on.
  static let difference = 0.5
  /// How much of a word another must cover to be heard in its place.
  static let cover = 0.5

  /// Fewer words of the grammar's are not revised.
  static let fewestWords = 2
  /// How far from them words are put in, in frames of 10 ms.
  static let nearFrames = 100

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
        decoder.add($0, $1, alternateOf: $2)
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

  /// The parts of what the grammar heard, with the words that this heard where they were not the line's.
  ///
  /// `pronunciations` gives those of a name of the grammar's. Where the grammar found hardly a word, nothing is revised: a
  /// language hears words in music, too.
  func revise(
    _ parts: [Hearing.Part], by path: [Decoder.Segment], pronunciations: (String) -> [String]
  ) -> [Hearing.Part] {
    let heard = path.filter { vocabulary.entry(heardAs: $0.name) != nil }
    guard parts.count(where: { $0.kind == .word }) >= SecondOpinion.fewestWords else {
      return parts
    }
    let doubted = parts.map { part in
      var part = part
      if part.kind == .word, contradicts(heard, part, pronunciations(part.name)) {
        part.kind = .outside
      }
      return part
    }
    return fill(doubted, with: heard)
  }

  /// Whether a word that fits badly sounds different from what was heard in its place.
  private func contradicts(
    _ heard: [Decoder.Segment], _ part: Hearing.Part, _ pronunciations: [String]
  ) -> Bool {
    guard part.confidence < SecondOpinion.doubt else { return false }
    let instead = heard.filter {
      let common = SecondOpinion.frames($0).clamped(to: part.frames).count
      return Double(common)
        >= SecondOpinion.cover * Double(min(part.frames.count, $0.frameCount))
    }
    guard !instead.isEmpty else { return false }
    let sounds = instead.compactMap { vocabulary.entry(heardAs: $0.name)?.phones.first }
      .flatMap(SecondOpinion.phones)
    return pronunciations.allSatisfy { pronunciation in
      let claimed = SecondOpinion.phones(pronunciation)
      return Double(SecondOpinion.distance(sounds, claimed))
        >= SecondOpinion.difference * Double(max(sounds.count, claimed.count))
    }
  }

  /// Puts words where there is sound outside the line; they take the place of that sound.
  private func fill(
    _ parts: [Hearing.Part], with heard: [Decoder.Segment]
  ) -> [Hearing.Part] {
    let kept = parts.filter { $0.kind != .outside }
    var outside = parts.filter { $0.kind == .outside }
    guard let first = parts.first(where: { $0.kind == .word }),
      let last = parts.last(where: { $0.kind == .word })
    else { return parts }
    let near =
      first.frames.lowerBound - SecondOpinion.nearFrames..<last.frames.upperBound
      + SecondOpinion.nearFrames
    var others: [Hearing.Part] = []
    for segment in heard {
      let frames = SecondOpinion.frames(segment)
      func share(_ parts: [Hearing.Part]) -> Double {
        let common = parts.reduce(0) { $0 + frames.clamped(to: $1.frames).count }
        return Double(common) / Double(frames.count)
      }
      guard near.contains(frames.lowerBound), share(kept) < SecondOpinion.cover,
        share(outside) >= SecondOpinion.cover, let entry = vocabulary.entry(heardAs: segment.name)
      else { continue }
      // Into the gap around its middle.
      let middle = (frames.lowerBound + frames.upperBound) / 2
      let lower = kept.map(\.frames.upperBound).filter { $0 <= middle }.max() ?? 0
      let upper = kept.map(\.frames.lowerBound).filter { $0 > middle }.min() ?? frames.upperBound
      let place = frames.clamped(to: lower..<max(lower, upper))
      guard !place.isEmpty else { continue }
      others.append(
        Hearing.Part(kind: .other, name: entry.key, frames: place, confidence: -1))
    }
    outside = outside.compactMap { part in
      guard let index = others.firstIndex(where: { $0.frames.overlaps(part.frames) }) else {
        return part
      }
      others[index].shortPhoneCount += part.shortPhoneCount
      return nil
    }
    return (kept + others + outside).sorted { $0.frames.lowerBound < $1.frames.lowerBound }
  }

  private static func frames(_ segment: Decoder.Segment) -> Range<Int> {
    segment.first..<segment.last + 1
  }

  private static func phones(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  /// How many phones must be changed, put in or taken out to make one word of another.
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
