import CueABI
import CuePluginKit

/// A decoder for anything beside that of the expected line, which notices words that were changed or added.
///
/// The grammar claims the line's words because it has no others: "wait for him" is heard as "wait for me". The decoder for
/// anything hears "him", but it is wrong about one word in ten. So its words decide nothing by themselves: where they differ
/// from the line's, they are offered to the grammar in their place, at a cost, and the sound is decoded once more. Offers that
/// fit the sound much better than the line win.
final class LineWitness {
  /// What stands in the place of some of the line's words: none of them where words were added.
  struct Offer: Equatable {
    /// The words of the line that it replaces.
    var range: Range<Int>
    /// Its own words, as dictionaries have them.
    var keys: [String]

    /// How much better than the line it has to fit its sound, in nats.
    let costNats: Float
  }

  /// Words that the decoder for anything got wrong fitted better than the line's by less than this in 92 of 93 clean takes.
  static let changeCost: Float = 85
  /// A breath in noise is heard as a word between those of the line.
  static let additionCost: Float = 70
  /// Little sound is in "not", which matters most.
  static let negationCost: Float = 40
  /// Words of one class are changed often, and are seldom mistaken for each other: "me" and "him", "nine" and "five".
  static let classCost: Float = 20
  /// The same, where the decoder for anything heard neither of them: it may have heard other words there.
  static let unheardCost: Float = 70
  /// In longer lines, only what was heard is tried.
  static let mostWordsWithUnheard = 40
  /// Longer sound is not decoded again: a minute.
  static let mostSamples = 60 * Decoder.rateHertz
  /// Longer lines are not tried with offers.
  static let mostWords = 300

  /// The decoder for anything.
  let decoder: Decoder
  private let judge: Decoder
  /// How words are spoken in the stream that is heard, those of its request included.
  var pronunciations: Pronunciations
  /// The words that were offered, which live as long as the judge's dictionary.
  private(set) var vocabulary = Vocabulary()

  /// `judge` is the grammar's decoder, which decodes once more.
  init(_ decoder: Decoder, judge: Decoder, _ pronunciations: Pronunciations) {
    self.decoder = decoder
    self.judge = judge
    self.pronunciations = pronunciations
  }

  /// The path through `grammar` and what the decoder for anything heard; nil if the line was heard without another word.
  ///
  /// The decoders have ended their streams; `mean` is what the judge took for the speaker when its stream began.
  func secondPath(
    _ asked: LineGrammar, of samples: [Int16], mean: [Float]
  ) throws(PluginFailure) -> [Decoder.Segment]? {
    guard asked.phrases.expected.count == 1, asked.keys.count <= LineWitness.mostWords,
      samples.count <= LineWitness.mostSamples
    else { return nil }
    let heard = decoder.path().map { Decoder.word($0.name) }
      .filter { !"<[+".contains($0.first ?? "<") && !Asking.usualFillers.contains($0) }
    var offers = LineWitness.offers(
      line: asked.keys, heard: heard, isKnown: pronunciations.isOfDictionary)
    guard !offers.isEmpty else { return nil }
    if asked.keys.count <= LineWitness.mostWordsWithUnheard {
      offers += LineWitness.unheard(in: asked.keys, isKnown: pronunciations.isOfDictionary)
    }
    let alternatives = offers.map { offer in
      Grammar.Alternative(
        range: offer.range, names: offer.keys.map(name), costNats: offer.costNats)
    }
    let learnt = judge.mean
    defer { judge.mean = learnt }
    judge.forget(mean: mean)
    guard
      judge.listen(
        for: Grammar(asked.phrases, costs: asked.costs, alternatives: alternatives),
        weight: Float(DecoderOptions.languageWeight)),
      judge.begin(), judge.hear(samples), judge.end()
    else {
      throw PluginFailure(
        CUE_E_INTERNAL, "PocketSphinx could not hear the line again: \(Decoder.complaint)")
    }
    let path = judge.path()
    return path.contains { vocabulary.entry(heardAs: $0.name) != nil } ? path : nil
  }

  private func name(_ key: String) -> String {
    // The decoder for anything knows them from there, whatever else somebody says of them.
    let phones = pronunciations.dictionary.pronunciations(of: key)
    return vocabulary.name(
      of: Vocabulary.Entry(key: key, phones: phones, group: LineWitness.group)
    ) { judge.add($0, $1, alternateOf: $2) }
  }

  /// Tells offered words from the same words of a phrase.
  private static let group = -1

  // What is offered.

  /// What `heard` has in place of words of `line`; words that no dictionary has are not heard by anybody.
  static func offers(
    line: [String], heard: [String], isKnown: (String) -> Bool
  ) -> [Offer] {
    let difference = heard.difference(from: line)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var offers: [Offer] = []
    var (place, next) = (0, 0)
    while place < line.count || next < heard.count {
      let (first, firstHeard) = (place, next)
      while removed.contains(place) { place += 1 }
      while inserted.contains(next) { next += 1 }
      let (replaced, keys) = (Array(line[first..<place]), Array(heard[firstHeard..<next]))
      if !keys.isEmpty, replaced.allSatisfy(isKnown) {
        offers.append(
          Offer(range: first..<place, keys: keys, costNats: cost(of: keys, for: replaced)))
        // Of several words, one may have been changed.
        if keys.count > 1, keys.count == replaced.count {
          offers += zip(replaced, keys).enumerated().map { index, pair in
            Offer(
              range: first + index..<first + index + 1, keys: [pair.1],
              costNats: cost(of: [pair.1], for: [pair.0]))
          }
        } else {
          // "pivoted him" for "give it to her".
          for (index, word) in replaced.enumerated() {
            offers += keys.filter { WordClasses.areAlike(word, $0) && replaced != [word] }.map {
              Offer(
                range: first + index..<first + index + 1, keys: [$0], costNats: classCost)
            }
          }
        }
      }
      (place, next) = (place + 1, next + 1)
    }
    return offers
  }

  /// All words of the same classes as those of `line`, each in the place of one.
  static func unheard(in line: [String], isKnown: (String) -> Bool) -> [Offer] {
    line.enumerated().filter { isKnown($1) }.flatMap { index, word in
      WordClasses.others(than: word).filter(isKnown).map {
        Offer(range: index..<index + 1, keys: [$0], costNats: unheardCost)
      }
    }
  }

  private static func cost(of keys: [String], for replaced: [String]) -> Float {
    if replaced.isEmpty {
      return keys.contains(where: WordClasses.negations.contains) ? negationCost : additionCost
    }
    let areAlike =
      replaced.count == keys.count
      && zip(replaced, keys).allSatisfy { one, other in
        one == other || WordClasses.areAlike(one, other)
      }
    return areAlike ? classCost : changeCost
  }
}

/// Words of which one is easily said for another.
enum WordClasses {
  static let negations: Set<String> = ["not", "never", "no", "don't", "nothing", "nobody"]

  /// Whether these are two words of one class.
  static func areAlike(_ one: String, _ other: String) -> Bool {
    one != other && all.contains { $0.contains(one) && $0.contains(other) }
  }

  /// The other words of the classes of `word`, in alphabetical order.
  static func others(than word: String) -> [String] {
    Set(all.filter { $0.contains(word) }.flatMap { $0 }).subtracting([word]).sorted()
  }

  static let all: [Set<String>] = [
    [
      "i", "you", "he", "she", "it", "we", "they", "me", "him", "her", "us", "them", "my", "your",
      "his", "its", "our", "their", "mine", "yours", "hers", "ours", "theirs", "nobody",
      "somebody", "everybody",
    ],
    Set(NumberWords.all.values + NumberWords.all.scales),
    ["can", "can't", "cannot"], ["do", "don't"], ["will", "won't"],
    ["is", "isn't", "was", "wasn't"],
    ["always", "never", "often", "sometimes"], ["no", "not", "now"],
    ["in", "on", "under", "over", "behind", "before", "after", "to", "from", "with", "without"],
    [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "today",
      "tomorrow", "yesterday", "tonight",
    ],
  ]
}
