/// Finds sounds, titles of the screen, and transitions without a mark among a script's elements, whatever reader made them.
///
/// They take three forms: a cue that is a label (`SFX` above its words), a paragraph that opens with one (`SOUND: FOOTSTEPS`),
/// and brackets (`(SFX: thunder)`, `[MUSIC UNDER]`), also within a speech. A cue that the writer forced (`@MUSIC`) is a
/// character.
struct SoundMarker {
  private let elements: [Element]
  private let labels: CueLabels
  /// Words of the characters' names, in small letters.
  private let names: Set<String>
  /// The keys of doubtful labels that are people here: they say something in small letters.
  private let people: Set<String>
  private var marked: [Element] = []
  private let isFountain: Bool

  /// Converts the sounds of `screenplay` into elements of the kind ``Element/Kind/sound``.
  static func mark(_ screenplay: inout Screenplay) {
    // The language is detected only where it matters: this takes longer than reading most scripts.
    let needsLanguage = screenplay.elements.contains { element in
      candidates(element).contains(where: CueLabels.ofOneLanguage.contains)
    }
    let language = needsLanguage ? ScriptLanguage.choice(of: screenplay).knownTag : nil
    var marker = SoundMarker(
      screenplay.elements, needsLanguage ? CueLabels(language: language) : .common,
      isFountain: screenplay.format == .fountain)
    marker.read()
    screenplay.elements = marker.marked
  }

  /// The keys of labels that an element may stand under or open with.
  private static func candidates(_ element: Element) -> [String] {
    switch element.kind {
    case .character: element.isForced ? [] : [CueLabels.key(of: element.text)]
    case .action, .parenthetical, .dialogue:
      element.text.split { "\n([（".contains($0) }.compactMap { row in
        guard let end = row.prefix(40).firstIndex(where: { ":：-–—".contains($0) }) else {
          return row.count < 40 ? CueLabels.key(of: String(row)) : nil
        }
        return CueLabels.key(of: String(row[..<end]))
      }
    default: []
    }
  }

  private init(_ elements: [Element], _ labels: CueLabels, isFountain: Bool) {
    self.elements = elements
    self.isFountain = isFountain
    self.labels = labels
    var names: Set<String> = []
    var people: Set<String> = []
    for (index, element) in elements.enumerated() where element.kind == .character {
      guard let name = element.name else { continue }
      guard let entry = labels.entry(ofCue: element.text), !element.isForced else {
        for word in name.lowercased().split(whereSeparator: { !$0.isLetter }) {
          names.insert(String(word))
        }
        continue
      }
      let speech = elements[(index + 1)...].prefix { $0.belongsToSpeech }
      // `SUPER:` above its words is a label where cues have no colons.
      if entry.certainty == .doubtful, !element.text.hasSuffix(":"), !SoundMarker.isShown(speech) {
        people.insert(CueLabels.key(of: element.text))
      }
    }
    self.names = names
    self.people = people
  }

  /// Whether words are those of a screen or of a sound: in capitals or quotes, or with a year or a date.
  private static func isShown(_ speech: ArraySlice<Element>) -> Bool {
    speech.allSatisfy { element in
      guard element.kind == .dialogue else { return true }
      let text = trimmed(element.text[...])
      let isQuoted = text.first.map { "\"“„«".contains($0) } ?? false
      return isQuoted || !CueLabels.hasSmallLetter(text) || text.contains(where: \.isNumber)
    }
  }

  private mutating func read() {
    marked.reserveCapacity(elements.count)
    var index = 0
    while index < elements.count {
      let element = elements[index]
      switch element.kind {
      case .character:
        if let kind = kind(ofCue: element) {
          index = addCue(kind, at: index)
          continue
        }
        marked.append(element)
      case .action: addAction(element)
      case .parenthetical where element.name != nil: addParenthetical(element)
      case .dialogue where element.name != nil: addDialogue(element)
      default: marked.append(element)
      }
      index += 1
    }
  }

  /// What a cue marks; nil for a character.
  private func kind(ofCue element: Element) -> CueLabels.Kind? {
    guard !element.isForced, let entry = labels.entry(ofCue: element.text),
      !people.contains(CueLabels.key(of: element.text))
    else { return nil }
    return entry.kind
  }

  /// Adds a label that stood as a cue, with all that stood below it; returns the index after them.
  private mutating func addCue(_ kind: CueLabels.Kind, at start: Int) -> Int {
    let cue = elements[start]
    var lines = [cue.text]
    var hidden: [Element] = []
    var end = start + 1
    var upper = cue.range.upperBound
    while end < elements.count, elements[end].belongsToSpeech {
      let element = elements[end]
      if element.name == nil {
        hidden.append(element)
      } else {
        lines.append(element.text)
        upper = max(upper, element.range.upperBound)
      }
      end += 1
    }
    let range = cue.range.lowerBound..<upper
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    switch kind {
    case .sound:
      marked.append(sound(text, range, name: nil, cue: labelled(text)))
    case .screen:
      var element = Element(.action, text, range: range)
      element.label = cue.text
      marked.append(element)
    }
    marked += hidden
    return end
  }

  /// The text after its opening label: after the colon, or below it.
  private func labelled(_ text: String) -> SoundCue {
    let lines = text.split(separator: "\n")
    let first = lines.first ?? ""
    if let opening = labels.opening(of: first) {
      let what = ([opening.rest] + lines.dropFirst()).filter { !$0.isEmpty }
      return SoundCue(label: String(opening.label), what: what.joined(separator: " "))
    }
    let what = lines.dropFirst().joined(separator: " ")
    return SoundCue(
      label: String(CueLabels.withoutNumber(trimmed(first))),
      what: what.isEmpty ? String(first) : what)
  }

  private func sound(_ text: String, _ range: Range<Int>, name: String?, cue: SoundCue) -> Element {
    var element = Element(.sound, text, range: range)
    element.name = name
    element.label = cue.label
    element.sound = cue
    return element
  }

  // MARK: Paragraphs

  /// Adds a paragraph; its rows that open with a label become separate elements.
  private mutating func addAction(_ element: Element) {
    guard !element.isForced else { return marked.append(element) }
    // Fountain itself defines which `CUT TO:` is a transition: a blank at its end makes it action.
    if !(isFountain && trimmedText(element.text).hasSuffix("TO:")),
      TransitionWords.isTransition(element.text)
    {
      var transition = Element(.transition, trimmedText(element.text), range: element.range)
      transition.emphasis = element.emphasis.filter {
        $0.range.upperBound <= transition.text.utf8.count
      }
      return marked.append(transition)
    }
    if let cue = bracketed(element.text) {
      switch cue {
      case .sound(let cue):
        return marked.append(sound(element.text, element.range, name: nil, cue: cue))
      case .screen(let label):
        var element = element
        element.label = label
        return marked.append(element)
      }
    }
    let bytes = Array(element.text.utf8)
    // Where rows begin that open with a label.
    var starts: [(offset: Int, kind: CueLabels.Kind, label: String)] = []
    var offset = 0
    let rows = element.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, row) in rows.enumerated() {
      if let opening = labels.opening(of: row), isShown(opening, rows[(number + 1)...]) {
        starts.append((offset, opening.entry.kind, String(opening.label)))
      } else if number == 0, rows.count > 1, let kind = labels.kind(ofCue: String(row)),
        !CueLabels.hasSmallLetter(row)
      {
        // A label alone above its words, as in a file that has no cues for it.
        starts.append((offset, kind, String(trimmed(row))))
      }
      offset += row.utf8.count + 1
    }
    guard let first = starts.first else { return marked.append(element) }
    if first.offset > 0 { marked.append(element.part(0..<first.offset - 1, bytes)) }
    for (place, start) in starts.enumerated() {
      let end = place + 1 < starts.count ? starts[place + 1].offset - 1 : bytes.count
      var part = element.part(start.offset..<max(start.offset, end), bytes)
      if start.kind == .sound {
        let emphasis = part.emphasis
        part = sound(part.text, part.range, name: nil, cue: labelled(part.text))
        part.emphasis = emphasis
      } else {
        part.label = start.label
      }
      marked.append(part)
    }
  }

  private func trimmedText(_ text: String) -> String { String(trimmed(text[...])) }

  /// A doubtful label opens a sound only where what follows is in capitals or quotes.
  private func isShown(
    _ opening: (label: Substring, entry: CueLabels.Entry, rest: Substring),
    _ below: ArraySlice<Substring>
  ) -> Bool {
    guard opening.entry.certainty == .doubtful else { return true }
    let text = opening.rest.isEmpty ? trimmed(below.first ?? "") : opening.rest
    guard let first = text.first else { return false }
    return !CueLabels.hasSmallLetter(opening.label)
      && ("\"“„«".contains(first) || !CueLabels.hasSmallLetter(text))
  }

  // MARK: Brackets

  private enum Bracketed {
    case sound(SoundCue)
    case screen(String)
  }

  /// The text in brackets, if it marks a sound or a title: `(SFX: thunder)`, `[MUSIC UNDER]`.
  private func bracketed(_ text: String) -> Bracketed? {
    let whole = trimmed(text[...])
    guard let first = whole.first, let last = whole.last,
      (first == "(" && last == ")") || (first == "[" && last == "]")
        || (first == "（" && last == "）")
    else { return nil }
    let inner = trimmed(whole.dropFirst().dropLast())
    guard !inner.contains(where: { "()[]（）".contains($0) }) else { return nil }
    let line = inner.split(separator: "\n").joined(separator: " ")
    if let opening = labels.opening(of: line[...]) {
      return opening.entry.kind == .sound
        ? .sound(SoundCue(label: String(opening.label), what: String(opening.rest)))
        : .screen(String(opening.label))
    }
    // `(SFX thunder)`: the label is in capitals and no word of the sentence.
    let words = line.split(separator: " ", maxSplits: 1)
    if words.count == 2, words[0].lowercased().allSatisfy({ "sfx/".contains($0) }),
      labels.kind(ofCue: String(words[0])) == .sound, !CueLabels.hasSmallLetter(words[0])
    {
      return .sound(SoundCue(label: String(words[0]), what: String(words[1])))
    }
    guard labels.isSound(inCapitals: line[...], names: names) else { return nil }
    return .sound(SoundCue(label: "", what: line))
  }

  private mutating func addParenthetical(_ element: Element) {
    guard case .sound(let cue)? = bracketed(element.text) else { return marked.append(element) }
    marked.append(sound(element.text, element.range, name: element.name, cue: cue))
  }

  /// Brackets that a row of a speech may hold; the rest stays unchanged.
  private static let mostBrackets = 16

  /// Adds a row of a speech, cut where it asks for a sound.
  private mutating func addDialogue(_ element: Element) {
    guard element.text.utf8.contains(where: { "[(".utf8.contains($0) || $0 == 0xef }) else {
      return marked.append(element)
    }
    let bytes = Array(element.text.utf8)
    var cuts: [(Range<Int>, SoundCue)] = []
    var at = 0
    var count = 0
    while at < bytes.count, count < SoundMarker.mostBrackets {
      guard let close = SoundMarker.closing(bytes, at) else {
        at += 1
        continue
      }
      count += 1
      let text = String(decoding: bytes[at..<close], as: UTF8.self)
      if case .sound(let cue)? = bracketed(text) { cuts.append((at..<close, cue)) }
      at = close
    }
    guard !cuts.isEmpty else { return marked.append(element) }
    var start = 0
    func words(_ range: Range<Int>) -> Element? {
      let kept = bytes[range].withoutBlanks
      guard hasWords(String(decoding: kept, as: UTF8.self)) else { return nil }
      return element.part(kept.startIndex..<kept.endIndex, bytes)
    }
    for (range, cue) in cuts {
      if let before = words(start..<range.lowerBound) { marked.append(before) }
      marked.append(
        sound(
          String(decoding: bytes[range], as: UTF8.self), element.range, name: element.name, cue: cue
        ))
      start = range.upperBound
    }
    if let rest = words(start..<bytes.count) { marked.append(rest) }
  }

  /// The index after the bracket that closes the one at `start`; nil if none opens or closes there.
  private static func closing(_ bytes: [UInt8], _ start: Int) -> Int? {
    let closes: UInt8
    switch bytes[start] {
    case UInt8(ascii: "("): closes = UInt8(ascii: ")")
    case UInt8(ascii: "["): closes = UInt8(ascii: "]")
    default: return nil
    }
    let end = min(bytes.count, start + 120)
    return bytes[start..<end].firstIndex(of: closes).map { $0 + 1 }
  }
}

extension Element {
  /// The part of it with the bytes `range` of its text, which are `bytes`.
  fileprivate func part(_ range: Range<Int>, _ bytes: [UInt8]) -> Element {
    var part = Element(kind, String(decoding: bytes[range], as: UTF8.self), range: self.range)
    part.name = name
    part.isForced = isForced
    part.emphasis = emphasis.compactMap { run in
      let common = run.range.clamped(to: range)
      guard !common.isEmpty else { return nil }
      return Emphasis.Run(
        range: common.lowerBound - range.lowerBound..<common.upperBound - range.lowerBound,
        style: run.style)
    }
    return part
  }
}
