/// Writes a screenplay as Fountain that means the same when it is read again.
///
/// Text that looks like a mark is escaped; an element that needs a mark gets one.
public enum FountainWriter {
  /// The whole file, its lines ended by `\n`.
  public static func text(of screenplay: Screenplay) -> String {
    var writer = Writer()
    for entry in screenplay.titlePage { writer.add(entry) }
    // Whether a speech goes on after each element, past hidden ones.
    var goesOn = [Bool](repeating: false, count: screenplay.elements.count + 1)
    for (index, element) in screenplay.elements.enumerated().reversed() {
      goesOn[index] =
        element.kind.isKeptFromReaders ? goesOn[index + 1] : element.belongsToSpeech
    }
    for (index, element) in screenplay.elements.enumerated() {
      writer.add(element, speaks: goesOn[index + 1])
    }
    return writer.text
  }

  private struct Writer {
    var text = ""
    /// Whether the last element belongs to a speech that may go on.
    private var isInSpeech = false
    private var isTitle = false

    mutating func add(_ entry: Screenplay.TitleEntry) {
      isTitle = true
      guard entry.values.count != 1 else {
        text += "\(entry.key): \(entry.values[0])\n"
        return
      }
      text += "\(entry.key):\n"
      for value in entry.values { text += "    \(value)\n" }
    }

    mutating func add(_ element: Element, speaks: Bool) {
      switch element.kind {
      case .character:
        // A name without a speech below would not be read as one.
        startParagraph()
        text += cue(element) + "\n"
        isInSpeech = true
      case .sound where element.name == nil:
        startParagraph()
        text += FountainWriter.marked(element) + "\n"
      case .parenthetical, .dialogue, .lyrics, .sound:
        if !isInSpeech || element.name == nil { startParagraph() }
        isInSpeech = element.name != nil
        text += spoken(element) + "\n"
      case .note, .boneyard, .pageBreak:
        if !(isInSpeech && (speaks || element.kind != .pageBreak)) { startParagraph() }
        text += kept(element) + "\n"
      default:
        startParagraph()
        text += paragraph(element) + "\n"
      }
    }

    private mutating func startParagraph() {
      if !text.isEmpty { text += "\n" }
      isInSpeech = false
    }

    private func kept(_ element: Element) -> String {
      switch element.kind {
      case .pageBreak: "==="
      case .boneyard: "/*\(element.text.isEmpty ? "" : " \(element.text) ")*/"
      // The marks of other programs keep their own brackets.
      case _ where FountainWriter.isMark(element.text):
        element.text
      default: "[[\(FountainWriter.withSpacedLines(element.text))]]"
      }
    }

    private func cue(_ element: Element) -> String {
      let plain = FountainWriter.marked(element)
      let isNatural = CharacterCue(
        Array(plain.utf8)[...], endsInSpaces: false, rules: .exact)
      let natural =
        isNatural?.name == element.name
        && Heading(Array(plain.utf8)[...], isFirst: true, rules: .exact) == nil
        && !"#=>~!.@".contains(plain.first ?? " ")
      return (element.isForced || !natural ? "@" : "") + plain
        + (element.dual == .second ? " ^" : "")
    }

    private func spoken(_ element: Element) -> String {
      if element.kind == .dialogue, element.text.isEmpty { return "  " }
      if element.kind == .lyrics { return "~" + FountainWriter.marked(element) }
      let lines = FountainWriter.marked(element)
      guard element.kind == .dialogue else { return lines }
      // A line of dialogue begins like one.
      guard let first = lines.utf8.first, "~!#=(".utf8.contains(first) else { return lines }
      if first == UInt8(ascii: "("), Bracket(opening: lines) == nil { return lines }
      return "\\" + lines
    }

    private func paragraph(_ element: Element) -> String {
      let words = FountainWriter.marked(element)
      switch element.kind {
      case .sceneHeading:
        let number = element.sceneNumber.map { " #\($0)#" } ?? ""
        let isNatural =
          Heading(Array(words.utf8)[...], isFirst: true, rules: .exact).map { !$0.isForced }
          ?? false
        return (element.isForced || !isNatural ? "." : "") + words + number
      case .transition:
        let bytes = Array(words.utf8)[...]
        let isNatural =
          (bytes.ends(with: "TO:") && bytes.isCapital) || TransitionWords.isTransition(words)
        return (element.isForced || !isNatural ? "> " : "") + words
      case .centered: return "> \(words) <"
      case .section: return String(repeating: "#", count: max(1, element.level ?? 1)) + " " + words
      case .synopsis: return "= " + words
      default: return action(element, words)
      }
    }

    /// Marked with `!` where its lines would be taken for anything else.
    private func action(_ element: Element, _ words: String) -> String {
      if element.isForced {
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
        return "!" + ([String(lines[0])] + lines.dropFirst().map(escaped)).joined(separator: "\n")
      }
      // A title of the screen is recognized by its label when read again.
      if element.label != nil { return words }
      let lines = words.split(separator: "\n", omittingEmptySubsequences: false).map(escaped)
      let first = Array(lines[0].utf8)[...].withoutBlanks
      let isPlain =
        first.after("@") == nil && !first.ends(with: " >")
        && Heading(first, isFirst: true, rules: .exact) == nil
        && !(first.ends(with: "TO:") && first.isCapital)
        && (lines.count == 1
          || CharacterCue(first, endsInSpaces: false, rules: .exact) == nil)
      return (isPlain ? "" : "!") + lines.joined(separator: "\n")
    }

    /// A line whose beginning is not a mark.
    private func escaped(_ line: Substring) -> String {
      let indent = line.utf8.prefix { $0 == .space }.count
      guard let first = line.utf8.dropFirst(indent).first, "#=>~!".utf8.contains(first) else {
        return String(line)
      }
      return String(line.prefix(indent)) + "\\" + line.dropFirst(indent)
    }
  }

  /// Whether a note is a mark of another program, as `{{PAGENUMBER: 1}}` and `[22~]` are.
  static func isMark(_ text: String) -> Bool {
    if text.hasPrefix("{{"), text.hasSuffix("}}") {
      let inner = text.utf8.dropFirst(2).dropLast(2)
      return !inner.contains { $0 == UInt8(ascii: "}") || $0.isLineEnd }
    }
    return text.hasPrefix("[") && text.utf8.count > 3 && text.hasSuffix("~]")
      && text.utf8.dropFirst().dropLast(2).allSatisfy { (0x30...0x39).contains($0) }
  }

  /// A note's empty lines hold two spaces, so that they do not end it.
  private static func withSpacedLines(_ text: String) -> String {
    guard text.contains("\n") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        line.utf8.allSatisfy(\.isBlank) && line.utf8.count < 2 ? "  " : String(line)
      }.joined(separator: "\n")
  }

  /// The text with its marks of emphasis, and what only looks like a mark escaped.
  static func marked(_ element: Element) -> String {
    let bytes = Array(element.text.utf8)
    let special: Set<UInt8> = [0x2A, 0x5F, 0x5C, 0x5B, 0x2F, 0x7B]  // * _ \ [ / {
    guard !element.emphasis.isEmpty || bytes.contains(where: special.contains) else {
      return element.text
    }
    var opens: [Int: [String]] = [:]
    var closes: [Int: [String]] = [:]
    for run in element.emphasis {
      for piece in pieces(of: run, in: bytes) {
        opens[piece.lowerBound, default: []].append(mark(run.style))
        closes[piece.upperBound, default: []].insert(mark(run.style, closes: true), at: 0)
      }
    }
    var marked: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      for mark in closes[index] ?? [] { marked += mark.utf8 }
      for mark in opens[index] ?? [] { marked += mark.utf8 }
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch byte {
      case 0x2A, 0x5F: marked += [0x5C, byte]
      case 0x5C
      where (0x21...0x2F).contains(next) || (0x3A...0x40).contains(next)
        || (0x5B...0x60).contains(next) || (0x7B...0x7E).contains(next)
        || opens[index + 1] != nil || closes[index + 1] != nil:
        marked += [0x5C, byte]
      case 0x2F where opens[index + 1] != nil || closes[index + 1] != nil: marked += [0x5C, byte]
      case 0x5B where next == 0x5B || (0x30...0x39).contains(next), 0x7B where next == byte:
        marked += [0x5C, byte]
      default: marked.append(byte)
      }
    }
    for mark in closes[bytes.count] ?? [] { marked += mark.utf8 }
    return String(decoding: marked, as: UTF8.self)
  }

  private static func mark(_ style: Emphasis.Style, closes: Bool = false) -> String {
    let stars = String(
      repeating: "*", count: (style.contains(.italic) ? 1 : 0) + (style.contains(.bold) ? 2 : 0))
    guard style.contains(.underline) else { return stars }
    return closes ? stars + "_" : "_" + stars
  }

  /// A run a line, without blanks at its ends: marks touch what they mark.
  private static func pieces(of run: Emphasis.Run, in bytes: [UInt8]) -> [Range<Int>] {
    bytes[run.range].split(separator: .lineFeed).compactMap {
      let words = $0.withoutBlanks
      return words.isEmpty ? nil : words.startIndex..<words.endIndex
    }
  }
}
