/// Reads the files of Final Draft (FDX) into elements.
///
/// The script is what paragraphs of `FinalDraft/Content` have as text of their own: notes, summaries and
/// beats within a paragraph are about the script. A pair of speeches stands in a `DualDialogue`.
struct FinalDraftReader {
  private let document: FinalDraftDocument
  private var screenplay = Screenplay(.finalDraft)
  /// The elements that are open, by what they mean.
  private var path: [Place] = []
  private var paragraph: Paragraph?
  private var attribute = ""
  private var speaker: String?
  private var titleLines: [String] = []
  /// How many cues the open pair has had; nil outside of pairs.
  private var cuesOfPair: Int?
  private var strangeTypes: Set<String> = []
  /// The line and the type of each element's paragraph.
  private var lines: [Int] = []
  private var types: [String] = []

  /// The role of an XML element.
  private enum Place {
    case root, content, titlePage, titleContent, dual, paragraph, text, other
  }

  /// A paragraph while it is read.
  fileprivate struct Paragraph {
    var type = ""
    var number: String?
    var isCentered = false
    var startsPage = false
    var style: Emphasis.Style = []
    var text: [UInt8] = []
    var runs: [Emphasis.Run] = []
    let start: Int
    let line: Int
    let isOfTitle: Bool
  }

  /// The screenplay in the file of these bytes.
  static func read(_ bytes: [UInt8]) throws(ScriptError) -> Screenplay {
    var reader = FinalDraftReader(document: try FinalDraftDocument(bytes))
    try reader.read()
    reader.repairCues()
    if let line = reader.document.brokenOffLine {
      reader.screenplay.warnings.insert(.init(line: line, doubt: .brokenOff), at: 0)
    }
    reader.readTitle()
    guard !reader.screenplay.elements.isEmpty || !reader.screenplay.titlePage.isEmpty else {
      if let fault = reader.document.fault { throw fault }
      throw .empty
    }
    return reader.screenplay
  }

  private init(document: FinalDraftDocument) { self.document = document }

  private mutating func read() throws(ScriptError) {
    for event in document.events {
      switch event.kind {
      case .open: try open(event)
      case .name: attribute = document.text(event)
      case .value: take(attribute, event)
      case .text:
        if path.last == .text { takeText(event) }
      case .close:
        guard let place = path.popLast() else { continue }
        if place == .dual { cuesOfPair = nil }
        // A paragraph that wraps a pair has no text of its own.
        if place == .paragraph, let done = paragraph {
          paragraph = nil
          add(done, end: event.range.upperBound)
        }
      }
    }
    // A file that breaks off ends in a paragraph.
    if let last = paragraph, let end = document.events.last?.range.upperBound, !last.text.isEmpty {
      paragraph = nil
      add(last, end: end)
    }
  }

  private mutating func open(_ event: FinalDraftDocument.Event) throws(ScriptError) {
    func named(_ name: StaticString) -> Bool { document.text(event, is: name) }
    let place: Place
    switch path.last {
    case nil:
      guard named("FinalDraft") else {
        throw .notFinalDraft(line: event.line, .otherElement(document.text(event)))
      }
      place = .root
    case .root: place = named("Content") ? .content : named("TitlePage") ? .titlePage : .other
    case .titlePage: place = named("Content") ? .titleContent : .other
    case .content, .dual, .titleContent:
      place = named("Paragraph") ? .paragraph : named("DualDialogue") ? .dual : .other
    case .paragraph: place = named("Text") ? .text : named("DualDialogue") ? .dual : .other
    case .text, .other: place = .other
    }
    path.append(place)
    if place == .paragraph {
      paragraph = Paragraph(
        start: event.range.lowerBound, line: event.line, isOfTitle: path.contains(.titleContent))
    } else if place == .dual {
      paragraph = nil
      cuesOfPair = 0
    } else if place == .text {
      paragraph?.style = []
    }
  }

  private mutating func take(_ name: String, _ event: FinalDraftDocument.Event) {
    switch (path.last, name) {
    case (.paragraph, "Type"): paragraph?.type = document.text(event)
    case (.paragraph, "Number"): paragraph?.number = document.text(event)
    case (.paragraph, "Alignment"): paragraph?.isCentered = document.text(event, is: "Center")
    case (.paragraph, "StartsNewPage"): paragraph?.startsPage = document.text(event, is: "Yes")
    case (.text, "Style"):
      var style: Emphasis.Style = []
      for part in document.text(event).split(separator: "+") {
        switch part {
        case "Bold": style.insert(.bold)
        case "Italic": style.insert(.italic)
        case "Underline": style.insert(.underline)
        default: break  // AllCaps changes the look, not the spelling
        }
      }
      paragraph?.style = style
    default: break
    }
  }

  /// Adds to the paragraph.
  private mutating func takeText(_ event: FinalDraftDocument.Event) {
    paragraph?.take(document.bytes(event))
  }

  private mutating func add(_ paragraph: Paragraph, end: Int) {
    let (text, runs) = paragraph.words
    if paragraph.isOfTitle {
      if !text.isEmpty { titleLines.append(text) }
      return
    }
    let range = paragraph.start..<end
    if paragraph.startsPage {
      screenplay.elements.append(Element(.pageBreak, "", range: paragraph.start..<paragraph.start))
      lines.append(paragraph.line)
      types.append("")
    }
    if text.isEmpty, paragraph.type == "Dialogue", speaker != nil, paragraph.holdsLineEnd {
      var pause = Element(.dialogue, "", range: range)
      pause.name = speaker
      lines.append(paragraph.line)
      types.append(paragraph.type)
      return screenplay.elements.append(pause)
    }
    guard !text.isEmpty else { return }
    let kind = kind(of: paragraph)
    if kind != .sceneHeading, kind != .dialogue,
      PageFurniture.isLeftBehind(text, number: true) || text.uppercased() == "(MORE)"
    {
      leaveOut(paragraph.line)
      return
    }
    if kind == .dialogue, PageFurniture.isLeftBehind(text, number: false) {
      return leaveOut(paragraph.line)
    }
    lines.append(paragraph.line)
    types.append(paragraph.type)
    var element = Element(kind, text, range: range)
    element.emphasis = runs
    switch kind {
    case .sceneHeading:
      element.sceneNumber = paragraph.number.flatMap { $0.isEmpty ? nil : $0 }
    case .section: element.level = Self.level(paragraph.type)
    case .character:
      let cue = CharacterCue(anyCase: text)
      (element.text, element.name, element.extensions) = (cue.text, cue.name, cue.extensions)
      element.emphasis = []
      if let count = cuesOfPair {
        element.dual = count == 0 ? .first : .second
        cuesOfPair = count + 1
      }
    case .parenthetical where !text.hasPrefix("("): element.text = "(\(text))"
    default: break
    }
    switch kind {
    case .lyrics where paragraph.isCentered: speaker = nil
    case .parenthetical, .dialogue, .lyrics: element.name = speaker
    case .note: break
    default: speaker = element.name
    }
    screenplay.elements.append(element)
  }

  private mutating func leaveOut(_ line: Int) {
    screenplay.reading.leftOut.append(.init(.pageFurniture, line...line))
  }

  /// Converts names typed as action right above dialogue into cues, and reports dialogue that still has no name.
  private mutating func repairCues() {
    var known: Set<String> = []
    for element in screenplay.elements where element.kind == .character {
      if let name = element.name { known.insert(CharacterName.identity(of: name)) }
    }
    for index in screenplay.elements.indices {
      let element = screenplay.elements[index]
      if element.kind == .action, let next = orphan(after: index),
        let cue = cue(of: element, among: known)
      {
        var mended = Element(.character, cue.text, range: element.range)
        mended.name = cue.name
        mended.extensions = cue.extensions
        screenplay.elements[index] = mended
        screenplay.reading.repairs.append(
          .init(line: lines[index], .cueTypedAs(types[index], name: cue.name)))
        var place = next
        while place < screenplay.elements.count, screenplay.elements[place].isOfSpeech {
          if screenplay.elements[place].kind.isSpoken { screenplay.elements[place].name = cue.name }
          place += 1
        }
      } else if element.kind == .dialogue, element.name == nil {
        warn(lines[index], .speechWithoutName)
      }
    }
  }

  /// The first paragraph of a speech without a name after `index`.
  private func orphan(after index: Int) -> Int? {
    var next = index + 1
    while next < screenplay.elements.count,
      [.note, .pageBreak].contains(screenplay.elements[next].kind)
    { next += 1 }
    guard next < screenplay.elements.count, screenplay.elements[next].kind.isSpoken,
      screenplay.elements[next].name == nil
    else { return nil }
    return next
  }

  /// The cue that a paragraph of action is: a known name, or one in capitals.
  private func cue(of element: Element, among known: Set<String>) -> CharacterCue? {
    guard !element.text.contains("\n"), element.text.utf8.count <= 80 else { return nil }
    let cue = CharacterCue(anyCase: element.text)
    if known.contains(CharacterName.identity(of: cue.name)) { return cue }
    let bytes = Array(element.text.utf8)
    return CharacterCue(bytes[...], endsInSpaces: false, rules: .stretched)
  }

  private mutating func kind(of paragraph: Paragraph) -> Element.Kind {
    switch paragraph.type {
    case "Scene Heading": return .sceneHeading
    case "Cast List":
      // Lists the characters of the scene; it is not read aloud.
      return .synopsis
    case "Action", "General", "Shot", "":
      return paragraph.isCentered ? .centered : .action
    case "Character": return .character
    case "Parenthetical": return .parenthetical
    case "Dialogue": return .dialogue
    case "Transition": return .transition
    case "Singing", "Lyrics": return .lyrics
    case "New Act": return .section
    case "End of Act": return .centered
    case "Note": return .note
    case "Summary", "Synopsis", "Outline Body": return .synopsis
    default:
      if paragraph.type.hasPrefix("Outline") { return .section }
      if strangeTypes.count < 20, strangeTypes.insert(paragraph.type).inserted {
        warn(paragraph.line, .unknownParagraph(paragraph.type))
      }
      return .action
    }
  }

  /// The number in "Outline 2 (Sequences)".
  private static func level(_ type: String) -> Int {
    max(1, Int(type.drop { !$0.isWholeNumber }.prefix { $0.isWholeNumber }.prefix(2)) ?? 1)
  }

  private mutating func warn(_ line: Int, _ doubt: Screenplay.Warning.Doubt) {
    if screenplay.warnings.count < 20 {
      screenplay.warnings.append(.init(line: line, doubt: doubt))
    }
  }

  /// `Draft note` of `Draft note: the second`: a key that a title page of Fountain had.
  private static func isKeyLike(_ key: String) -> Bool {
    (1...24).contains(key.count) && key.split(separator: " ").count <= 3
      && key.allSatisfy { $0.isLetter || $0 == " " }
  }

  /// A title page has no keys: the first line is the title, then comes the author.
  private mutating func readTitle() {
    var wantsAuthor = false
    for (index, line) in titleLines.enumerated() {
      let colon = line.firstIndex(of: ":") ?? line.startIndex
      let key = String(line[..<colon])
      if TitlePage.isKnown(key) || (index > 0 && Self.isKeyLike(key)) {
        screenplay.addTitle(key, [String(trimmed(line[colon...].dropFirst()))])
      } else if index == 0 {
        screenplay.addTitle("Title", [line])
      } else if line.split(separator: " ").count <= 4,
        line.lowercased().split(separator: " ").contains("by")
      {
        screenplay.addTitle("Credit", [line])
        wantsAuthor = true
      } else if wantsAuthor {
        screenplay.addTitle("Author", [line])
        wantsAuthor = false
      } else {
        screenplay.addTitle("Contact", [line])
      }
    }
  }
}

extension Element {
  /// Whether it may belong to a speech that has no name yet.
  fileprivate var isOfSpeech: Bool {
    kind.isSpoken && name == nil || kind == .note || kind == .pageBreak
  }
}

extension Element.Kind {
  fileprivate var isSpoken: Bool { self == .dialogue || self == .parenthetical || self == .lyrics }
}

extension FinalDraftReader.Paragraph {
  /// Adds text in the style that is set.
  fileprivate mutating func take(_ more: ArraySlice<UInt8>) {
    let start = text.count
    text += more
    guard !style.isEmpty, !more.isEmpty else { return }
    if let last = runs.last, last.style == style, last.range.upperBound == start {
      runs[runs.count - 1].range = last.range.lowerBound..<text.count
    } else {
      runs.append(.init(range: start..<text.count, style: style))
    }
  }

  /// Whether it has a line break, U+2028: an empty line is a pause in a speech.
  fileprivate var holdsLineEnd: Bool {
    text.indices.dropLast(2).contains {
      text[$0] == 0xE2 && text[$0 + 1] == 0x80 && text[$0 + 2] == 0xA8
    }
  }

  /// The text as the page has it, and what is emphasized in it.
  ///
  /// White space around a line's end is the file's layout, and one space.
  fileprivate var words: (text: String, runs: [Emphasis.Run]) {
    var kept: [UInt8] = []
    var places: [Int] = []
    kept.reserveCapacity(text.count)
    if !runs.isEmpty { places.reserveCapacity(text.count + 1) }
    var index = 0
    func place(_ count: Int, upTo end: Int) {
      if !runs.isEmpty { while places.count < end { places.append(count) } }
    }
    while index < text.count {
      let byte = text[index]
      if byte.isBlank || byte.isLineEnd {
        var end = index
        var isLayout = false
        while end < text.count, text[end].isBlank || text[end].isLineEnd {
          isLayout = isLayout || text[end].isLineEnd
          end += 1
        }
        if isLayout {
          if !kept.isEmpty, end < text.count { kept.append(.space) }
          place(kept.count, upTo: end)
          index = end
          continue
        }
        place(kept.count, upTo: index + 1)
        kept.append(byte == .tab ? .space : byte)
        index += 1
      } else if byte == 0xE2, index + 2 < text.count, text[index + 1] == 0x80,
        text[index + 2] == 0xA8
      {
        place(kept.count, upTo: index + 3)
        kept.append(.lineFeed)  // U+2028, a line's end within a paragraph
        index += 3
      } else {
        place(kept.count, upTo: index + 1)
        kept.append(byte)
        index += 1
      }
    }
    while let last = kept.last, last.isBlank { kept.removeLast() }
    place(kept.count, upTo: text.count + 1)
    var found: [Emphasis.Run] = []
    for run in runs {
      let range =
        min(
          places[run.range.lowerBound], kept.count)..<min(
          places[run.range.upperBound], kept.count)
      if !range.isEmpty { found.append(.init(range: range, style: run.style)) }
    }
    if !kept.contains(where: { !$0.isBlank && !$0.isLineEnd }) { return ("", []) }
    return (String(decoding: kept, as: UTF8.self), found)
  }
}
