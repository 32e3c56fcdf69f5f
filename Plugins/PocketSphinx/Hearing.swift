import CueABI
import CuePluginKit

/// Makes words of a decoder's path: which phrase they belong to, how they are written, how sure they are.
struct Hearing {
  /// What was asked for.
  let phrases: [AskedPhrase]
  /// What the decoder's names mean.
  let vocabulary: Vocabulary
  /// Names that say nothing: "uh".
  let fillers: Set<String>
  /// "uh", from any phrase, where it is not a word of a line.
  var hesitations: Set<String> = []
  /// Names whose pronunciation was guessed.
  let guessed: Set<String>
  /// The words of numbers, where one was asked for.
  let numberWords: Set<String>
  /// Words of no phrase that were offered in place of the line's.
  var offered = Vocabulary()
  /// What a decoder for anything heard, where one listened, too: words that both heard were said, however they fit.
  var heardFreely: [Decoder.Segment] = []

  /// How far the line is above the noise.
  var decibels = WordDoubt.quietDecibels

  /// A stretch of sound that was heard.
  struct Part: Equatable {
    enum Kind: Equatable {
      /// A word of a phrase.
      case word
      /// A word of none, said in place of one.
      case other
      /// "uh", or a noise.
      case filler
      /// Sound of no phrase.
      case outside
    }

    var kind: Kind
    /// The decoder's name of a word; what the sound was like.
    var name: String
    /// Frames of 10 ms.
    var frames: Range<Int>
    var confidence: Double
    /// Phones of sound outside, each shorter than `shortFrames`.
    var shortPhoneCount = 0
  }

  /// A phone outside the phrases that lasts longer than this is a noise, and no speech: 250 ms.
  static let shortFrames = 25
  /// Sound outside with fewer short phones is a noise: hardly a word has so few, and noise seldom more.
  static let fewestOutsidePhones = 3
  /// As many short phones outside the line are allowed however short it is.
  static let allowedPhones = 3.0
  /// As many are allowed for each of its own, where that is more.
  static let allowedPhoneShare = 0.5

  /// The same around a name or a phrase: "it was Benjamin".
  static let allowedAroundPhrase = 5.0
  static let allowedAroundPhraseShare = 0.7

  /// The parts of a path; sound of no phrase is taken together.
  ///
  /// A word that hardly fits its sound counts as that sound too: the grammar claims words that were not said, because it has no
  /// others. When all of an expected line has been heard, `WordDoubt` decides, too. Where only one of the two believes in a
  /// word, it counts as said; where that is `WordFit`, its confidence is below 0.5, which is too little where each word must be
  /// heard.
  func parts(_ path: [Decoder.Segment], isWhole: Bool = false) -> [Part] {
    let fit = WordFit(path.filter { !$0.name.hasPrefix("<") && !$0.name.hasPrefix("+") })
    var parts: [Part] = []
    var claimed: [(part: Int, segment: Decoder.Segment)] = []
    for segment in path {
      let frames = segment.first..<(segment.last + 1)
      // Silence, and the beginning and the end of a sentence: "<sil>", "<s>", "</s>".
      guard !frames.isEmpty, !segment.name.hasPrefix("<") else { continue }
      guard segment.name.first == "+" else {
        if let other = offered.entry(heardAs: segment.name) {
          parts.append(Part(kind: .other, name: other.key, frames: frames, confidence: -1))
          continue
        }
        let entry = vocabulary.entry(heardAs: segment.name)
        let isFiller =
          segment.name.first == "[" || entry.map { fillers.contains($0.key) } ?? true
        let confidence = fit.confidence(segment)
        let isWord =
          confidence >= 0.5 || vocabulary.isOpen || isHeardFreely(entry?.key, frames)
        if !isFiller, !isHesitation(entry) { claimed.append((parts.count, segment)) }
        parts.append(
          Part(
            kind: isFiller ? .filler : isWord ? .word : .outside,
            name: isFiller || isWord ? segment.name : entry?.key ?? "", frames: frames,
            confidence: confidence))
        continue
      }
      let phone = segment.name.filter { $0 != "+" }.lowercased()
      let isShort = segment.frameCount < Hearing.shortFrames
      if let last = parts.last, last.kind == .outside,
        last.confidence < 0, last.frames.upperBound == frames.lowerBound
      {
        parts[parts.count - 1].name += " " + phone
        parts[parts.count - 1].frames = last.frames.lowerBound..<frames.upperBound
        parts[parts.count - 1].shortPhoneCount += isShort ? 1 : 0
      } else {
        parts.append(
          Part(
            kind: .outside, name: phone, frames: frames, confidence: -1,
            shortPhoneCount: isShort ? 1 : 0))
      }
    }
    if isWhole { judge(claimed.map { ($0.part, $0.segment, fit.misfit($0.segment)) }, of: &parts) }
    return parts
  }

  /// Lets `WordDoubt` judge the words that the grammar claims, each by its neighbours.
  private func judge(
    _ words: [(part: Int, segment: Decoder.Segment, misfit: Double)], of parts: inout [Part]
  ) {
    let doubt = WordDoubt(misfits: words.map(\.misfit), decibels: decibels)
    let before = parts
    for (index, segment, misfit) in words {
      let entry = vocabulary.entry(heardAs: segment.name)
      var evidence = WordDoubt.Evidence(
        misfit: misfit, frameCount: segment.frameCount,
        phoneCount: entry?.phones.first?.split(separator: " ").count ?? 0)
      for neighbour in [index - 1, index + 1] where before.indices.contains(neighbour) {
        let part = before[neighbour]
        let touches =
          neighbour < index
          ? part.frames.upperBound == segment.first
          : part.frames.lowerBound == segment.last + 1
        if isHesitation(vocabulary.entry(heardAs: part.name)) {
          evidence.hesitations += 1
        } else if touches, part.kind == .filler || part.kind == .outside && isNoise(part) {
          evidence.noiseSeconds += 0.01 * Double(part.frames.count)
        }
      }
      if doubt.isSaid(evidence) {
        parts[index].kind = .word
        parts[index].name = segment.name
        parts[index].confidence = max(0.5, before[index].confidence)
      } else {
        parts[index].confidence = min(0.49, before[index].confidence)
      }
    }
  }

  private func isHesitation(_ entry: Vocabulary.Entry?) -> Bool {
    entry.map { hesitations.contains($0.key) } ?? false
  }

  private func isHeardFreely(_ key: String?, _ frames: Range<Int>) -> Bool {
    heardFreely.contains { segment in
      let common = (segment.first..<segment.last + 1).clamped(to: frames).count
      return Decoder.word(segment.name) == key && 2 * common >= frames.count
    }
  }

  /// What was heard, times in 10 ms; `isFinal`: a competing line counts only as a whole.
  func transcript(_ parts: [Part], isFinal: Bool, frame: (Int) -> UInt64) -> Transcript {
    let names = parts.filter { $0.kind == .word }.compactMap {
      vocabulary.entry(heardAs: $0.name)
    }
    // An actor who hesitates before another line has still said that line.
    let owner = owner(
      of: names.filter { $0.group == 0 && !hesitations.contains($0.key) }.map(\.key),
      isFinal: isFinal)
    var words: [HeardWord] = []
    for part in parts {
      let entry = vocabulary.entry(heardAs: part.name)
      let text =
        switch part.kind {
        case .outside: part.name
        case .filler: entry.map { fillers.contains($0.key) ? $0.key : "" } ?? ""
        case .word: entry.map { written($0, owner) } ?? part.name
        case .other: part.name
        }
      var word = HeardWord(
        text: text, start: frame(part.frames.lowerBound), end: frame(part.frames.upperBound),
        confidence: part.confidence)
      switch part.kind {
      case .outside where isNoise(part):
        word.isFiller = true
        word.text = ""
      case .outside: word.isOutside = true
      case .filler: word.isFiller = true
      case .other: break
      case .word:
        word.phrase = entry.flatMap { $0.group > 0 ? $0.group - 1 : owner?.index }
        word.isGuessed = entry.map { guessed.contains($0.key) } ?? false
      }
      words.append(word)
    }
    let isEmpty = names.isEmpty
    let isSilent = parts.allSatisfy { $0.kind != .outside }
    return Transcript(
      words: words, stableWords: 0,
      confidence: isEmpty ? -1 : confidence(parts, phoneCount: owner?.phoneCount ?? 0),
      noSpeech: isEmpty ? (isSilent ? 1 : 0.5) : 0)
  }

  /// Whether sound outside is too little for a word: a breath, a click, the noise of the room.
  private func isNoise(_ part: Part) -> Bool {
    part.confidence < 0 && part.shortPhoneCount < Hearing.fewestOutsidePhones
  }

  /// Whether a line is expected.
  var expectsLine: Bool { phrases.contains { $0.role == CUE_PHRASE_EXPECTED } }

  /// Whether a number is expected.
  var expectsNumber: Bool { phrases.contains { $0.role == CUE_PHRASE_NUMBER } }

  /// How far what was heard is the line, and not something said around a few of its words.
  ///
  /// 1 − 0.5 × short phones outside ÷ the larger of 3 and 0.5 × the line's own phones, but within 0…1: at 0.5 there are as
  /// many as are allowed.
  func confidence(_ parts: [Part], phoneCount: Int) -> Double {
    let outside = Double(parts.reduce(0) { $0 + $1.shortPhoneCount })
    let (least, share) =
      expectsLine
      ? (Hearing.allowedPhones, Hearing.allowedPhoneShare)
      : (Hearing.allowedAroundPhrase, Hearing.allowedAroundPhraseShare)
    let allowed = max(least, share * Double(phoneCount))
    return max(0, min(1, 1 - 0.5 * outside / allowed))
  }

  /// The phrase that words in lower case belong to.
  ///
  /// The expected line is heard in part, another as a whole: that is how the grammar is made. While words still come, the
  /// beginning of another is enough, unless the expected line begins so too.
  private func owner(of keys: [String], isFinal: Bool) -> AskedPhrase? {
    guard !keys.isEmpty else { return nil }
    let expected = phrases.filter { $0.role == CUE_PHRASE_EXPECTED }
    let others = phrases.filter {
      $0.role != CUE_PHRASE_EXPECTED && !AskedPhrase.hasNamesOfItsOwn($0.role)
        && $0.role != CUE_PHRASE_FILLER && $0.role != CUE_PHRASE_NUMBER
    }
    func whole(_ phrase: AskedPhrase) -> Bool { phrase.words.map(\.key) == keys }
    func begins(_ phrase: AskedPhrase) -> Bool { phrase.words.map(\.key).starts(with: keys) }
    if let it = expected.first(where: whole) ?? others.first(where: whole) { return it }
    if !isFinal, let it = expected.first(where: begins) ?? others.first(where: begins) { return it }
    if let number = phrases.first(where: { $0.role == CUE_PHRASE_NUMBER }),
      keys.allSatisfy(numberWords.contains)
    {
      return number
    }
    // Of several expected lines, the one that has most of the words.
    return expected.max { one, other in
      func share(_ phrase: AskedPhrase) -> Int {
        let has = Set(phrase.words.map(\.key))
        return keys.count { has.contains($0) }
      }
      return share(one) < share(other)
    } ?? others.first(where: begins)
  }

  /// A word as in its phrase: "I" and "Ana", and in lower case where that occurs.
  private func written(_ entry: Vocabulary.Entry, _ owner: AskedPhrase?) -> String {
    let phrase = entry.group > 0 ? phrases.first { $0.index == entry.group - 1 } : owner
    let forms = (phrase.map { [$0] } ?? phrases).flatMap(\.words).filter { $0.key == entry.key }
      .map(\.text)
    return forms.first { $0 == entry.key } ?? forms.first ?? entry.key
  }
}
