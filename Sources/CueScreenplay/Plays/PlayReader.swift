import CueSystem

/// Reads a play whose layout is known into elements.
struct PlayReader {
  private let page: PlayPage
  private var matter: PlayMatter
  private var evidence: PlayEvidence
  private let source: SourceText
  private var screenplay = Screenplay(.plainText)
  /// Whether directions stand in brackets, so that other paragraphs are speech.
  private var bracketsDirections = false
  /// The last speaker of this scene; what follows a direction is still theirs.
  private var speaker: String?

  /// The full names of the cast list by their short forms for comparison.
  private var wholeNames: [String: String] = [:]

  private let words: PlayWords
  private let isForced: Bool

  init(
    _ page: PlayPage, _ matter: PlayMatter, _ evidence: PlayEvidence, _ source: SourceText,
    _ words: PlayWords,
    isForced: Bool
  ) {
    self.words = words
    self.isForced = isForced
    self.page = page
    self.matter = matter
    self.evidence = evidence
    self.source = source
  }

  /// The play; `title` is what its title page says.
  mutating func read(title: [(key: String, values: [String])]) -> Screenplay {
    screenplay.encoding = source.encoding
    for entry in title { screenplay.addTitle(entry.key, entry.values) }
    if title.isEmpty { for entry in matter.title { screenplay.addTitle(entry.key, [entry.value]) } }
    let bounds = PlayBounds(page, matter, isCue: { isSureCue(at: $0) })
    matter.close(page, playFrom: bounds.start, playTo: bounds.end)
    // Names count only within the play.
    let rows = (bounds.start ?? 0)..<(bounds.end ?? page.count)
    evidence = PlayEvidence(page, matter, evidence.layout, words, isForced: isForced, rows: rows)
    findWholeNames()
    screenplay.reading.leftOut = matter.leftOut(page)
    bracketsDirections = findsBrackets()
    var index = 0
    while index < page.count {
      guard page.isText(index), !matter.has(index) else {
        index += 1
        continue
      }
      if let row = cue(at: index) {
        index = addSpeech(row, at: index)
      } else if let heading = heading(at: index) {
        index = addHeading(heading, at: index)
        speaker = nil
      } else if page.contents[index].first == UInt8(ascii: "#") {
        index = addSection(at: index)
      } else if let name = speaker, page.isFirst(index), goesOn(at: index) {
        index = addSpeech(of: name, at: index)
      } else {
        index = addAction(at: index)
      }
    }
    ElementPlaces.separate(&screenplay.elements, in: source.utf8)
    if source.isTranslated {
      for index in screenplay.elements.indices {
        screenplay.elements[index].range = source.source(screenplay.elements[index].range)
      }
    }
    return screenplay
  }

  /// Joins a short name to the one name of the cast list that it fits, unless somebody speaks under a word of that name.
  private mutating func findWholeNames() {
    for key in evidence.names where !words.isOrdinary(key) {
      guard let whole = matter.castList.wholeName(of: key) else { continue }
      let wholeKey = StageName.key(of: whole)
      guard !evidence.names.contains(wholeKey),
        !wholeKey.split(separator: " ").contains(where: { evidence.names.contains(String($0)) })
      else { continue }
      wholeNames[key] = whole
    }
  }

  /// The speaker of `row`, by the name in the cast list.
  private mutating func name(of row: CueRow, at index: Int) -> String {
    guard let whole = wholeNames[row.key] else { return row.name }
    let isKnown = screenplay.reading.repairs.contains {
      $0.kind == .shortName(row.name, name: whole)
    }
    if !isKnown {
      let line = index + 1
      screenplay.reading.repairs.append(.init(line: line, .shortName(row.name, name: whole)))
    }
    return whole
  }

  // The kind of a row.

  private func isSureCue(at index: Int) -> Bool {
    guard !page.isEnclosed(index) else { return false }
    if let row = PlayEvidence.cue(page, index, evidence.layout) {
      return evidence.isSure(row) && fits(row, at: index)
    }
    return evidence.isCueAlone(page, index)
  }

  /// The cue at `index`: one of the layout, or a known name by itself.
  private func cue(at index: Int) -> CueRow? {
    guard !page.isEnclosed(index) else { return nil }
    if let row = PlayEvidence.cue(page, index, evidence.layout), evidence.isKnown(row),
      fits(row, at: index)
    {
      return isPresence(row, at: index) ? nil : row
    }
    guard evidence.isCueAlone(page, index) else { return nil }
    return CueRow(alone: page.contents[index])
  }

  /// Whether `row` lists the people on the stage, as French plays do after a heading: `ANNA, PAUL.`, with a speaker's name
  /// below.
  private func isPresence(_ row: CueRow, at index: Int) -> Bool {
    guard row.isAlone, row.direction == nil, page.end(of: index) == index + 1,
      Speakers.names(in: row.key.lowercased()).count > 1
    else { return false }
    let next = page.nextText(index + 1)
    guard next < page.count, let other = PlayEvidence.cue(page, next, evidence.layout) else {
      return false
    }
    return !other.isAlone && evidence.isKnown(other)
  }

  /// Whether a name in small letters stands where one may: at the beginning of a paragraph, or after a colon.
  private func fits(_ row: CueRow, at index: Int) -> Bool {
    if row.style == .capitals { return true }
    switch evidence.layout {
    case .colon, .table, .blanks: return true
    default: return evidence.style != .capitals && (page.isFirst(index) || evidence.isByRow)
    }
  }

  private func heading(at index: Int) -> Heading? {
    guard page.isFirst(index) || page.contents[index].isCapital else { return nil }
    return PlayHeading.heading(page.contents[index], isFirst: page.isFirst(index))
  }

  private func isBoundary(_ index: Int) -> Bool {
    matter.has(index) || cue(at: index) != nil || page.contents[index].first == UInt8(ascii: "#")
      || (!page.isEnclosed(index) && heading(at: index) != nil)
  }

  /// Whether most paragraphs that are not speeches stand in brackets.
  private func findsBrackets() -> Bool {
    var bracketed = 0
    var told = 0
    var index = page.nextText(0)
    while index < page.count {
      let end = page.end(of: index)
      if !matter.has(index), cue(at: index) == nil {
        if let first = page.contents[index].first, "[(".utf8.contains(first) {
          bracketed += 1
        } else if opensDirection(page.text(index)) {
          told += 1
        }
      }
      index = page.nextText(end)
    }
    return bracketed > 0 && bracketed >= told
  }

  private func opensDirection(_ text: String) -> Bool {
    let words = text.prefix(200).split { !$0.isLetter && $0 != "'" && $0 != "’" && $0 != "-" }
    guard let opening = words.first else { return true }
    if StageWords.directionOpeners.contains(opening.lowercased()) { return true }
    // `Hamlet goes out.`, `He sits.`: a sentence of somebody, and nobody is spoken to.
    guard
      evidence.names.contains(opening.uppercased())
        || StageWords.told.contains(opening.lowercased())
    else { return false }
    return words.dropFirst().first?.first?.isLowercase == true
  }

  /// Whether the paragraph at `index` is not speech: in brackets or italics, in capitals, or about somebody.
  private func isDirection(at index: Int) -> Bool {
    let text = page.text(index)
    guard let first = text.unicodeScalars.first else { return true }
    if "=~>#|".unicodeScalars.contains(first) { return true }
    let paragraph = page.paragraph(index)
    if "[(（".unicodeScalars.contains(first) { return isBracketed(paragraph) }
    if first == "_" || first == "*" { return isMarked(paragraph) }
    if StageWords.isHeading(text, StageWords.endings) { return true }
    if isCapitalHeading(paragraph) { return true }
    // `AIR XXIX. How happy are we, &c.`
    if isNumberedHeading(text) { return true }
    let words = text.prefix(200).split { !$0.isLetter && $0 != "'" && $0 != "’" && $0 != "-" }
    guard let opening = words.first else { return true }
    if StageWords.directionOpeners.contains(opening.lowercased()),
      opening.first?.isUppercase == true
    {
      return true
    }
    return bracketsDirections ? false : opensDirection(text)
  }

  private func isNumberedHeading(_ text: String) -> Bool {
    let words = text.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].count > 1, StageName.isCapital(String(words[0])),
      words[1].last == "."
    else { return false }
    return words[1].dropLast().allSatisfy { "IVXLC".contains($0) }
  }

  /// Capitals that are a heading, and no shouted words.
  private func isCapitalHeading(_ paragraph: String) -> Bool {
    guard !paragraph.unicodeScalars.contains(where: { $0.properties.isLowercase }),
      paragraph.unicodeScalars.contains(where: { $0.properties.isUppercase })
    else { return false }
    return !paragraph.contains("!") && !paragraph.contains("?")
  }

  private func isOnlyDirection(_ paragraph: String) -> Bool {
    guard let first = paragraph.first, "[(（".contains(first) else { return !hasWords(paragraph) }
    return isBracketed(paragraph)
  }

  private func isBracketed(_ paragraph: String) -> Bool {
    guard var bracket = Bracket(opening: paragraph) else { return true }
    guard bracket.isClosed(by: paragraph) else { return true }
    return bracket.closesAtEnd(of: paragraph) || !hasWords(behindBracket(paragraph))
  }

  private func behindBracket(_ paragraph: String) -> Substring {
    guard let bracket = Bracket(opening: paragraph), let close = bracket.close(in: paragraph[...])
    else { return "" }
    return paragraph[paragraph.index(after: close)...]
  }

  /// Whether marks of emphasis enclose the whole of it.
  private func isMarked(_ paragraph: String) -> Bool {
    guard let mark = paragraph.first else { return false }
    let inner = paragraph.drop { $0 == mark }
    guard let close = inner.firstIndex(of: mark) else { return true }
    return !inner[close...].contains { $0.isLetter }
  }

  /// Whether the paragraph at `index` belongs to the last speaker, after a direction.
  private func goesOn(at index: Int) -> Bool {
    guard bracketsDirections, evidence.layout != .colon || evidence.inline == 0 else {
      return false
    }
    return !isDirection(at: index)
  }

  // The elements made of it.

  private mutating func addHeading(_ heading: Heading, at index: Int) -> Int {
    let end = page.end(of: index)
    let text = page.text(index)
    // A long paragraph: the number is the heading, the rest describes the place.
    if page.isFirst(index), end > index + 1, !isBoundary(index + 1), let division = Division(text),
      !division.isBare
    {
      let number = String(decoding: Array(text.utf8.prefix(division.length)), as: UTF8.self)
      add(.sceneHeading, PlayHeading.plain(number), index..<index + 1)
      var rows = [
        String(
          trimmed(String(decoding: Array(text.utf8.dropFirst(division.length)), as: UTF8.self)[...])
        )
      ]
      var next = index + 1
      while next < end, !isBoundary(next) {
        rows.append(page.text(next))
        next += 1
      }
      let action = Emphasis.stripped(from: rows.filter { !$0.isEmpty }.joined(separator: " "))
      if hasWords(action) { add(.action, action, index..<next) }
      return next
    }
    add(.sceneHeading, heading.text, index..<index + 1) { $0.sceneNumber = heading.number }
    return index + 1
  }

  private mutating func addSpeech(_ row: CueRow, at start: Int) -> Int {
    let name = name(of: row, at: start)
    let parts = row.direction?.split(separator: ", ").map(String.init) ?? []
    let extensions = parts.filter(PlayReader.isExtension)
    let direction = parts.filter { !PlayReader.isExtension($0) }.joined(separator: ", ")
    let cue = extensions.isEmpty ? name : name + " (" + extensions.joined(separator: ", ") + ")"
    add(.character, cue, start..<start + 1) {
      $0.name = name
      $0.extensions = extensions
    }
    if !direction.isEmpty { addDirection(direction, name, start..<start + 1) }
    speaker = name
    return addWords(of: name, from: start + 1, with: row.words, at: start)
  }

  /// Whether it says where a voice comes from, or that the speech goes on, and not how: `V.O.`, `OS`, `CONT'D`.
  private static func isExtension(_ direction: String) -> Bool {
    let letters = direction.filter { !". ".contains($0) }
    let isInitials = (2...3).contains(letters.count) && letters.allSatisfy(\.isUppercase)
    return isInitials || direction.uppercased().hasPrefix("CONT'D")
      || direction.uppercased().hasPrefix("CONT’D")
  }

  /// Adds what follows a direction as speech of the person who spoke before it.
  private mutating func addSpeech(of name: String, at start: Int) -> Int {
    add(.character, "\(name) (CONT'D)", start..<start) {
      $0.name = name
      $0.extensions = ["CONT'D"]
    }
    return addWords(of: name, from: start, with: "", at: start)
  }

  /// Adds the rows from `first` on up to the end of the speech; `opening` stands on the cue's row.
  private mutating func addWords(
    of name: String, from first: Int, with opening: String, at start: Int
  ) -> Int {
    var rows = opening.isEmpty ? [] : [opening]
    var paragraphStart = start
    var end = first
    var isEmpty = true
    while true {
      while end < page.count, page.isText(end), !(end > start && isBoundary(end)) {
        rows.append(page.text(end))
        end += 1
      }
      if !rows.isEmpty {
        addParagraph(rows.joined(separator: "\n"), name, paragraphStart..<end)
        isEmpty = isEmpty && isOnlyDirection(rows.joined(separator: "\n"))
        rows = []
      }
      guard end < page.count, !page.isText(end), let next = paragraph(after: end, isEmpty: isEmpty)
      else { return end }
      paragraphStart = next
      end = next
    }
  }

  /// Where the paragraph after the empty rows at `index` begins, if a speech goes on with it.
  private func paragraph(after index: Int, isEmpty: Bool) -> Int? {
    let next = page.nextText(index)
    guard next < page.count, !matter.has(next), !isBoundary(next) else { return nil }
    if isEmpty { return next - index <= 4 ? next : nil }
    switch evidence.layout {
    case .colon, .table:
      guard bracketsDirections, evidence.layout == .colon, evidence.inline == 0 else { return nil }
    default: break
    }
    return next - index <= 3 && !isDirection(at: next) ? next : nil
  }

  /// A paragraph of a speech; directions in brackets become parentheticals.
  private mutating func addParagraph(_ text: String, _ name: String, _ rows: Range<Int>) {
    var text = text[...]
    // `HIGGINS (rising). Words`: the stop belongs to the name.
    if let bracket = Bracket(opening: text), let close = bracket.close(in: text),
      text.distance(from: text.startIndex, to: close) < 400
    {
      addDirection(String(text[text.index(after: text.startIndex)..<close]), name, rows)
      text = text[text.index(after: close)...].drop { ".,:;–—-_ ".contains($0) }
    }
    var words = ""
    var direction = ""
    var depth = 0
    for character in text {
      if character == "[" {
        depth += 1
        if depth == 1 {
          addDialogue(words[...], name, rows)
          words = ""
          direction = ""
          continue
        }
      } else if character == "]", depth > 0 {
        depth -= 1
        if depth == 0 {
          addDirection(direction, name, rows)
          continue
        }
      }
      if depth > 0 { direction.append(character) } else { words.append(character) }
    }
    if depth > 0 {
      // A bracket that nothing closes directs where it is short, as `[_Exit._` at the end of a speech.
      if direction.utf8.count <= 300, !direction.contains("\n\n") {
        addDirection(direction, name, rows)
      } else {
        words += "[" + direction
      }
    }
    addDialogue(words.drop { ".,;:".contains($0) || $0 == " " || $0 == "\n" }, name, rows)
  }

  private mutating func addDialogue(_ text: Substring, _ name: String, _ rows: Range<Int>) {
    // A direction may be wrapped over rows, and marks of emphasis, too.
    let isWrapped = text.contains(where: { "(（_*".contains($0) })
    let lines = isWrapped ? [joined(text)] : text.split(separator: "\n").map(String.init)
    for line in lines {
      let (words, runs) = Emphasis.read(Array(line.utf8)[...].withoutBlanks, squeezes: true)
      guard hasWords(words) else { continue }
      if words.hasPrefix("("), words.hasSuffix(")"), !words.dropFirst().contains("(") {
        addDirection(String(words.dropFirst().dropLast()), name, rows)
        continue
      }
      let parts = InlineDirection.parts(of: words, isPlay: true)
      guard parts != [.words(words)] else {
        add(.dialogue, words, rows) {
          $0.name = name
          $0.emphasis = runs
        }
        continue
      }
      for part in parts {
        switch part {
        case .direction(let text): addDirection(text, name, rows)
        case .words(let text): add(.dialogue, text, rows) { $0.name = name }
        }
      }
    }
  }

  private func joined(_ text: Substring) -> String {
    text.split(separator: "\n").map { trimmed($0) }.joined(separator: " ")
  }

  private mutating func addDirection(_ text: String, _ name: String, _ rows: Range<Int>) {
    let plain = Emphasis.stripped(from: text.split(separator: "\n").joined(separator: " "))
    // A number alone is the mark of a footnote.
    guard plain.unicodeScalars.contains(where: { $0.properties.isAlphabetic }) else { return }
    add(.parenthetical, "(\(plain))", rows) { $0.name = name }
  }

  /// Adds a heading of Markdown that is not an act or scene: for the reader's eyes, as Fountain's.
  private mutating func addSection(at index: Int) -> Int {
    let content = page.contents[index]
    let rest = content.drop { $0 == UInt8(ascii: "#") }
    let (text, runs) = Emphasis.read(rest.withoutBlanks, squeezes: true)
    add(.section, text, index..<index + 1) {
      $0.level = content.count - rest.count
      $0.emphasis = runs
    }
    return index + 1
  }

  private mutating func addAction(at start: Int) -> Int {
    var end = start
    var lines: [String] = []
    while end < page.count, page.isText(end) {
      if end > start, isBoundary(end) { break }
      lines.append(Emphasis.stripped(from: page.text(end)))
      end += 1
    }
    add(.action, lines.joined(separator: "\n"), start..<end)
    return end
  }

  private mutating func add(
    _ kind: Element.Kind, _ text: String, _ rows: Range<Int>,
    _ more: (inout Element) -> Void = { _ in }
  ) {
    let first = page.page.rows[rows.lowerBound].source
    let last =
      rows.isEmpty ? first.lowerBound : page.page.rows[rows.upperBound - 1].source.upperBound
    var element = Element(kind, text, range: first.lowerBound..<last)
    more(&element)
    screenplay.elements.append(element)
  }
}

/// Headings of plays: acts and scenes by their numbers, and places as screenplays have them.
enum PlayHeading {
  /// The heading on a row, if it is one.
  static func heading(_ row: ArraySlice<UInt8>, isFirst: Bool) -> Heading? {
    var content = row
    // Markdown.
    if content.first == UInt8(ascii: "#") {
      content = content.drop { $0 == UInt8(ascii: "#") }.withoutBlanks
    }
    guard content.count <= 1_000, let first = content.first, first != UInt8(ascii: "[") else {
      return nil
    }
    let text = plain(String(decoding: content, as: UTF8.self))
    if isFirst, Division(text) != nil { return Heading(plain: text) }
    guard let opening = text.split(separator: " ").first, opening == opening.uppercased()[...]
    else { return nil }
    if isFirst, isSetting(text) { return Heading(plain: text) }
    guard PlaceWords.opening(of: text) != nil,
      let heading = Heading(content, isFirst: true, rules: .stretched), !heading.isForced
    else { return nil }
    return heading
  }

  /// Whether a row says where a play is set, as `SCENE: A kitchen` or `SCENE.--Elsinore` does.
  private static func isSetting(_ text: String) -> Bool {
    for word in ["SCENE", "SZENE", "SCÈNE", "ESCENA", "SCENA"] where text.hasPrefix(word) {
      guard let next = text.dropFirst(word.count).first else { return true }
      return ".:-–— ".contains(next)
        && (next != " " || text == text.uppercased()
          || "-–—".contains(text.dropFirst(word.count + 1).first ?? "x"))
    }
    return false
  }

  /// Without marks of emphasis.
  static func plain(_ text: String) -> String {
    let stripped = Emphasis.stripped(from: text)
    return String(trimmed(stripped.filter { $0 != "_" }[...]))
  }
}
