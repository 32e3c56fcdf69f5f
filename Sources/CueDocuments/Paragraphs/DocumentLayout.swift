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

  private var rows = RowText()

  private typealias Paragraph = DocumentParagraphs.Paragraph

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
  /// Where tabs stand in a document that does not say it, in points.
  private static let tabStop = 36.0
  /// A document whose author divides paragraphs by empty ones has at least one in this many.
  private static let mostBetweenEmpty = 12
  /// A document with more of its paragraphs in italics than this share does not use italics for directions.
  private static let mostItalicShare = 0.8

  /// Lays out the script in `document`.
  package init(_ document: DocumentParagraphs) {
    let paragraphs = document.paragraphs
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
    // Without indents, the middle of the page says what is a name, and not where speeches begin.
    let hasIndents = words.contains {
      !$0.isCentred && ($0.indent > 0 || $0.text.hasPrefix("\t"))
    }
    var before: (place: DocumentParagraphs.Place, column: Int, opensSpeech: Bool)?
    for paragraph in paragraphs {
      if paragraph.isBlank {
        if hasEmptyRows { rows.addEmpty() }
        continue
      }
      if paragraph.place == .row {
        if before?.place != .row { rows.addEmpty() }
        writeRow(paragraph)
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
      let points = paragraph.indent + Double(tabs) * DocumentLayout.tabStop
      let middle = hasIndents ? max(0, (DocumentLayout.signsInRow - first.count) / 2) : 0
      let column =
        paragraph.isCentred ? middle : Int((points / DocumentLayout.sign).rounded())
      let isBracketed = first.hasPrefix("(")
      if let before {
        // A speech follows its name without an empty row, in columns and below a name in the middle or in bold.
        let isSpoken =
          before.opensSpeech || paragraph.isCentred && isBracketed
          || !paragraph.isCentred && before.column > 0 && column > 0 && column != before.column
        if before.place == .row || !hasEmptyRows && !isSpoken { rows.addEmpty() }
      }
      let isName = lines.count == 1 && names.contains(DocumentLayout.name(first))
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
      for line in lines {
        rows.add(line.isEmpty ? "" : String(repeating: " ", count: column) + line)
      }
      before = (
        paragraph.place, column,
        isName || isBracketed && (paragraph.isCentred || before?.opensSpeech == true)
      )
    }
  }

  /// What stands in the middle or in bold, and is a name: it is in capitals, or comes back.
  private static func names(_ paragraphs: [Paragraph]) -> Set<String> {
    var counts: [String: Int] = [:]
    for paragraph in paragraphs where paragraph.place == .text {
      let whole = oneLine(paragraph.text)
      if let head = paragraph.boldHead { counts[name(head), default: 0] += 1 }
      let name = name(whole)
      if paragraph.isCentred, isShort(name) { counts[name, default: 0] += 1 }
    }
    return Set(
      counts.filter { name, count in
        count > 1 || !name.contains(where: \.isLowercase) && !name.contains(where: \.isNumber)
      }.keys)
  }

  /// A name without what is added in brackets: `NORA (CONT'D)`.
  fileprivate static func name(_ text: String) -> String {
    guard text.hasSuffix(")"), let end = text.firstIndex(of: "("), end > text.startIndex else {
      return text
    }
    return oneLine(String(text[..<end]))
  }

  /// Whether `text` is as short as a name, and no sentence.
  fileprivate static func isShort(_ text: String) -> Bool {
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
      rows.add(words[0] + (words[0].hasSuffix(":") ? " " : ": ") + words[1])
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
