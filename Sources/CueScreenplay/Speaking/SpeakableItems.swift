import CueText

/// Converts a screenplay into what is said, in order.
///
/// Pure: the same screenplay, rules and options make the same items.
public enum SpeakableItems {
  /// The silence for an empty line in a speech and for a line without a word.
  static let emptyLineMilliseconds = 500

  /// What is said of `screenplay` by `rules`.
  public static func items(
    of screenplay: Screenplay, rules: SpeakingRules, options: SpeakingOptions = SpeakingOptions()
  ) -> [SpeakableItem] {
    var builder = ItemBuilder(screenplay, rules, options)
    builder.build()
    return builder.items.map { item in
      var item = item
      item.lexicon = builder.lexicon.pronunciations(in: item.saidText)
      return item
    }
  }
}

private struct ItemBuilder {
  private let screenplay: Screenplay
  private let elements: [Element]
  private let rules: SpeakingRules
  private let options: SpeakingOptions
  private var capitals: Capitals
  let lexicon: Lexicon
  private let toneNotes: ToneNotes
  /// The primary tag of the script's language, where it is known.
  private let language: String?
  private(set) var items: [SpeakableItem] = []
  private var scene = "preamble"
  private var sceneCount = 0
  /// The characters announced in this scene.
  private var announced: Set<String> = []
  private var groupCount = 0
  private var keys: [String: String] = [:]

  init(_ screenplay: Screenplay, _ rules: SpeakingRules, _ options: SpeakingOptions) {
    self.screenplay = screenplay
    self.rules = rules
    self.options = options
    elements = screenplay.elements
    toneNotes = ToneNotes(screenplay.elements)
    var names: Set<String> = []
    var seen: Set<String> = []
    for element in elements where element.kind == .character {
      guard let name = element.name, seen.insert(name).inserted else { continue }
      let words = name.uppercased().split(whereSeparator: { !$0.isLetter }).map(String.init)
      names.formUnion(words)
    }
    language = ScriptLanguage.choice(of: screenplay, given: options.language).knownTag
      .map(LanguageTag.primary)
    capitals = Capitals(
      names: names, written: WrittenWords(elements), language: language ?? "")
    lexicon = Lexicon(of: screenplay).merged(with: options.lexicon)
    items.reserveCapacity(elements.count)
  }

  mutating func build() {
    if options.announcesTitle, rules != .dialogueOnly { announceTitle() }
    var index = 0
    while index < elements.count {
      let element = elements[index]
      if element.kind == .sceneHeading {
        sceneCount += 1
        scene = "scene-\(sceneCount)"
        announced.removeAll(keepingCapacity: true)
      }
      if element.kind == .character {
        let end = endOfSpeech(index)
        addSpeech(index..<end)
        index = end
      } else {
        addAlone(index)
        index += 1
      }
    }
  }

  private func endOfSpeech(_ start: Int) -> Int {
    var end = start + 1
    var next = end
    while next < elements.count, elements[next].belongsToSpeech {
      next += 1
      // What is hidden after the last words does not belong to the speech.
      if elements[next - 1].name != nil { end = next }
    }
    return end
  }

  private mutating func announceTitle() {
    let parts = ["title", "credit", "author", "authors"].flatMap(screenplay.title)
    guard !parts.isEmpty else { return }
    let text = parts.map(Tags.removed).filter { !$0.isEmpty }.map {
      ".!?".contains($0.last ?? " ") ? $0 : $0 + "."
    }.joined(separator: " ")
    add(text, of: 0..<0, .action)
  }

  /// Adds an item of the narrator's; `said` is the text for the voice if it differs.
  private mutating func add(
    _ text: String, of range: Range<Int>, _ kind: Element.Kind, said: String? = nil
  ) {
    guard !text.isEmpty else { return }
    items.append(
      SpeakableItem(
        text, of: range, kind, scene: scene, rules: rules, kind: .narrative,
        pieces: [words(said ?? text, direction: nil)]))
  }

  /// A scene that was taken out keeps its number, and is not said.
  private static func isOmitted(_ heading: String) -> Bool {
    var isOmitted = false
    for word in heading.uppercased().split(whereSeparator: { !$0.isLetter && !$0.isWholeNumber }) {
      if omissions.contains(String(word)) {
        isOmitted = true
      } else if !isNumber(word), !sceneWords.contains(String(word)) {
        return false
      }
    }
    return isOmitted
  }

  /// `12`, `2A`, `A12`.
  private static func isNumber(_ word: Substring) -> Bool {
    word.contains(where: \.isWholeNumber) ? word.count(where: \.isLetter) < 3 : word.count == 1
  }

  private static let omissions: Set<String> = [
    "OMITTED", "OMIT", "OMITS", "DELETED", "ENTFÄLLT", "ENTFALLEN", "ENTFÄLLE", "GESTRICHEN",
    "SUPPRIMÉE", "SUPPRIMÉES",
    "SUPPRIMÉ", "SUPPRIMEE", "OMISE", "OMISES", "OMITIDA", "OMITIDAS", "OMITIDO", "ELIMINADA",
    "ELIMINADAS", "OMESSA", "OMESSE",
    "TAGLIATA", "VERVALT", "VERVALLEN", "UTGÅR", "UTGÅTT", "UDGÅR", "ВЫРЕЗАНО", "УДАЛЕНО",
    "УДАЛЕНА", "POMINIĘTA", "POMINIĘTE",
    "VYŠKRTNUTO", "POISTETTU",
  ]
  private static let sceneWords: Set<String> = [
    "SCENE", "SCENES", "SC", "SCS", "NO", "NOS", "TO", "THRU", "THROUGH", "AND", "SZENE", "SZENEN",
    "BIS", "UND", "SCÈNE",
    "SCÈNES", "ET", "ESCENA", "ESCENAS", "CENA", "CENAS", "SCENA", "SCENY", "СЦЕНА", "СЦЕНЫ",
    "SCEN", "SCENER", "STSEEN",
    "STSEENID", "KOHTAUS",
  ]

  private mutating func words(_ text: String, direction: String?) -> SpeakableItem.Piece {
    let untagged = LineEndHyphens.joined(Tags.removed(from: text))
    let squeezed =
      untagged.utf8.contains(.lineFeed)
      ? Emphasis.squeezed(untagged.split(separator: "\n").joined(separator: " "))
      : Emphasis.squeezed(untagged)
    guard hasWords(squeezed) else {
      return .silence(milliseconds: SpeakableItems.emptyLineMilliseconds)
    }
    return .words(lexicon.spoken(capitals.lowered(squeezed)), direction: direction)
  }

  // Outside of speeches.

  private mutating func addAlone(_ index: Int) {
    let element = elements[index]
    switch element.kind {
    case .sceneHeading where ItemBuilder.isOmitted(element.text): break
    case .sceneHeading where rules.narrates(.sceneHeading, saysCentered: false):
      let heading = Tags.removed(from: element.text)
      add(
        SpokenHeading.text(element.text), of: index..<index + 1, element.kind,
        said: SpokenHeading.text(heading, isSpoken: true, language: language))
    case .transition where rules.narrates(.transition, saysCentered: false):
      let text = Tags.removed(from: element.text)
      let said = text.last == ":" ? text.dropLast() + "." : text
      add(element.text, of: index..<index + 1, element.kind, said: said)
    case .sound: addSound(at: index)
    case .action where element.label != nil && rules.narrates(.action, saysCentered: false):
      add(element.text, of: index..<index + 1, element.kind, said: title(element))
    case .dialogue:
      // There is no name above it; its words are not lost.
      add(element.text, of: index..<index + 1, element.kind)
    case .lyrics where rules == .tableRead || rules == .allOn:
      add(element.text, of: index..<index + 1, element.kind)
    case .parenthetical where rules == .allOn:
      add(Parenthetical.bare(element.text), of: index..<index + 1, element.kind)
    default:
      if rules.narrates(element.kind, saysCentered: options.saysCentered), hasWords(element.text) {
        add(element.text, of: index..<index + 1, element.kind)
      }
    }
  }

  // Speeches.

  private mutating func addSpeech(_ range: Range<Int>) {
    let cue = elements[range.lowerBound]
    if cue.dual == .first { groupCount += 1 }
    if rules == .allOn {
      addShown(range, cue)
    } else {
      addSpoken(range, cue)
    }
  }

  /// A speech in its speaker's voice, cut where a sound is heard within it.
  private mutating func addSpoken(_ range: Range<Int>, _ cue: Element) {
    var start = range.lowerBound
    func part(to end: Int) -> (of: Range<Int>, body: Range<Int>) {
      (start..<end, max(start, range.lowerBound + 1)..<end)
    }
    for index in range where elements[index].kind == .sound {
      let (of, body) = part(to: index)
      add(of: of, body, cue, at: range.lowerBound, announces: rules == .version1)
      addSound(at: index)
      start = index + 1
    }
    guard start < range.upperBound else { return }
    let (of, body) = part(to: range.upperBound)
    add(of: of, body, cue, at: range.lowerBound, announces: rules == .version1)
  }

  /// A title of the screen as the narrator says it: what it is, and then its words as a sentence.
  private mutating func title(_ element: Element) -> String {
    let rows = element.text.split(separator: "\n").map(String.init)
    guard let first = rows.first, let end = first.firstIndex(where: { ":：–—-".contains($0) }) else {
      return rows.map { capitals.lowered($0) }.joined(separator: ": ")
    }
    let head = capitals.lowered(String(trimmed(first[..<end])))
    let rest = [String(trimmed(first[first.index(after: end)...]))] + rows.dropFirst()
    return head + ": "
      + rest.filter { !$0.isEmpty }.map { capitals.lowered($0) }.joined(separator: " ")
  }

  /// Leaves a place for the sound at `index`, which is not said.
  private mutating func addSound(at index: Int) {
    guard rules != .dialogueOnly, let sound = elements[index].sound else { return }
    let text = elements[index].text.split(separator: "\n").joined(separator: " ")
    var item = SpeakableItem(
      text, of: index..<index + 1, .sound, scene: scene, rules: rules, kind: .sound,
      pieces: [.silence(milliseconds: sound.placeMilliseconds)])
    item.sound = sound
    items.append(item)
  }

  /// All of a speech as the page shows it: the narrator says name and parentheticals.
  private mutating func addShown(_ range: Range<Int>, _ cue: Element) {
    add(cue.text, of: range.lowerBound..<range.lowerBound + 1, .character, said: said(cue) + ".")
    var start = range.lowerBound + 1
    for index in range.dropFirst()
    where elements[index].kind == .parenthetical || elements[index].kind == .sound {
      add(of: start..<index, start..<index, cue, at: range.lowerBound, announces: false)
      if elements[index].kind == .sound {
        addSound(at: index)
      } else if !Parenthetical.isOfPage(elements[index].text) {
        add(Parenthetical.bare(elements[index].text), of: index..<index + 1, .parenthetical)
      }
      start = index + 1
    }
    add(
      of: start..<range.upperBound, start..<range.upperBound, cue, at: range.lowerBound,
      announces: false)
  }

  private func said(_ cue: Element) -> String {
    let extensions = cue.extensions.filter { !$0.uppercased().hasPrefix("CONT") }
    return ([cue.name ?? cue.text] + extensions).joined(separator: ", ")
  }

  /// Adds what the elements of `body` have said as one item of `cue`'s.
  private mutating func add(
    of range: Range<Int>, _ body: Range<Int>, _ cue: Element, at cueIndex: Int, announces: Bool
  ) {
    var text: [String] = []
    var speech = SpeechPieces()
    var isSung = false
    let key = key(of: cue.text)
    let notes = toneNotes.notes(ofSpeech: cueIndex, key: key)
    // Notes come in the order of the page: each is looked at once.
    var next = notes.speech.firstIndex { $0.start >= body.lowerBound } ?? notes.speech.count
    var tones = notes.speech[..<next].map {
      SpeakableItem.SpeechTone(words: $0.words, firstPiece: 0)
    }
    for index in body {
      let element = elements[index]
      while next < notes.speech.count, notes.speech[next].start <= index {
        tones.append(.init(words: notes.speech[next].words, firstPiece: speech.beginPiece()))
        next += 1
      }
      switch element.kind {
      case .dialogue where element.text.isEmpty: speech.rest(SpeakableItems.emptyLineMilliseconds)
      case .dialogue:
        text.append(element.text)
        speech.say(Tags.removed(from: element.text), splitsBrackets: rules != .version1)
      case .lyrics where rules != .version1:
        text.append(element.text)
        isSung = true
        speech.say(Tags.removed(from: element.text), splitsBrackets: false)
      case .parenthetical: speech.direct(element.text)
      default: break
      }
    }
    guard !text.isEmpty else { return }
    let includes = announces && announced.insert(key).inserted
    let announcement = includes ? "\(cue.text) says: " : ""
    var item = SpeakableItem(
      announcement + text.joined(separator: " "), of: range, .dialogue, scene: scene, rules: rules,
      kind: .character, pieces: pieces(speech, after: announcement))
    item.characterName = key
    item.rawCharacterName = cue.text
    item.extensions = cue.extensions
    item.includesAnnouncement = includes
    item.isSung = isSung
    item.sceneTones = notes.scene.map(\.words)
    let added = item.pieces.count - speech.parts.count
    item.speechTones = tones.map {
      .init(words: $0.words, firstPiece: $0.firstPiece == 0 ? 0 : $0.firstPiece + added)
    }
    if options.isDualTogether, cue.dual != nil { item.group = groupCount }
    items.append(item)
  }

  private mutating func pieces(
    _ speech: SpeechPieces, after announcement: String
  ) -> [SpeakableItem.Piece] {
    var pieces: [SpeakableItem.Piece] = []
    for part in speech.parts {
      switch part {
      case .words(let text, let direction): pieces.append(words(text, direction: direction))
      case .silence: pieces.append(part)
      }
    }
    guard !announcement.isEmpty else { return pieces }
    let name = words(String(trimmed(announcement[...])), direction: nil)
    guard case .words(let said, _) = name else { return pieces }
    if case .words(let first, nil)? = pieces.first {
      pieces[0] = .words(said + " " + first, direction: nil)
      return pieces
    }
    return [name] + pieces
  }

  private mutating func key(of raw: String) -> String {
    if let known = keys[raw] { return known }
    let key = CharacterName.key(of: raw, aliases: options.aliases)
    keys[raw] = key
    return key
  }
}

/// The parts of a speech, before they are converted for a voice.
private struct SpeechPieces {
  private var finished: [SpeakableItem.Piece] = []
  /// Words that are said in one manner.
  private var words: [String] = []
  private var direction: String?

  /// The brackets that a line may open with.
  private static let mostBrackets = 8

  var parts: [SpeakableItem.Piece] {
    words.isEmpty
      ? finished
      : finished + [.words(words.joined(separator: " "), direction: direction)]
  }

  private mutating func flush() {
    if !words.isEmpty {
      finished.append(.words(words.joined(separator: " "), direction: direction))
    }
    words.removeAll(keepingCapacity: true)
  }

  /// Begins a new piece, and returns its place.
  mutating func beginPiece() -> Int {
    flush()
    return finished.count
  }

  mutating func rest(_ milliseconds: Int) {
    flush()
    finished.append(.silence(milliseconds: milliseconds))
  }

  /// Takes a parenthetical: beats are silence, all else says how the words after it are said.
  mutating func direct(_ parenthetical: String) {
    if Parenthetical.isOfPage(parenthetical) { return }
    let (rests, manner) = Parenthetical.parts(of: Parenthetical.bare(parenthetical))
    for rest in rests { self.rest(rest) }
    guard let manner, manner != direction else { return }
    flush()
    direction = manner
  }

  mutating func say(_ text: String, splitsBrackets: Bool) {
    var rest = text[...]
    var count = 0
    while splitsBrackets, count < Self.mostBrackets,
      let bracket = Bracket(opening: rest, squares: false), let close = bracket.close(in: rest)
    {
      let inner = String(rest[...close])
      let after = trimmed(rest[rest.index(after: close)...])
      // The reader has already judged a line that is all in brackets; here, words follow the bracket.
      guard hasWords(after) else { break }
      direct(inner)
      rest = after
      count += 1
    }
    guard splitsBrackets else {
      words.append(String(rest))
      return
    }
    for part in InlineDirection.parts(of: String(rest), isPlay: false) {
      switch part {
      case .words(let said): words.append(said)
      case .direction(let text): direct("(" + text + ")")
      }
    }
  }
}

/// The meaning of a parenthetical.
enum Parenthetical {
  /// Without the brackets around it, in one line.
  static func bare(_ text: String) -> String {
    let line = Emphasis.squeezed(text.split(separator: "\n").joined(separator: " "))
    guard line.hasPrefix("("), line.hasSuffix(")") || line.hasSuffix("]") else {
      return line.hasPrefix("[") && line.hasSuffix("]") ? String(line.dropFirst().dropLast()) : line
    }
    return String(line.dropFirst().dropLast())
  }

  /// Whether a page turn left it: "(MORE)".
  static func isOfPage(_ text: String) -> Bool {
    let word = bare(text).uppercased()
    return word == "MORE" || word == "CONTINUED" || word == "CONT'D" || word == "CONT’D"
  }

  /// Whether what stands in brackets asks for silence and nothing else.
  static func isRest(_ text: String) -> Bool {
    let (rests, manner) = parts(of: text)
    return !rests.isEmpty && manner == nil
  }

  /// The rests in "beat, then softly", and the other words.
  static func parts(of text: String) -> (rests: [Int], manner: String?) {
    // A length may have a sign in it: `pause 1.5 seconds`.
    if text.contains(where: \.isNumber), let pause = PauseWords.milliseconds(in: text) {
      return ([pause], nil)
    }
    var rests: [Int] = []
    var manner: [Substring] = []
    for part in text.split(whereSeparator: { ",;.…".contains($0) }) {
      let words = trimmed(part)
      if let pause = PauseWords.milliseconds(in: String(words)) {
        rests.append(pause)
      } else if !words.isEmpty {
        manner.append(words)
      }
    }
    let left = manner.joined(separator: ", ")
    return (rests, left.isEmpty ? nil : left)
  }
}
