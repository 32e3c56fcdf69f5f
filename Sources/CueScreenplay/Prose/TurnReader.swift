/// Reads the paragraphs in order and finds the speakers.
struct TurnReader {
  struct Verdict {
    var person: Int?
    var doubt: QuotationReader.Doubt?
  }
  private enum Evidence {
    /// A tag or an action names the mention of that number.
    case mention(Int, isTag: Bool)
    /// The speaker of the quotation before.
    case same
    case nobody, none
  }

  private let story: Narrative
  private let grammar: TagGrammar
  private let cast: NarrativeCast
  private let sayings: [Range<Int>]
  /// The person named by the first tag of each paragraph.
  private let tagged: [Int?]
  private let addressed: [[Int]]
  private var verdicts: [Verdict] = []
  private var turns: [(person: Int, passage: Int)] = []
  /// People who did or said something, the latest last; prominent are those who spoke or led a sentence.
  private var active: [(person: Int, passage: Int, isProminent: Bool)] = []
  /// The first subject of each sentence of the narration in this paragraph, and in those since somebody spoke.
  private var actors: [Int] = []
  private var actorsBefore: [Int] = []
  /// The people named by this paragraph, and by the one before, in any role.
  private var namedHere: [Int] = []
  private var namedBefore: [Int] = []
  /// The person who answered the last speech by an action.
  private var reaction: Int?
  private var silentWords = 0
  private var answers: [Int: Verdict] = [:]
  private var answersBefore: [Int: Verdict] = [:]

  /// Nouns as vague as a pronoun, and the words that may precede them.
  private static let plainNouns: Set<String> = [
    "lady", "woman", "girl", "man", "gentleman", "wife", "husband",
  ]
  private static let plainWords: Set<String> = ["old", "young", "little", "poor", "his", "her"]
  /// Longer narration ends a conversation.
  private static let mostSilentWords = 150
  /// A person leaves the conversation after this many silent paragraphs.
  private static let window = 12
  private static let mostHeadingWords = 8
  /// About the length of a clause, in words.
  private static let sameClause = 12
  /// Longer quotations are neither titles nor quoted terms.
  private static let mostTitleWords = 6

  init(_ story: Narrative, _ grammar: TagGrammar, _ cast: NarrativeCast) {
    self.story = story
    self.grammar = grammar
    self.cast = cast
    addressed = story.sayings.map { cast.addressed(in: $0.words) }
    var ranges: [Range<Int>] = []
    var first = 0
    for passage in story.passages.indices {
      var end = first
      while end < story.sayings.count, story.sayings[end].paragraph == passage { end += 1 }
      ranges.append(first..<end)
      first = end
    }
    sayings = ranges
    tagged = story.passages.indices.map { passage in
      for saying in ranges[passage] {
        let mentions = cast.mentions[passage]
        guard
          let tag = grammar.tag(after: story.sayings[saying], story.passages[passage], mentions),
          case .called(let key, _, _) = mentions[tag].who
        else { continue }
        return cast.person(key)
      }
      return nil
    }
  }

  mutating func read() -> [Verdict] {
    for passage in story.passages.indices {
      (answersBefore, answers) = (answers, [:])
      (actors, namedBefore, namedHere) = ([], namedHere, [])
      if sayings[passage].isEmpty { narrate(passage) } else { speak(passage) }
    }
    return verdicts
  }

  /// Reads a paragraph in which nobody speaks.
  private mutating func narrate(_ passage: Int) {
    if isHeading(story.passages[passage]) {
      (turns, active, actorsBefore, reaction) = ([], [], [], nil)
      return
    }
    for mention in cast.mentions[passage].indices { hear(mention, passage) }
    actorsBefore += actors
    silentWords += story.passages[passage].count
    if silentWords > TurnReader.mostSilentWords { turns = [] }
    noteReaction(actors)
  }

  /// A short paragraph without a sign at its end.
  private func isHeading(_ words: [NarrativeWord]) -> Bool {
    words.count <= TurnReader.mostHeadingWords && words.last?.isBreak != true
  }

  /// A person of the talk who acts after a speech has had a turn.
  private mutating func noteReaction(_ actors: [Int]) {
    guard let last = turns.last, let actor = actors.last, actor != last.person else { return }
    if actor == NarrativeCast.narrator || turns.contains(where: { $0.person == actor }) {
      reaction = actor
    }
  }

  private mutating func speak(_ passage: Int) {
    let words = story.passages[passage]
    let mentions = cast.mentions[passage]
    var heard = 0
    for (saying, evidence) in zip(sayings[passage], evidence(in: passage)) {
      while heard < mentions.count, mentions[heard].words.lowerBound < story.sayings[saying].place {
        hear(heard, passage)
        heard += 1
      }
      let verdict = verdict(saying, evidence, passage)
      verdicts.append(verdict)
      if let person = verdict.person { take(person, passage) }
    }
    let spoke = actors.count
    while heard < mentions.count {
      let isNewSentence =
        words[mentions[heard].words.lowerBound].sentence
        > story.sayings[sayings[passage].upperBound - 1].place
      hear(heard, passage)
      if !isNewSentence { actors.removeSubrange(spoke...) }
      heard += 1
    }
    actorsBefore = Array(actors.dropFirst(spoke))
    noteReaction(actorsBefore)
  }

  private mutating func take(_ person: Int, _ passage: Int) {
    if turns.last?.passage == passage, turns.last?.person == person { return }
    turns.append((person, passage))
    if turns.count > TurnReader.window { turns.removeFirst() }
    silentWords = 0
    reaction = nil
    act(person, passage, isProminent: true)
  }

  private mutating func act(_ person: Int, _ passage: Int, isProminent: Bool) {
    let wasProminent = active.contains { $0.person == person && $0.isProminent }
    active.removeAll { $0.person == person || $0.passage < passage - TurnReader.window }
    active.append((person, passage, isProminent || wasProminent))
  }

  /// Records a person in the narration.
  private mutating func hear(_ mention: Int, _ passage: Int) {
    if case .called(let key, _, _) = cast.mentions[passage][mention].who,
      let person = cast.person(key)
    {
      namedHere.append(person)
    }
    guard cast.mentions[passage][mention].isSubject else { return }
    let answer = answers[mention] ?? resolve(mention, passage, isTag: false, addressed: [])
    answers[mention] = answer
    guard let person = answer.person else { return }
    act(person, passage, isProminent: cast.mentions[passage][mention].isLeader)
    if cast.mentions[passage][mention].isLeader { actors.append(person) }
  }

  // MARK: What the paragraph shows

  private func evidence(in passage: Int) -> [Evidence] {
    let words = story.passages[passage]
    let mentions = cast.mentions[passage]
    var all: [Evidence] = []
    var before: Int?
    for saying in sayings[passage] {
      all.append(evidence(saying, words, mentions, before: before))
      before = story.sayings[saying].place
    }
    return all
  }

  private func evidence(
    _ number: Int, _ words: [NarrativeWord], _ mentions: [NarrativeMention], before: Int?
  ) -> Evidence {
    let saying = story.sayings[number]
    let place = saying.place
    if let tag = grammar.tag(after: saying, words, mentions) { return .mention(tag, isTag: true) }
    if let before, isAdjacent(before, place, words) { return .same }
    if isUnspoken(saying, words) { return .nobody }
    if let before, words[place - 1].sentence <= before {
      // The sentence is that of the tag, unless it goes on with a speech of somebody else.
      guard let subject = grammar.subject(before: place, words, mentions),
        grammar.verb(before: place, words) != nil,
        mentions[subject].words.lowerBound > before
      else { return .same }
      return .mention(subject, isTag: true)
    }
    if place > 0,
      let subject = subject(before: place, from: before.map { $0 + 1 } ?? 0, words, mentions)
    {
      return .mention(subject, isTag: grammar.verb(before: place, words) != nil)
    }
    if before != nil { return .same }
    if place + 1 < words.count, let subject = action(after: place, words, mentions) {
      return .mention(subject, isTag: false)
    }
    return .none
  }

  /// Whether nothing, or only "and", stands between two quotations.
  private func isAdjacent(_ one: Int, _ other: Int, _ words: [NarrativeWord]) -> Bool {
    words[one + 1..<other].allSatisfy {
      $0.lower == "and" || $0.lower == "or" || $0.lower == "also" || $0.kind == .comma
    }
  }

  /// Whether a quotation belongs to a sentence of the narration: a title or a quoted term.
  private func isUnspoken(_ saying: Narrative.Saying, _ words: [NarrativeWord]) -> Bool {
    let place = saying.place
    let next = place + 1 < words.count ? words[place + 1] : nil
    let isShort = saying.words.count <= TurnReader.mostTitleWords
    guard place > 0 else { return isShort && saying.ending == nil && next?.isSmall == true }
    let verb = grammar.verb(before: place, words)
    if words[place - 1].kind == .word, saying.ending == nil || verb == nil {
      return verb == place - 1
        ? words[place - 1].lower.hasPrefix("call") : isShort || saying.ending == nil
    }
    if verb != nil { return false }
    if saying.ending == .comma, next?.kind == .quotation { return true }
    return isShort && saying.ending == nil && next?.isSmall == true
  }

  /// The subject of the sentence before a quotation, or of those before it.
  private func subject(
    before place: Int, from start: Int, _ words: [NarrativeWord], _ mentions: [NarrativeMention]
  ) -> Int? {
    var end = place
    while end > start {
      if let subject = grammar.subject(before: end, words, mentions),
        mentions[subject].words.lowerBound >= start
      {
        return subject
      }
      end = words[end - 1].sentence
    }
    return nil
  }

  /// The subject of the first sentence after a quotation.
  private func action(after place: Int, _ words: [NarrativeWord], _ mentions: [NarrativeMention])
    -> Int?
  {
    let sentence = words[place + 1].sentence
    return mentions[mentions.first(from: place)...].prefix {
      words[$0.words.lowerBound].sentence <= sentence
    }
    .firstIndex(where: \.isLeader)
  }

  // MARK: Which person it is

  private mutating func verdict(_ number: Int, _ evidence: Evidence, _ passage: Int) -> Verdict {
    let isFirst = number == sayings[passage].lowerBound
    let place = story.sayings[number].place
    if isFirst, place == 0, let before = verdicts.last, !story.sayings[number - 1].isClosed,
      story.sayings[number - 1].paragraph == passage - 1, tagged[passage] == nil
    {
      return before
    }
    switch evidence {
    case .nobody: return Verdict()
    case .same: return verdicts[number - 1]
    case .mention(let mention, isTag: _):
      let answer =
        answers[mention] ?? resolve(mention, passage, isTag: true, addressed: addressed[number])
      answers[mention] = answer
      if answer.person != nil { return answer }
    case .none: break
    }
    if isFirst, place == 0, let answer = introduction(passage) { return answer }
    return expected(number, passage)
  }

  /// The person announced at the end of the paragraph before, as in "Said she:".
  private func introduction(_ passage: Int) -> Verdict? {
    guard passage > 0, let last = story.passages[passage - 1].last,
      last.kind == .colon || last.kind == .dash || last.kind == .comma
    else { return nil }
    let words = story.passages[passage - 1]
    guard last.kind == .colon || grammar.verb(before: words.count, words) != nil else { return nil }
    return grammar.subject(before: words.count, words, cast.mentions[passage - 1]).flatMap {
      answersBefore[$0]
    }
  }

  /// The person whose turn it is.
  private func expected(_ number: Int, _ passage: Int) -> Verdict {
    let last = reaction ?? turns.last?.person
    func fits(_ person: Int) -> Bool { person != last && !addressed[number].contains(person) }
    func isPresent(_ person: Int) -> Bool {
      fits(person) && active.contains { $0.person == person }
    }
    let next = sayings[passage].upperBound
    if next < story.sayings.count, story.sayings[next].paragraph == passage + 1,
      let person = addressed[next].first(where: isPresent)
    {
      return Verdict(person: person, doubt: .turns)
    }
    if let before = turns.last?.passage, before < passage, reaction == nil,
      let person = addressed[sayings[before]].joined().first(where: isPresent)
    {
      return Verdict(person: person, doubt: .turns)
    }
    if let partner = turns.last(where: { fits($0.person) }) {
      return Verdict(person: partner.person, doubt: .turns)
    }
    if let person = nextTagged(passage, fits) {
      return Verdict(person: person, doubt: .turns)
    }
    return Verdict(
      person: active.last { fits($0.person) && $0.person != NarrativeCast.group }?.person ?? last,
      doubt: .unknown)
  }

  /// The person named by the next tag in the same talk.
  private func nextTagged(_ passage: Int, _ fits: (Int) -> Bool) -> Int? {
    for next in story.passages.indices.dropFirst(passage + 1).prefix(TurnReader.window) {
      if sayings[next].isEmpty { return nil }
      if let person = tagged[next], fits(person) { return person }
    }
    return nil
  }

  private func resolve(_ mention: Int, _ passage: Int, isTag: Bool, addressed: [Int]) -> Verdict {
    switch cast.mentions[passage][mention].who {
    case .narrator: return Verdict(person: NarrativeCast.narrator)
    case .group: return Verdict(person: NarrativeCast.group)
    case .other:
      let partner = turns.last { $0.person != turns.last?.person && !addressed.contains($0.person) }
      return Verdict(person: partner?.person, doubt: .pronoun)
    case .pronoun(let isWoman):
      return pronoun(
        isWoman, passage, isTag: isTag, others: addressed + named(after: mention, passage))
    case .called(let key, let written, _):
      guard let person = cast.person(key) else { return Verdict() }
      return identified(person, key, written, addressed) ?? Verdict(person: person)
    }
  }

  /// The only man or woman of the talk, for a noun that introduces nobody new: "his wife", "the girl".
  private func identified(_ person: Int, _ key: [String], _ written: String, _ addressed: [Int])
    -> Verdict?
  {
    let noun = cast.people[person]
    let isSomebody =
      TurnReader.plainNouns.contains(key.last!)
      && key.dropLast().allSatisfy(TurnReader.plainWords.contains)
    guard noun.isNoun, let isWoman = noun.isWoman, isSomebody, !written.hasPrefix("a "),
      !written.hasPrefix("an "),
      !active.contains(where: { $0.person == person })
    else { return nil }
    let speakers = Set(turns.map(\.person))
    let fitting = speakers.filter {
      !cast.people[$0].isNoun && cast.people[$0].isWoman == isWoman && !addressed.contains($0)
    }
    guard fitting.count == 1, let only = fitting.first, only != turns.last?.person else {
      return nil
    }
    return Verdict(person: only, doubt: .pronoun)
  }

  /// A person named after a pronoun, whom the pronoun does not mean: "said he, as the Rat shoved off".
  private func named(after mention: Int, _ passage: Int) -> [Int] {
    let words = story.passages[passage]
    let mentions = cast.mentions[passage]
    let sentence = words[mentions[mention].words.lowerBound].sentence
    let end = mentions[mention].words.upperBound + TurnReader.sameClause
    return mentions[(mention + 1)...].prefix {
      $0.words.lowerBound < end && words[$0.words.lowerBound].sentence == sentence
    }
    .compactMap {
      if case .called(let key, _, _) = $0.who { cast.person(key) } else { nil }
    }
  }

  /// The person for "he" or "she"; people whose gender is known come first.
  private func pronoun(_ isWoman: Bool, _ passage: Int, isTag: Bool, others: [Int]) -> Verdict {
    func isPossible(_ person: Int) -> Bool {
      person > NarrativeCast.group && !others.contains(person)
        && !cast.people[person].name.hasSuffix("voice")
    }
    let answer =
      pronoun(passage, isTag: isTag) { isPossible($0) && cast.people[$0].isWoman == isWoman }
      ?? pronoun(passage, isTag: isTag) { isPossible($0) && cast.people[$0].isWoman == nil }
    return answer ?? Verdict(person: NarrativeCast.unnamed[isWoman], doubt: .unknown)
  }

  /// The fitting person of this paragraph, of the narration since the last speech, or of the talk.
  private func pronoun(_ passage: Int, isTag: Bool, _ fits: (Int) -> Bool) -> Verdict? {
    let present = active.filter { fits($0.person) && $0.passage >= passage - TurnReader.window }
    let isOnlyOneHere = Set(namedHere.filter(fits)).union(actors.filter(fits)).count == 1
    let here = isTag ? nil : present.last { $0.passage == passage }?.person
    if let last = actors.last(where: fits) ?? here {
      return Verdict(person: last, doubt: isOnlyOneHere ? nil : .pronoun)
    }
    let doubt: QuotationReader.Doubt? = present.count > 1 ? .pronoun : nil
    if let last = actorsBefore.last(where: fits) { return Verdict(person: last, doubt: doubt) }
    if isTag, let last = turns.last, let first = turns.first {
      if let other = present.last(where: {
        $0.isProminent && $0.person != last.person && $0.passage >= first.passage
      }) {
        return Verdict(person: other.person, doubt: doubt)
      }
      if fits(last.person) { return Verdict(person: last.person, doubt: doubt) }
    }
    if let last = namedBefore.last(where: fits) { return Verdict(person: last, doubt: .pronoun) }
    return present.last.map { Verdict(person: $0.person, doubt: doubt) }
  }
}
