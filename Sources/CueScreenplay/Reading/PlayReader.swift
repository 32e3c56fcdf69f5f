import CueSystem

/// Reads plays as people have them: `NAME: words`, `NAME. words` (as Project Gutenberg has them), and a name with its words
/// behind a tab or below it, indented.
///
/// Which of these a text is, is told by how often its lines look like it: a few names that speak again and again.
struct PlayReader {
  /// How a name is told from the words.
  enum Form: CaseIterable {
    case colon
    case period
    case tab
    /// The name stands alone, ended by a period or a colon, its words below.
    case above
  }

  private let page: Page
  private let form: Form
  private let names: Set<String>
  private var screenplay = Screenplay(.plainText)
  /// Whether directions stand in brackets of their own somewhere, so that other paragraphs are speech.
  private let bracketsDirections: Bool

  /// The play in `source`; nothing where it does not look like one.
  static func read(_ source: SourceText) -> Screenplay? {
    let page = Page(source.utf8)
    let title = TitlePage(page)
    // `Anna: Hello!` looks like a title page's line, too.
    let isTitle = title.entries.contains { TitlePage.isKnown($0.key) }
    let first = isTitle ? title.rowCount : 0
    guard let (form, names) = PlayReader.form(of: page, from: first) else { return nil }
    var reader = PlayReader(page: page, form: form, names: names)
    reader.screenplay.encoding = source.encoding
    if isTitle {
      for entry in title.entries { reader.screenplay.addTitle(entry.key, entry.values) }
    }
    reader.read(from: first)
    if source.isTranslated {
      for index in reader.screenplay.elements.indices {
        reader.screenplay.elements[index].range = source.source(
          reader.screenplay.elements[index].range)
      }
    }
    return reader.screenplay
  }

  private init(page: Page, form: Form, names: Set<String>) {
    self.page = page
    self.form = form
    self.names = names
    bracketsDirections = page.rows.contains { row in
      guard row.isText, let first = page.content(row).first else { return false }
      return first == UInt8(ascii: "[") || first == UInt8(ascii: "(")
    }
  }

  // Which form it is.

  /// The form that most lines have, and the names that speak in it; nothing where no form is plain.
  private static func form(of page: Page, from first: Int) -> (Form, Set<String>)? {
    let rows = page.rows
    var best: (form: Form, names: [String: Int], count: Int)?
    lazy var smallWords = PlayReader.smallWords(of: page, from: first)
    var cues = 0
    for index in rows.indices.dropFirst(first) where rows[index].isText {
      let isFirst = index == first || !rows[index - 1].isText
      if isFirst, index + 1 < rows.count, rows[index + 1].isText,
        CharacterCue(page.content(rows[index]), endsInSpaces: false, rules: .stretched) != nil
      {
        cues += 1
      }
    }
    for form in Form.allCases {
      var names: [String: Int] = [:]
      var alone: [String: Int] = [:]
      var capital: Set<String> = []
      for index in rows.indices.dropFirst(first) where rows[index].isText {
        if let heading = Heading(page.content(rows[index]), isFirst: true, rules: .stretched),
          !heading.maybeCue
        {
          continue
        }
        guard let start = PlayLine(page, index, form) else {
          // A name by itself counts where it stands before words, too.
          if let bare = PlayLine(page, index, form, known: []), bare.words.isEmpty {
            alone[bare.key, default: 0] += 1
          }
          continue
        }
        names[start.key, default: 0] += 1
        if start.name.isAllCapitals { capital.insert(start.key) }
      }
      for (name, count) in alone where names[name] != nil { names[name, default: 0] += count }
      // A name is told by its coming again; in capitals once is enough beside others.
      var known = names.filter { $0.value > 1 || capital.contains($0.key) }
      // `No. Never.` is a sentence.
      if form == .period, known.keys.contains(where: { !capital.contains($0) }) {
        let words = smallWords
        known = known.filter {
          capital.contains($0.key) || ($0.value > 2 && !words.contains($0.key.lowercased()))
        }
      }
      let count = known.values.reduce(0, +)
      guard known.values.contains(where: { $0 > 1 }), known.count > 1 else { continue }
      if count > best?.count ?? 0 { best = (form, known, count) }
    }
    guard let best, best.count >= 4, best.count > cues else { return nil }
    let texts = rows.dropFirst(first).count(where: \.isText)
    guard best.count * 12 >= texts else { return nil }
    return (best.form, Set(best.names.keys))
  }

  /// The words that stand in small letters somewhere, and so are no names.
  ///
  /// Those that only open sentences count as such.
  private static func smallWords(of page: Page, from first: Int) -> Set<String> {
    var words: Set<String> = [
      "yes", "no", "oh", "ah", "ok", "okay", "well", "now", "so", "why", "what", "never", "always",
      "maybe", "sure", "right",
      "fine", "good", "great", "thanks", "hello", "hi", "hey", "bye", "please", "sorry", "really",
      "true", "wait", "look",
      "listen", "come", "go", "nothing", "nobody", "today", "tomorrow", "then", "silence", "pause",
      "ja", "nein", "oui", "non",
      "si", "sì", "sí", "ei", "jah", "tak", "nie", "nej", "nee", "да", "нет",
    ]
    for row in page.rows.dropFirst(first) where row.isText {
      for word in String(decoding: page.content(row), as: UTF8.self).split(whereSeparator: {
        !$0.isLetter
      })
      where word.first?.isLowercase == true {
        words.insert(String(word))
      }
    }
    return words
  }

  // Reading.

  private mutating func read(from first: Int) {
    let rows = page.rows
    var index = first
    while index < rows.count {
      guard rows[index].isText else {
        index += 1
        continue
      }
      if let line = PlayLine(page, index, form, among: names) {
        index = addSpeech(line, at: index)
      } else if let heading = Heading(
        page.content(rows[index]), isFirst: true, rules: .stretched), !heading.isForced
      {
        add(.sceneHeading, heading.text, index..<index + 1) { $0.sceneNumber = heading.number }
        index += 1
      } else {
        index = addAction(at: index)
      }
    }
  }

  private mutating func addSpeech(_ line: PlayLine, at start: Int) -> Int {
    add(.character, line.name, start..<start + 1) { $0.name = line.name }
    if let direction = line.direction { addDirection(direction, line.name, start..<start + 1) }
    var words = [line.words]
    var end = start + 1
    while end < page.rows.count {
      if !page.rows[end].isText {
        guard let next = paragraph(behind: end, goesOnWith: words) else { break }
        // A break in a speech.
        if words.contains(where: { !$0.isEmpty }) { words.append("") }
        end = next
        continue
      }
      if PlayLine(page, end, form, among: names) != nil { break }
      if let heading = Heading(page.content(page.rows[end]), isFirst: true, rules: .exact),
        !heading.isForced
      {
        break
      }
      words.append(page.text(page.rows[end]))
      end += 1
    }
    addWords(words.filter { !$0.isEmpty }.joined(separator: "\n"), line.name, start..<end)
    return end
  }

  /// Where the paragraph behind the empty rows at `index` begins, if the speech of `words` goes on with it.
  ///
  /// One does whose name stands alone, and one of Project Gutenberg's, where directions stand in brackets.
  private func paragraph(behind index: Int, goesOnWith words: [String]) -> Int? {
    let isEmpty = words.allSatisfy(\.isEmpty)
    guard isEmpty || form == .period || form == .above else { return nil }
    var next = index
    while next < page.rows.count, !page.rows[next].isText { next += 1 }
    guard next < page.rows.count, next - index <= 2,
      PlayLine(page, next, form, among: names) == nil,
      Heading(page.content(page.rows[next]), isFirst: true, rules: .stretched) == nil,
      !isDirection(at: next)
    else { return nil }
    return next
  }

  /// Whether the paragraph at `index` is no speech: in brackets or italics, in capitals, or told of somebody.
  private func isDirection(at index: Int) -> Bool {
    let bytes = page.content(page.rows[index])
    guard let first = bytes.first, !"[(_*=-~>#{".utf8.contains(first) else { return true }
    let text = String(decoding: bytes.prefix(400), as: UTF8.self)
    if text.isAllCapitals || text.hasPrefix("（") { return true }
    let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" && $0 != "-" }
    guard let opening = words.first else { return true }
    if PlayReader.directionOpeners.contains(opening.lowercased()) { return true }
    if bracketsDirections { return false }
    // `Hamlet goes out.`, `He sits.`: a sentence of somebody, and nobody is spoken to.
    return names.contains(opening.uppercased()) || PlayReader.told.contains(opening.lowercased())
  }

  /// What directions begin with, and no speech does.
  private static let directionOpeners: Set<String> = [
    "enter", "enters", "exit", "exits", "exeunt", "re-enter", "re-enters", "curtain", "scene",
    "act", "end", "finis",
    "transcriber", "footnotes", "blackout",
  ]
  /// What tells of somebody, where no brackets tell directions.
  private static let told: Set<String> = [
    "he", "she", "they", "pause", "silence", "lights", "everyone", "all", "both",
  ]

  /// Words of a speech, cut where a direction stands in square brackets, or a whole line in round ones.
  private mutating func addWords(_ text: String, _ name: String, _ rows: Range<Int>) {
    var words = ""
    var depth = 0
    var direction = ""
    func flushed() -> String { words.split(separator: "\n").joined(separator: "\n") }
    for character in text {
      if character == "[" {
        depth += 1
        if depth == 1 {
          addDialogue(flushed(), name, rows)
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
    // A bracket that nothing closes is text.
    addDialogue(depth > 0 ? flushed() + " " + direction : flushed(), name, rows)
  }

  private mutating func addDialogue(_ text: String, _ name: String, _ rows: Range<Int>) {
    for line in text.split(separator: "\n") {
      let (words, runs) = Emphasis.read(Array(line.utf8)[...].withoutBlanks, squeezes: true)
      guard !words.isEmpty else { continue }
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

  private mutating func addDirection(_ text: String, _ name: String, _ rows: Range<Int>) {
    let plain = Emphasis.stripped(from: text.split(separator: "\n").joined(separator: " "))
    guard !plain.isEmpty else { return }
    add(.parenthetical, "(\(plain))", rows) { $0.name = name }
  }

  private mutating func addAction(at start: Int) -> Int {
    var end = start
    var lines: [String] = []
    while end < page.rows.count, page.rows[end].isText {
      if end > start {
        if PlayLine(page, end, form, among: names) != nil { break }
        if let heading = Heading(page.content(page.rows[end]), isFirst: true, rules: .exact),
          !heading.isForced
        {
          break
        }
      }
      lines.append(Emphasis.stripped(from: page.text(page.rows[end])))
      end += 1
    }
    add(.action, lines.joined(separator: "\n"), start..<end)
    return end
  }

  private mutating func add(
    _ kind: Element.Kind, _ text: String, _ rows: Range<Int>,
    _ more: (inout Element) -> Void = { _ in }
  ) {
    let range =
      page.rows[rows.lowerBound].source
      .lowerBound..<page.rows[rows.upperBound - 1].source.upperBound
    var element = Element(kind, text, range: range)
    more(&element)
    screenplay.elements.append(element)
  }
}

/// A line of a play that opens with who speaks.
private struct PlayLine {
  /// As it is written, without marks.
  let name: String
  /// As it is counted.
  let key: String
  /// What stands in brackets behind the name.
  let direction: String?
  let words: String

  /// The line at `index`; where `names` are known, only one of theirs, but then also a name by itself and several together.
  init?(_ page: Page, _ index: Int, _ form: PlayReader.Form, among names: Set<String>? = nil) {
    self.init(page, index, form, known: names)
    guard let names else { return }
    guard PlayLine.isKnown(key, names) else { return nil }
  }

  /// Whether `key` is one of `names`, or several of them: `MARTHA and GEORGE`.
  private static func isKnown(_ key: String, _ names: Set<String>) -> Bool {
    if names.contains(key) { return true }
    let parts = Speakers.names(in: key.lowercased())
    return parts.count > 1 && parts.allSatisfy { names.contains($0.uppercased()) }
  }

  fileprivate init?(
    _ page: Page, _ index: Int, _ form: PlayReader.Form, known names: Set<String>?
  ) {
    let row = page.rows[index]
    let bytes = page.content(row)
    guard let first = bytes.first,
      first >= 0x41 || first == UInt8(ascii: "_") || first == UInt8(ascii: "*")
    else { return nil }
    let text = String(decoding: bytes.prefix(400), as: UTF8.self)
    let rest = String(decoding: bytes, as: UTF8.self)
    switch form {
    case .colon: self.init(text, rest, endsWith: [":", "："], known: names)
    case .period: self.init(text, rest, endsWith: ["."], known: names)
    case .tab:
      guard row.indent == 0, let tab = text.firstIndex(of: "\t") else {
        // The name by itself, and its words below behind a tab.
        guard row.indent == 0, index + 1 < page.rows.count, page.rows[index + 1].isText,
          page.rows[index + 1].indent >= 4, let name = PlayLine.cleaned(text), !text.hasSuffix(".")
        else { return nil }
        self.init(name: name, direction: nil, words: "")
        return
      }
      guard let name = PlayLine.cleaned(String(text[..<tab])) else { return nil }
      self.init(
        name: name, direction: nil,
        words: String(rest[rest.index(after: rest.firstIndex(of: "\t") ?? rest.startIndex)...]))
    case .above:
      guard index + 1 < page.rows.count, page.rows[index + 1].isText,
        index == 0 || !page.rows[index - 1].isText, let last = text.last,
        last == "." || last == ":" || last == "："
      else { return nil }
      let (name, direction) = PlayLine.parts(String(text.dropLast()))
      guard let name = PlayLine.cleaned(name), name.isAllCapitals else { return nil }
      self.init(name: name, direction: direction, words: "")
    }
  }

  private init(name: String, direction: String?, words: String) {
    self.name = name
    key = name.uppercased()
    self.direction = direction
    self.words = words
  }

  /// A name that one of `ends` closes, in brackets or behind them, and words behind that.
  private init?(
    _ text: String, _ whole: String, endsWith ends: Set<Character>, known names: Set<String>?
  ) {
    var depth = 0
    var place: String.Index?
    var length = 0
    for index in text.indices {
      let character = text[index]
      if character == "(" || character == "[" { depth += 1 }
      if character == ")" || character == "]" { depth -= 1 }
      if depth == 0 { length += 1 }
      guard length <= 44 else { return nil }
      guard depth == 0, ends.contains(character) else { continue }
      let behind = text[text.index(after: index)...]
      let next = behind.drop { $0 == "_" || $0 == "*" }
      // The period of `DR. WATSON. Holmes!` is of the name; one that nothing follows ends a line.
      if ends.contains("."), PlayLine.isTitle(text[..<index]) { continue }
      // Behind a name that is known, nothing need follow: its words stand below.
      guard let first = next.first ?? (names == nil ? nil : " "),
        first == " " || first == "\t" || ends.contains("：") && first != "/"
      else {
        return nil
      }
      place = index
      break
    }
    guard let place else { return nil }
    var (head, direction) = PlayLine.parts(String(text[..<place]))
    // `MARTHA, GEORGE and NICK` are three.
    if let names, direction != nil,
      let all = PlayLine.cleaned(String(text[..<place]).replacing(",", with: " &")),
      PlayLine.isKnown(all.uppercased(), names)
    {
      (head, direction) = (all, nil)
    }
    guard let name = PlayLine.cleaned(head), !TitlePage.isKnown(name) else { return nil }
    let isTogether =
      names.map { PlayLine.isKnown(name.uppercased(), $0) && name.contains(" ") } ?? false
    // Behind a period only names in capitals, and abbreviations such as `Ham.`, are told from sentences.
    if ends.contains("."), !name.isAllCapitals, !isTogether {
      guard name.count <= 12, !name.contains(" ") || text.first == "_" else { return nil }
    }
    let offset = text.utf8.distance(from: text.startIndex, to: text.index(after: place))
    let start = whole.utf8.index(whole.startIndex, offsetBy: offset)
    var words = whole[start...].drop { $0 == "_" || $0 == "*" || $0 == " " || $0 == "\t" }
    var behind = direction
    // `ALEX: (angrily) No!`
    if behind == nil, words.first == "(" || words.first == "（",
      let close = InlineDirection.closing(words.dropFirst())
    {
      behind = String(words[words.index(after: words.startIndex)..<close])
      words = words[words.index(after: close)...]
    }
    self.init(name: name, direction: behind, words: String(words))
  }

  private static func isTitle(_ head: Substring) -> Bool {
    let word = head.split(separator: " ").last.map { $0.uppercased() } ?? ""
    return [
      "DR", "MR", "MRS", "MS", "ST", "SGT", "LT", "CAPT", "PROF", "REV", "M", "MME", "MLLE", "SIG",
    ].contains(word)
      || (word.count == 1 && head.contains(" "))
  }

  /// The name and what stands in brackets behind it.
  private static func parts(_ head: String) -> (name: String, direction: String?) {
    guard let open = head.firstIndex(where: { $0 == "(" || $0 == "[" || $0 == "," }) else {
      return (head, nil)
    }
    let direction = head[head.index(after: open)...].filter { $0 != ")" && $0 != "]" }
    return (String(head[..<open]), String(trimmed(direction[...])))
  }

  /// The name without marks; nothing where it looks like none.
  private static func cleaned(_ text: String) -> String? {
    let name = Emphasis.stripped(from: text.filter { $0 != "_" && $0 != "*" })
    guard (1...40).contains(name.count), name.split(separator: " ").count <= 5,
      let first = name.unicodeScalars.first, first.properties.isAlphabetic,
      !first.properties.isLowercase
    else { return nil }
    for scalar in name.unicodeScalars {
      switch scalar {
      case " ", "-", "'", "’", ".", "#", "&", "/", "\u{a0}": continue
      default:
        guard
          scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
        else { return nil }
      }
    }
    return name
  }
}

extension String {
  /// Whether it has letters, and none of them is small.
  fileprivate var isAllCapitals: Bool {
    !unicodeScalars.contains { $0.properties.isLowercase }
      && unicodeScalars.contains { $0.properties.isUppercase }
  }
}
