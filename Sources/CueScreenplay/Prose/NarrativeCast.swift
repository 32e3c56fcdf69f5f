/// The people of a text.
struct NarrativeCast {
  struct Person {
    var name: String
    var isWoman: Bool?
    /// Whether only a noun is known: "the old lady".
    var isNoun = false
  }
  private struct Form {
    let words: [String]
    var isName: Bool
    var written: [String: Int] = [:]
    var parent: Int
    var count: Int { written.values.reduce(0, +) }
  }

  static let narrator = 0
  static let group = 1
  /// The speakers of "he said" and "she said" when no name fits, by `isWoman`.
  static let unnamed = [true: 2, false: 3]
  private(set) var people = [
    Person(name: "I"), Person(name: "voices"), Person(name: "she", isWoman: true),
    Person(name: "he", isWoman: false),
  ]
  private(set) var mentions: [[NarrativeMention]] = []
  private var forms: [Form] = []
  private var places: [String: Int] = [:]
  private var persons: [Int] = []

  /// Pronouns outvote `isWoman` if there are at least this many, and this many times those of the other gender.
  private static let decisivePronouns = 4

  init(_ story: Narrative, _ grammar: TagGrammar, _ isWoman: (String) -> Bool?) {
    mentions = story.passages.map { grammar.mentions(in: $0) }
    for passage in mentions { for mention in passage { count(mention) } }
    for (words, passage) in zip(story.passages, mentions) {
      joinAppositions(words, passage, isWoman)
    }
    joinForms()
    makePeople(isWoman)
    learnGenders(story)
  }

  /// The person meant by words such as ["mr", "bennet"].
  func person(_ words: [String]) -> Int? {
    places[words.joined(separator: " ")].map { persons[$0] }
  }

  /// The people whom a speech calls by name, as in "Well, Tom?".
  func addressed(in words: [NarrativeWord]) -> [Int] {
    var addressed: [Int] = []
    for start in words.indices where words[start].isCapital {
      let isOpen =
        start == 0 || words[start - 1].isBreak
        || NarrativeCast.beforeAddress.contains(words[start - 1].lower)
      guard isOpen else { continue }
      for end in [start + 1, start + 2]
      where end <= words.count && (end == words.count || words[end].isBreak) {
        if let person = person(words[start..<end].map(\.lower)) { addressed.append(person) }
      }
    }
    return addressed
  }
  private static let beforeAddress: Set<String> = [
    "dear", "my", "oh", "o", "ah", "old", "poor", "well", "yes", "no",
  ]

  private mutating func count(_ mention: NarrativeMention) {
    guard case .called(let words, let written, let isName) = mention.who else { return }
    let form = place(words, isName)
    forms[form].written[written, default: 0] += 1
  }

  private mutating func place(_ words: [String], _ isName: Bool) -> Int {
    let key = words.joined(separator: " ")
    if let place = places[key] {
      forms[place].isName = forms[place].isName || isName
      return place
    }
    places[key] = forms.count
    forms.append(Form(words: words, isName: isName, parent: forms.count))
    return forms.count - 1
  }

  private func root(_ form: Int) -> Int {
    var form = form
    while forms[form].parent != form { form = forms[form].parent }
    return form
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (root(one), root(other))
    if one != other { forms[one].parent = other }
  }

  /// "Jacob, the gardener," is one person; "a man" and "the boy" may be somebody else elsewhere.
  private mutating func joinAppositions(
    _ words: [NarrativeWord], _ passage: [NarrativeMention], _ isWoman: (String) -> Bool?
  ) {
    for (first, second) in zip(passage, passage.dropFirst()) {
      guard case .called(let one, let written, let isName) = first.who,
        case .called(let other, let otherWritten, let isOtherName) = second.who,
        isName != isOtherName,
        case let noun = isName ? otherWritten : written, noun.hasPrefix("the "),
        isWoman(noun) == nil,
        second.words.lowerBound == first.words.upperBound + 1,
        words[first.words.upperBound].kind == .comma, second.words.upperBound < words.count,
        words[second.words.upperBound].kind == .comma
          || words[second.words.upperBound].kind == .stop
      else { continue }
      join(place(one, isName), place(other, isOtherName))
    }
  }

  /// Joins "Tom" and "Tom Buchanan", "the Rat" and "the Water Rat", "the doctor" and "Doctor Livesey".
  ///
  /// A form joins the most frequent of the longer names that contain all its words.
  private mutating func joinForms() {
    var longer: [String: [Int]] = [:]
    for place in forms.indices where forms[place].words.count > 1 {
      for word in Set(forms[place].words) { longer[word, default: []].append(place) }
    }
    for place in forms.indices.sorted(by: { forms[$0].words.count > forms[$1].words.count }) {
      let form = forms[place]
      let all = form.words.compactMap { longer[$0] }.min { $0.count < $1.count } ?? []
      let fitting = all.filter { other in
        forms[other].words.count > form.words.count && forms[other].isName
          && form.words.allSatisfy(forms[other].words.contains)
          && !NarrativeCast.wives.contains(forms[other].words[0])
      }
      if let best = fitting.max(by: { forms[$0].count < forms[$1].count }) { join(place, best) }
    }
  }

  /// Titles that distinguish a wife from a husband of the same name.
  private static let wives: Set<String> = ["mrs", "madame", "mme", "frau", "señora", "signora"]

  private mutating func makePeople(_ isWoman: (String) -> Bool?) {
    var written: [Int: [String: Int]] = [:]
    var nouns: [Int: Bool] = [:]
    for (place, form) in forms.enumerated() {
      written[root(place), default: [:]].merge(form.written) { $0 + $1 }
      nouns[root(place)] = nouns[root(place), default: true] && !form.isName
    }
    var numbers: [Int: Int] = [:]
    for place in forms.indices {
      let root = root(place)
      if numbers[root] == nil {
        numbers[root] = people.count
        let names = written[root]!.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        people.append(
          Person(
            name: names.first ?? "", isWoman: names.lazy.compactMap(isWoman).first,
            isNoun: nouns[root]!))
      }
      persons.append(numbers[root]!)
    }
  }

  /// Counts the pronouns after the only person of a sentence.
  private mutating func learnGenders(_ story: Narrative) {
    var votes = Array(repeating: (she: 0, he: 0), count: people.count)
    for (words, passage) in zip(story.passages, mentions) {
      var only: [Int: Int] = [:]
      for mention in passage {
        guard case .called(let key, _, _) = mention.who, let person = person(key) else { continue }
        let sentence = words[mention.words.lowerBound].sentence
        only[sentence] = only[sentence, default: person] == person ? person : NarrativeCast.group
      }
      for word in words {
        guard let person = only[word.sentence] else { continue }
        if ["she", "her", "herself", "hers"].contains(word.lower) { votes[person].she += 1 }
        if ["he", "his", "him", "himself"].contains(word.lower) { votes[person].he += 1 }
      }
    }
    for (person, vote) in votes.enumerated().dropFirst(4) where vote.she != vote.he {
      let (fewer, more) = (min(vote.she, vote.he), max(vote.she, vote.he))
      if people[person].isWoman == nil || more >= NarrativeCast.decisivePronouns * max(fewer, 1) {
        people[person].isWoman = vote.she > vote.he
      }
    }
  }
}
