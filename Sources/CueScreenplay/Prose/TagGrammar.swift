/// A person in the narration.
struct NarrativeMention {
  enum Who: Equatable {
    case he(isWoman: Bool)
    case narrator, group
    /// "The other" of two.
    case other
    /// A name or a noun, by the words that make it up; the article is not part of them.
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

/// The clues in a text to its speakers: verbs of saying, and names and nouns for people.
struct TagGrammar {
  private let isWoman: (String) -> Bool?
  private let story: Narrative
  private var verbs = commonVerbs
  /// Words of names, and nouns, that stand beside a verb of saying and a quotation.
  private var speakers: Set<String> = []

  /// The usual verbs of English novels; the text itself shows others.
  private static let commonVerbs = set(
    """
    say says said saying ask asks asked asking reply replies replied replying answer answered answering cry cries cried \
    crying exclaim exclaimed exclaiming whisper whispered whispering murmur murmured murmuring mutter muttered muttering \
    shout shouted shouting call called calling add added adding continue continued continuing return returned repeat \
    repeated repeating remark remarked remarking observe observed began beginning think thought inquired enquired demanded \
    suggested declared insisted announced explained interrupted agreed admitted protested resumed screamed screaming sighed \
    growled spoke
    """)
  private static let prepositions = set(
    """
    at by for from in into of on onto over to toward towards under with without within upon about above across against along \
    among around after beside between beyond during except near off past through throughout below
    """)
  private static let formsOfBe = set("is was were be been being am are")
  /// Words that are not a verb of saying, and at which a noun ends.
  private static let functionWords = prepositions.union(formsOfBe).union(
    set(
      """
      and but or nor so yet as if that which who whom whose when whenever while where wherever then than though although \
      because since until till not had has have did does do would could should might must may can will shall he she it they we \
      you him her his hers its their them my your our me us himself herself the a an this these those there here what how why \
      once now too again only still just even all both very rather more up out down after before like one
      """))
  private static let articles = set("the a an this that another")
  private static let subordinators = set(
    """
    when whenever as while if after before because since though although until till that which who whom where than whether \
    how why what
    """
  )
  private static let possessives = set("my our his her their")
  private static let groups = set(
    "people men women children crowd others all both everybody everyone voices boys girls")
  /// "Came the answer" does not name the speaker.
  private static let nounsForWords = set("answer reply response words word whisper question")
  private static let particles = set("de von van du la le di del der den")
  /// Before a verb of saying: nobody says it.
  private static let noTellers = formsOfBe.union(
    set("not never didn’t didn't don’t don't couldn’t couldn't wouldn’t wouldn't"))
  /// How a text in the text is introduced: a letter, a sign.
  private static let writingVerbs = set(
    "read reads ran written inscribed printed painted engraved follows")
  /// A verb counts as one of saying if it stood in this many tags: a single one may be a misprint.
  private static let leastTags = 2
  /// A noun longer than "the tall old gentleman" is a clause.
  private static let mostNounWords = 4
  /// A verb of saying reaches over this many words to a quotation without a sign before it: "said to himself".
  private static let reach = 4
  /// Between a subject and its verb of saying: "Anna then quietly said".
  private static let mostWordsBeforeVerb = 2

  private static func set(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

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
      if mayBeVerb(first), isPronounOrName(second) { counts[first.low, default: 0] += 1 }
      if isPronounOrName(first), mayBeVerb(second) { counts[second.low, default: 0] += 1 }
    }
    verbs.formUnion(counts.filter { $0.value >= TagGrammar.leastTags }.keys)
  }

  /// Learns the names and nouns in tags; they are people wherever else they stand.
  private mutating func learnSpeakers() {
    for saying in story.sayings {
      let words = story.passages[saying.paragraph]
      let next = saying.place + 1
      if next < words.count, verbs.contains(words[next].low) { learnSpeaker(at: next + 1, words) }
      learnSpeaker(before: verb(before: saying.place, words) ?? verbBehind(next, words), words)
      if saying.place == 0, saying.paragraph > 0 {
        let words = story.passages[saying.paragraph - 1]
        learnSpeaker(before: verb(before: words.count, words), words)
      }
    }
    speakers.subtract(TagGrammar.nounsForWords.union(["other"]))
  }

  private mutating func learnSpeaker(before verb: Int?, _ words: [NarrativeWord]) {
    guard let verb, verb > 0, !words[verb - 1].isGenitive,
      !TagGrammar.functionWords.contains(words[verb - 1].low)
    else {
      return
    }
    if words[verb - 1].isCapital { speakers.insert(words[verb - 1].low) }
    if verb > 1, isNounWord(words[verb - 1]), TagGrammar.articles.contains(words[verb - 2].low),
      verb == 2 || !mayBeVerb(words[verb - 3]), !words[verb].low.hasSuffix("ing")
    {
      speakers.insert(words[verb - 1].low)
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
          speakers.insert(words[end - 1].low)
        }
      }
    }
    while name < words.count, words[name].isCapital, !words[name].isGenitive {
      speakers.insert(words[name].low)
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
    .first { verbs.contains(words[$0].low) }
  }

  private func mayBeVerb(_ word: NarrativeWord) -> Bool {
    word.isSmall && !word.isGenitive && !TagGrammar.functionWords.contains(word.low)
      && !word.low.hasSuffix("ly")
  }

  private func isPronounOrName(_ word: NarrativeWord) -> Bool {
    (word.isCapital && !word.isGenitive) || ["he", "she", "i", "they", "we"].contains(word.low)
  }

  private func isDeterminer(_ word: NarrativeWord) -> Bool {
    TagGrammar.articles.contains(word.low) || TagGrammar.possessives.contains(word.low)
  }

  private func isNounWord(_ word: NarrativeWord) -> Bool {
    mayBeVerb(word) || word.isSmall && word.isGenitive
  }

  private func isPersonNoun(_ word: NarrativeWord) -> Bool {
    word.isSmall && (speakers.contains(word.low) || isWoman(word.low) != nil)
  }

  /// Where a noun of several words ends after its article: before a function word, a participle, an adverb or a sign.
  private func nounEnd(_ start: Int, _ words: [NarrativeWord]) -> Int? {
    var end = start
    while end < words.count, end - start < TagGrammar.mostNounWords, words[end].isSmall,
      !TagGrammar.functionWords.contains(words[end].low)
    {
      if end > start, words[end].low.hasSuffix("ing") || words[end - 1].isGenitive { break }
      end += 1
    }
    while end > start, words[end - 1].low.hasSuffix("ly") { end -= 1 }
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
      let isMain = place == 0 || !TagGrammar.subordinators.contains(words[place - 1].low)
      mentions[number].isMain = isMain
      guard let leader = leaders[words[place].sentence] else {
        leaders[words[place].sentence] = number
        mentions[number].isLeader = isMain
        continue
      }
      if isMain, !mentions[leader].isLeader {
        leaders[words[place].sentence] = number
        mentions[number].isLeader = true
      }
    }
    for leader in leaders.values { mentions[leader].isLeader = true }
  }

  private func mention(at place: Int, _ words: [NarrativeWord]) -> NarrativeMention? {
    guard place < words.count, words[place].kind == .word else { return nil }
    let word = words[place]
    let before = place > 0 && words[place - 1].kind == .word ? words[place - 1].low : ""
    let isSubject =
      !TagGrammar.prepositions.contains(before) && !TagGrammar.formsOfBe.contains(before)
    func pronoun(_ who: NarrativeMention.Who) -> NarrativeMention {
      NarrativeMention(words: place..<place + 1, who: who)
    }
    switch word.low.prefix(while: { $0 != "’" && $0 != "'" }) {
    case "he": return pronoun(.he(isWoman: false))
    case "she": return pronoun(.he(isWoman: true))
    case "i": return pronoun(.narrator)
    case "we", "they": return pronoun(.group)
    default: break
    }
    if isDeterminer(word) {
      if let person = noun(at: place, words, isSubject) ?? name(after: place, words, isSubject) {
        return person
      }
      // "Her eyes filled."
      let isOwner = word.sentence == place && (word.low == "his" || word.low == "her")
      return isOwner ? pronoun(.he(isWoman: word.low == "her")) : nil
    }
    if word.isCapital { return name(at: place, words, isSubject, article: "") }
    if TagGrammar.groups.contains(word.low) {
      return NarrativeMention(words: place..<place + 1, who: .group, isSubject: isSubject)
    }
    return nil
  }

  /// "The Mole", "the old Rat", "my Anna".
  private func name(after place: Int, _ words: [NarrativeWord], _ isSubject: Bool)
    -> NarrativeMention?
  {
    let article = words[place].low == "the" ? "the " : ""
    for start in [place + 1, place + 2] where start < words.count && words[start].isCapital {
      guard start == place + 1 || isNounWord(words[place + 1]) else { continue }
      guard let name = name(at: start, words, isSubject, article: article) else { continue }
      return NarrativeMention(
        words: place..<name.words.upperBound, who: name.who, isSubject: name.isSubject)
    }
    return nil
  }

  private func name(at start: Int, _ words: [NarrativeWord], _ isSubject: Bool, article: String)
    -> NarrativeMention?
  {
    if words[start].sentence == start, !story.isName(words[start]),
      !speakers.contains(words[start].low),
      isWoman(words[start].text) == nil
    {
      return nil
    }
    var end = start
    while end < words.count, words[end].kind == .word, end == start || !words[end - 1].isGenitive {
      guard words[end].isCapital || (end > start && TagGrammar.particles.contains(words[end].low))
      else { break }
      end += 1
    }
    while end > start, !words[end - 1].isCapital { end -= 1 }
    guard end > start, end > start + 1 || !words[start].text.hasSuffix(".") else { return nil }
    let text = words[start..<end].map(\.text).joined(separator: " ")
    let key = words[start..<end].map { TagGrammar.titles[$0.low] ?? $0.low }
    guard key.contains(where: { speakers.contains($0) }) || isWoman(text) != nil else { return nil }
    if words[end - 1].isGenitive, end < words.count, isPersonNoun(words[end]) {
      let who = NarrativeMention.Who.called(
        key + [words[end].low], written: text + "’s " + words[end].text, isName: false)
      return NarrativeMention(
        words: start..<end + 1, who: who, isSubject: isSubject && !words[end].isGenitive)
    }
    if words[end - 1].isGenitive, end < words.count, words[end].low == "voice" {
      return NarrativeMention(
        words: start..<end + 1, who: .called(key, written: article + text, isName: true),
        isSubject: isSubject)
    }
    if end + 1 < words.count, words[end].low == "and", words[end + 1].isCapital,
      end + 2 == words.count || words[end + 2].isBreak
    {
      return NarrativeMention(words: start..<end + 2, who: .group, isSubject: isSubject)
    }
    let who = NarrativeMention.Who.called(key, written: article + text, isName: true)
    return NarrativeMention(
      words: start..<end, who: who,
      isSubject: isSubject && (!words[end - 1].isGenitive || words[start].sentence == start))
  }

  /// Short titles that the narration also writes out, as in "the doctor".
  private static let titles = [
    "dr": "doctor", "capt": "captain", "prof": "professor", "col": "colonel",
  ]

  /// "The old lady": after a verb of saying all words up to the end of the noun, elsewhere up to a noun that means a person.
  private func noun(at place: Int, _ words: [NarrativeWord], _ isSubject: Bool) -> NarrativeMention?
  {
    guard let last = nounEnd(place + 1, words) else { return nil }
    if words[place + 1].low == "other", last == place + 2 {
      return NarrativeMention(
        words: place..<last, who: .other, isSubject: isSubject && !words[place + 1].isGenitive)
    }
    var end = last
    let isBehindQuotation = place > 0 && words[place - 1].kind == .quotation
    if isBehindVerb(place, words) {
      if TagGrammar.nounsForWords.contains(words[end - 1].low) { return nil }
      // "Said the old Rat".
      if end < words.count, words[end].isCapital, !isPersonNoun(words[end - 1]) { return nil }
    } else if let head = (place + 1..<last).first(where: { isPersonNoun(words[$0]) }) {
      end = head + 1
      while end < last, isPersonNoun(words[end]) { end += 1 }
    } else if isBehindQuotation,
      let verb = (place + 2..<max(last, place + 2)).first(where: { verbs.contains(words[$0].low) })
    {
      end = verb
    } else {
      return nil
    }
    let nouns = words[place + 1..<end]
    let head = words[end - 1]
    // "His voice said".
    if head.low == "voice", words[place].low == "his" || words[place].low == "her" {
      return NarrativeMention(
        words: place..<end, who: .he(isWoman: words[place].low == "her"), isSubject: isSubject)
    }
    let isPlural =
      head.low.hasSuffix("s") && !head.low.hasSuffix("ss") && !head.isGenitive
      && isWoman(head.low) == nil
    if isPlural || TagGrammar.groups.contains(head.low) {
      return NarrativeMention(
        words: place..<end, who: .group, isSubject: isSubject && !head.isGenitive)
    }
    let isPossessive = TagGrammar.possessives.contains(words[place].low)
    let key = (isPossessive ? [words[place].low] : []) + nouns.map(\.low)
    let article = ["this", "that"].contains(words[place].low) ? "the" : words[place].low
    let written =
      ([article] + nouns.map { $0.isGenitive && $0.low != head.low ? $0.text + "’s" : $0.text })
      .joined(separator: " ")
    return NarrativeMention(
      words: place..<end, who: .called(key, written: written, isName: false),
      isSubject: isSubject && !head.isGenitive)
  }

  /// Whether a verb of saying stands before `place`, after a quotation or at the beginning of a sentence.
  private func isBehindVerb(_ place: Int, _ words: [NarrativeWord]) -> Bool {
    guard place > 0, words[place - 1].kind == .word else { return false }
    if words[place - 1].sentence == place - 1, words[place - 1].isCapital {
      return verbs.contains(words[place - 1].low)
    }
    return place > 1 && words[place - 2].kind == .quotation && verbs.contains(words[place - 1].low)
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
    func mention(at place: Int) -> Int? { mentions.firstIndex { $0.words.lowerBound == place } }
    if mayBeVerb(verb), verbs.contains(verb.low) || ending == .comma {
      // "Said Anna", "said quietly the captain", "added little Amy".
      if let subject = mention(at: next + 1) { return subject }
      if next + 1 < words.count, words[next + 1].isSmall, let subject = mention(at: next + 2) {
        return subject
      }
    }
    guard let subject = mention(at: next), mentions[subject].isSubject else { return nil }
    let end = mentions[subject].words.upperBound
    let hasVerb = words[end...].prefix(TagGrammar.mostWordsBeforeVerb + 1).contains {
      verbs.contains($0.low)
    }
    return hasVerb || ending == .comma || (ending != nil && verb.isSmall) ? subject : nil
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
      guard verbs.contains(words[verb].low) else { continue }
      return verb > 0 && TagGrammar.noTellers.contains(words[verb - 1].low) ? nil : verb
    }
    return nil
  }

  /// The mention that is the subject of the words before a quotation at `place`.
  func subject(before place: Int, _ words: [NarrativeWord], _ mentions: [NarrativeMention]) -> Int?
  {
    if let verb = verb(before: place, words) {
      if verb == words[verb].sentence,
        let subject = mentions.firstIndex(where: { $0.words.lowerBound == verb + 1 })
      {
        return subject
      }
      let near = mentions.lastIndex { $0.words.upperBound <= verb && $0.isSubject }
      if let near, verb - mentions[near].words.upperBound <= TagGrammar.mostWordsBeforeVerb,
        !words[mentions[near].words.upperBound..<verb].contains(where: {
          $0.isBreak || $0.low == "and"
        })
      {
        return near
      }
    }
    let start = words[place - 1].sentence
    func isBefore(_ mention: NarrativeMention) -> Bool {
      mention.isSubject && mention.words.lowerBound >= start && mention.words.upperBound <= place
    }
    if words[place - 1].isBreak, words[place - 1].kind != .stop {
      return mentions.lastIndex { $0.isMain && isBefore($0) }
        ?? mentions.firstIndex(where: isBefore)
    }
    return mentions.firstIndex { $0.isLeader && isBefore($0) }
      ?? mentions.firstIndex(where: isBefore)
  }

  /// Whether the sentence before `place` introduces something written.
  func isWriting(before place: Int, _ words: [NarrativeWord]) -> Bool {
    words[max(0, place - TagGrammar.reach)..<place].contains {
      TagGrammar.writingVerbs.contains($0.low)
    }
  }
}
