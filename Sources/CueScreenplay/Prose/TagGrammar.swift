/// A person in the narration.
struct NarrativeMention {
  enum Who: Equatable {
    case pronoun(isWoman: Bool)
    case narrator, group
    /// "The other" of two.
    case other
    /// A name or a noun, by the words that make it up; the article is no part of them.
    case called([String], written: String, isName: Bool)
  }
  let words: Range<Int>
  let who: Who
  /// No preposition or "was" before it, and no genitive.
  var isSubject = true
  /// The subject of no clause with "when" or "that".
  var isMain = false
  /// The first main subject of its sentence, or the first subject.
  var isLeader = false
}

extension [NarrativeMention] {
  /// The number of the first mention that begins at the word `place` or later.
  func first(from place: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].words.lowerBound < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of the mention that begins at the word `place`.
  func number(at place: Int) -> Int? {
    let number = first(from: place)
    return number < count && self[number].words.lowerBound == place ? number : nil
  }
}

/// The clues in a text to its speakers: verbs of saying, and names and nouns for people.
struct TagGrammar {
  private let isWoman: (String) -> Bool?
  private let story: Narrative
  private var verbs = TagWords.commonVerbs
  /// Words of names, and nouns, that stand beside a verb of saying and a quotation.
  private var speakers: Set<String> = []

  /// A verb counts as one of saying if it stood in this many tags: a single one may be a misprint.
  private static let leastTags = 2
  /// A noun longer than "the tall old gentleman" is a clause.
  private static let mostNounWords = 4
  /// A verb of saying reaches over this many words to a quotation without a sign before it: "said to himself".
  private static let reach = 4
  /// Between a subject and its verb of saying: "Anna then quietly said".
  private static let mostWordsBeforeVerb = 2

  init(_ story: Narrative, _ isWoman: @escaping (String) -> Bool?) {
    self.story = story
    self.isWoman = isWoman
    learnVerbs()
    learnSpeakers()
  }

  /// Learns what stands between a quotation that ends with a comma and a name or pronoun, in either order.
  private mutating func learnVerbs() {
    var counts: [String: Int] = [:]
    for saying in story.sayings {
      let words = story.passages[saying.paragraph]
      let isBeforeComma = saying.place + 1 < words.count && words[saying.place + 1].kind == .comma
      let next = saying.place + (isBeforeComma ? 2 : 1)
      guard isBeforeComma || saying.ending == .comma, next + 1 < words.count else { continue }
      let (first, second) = (words[next], words[next + 1])
      if mayBeVerb(first), isPronounOrName(second) { counts[first.lower, default: 0] += 1 }
      if isPronounOrName(first), mayBeVerb(second) { counts[second.lower, default: 0] += 1 }
    }
    verbs.formUnion(counts.filter { $0.value >= TagGrammar.leastTags }.keys)
  }

  /// Learns the names and nouns in tags; they are people wherever else they stand.
  private mutating func learnSpeakers() {
    for saying in story.sayings {
      let words = story.passages[saying.paragraph]
      let next = saying.place + 1
      if next < words.count, verbs.contains(words[next].lower) { learnSpeaker(at: next + 1, words) }
      learnSpeaker(before: verb(before: saying.place, words) ?? verbBehind(next, words), words)
      if saying.place == 0, saying.paragraph > 0 {
        let words = story.passages[saying.paragraph - 1]
        learnSpeaker(before: verb(before: words.count, words), words)
      }
    }
    speakers.subtract(TagWords.nounsForWords.union(["other"]))
  }

  private mutating func learnSpeaker(before verb: Int?, _ words: [NarrativeWord]) {
    guard let verb, verb > 0, !words[verb - 1].isGenitive,
      !TagWords.functionWords.contains(words[verb - 1].lower)
    else {
      return
    }
    if words[verb - 1].isCapital { speakers.insert(words[verb - 1].lower) }
    if verb > 1, isNounWord(words[verb - 1]), TagWords.articles.contains(words[verb - 2].lower),
      verb == 2 || !mayBeVerb(words[verb - 3]), !words[verb].lower.hasSuffix("ing")
    {
      speakers.insert(words[verb - 1].lower)
    }
  }

  private mutating func learnSpeaker(at place: Int, _ words: [NarrativeWord]) {
    guard place < words.count, words[place].kind == .word else { return }
    var name = place
    if !words[name].isCapital {
      let isNoun = isDeterminer(words[name])
      name += 1
      if isNoun, let end = nounEnd(name, words) {
        name = end
        if end == words.count || !words[end].isCapital, !words[end - 1].isGenitive {
          speakers.insert(words[end - 1].lower)
        }
      }
    }
    while name < words.count, words[name].isCapital, !words[name].isGenitive {
      speakers.insert(words[name].lower)
      name += 1
    }
  }

  /// The verb of "Tom said", "the old captain quietly said" at the beginning of a tag.
  private func verbBehind(_ place: Int, _ words: [NarrativeWord]) -> Int? {
    guard place < words.count, words[place].isCapital || isDeterminer(words[place]) else {
      return nil
    }
    return words.indices.dropFirst(place + 1).prefix(TagGrammar.mostNounWords).prefix {
      words[$0].kind == .word
    }
    .first { verbs.contains(words[$0].lower) }
  }

  private func mayBeVerb(_ word: NarrativeWord) -> Bool {
    word.isSmall && !word.isGenitive && !TagWords.functionWords.contains(word.lower)
      && !word.lower.hasSuffix("ly")
  }

  private func isPronounOrName(_ word: NarrativeWord) -> Bool {
    (word.isCapital && !word.isGenitive) || ["he", "she", "i", "they", "we"].contains(word.lower)
  }

  private func isDeterminer(_ word: NarrativeWord) -> Bool {
    TagWords.articles.contains(word.lower) || TagWords.possessives.contains(word.lower)
  }

  private func isNounWord(_ word: NarrativeWord) -> Bool {
    mayBeVerb(word) || word.isSmall && word.isGenitive
  }

  private func isPersonNoun(_ word: NarrativeWord) -> Bool {
    word.isSmall && (speakers.contains(word.lower) || isWoman(word.lower) != nil)
  }

  /// Where a noun of several words ends after its article: before a function word, a participle, an adverb or a sign.
  private func nounEnd(_ start: Int, _ words: [NarrativeWord]) -> Int? {
    var end = start
    while end < words.count, end - start < TagGrammar.mostNounWords, words[end].isSmall,
      !TagWords.functionWords.contains(words[end].lower)
    {
      if end > start, words[end].lower.hasSuffix("ing") || words[end - 1].isGenitive { break }
      end += 1
    }
    while end > start, words[end - 1].lower.hasSuffix("ly") { end -= 1 }
    return end > start ? end : nil
  }

  // MARK: People in the narration

  /// Everybody whom a paragraph mentions, in order.
  ///
  /// After a subject, somebody who follows a word such as a verb is an object: "whom we called the captain".
  func mentions(in words: [NarrativeWord]) -> [NarrativeMention] {
    var mentions: [NarrativeMention] = []
    var place = 0
    var sentence = -1
    while place < words.count {
      if var mention = mention(at: place, words) {
        let isLater = sentence == words[place].sentence
        if isLater, place > 0, mayBeVerb(words[place - 1]),
          place == 1 || words[place - 2].kind != .quotation,
          case .called = mention.who
        {
          mention.isSubject = false
        }
        if mention.isSubject { sentence = words[place].sentence }
        mentions.append(mention)
        place = mention.words.upperBound
      } else {
        place += 1
      }
    }
    markLeaders(&mentions, words)
    return mentions
  }

  private func markLeaders(_ mentions: inout [NarrativeMention], _ words: [NarrativeWord]) {
    var leaders: [Int: Int] = [:]
    for (number, mention) in mentions.enumerated() where mention.isSubject {
      let place = mention.words.lowerBound
      let sentence = words[place].sentence
      let isMain = place == 0 || !TagWords.subordinators.contains(words[place - 1].lower)
      mentions[number].isMain = isMain
      let isFirstMain = isMain && leaders[sentence].map { mentions[$0].isMain } != true
      if isFirstMain || leaders[sentence] == nil { leaders[sentence] = number }
    }
    for leader in leaders.values { mentions[leader].isLeader = true }
  }

  private func mention(at place: Int, _ words: [NarrativeWord]) -> NarrativeMention? {
    let word = words[place]
    guard word.kind == .word else { return nil }
    let before = place > 0 && words[place - 1].kind == .word ? words[place - 1].lower : ""
    let isSubject =
      !TagWords.prepositions.contains(before) && !TagWords.formsOfBe.contains(before)
    func pronoun(_ who: NarrativeMention.Who) -> NarrativeMention {
      NarrativeMention(words: place..<place + 1, who: who)
    }
    switch word.lower.prefix(while: { $0 != "’" && $0 != "'" }) {
    case "he": return pronoun(.pronoun(isWoman: false))
    case "she": return pronoun(.pronoun(isWoman: true))
    case "i": return pronoun(.narrator)
    case "we", "they": return pronoun(.group)
    default: break
    }
    if isDeterminer(word) {
      if let person = noun(at: place, words, isSubject) ?? name(after: place, words, isSubject) {
        return person
      }
      // "Her eyes filled."
      let isOwner = word.sentence == place && (word.lower == "his" || word.lower == "her")
      return isOwner ? pronoun(.pronoun(isWoman: word.lower == "her")) : nil
    }
    if word.isCapital { return name(at: place, words, isSubject, article: "") }
    if TagWords.groups.contains(word.lower) {
      return NarrativeMention(words: place..<place + 1, who: .group, isSubject: isSubject)
    }
    return nil
  }

  /// "The Mole", "my Anna".
  private func name(after place: Int, _ words: [NarrativeWord], _ isSubject: Bool)
    -> NarrativeMention?
  {
    let article = words[place].lower == "the" ? "the " : ""
    guard place + 1 < words.count, words[place + 1].isCapital,
      let name = name(at: place + 1, words, isSubject, article: article)
    else { return nil }
    return NarrativeMention(
      words: place..<name.words.upperBound, who: name.who, isSubject: name.isSubject)
  }

  private func name(at start: Int, _ words: [NarrativeWord], _ isSubject: Bool, article: String)
    -> NarrativeMention?
  {
    if words[start].sentence == start, !story.isName(words[start]),
      !speakers.contains(words[start].lower),
      isWoman(words[start].text) == nil
    {
      return nil
    }
    var end = start + 1
    while end < words.count, !words[end - 1].isGenitive,
      words[end].isCapital || TagWords.particles.contains(words[end].lower)
    {
      end += 1
    }
    while !words[end - 1].isCapital { end -= 1 }
    guard end > start + 1 || !words[start].text.hasSuffix(".") else { return nil }
    let text = words[start..<end].map(\.text).joined(separator: " ")
    let key = words[start..<end].map { TagWords.titles[$0.lower] ?? $0.lower }
    guard key.contains(where: { speakers.contains($0) }) || isWoman(text) != nil else { return nil }
    if words[end - 1].isGenitive, end < words.count, isPersonNoun(words[end]) {
      let who = NarrativeMention.Who.called(
        key + [words[end].lower], written: text + "’s " + words[end].text, isName: false)
      return NarrativeMention(
        words: start..<end + 1, who: who, isSubject: isSubject && !words[end].isGenitive)
    }
    let who = NarrativeMention.Who.called(key, written: article + text, isName: true)
    // "Paul's voice".
    if words[end - 1].isGenitive, end < words.count, words[end].lower == "voice" {
      return NarrativeMention(words: start..<end + 1, who: who, isSubject: isSubject)
    }
    return NarrativeMention(
      words: start..<end, who: who,
      isSubject: isSubject && (!words[end - 1].isGenitive || words[start].sentence == start))
  }

  /// "The old lady": after a verb of saying all words up to the end of the noun, elsewhere up to a noun that means a person.
  private func noun(at place: Int, _ words: [NarrativeWord], _ isSubject: Bool) -> NarrativeMention?
  {
    guard let last = nounEnd(place + 1, words) else { return nil }
    if words[place + 1].lower == "other", last == place + 2 {
      return NarrativeMention(
        words: place..<last, who: .other, isSubject: isSubject && !words[place + 1].isGenitive)
    }
    var end = last
    if isBehindVerb(place, words) {
      // "Said the old Rat".
      if end < words.count, words[end].isCapital, !isPersonNoun(words[end - 1]) { return nil }
    } else if let head = (place + 1..<last).first(where: { isPersonNoun(words[$0]) }) {
      end = head + 1
      while end < last, isPersonNoun(words[end]) { end += 1 }
    } else {
      return nil
    }
    let nouns = words[place + 1..<end]
    let head = words[end - 1]
    // "His voice said".
    if head.lower == "voice", words[place].lower == "his" || words[place].lower == "her" {
      return NarrativeMention(
        words: place..<end, who: .pronoun(isWoman: words[place].lower == "her"),
        isSubject: isSubject)
    }
    let isPlural =
      head.lower.hasSuffix("s") && !head.lower.hasSuffix("ss") && !head.isGenitive
      && isWoman(head.lower) == nil
    if isPlural || TagWords.groups.contains(head.lower) {
      return NarrativeMention(
        words: place..<end, who: .group, isSubject: isSubject && !head.isGenitive)
    }
    let isPossessive = TagWords.possessives.contains(words[place].lower)
    let key = (isPossessive ? [words[place].lower] : []) + nouns.map(\.lower)
    let article = ["this", "that"].contains(words[place].lower) ? "the" : words[place].lower
    let written =
      ([article] + nouns.map { $0.isGenitive && $0.lower != head.lower ? $0.text + "’s" : $0.text })
      .joined(separator: " ")
    return NarrativeMention(
      words: place..<end, who: .called(key, written: written, isName: false),
      isSubject: isSubject && !head.isGenitive)
  }

  /// Whether a verb of saying stands before `place`, after a quotation or at the beginning of a sentence.
  private func isBehindVerb(_ place: Int, _ words: [NarrativeWord]) -> Bool {
    guard place > 0, words[place - 1].kind == .word else { return false }
    if words[place - 1].sentence == place - 1, words[place - 1].isCapital {
      return verbs.contains(words[place - 1].lower)
    }
    return place > 1 && words[place - 2].kind == .quotation
      && verbs.contains(words[place - 1].lower)
  }

  // MARK: Tags

  /// The mention that the tag after a quotation names: "said Anna", "Anna said", "he went on".
  func tag(after saying: Narrative.Saying, _ words: [NarrativeWord], _ mentions: [NarrativeMention])
    -> Int?
  {
    var next = saying.place + 1
    var ending = saying.ending
    if next < words.count, words[next].kind == .comma {
      ending = .comma
      next += 1
    }
    guard next < words.count, words[next].kind == .word else { return nil }
    let verb = words[next]
    func mention(at place: Int) -> Int? { mentions.number(at: place) }
    if mayBeVerb(verb), verbs.contains(verb.lower) || ending == .comma {
      // "Said Anna", "said quietly the captain", "added little Amy".
      if let subject = mention(at: next + 1) { return subject }
      if next + 1 < words.count, words[next + 1].isSmall, let subject = mention(at: next + 2) {
        return subject
      }
    }
    guard let subject = mention(at: next), mentions[subject].isSubject else { return nil }
    let end = mentions[subject].words.upperBound
    let hasVerb = words[end...].prefix(TagGrammar.mostWordsBeforeVerb + 1).contains {
      verbs.contains($0.lower)
    }
    return hasVerb || ending == .comma ? subject : nil
  }

  /// The verb of saying in the sentence before a quotation at `place`; it is near unless a sign stands before the quotation.
  func verb(before place: Int, _ words: [NarrativeWord]) -> Int? {
    guard place > 0, words[place - 1].kind != .stop, words[place - 1].kind != .quotation else {
      return nil
    }
    let start = words[place - 1].sentence
    let far = words[place - 1].isBreak ? start : max(start, place - TagGrammar.reach)
    for verb in stride(from: place - 1, through: far, by: -1) {
      if words[verb].kind == .quotation { return nil }
      guard verbs.contains(words[verb].lower) else { continue }
      return verb > 0 && TagWords.noTellers.contains(words[verb - 1].lower) ? nil : verb
    }
    return nil
  }

  /// The mention that is the subject of the words before a quotation at `place`.
  func subject(before place: Int, _ words: [NarrativeWord], _ mentions: [NarrativeMention]) -> Int?
  {
    if let verb = verb(before: place, words) {
      if verb == words[verb].sentence,
        let subject = mentions.number(at: verb + 1)
      {
        return subject
      }
      let near = mentions[..<mentions.first(from: verb)].lastIndex {
        $0.isSubject && $0.words.upperBound <= verb
      }
      if let near, verb - mentions[near].words.upperBound <= TagGrammar.mostWordsBeforeVerb,
        !words[mentions[near].words.upperBound..<verb].contains(where: {
          $0.isBreak || $0.lower == "and"
        })
      {
        return near
      }
    }
    let start = words[place - 1].sentence
    let sentence = mentions[mentions.first(from: start)..<mentions.first(from: place)]
    let main =
      words[place - 1].isBreak && words[place - 1].kind != .stop
      ? sentence.lastIndex(where: \.isMain) : sentence.firstIndex(where: \.isLeader)
    return main ?? sentence.firstIndex(where: \.isSubject)
  }
}
