/// A script in a document as text that ``ScreenplayReader`` reads.
///
/// Styles that name what a paragraph is (`Character`, `Dialogue`) make it Fountain. Without them it becomes plain text, with
/// blanks for indents and for the centre, and a row of a table becomes `NAME: words`; the reader then finds the speakers by all
/// rows.
package struct DocumentLayout: Sendable {
  /// The script.
  package var text: String { rows.text }
  /// Whether it is Fountain, and not plain text.
  package let isFountain: Bool
  /// What may be read wrongly, in order.
  package private(set) var doubts: [ImportDoubt] = []

  /// The line of each paragraph.
  private(set) var lines: [Int] = []
  var lineCount: Int { rows.next - 1 }

  private var rows = RowText()

  typealias Paragraph = DocumentParagraphs.Paragraph

  /// The kind of paragraphs that a style is for.
  private enum Role: CaseIterable {
    case heading, character, parenthetical, dialogue, lyric, transition, action

    /// Parts of the names that screenwriting programs and templates give to such styles, without blanks.
    var names: [String] {
      switch self {
      case .heading: ["sceneheading", "slugline", "slug", "sceneheader"]
      case .character: ["character", "charactername", "speaker", "cue"]
      case .parenthetical: ["parenthetical", "paren", "wryly"]
      case .dialogue: ["dialog", "dialogue", "speech"]
      case .lyric: ["lyric", "lyrics"]
      case .transition: ["transition"]
      case .action: ["action", "shot", "stagedirection", "stagedirections", "general"]
      }
    }

    init?(style: String) {
      let words = style.lowercased().split { !$0.isLetter }.map(String.init)
      let joined = words.joined()
      let role = Role.allCases.first { role in
        role.names.contains { words.contains($0) || joined.hasSuffix($0) }
      }
      guard let role else { return nil }
      self = role
    }
  }

  /// A printed page has this many signs in a row, 10 to the inch.
  private static let signsInRow = 60
  /// The width of such a sign, in points.
  private static let sign = 7.2
  /// No row begins further right, in signs.
  private static let mostBlanks = 200
  /// Where tabs stand in a document that does not say it, in points.
  private static let tabStop = 36.0
  /// A document whose author divides paragraphs by empty ones has at least one in this many.
  private static let mostBetweenEmpty = 12
  /// A document with more of its paragraphs in italics than this share does not use italics for directions.
  private static let mostItalicShare = 0.8

  /// Lays out the script in `document`; its title is that of a paragraph with such a style, else the one the document gives itself.
  package init(_ document: DocumentParagraphs) {
    let isTitle = { (paragraph: Paragraph) in
      paragraph.style.lowercased() == "title" && !paragraph.isBlank
    }
    let titles = document.paragraphs.filter(isTitle)
    let paragraphs = document.paragraphs.filter { !isTitle($0) }
    let title =
      titles.isEmpty
      ? document.title : titles.map { DocumentLayout.oneLine($0.text) }.joined(separator: " ")
    self.init(paragraphs, title: title.isEmpty ? [] : [("Title", [title])])
  }

  /// Lays out a script with that title page.
  init(_ paragraphs: [Paragraph], title: [(key: String, values: [String])]) {
    for entry in title {
      rows.add("\(entry.key): \(entry.values[0])")
      for value in entry.values.dropFirst() { rows.add("    " + value) }
    }
    if !title.isEmpty { rows.addEmpty() }
    let roles = paragraphs.map { Role(style: $0.style) }
    let cues = paragraphs.indices.filter { roles[$0] == .character && !paragraphs[$0].isBlank }
    let speeches = paragraphs.indices.count {
      roles[$0] == .dialogue && !paragraphs[$0].isBlank
    }
    isFountain = cues.count >= 2 && 2 * speeches >= cues.count
    if isFountain {
      writeFountain(paragraphs, roles)
    } else {
      writePlain(paragraphs)
    }
  }

  // MARK: Fountain

  private mutating func writeFountain(_ paragraphs: [Paragraph], _ roles: [Role?]) {
    var before: Role?
    for (paragraph, role) in zip(paragraphs, roles) where !paragraph.isBlank {
      var role = role
      if case .heading = paragraph.place, role == nil { role = .heading }
      let line = DocumentLayout.oneLine(paragraph.text)
      let goesOn = [.parenthetical, .dialogue, .lyric].contains(role)
      let isSpoken = goesOn && [.character, .parenthetical, .dialogue, .lyric].contains(before)
      if !rows.isEmpty, !isSpoken { rows.addEmpty() }
      if goesOn, !isSpoken {
        doubts.append(ImportDoubt(page: nil, line: rows.next, row: line, reason: .noSpeaker))
      }
      let marked = DocumentLayout.marked(paragraph)
      switch role {
      case .heading: rows.add("." + line)
      case .character: rows.add("@" + line)
      case .parenthetical: rows.add(line.hasPrefix("(") ? line : "(\(line))")
      case .dialogue: rows.add(marked)
      case .lyric: rows.add("~" + line)
      case .transition: rows.add("> " + line)
      case .action, nil: rows.add(paragraph.isCentred ? "> \(line) <" : "!" + marked)
      }
      before = role
    }
  }

  /// A paragraph's words with Fountain's marks of emphasis, where not all of them are alike.
  private static func marked(_ paragraph: Paragraph) -> String {
    let spans = paragraph.spans.filter { !$0.text.allSatisfy(\.isWhitespace) }
    let isEven = spans.allSatisfy {
      $0.isBold == spans[0].isBold && $0.isItalic == spans[0].isItalic
    }
    return lines(
      paragraph.spans.map { span in
        var text = ""
        for character in span.text {
          if "*_\\".contains(character) { text += "\\" }
          text.append(character)
        }
        let mark = (span.isBold ? "**" : "") + (span.isItalic ? "*" : "")
        guard !isEven, !mark.isEmpty else { return text }
        // Marks stand at words, not at blanks.
        let start = text.prefix(while: \.isWhitespace)
        let rest = text.dropFirst(start.count)
        let end = rest.reversed().prefix(while: \.isWhitespace).count
        guard rest.count > end else { return text }
        return start + mark + rest.dropLast(end) + mark.reversed() + rest.suffix(end)
      }.joined())
  }

  // MARK: Plain text

  private mutating func writePlain(_ paragraphs: [Paragraph]) {
    let words = paragraphs.filter { !$0.isBlank }
    let empty = paragraphs.count - words.count
    let hasEmptyRows = DocumentLayout.mostBetweenEmpty * empty >= paragraphs.count
    let italic = words.count { $0.isItalic && $0.place == .text }
    let saysDirections =
      Double(italic) <= DocumentLayout.mostItalicShare * Double(words.count)
    let names = DocumentLayout.names(paragraphs)
    // What all paragraphs have is a margin.
    let margin = words.filter { !$0.isCentred && $0.place != .row }.map(\.indent).min() ?? 0
    // Without indents, the middle of the page says what is a name, and not where speeches begin.
    let hasIndents = words.contains {
      !$0.isCentred && ($0.indent > margin || $0.text.hasPrefix("\t"))
    }
    var before: (place: DocumentParagraphs.Place, column: Int, opensSpeech: Bool)?
    for paragraph in paragraphs {
      if paragraph.isBlank {
        self.lines.append(rows.next)
        if hasEmptyRows { rows.addEmpty() }
        continue
      }
      if paragraph.place == .row {
        if before?.place != .row { rows.addEmpty() }
        writeRow(paragraph)
        self.lines.append(rows.next - 1)
        before = (.row, 0, false)
        continue
      }
      let tabs = paragraph.text.prefix { $0 == "\t" }.count
      // A page that was typed has empty rows, too.
      var lines = Array(
        paragraph.text.dropFirst(tabs)
          .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
          .map { DocumentLayout.row(String($0)) }.drop(while: \.isEmpty))
      while lines.last?.isEmpty == true { lines.removeLast() }
      let first = DocumentLayout.oneLine(lines[0])
      let points = paragraph.indent - margin + Double(tabs) * DocumentLayout.tabStop
      let middle = hasIndents ? max(0, (DocumentLayout.signsInRow - first.count) / 2) : 0
      let column =
        paragraph.isCentred
        ? middle : min(Int((points / DocumentLayout.sign).rounded()), DocumentLayout.mostBlanks)
      let isBracketed = first.hasPrefix("(") && lines[lines.count - 1].hasSuffix(")")
      let isName = lines.count == 1 && names.contains(DocumentLayout.name(first))
      if let before {
        // A speech follows its name without an empty row, in columns and below a name in the middle or in bold.
        let isSpoken =
          before.opensSpeech || paragraph.isCentred && isBracketed
          || !paragraph.isCentred && before.column > 0 && column > 0
            && (column < before.column || isBracketed)
        if before.place == .row || !hasEmptyRows && (isName || !isSpoken) { rows.addEmpty() }
      }
      if isName {
        lines = [first.uppercased()]
      } else if let head = paragraph.boldHead, names.contains(DocumentLayout.name(head)) {
        let words = first.dropFirst(head.count).drop { ".:–— \t".contains($0) }
        lines[0] = head.uppercased() + (words.isEmpty ? "" : ": " + words)
      } else if saysDirections, paragraph.isItalic, paragraph.place == .text, !isBracketed,
        first.contains(where: \.isLowercase), !first.hasPrefix("[")
      {
        // Headings and names are in capitals.
        lines = ["(\(lines.map { DocumentLayout.oneLine($0) }.joined(separator: " ")))"]
      }
      self.lines.append(rows.next)
      for line in lines {
        rows.add(line.isEmpty ? "" : String(repeating: " ", count: column) + line)
      }
      before = (
        paragraph.place, column,
        isName || isBracketed && (paragraph.isCentred || before?.opensSpeech == true)
      )
    }
  }

  /// How a name stands out.
  private enum Look: CaseIterable { case head, bold, centred, capitals }

  /// A look in which names that come back are this many times as many as others is that of names.
  private static let mostlyNames = 4

  /// What stands in the middle, in bold or in capitals, and is a name: it comes back, or looks as those do that come back.
  private static func names(_ paragraphs: [Paragraph]) -> Set<String> {
    var found: [(name: String, look: Look)] = []
    for paragraph in paragraphs where paragraph.place == .text {
      let whole = name(oneLine(paragraph.text))
      if let head = paragraph.boldHead {
        found.append((name(head), name(head) == whole ? .bold : .head))
      } else if isShort(whole) {
        let isUpper =
          !whole.contains { $0.isLowercase || $0.isNumber } && !whole.contains(" - ")
          && !whole.contains(" – ")
        if paragraph.isCentred {
          found.append((whole, .centred))
        } else if isUpper {
          // `INT. KITCHEN - NIGHT` comes back, too.
          found.append((whole, .capitals))
        }
      }
    }
    var counts: [String: Int] = [:]
    for (name, _) in found { counts[name, default: 0] += 1 }
    var names = Set(counts.filter { $0.value > 1 }.keys)
    // What comes before the first of them is around the play.
    let play = found.drop { counts[$0.name, default: 0] == 1 }
    for look in Look.allCases {
      let all = play.filter { $0.look == look }
      let others = all.filter { counts[$0.name, default: 0] == 1 }
      if all.count - others.count >= mostlyNames * others.count {
        names.formUnion(others.map(\.name))
      }
    }
    // Capitals in bold or in the middle stand out twice.
    names.formUnion(
      found.filter { name, look in
        look != .capitals && !name.contains { $0.isLowercase || $0.isNumber }
      }.map(\.name))
    return names
  }

  /// A name without what is added in brackets: `NORA (CONT'D)`.
  static func name(_ text: String) -> String {
    guard text.hasSuffix(")"), let end = text.firstIndex(of: "("), end > text.startIndex else {
      return text
    }
    return oneLine(String(text[..<end]))
  }

  /// Whether `text` is as short as a name, and no sentence.
  static func isShort(_ text: String) -> Bool {
    text.count <= mostInName && text.contains(where: \.isLetter)
      && !text.contains(where: \.isNewline)
      && ![".", "!", "?", ":", ")", "]"].contains(text.last)
  }

  /// A row of a paragraph, with the blanks before it.
  private static func row(_ text: String) -> String {
    let blanks = text.prefix { $0 == " " }.count
    let words = oneLine(text, tab: "    ")
    return words.isEmpty ? "" : String(repeating: " ", count: blanks) + words
  }

  /// The longest name in a cell, in signs.
  private static let mostInName = 40

  /// Writes a row of a table: a name and its words, words of nobody, or, with more cells, a row of Markdown.
  private mutating func writeRow(_ paragraph: Paragraph) {
    let cells = paragraph.text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { DocumentLayout.oneLine(String($0)) }
    let words = cells.filter { !$0.isEmpty }
    if words.count == 1 {
      // Nobody's words are a heading, which is in capitals, or a direction.
      let isDirection =
        words[0].contains(where: \.isLowercase) && !"([".contains(words[0].first ?? "(")
      rows.addEmpty()
      rows.add(isDirection ? "(\(words[0]))" : words[0])
    } else if words.count == 2, words[0].count <= DocumentLayout.mostInName,
      ![".", "!", "?"].contains(words[0].last)
    {
      rows.addEmpty()
      rows.add(words[0].uppercased() + (words[0].hasSuffix(":") ? " " : ": ") + words[1])
    } else {
      rows.add("| " + cells.map { $0.replacing("|", with: "/") }.joined(separator: " | ") + " |")
    }
  }

  /// The words of a paragraph in one row; `tab` stands for a tab.
  private static func oneLine(_ text: String, tab: String = " ") -> String {
    var line = ""
    for character in text {
      if character == "\t" {
        line += tab
      } else {
        line.append(character.isNewline ? " " : character)
      }
    }
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line.drop(while: \.isWhitespace))
  }

  /// The words of a paragraph, with its line breaks.
  private static func lines(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { oneLine(String($0)) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}

extension DocumentParagraphs.Paragraph {
  /// The bold words that it begins with, if they are as short as a name and what follows is not bold; nil without them.
  fileprivate var boldHead: String? {
    let spans = spans.drop { $0.text.allSatisfy(\.isWhitespace) }
    guard let first = spans.first, first.isBold else { return nil }
    let head = first.text.drop(while: \.isWhitespace)
    let name = String(head.reversed().drop { ".: \t".contains($0) || $0.isWhitespace }.reversed())
    return DocumentLayout.isShort(DocumentLayout.name(name)) ? name : nil
  }

  /// Whether all its words are in italics.
  fileprivate var isItalic: Bool {
    spans.allSatisfy { $0.isItalic || !$0.text.contains(where: \.isLetter) }
  }
}
