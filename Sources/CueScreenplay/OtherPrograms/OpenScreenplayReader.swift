/// Reads the Open Screenplay Format, which Fade In keeps in its files as `document.xml`.
struct OpenScreenplayReader {
  private let document: FinalDraftDocument
  private var screenplay = Screenplay(.finalDraft)
  private var names: [String] = []
  private var attribute = ""
  private var style = ""
  private var text = ""
  private var start = 0
  private var speaker: String?
  private var titleLines: [String] = []

  /// Whether it is XML of that format.
  static func opens(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(2048), as: UTF8.self)
    return start.contains("<document") && start.contains("Open Screenplay Format")
  }

  /// The screenplay in these bytes.
  static func read(_ bytes: [UInt8]) throws(ScriptError) -> Screenplay {
    var reader = OpenScreenplayReader(document: try FinalDraftDocument(bytes))
    reader.read()
    if let line = reader.document.brokenOffLine {
      reader.screenplay.warnings.append(.init(line: line, doubt: .brokenOff))
    }
    if let title = reader.titleLines.first { reader.screenplay.addTitle("Title", [title]) }
    guard !reader.screenplay.elements.isEmpty || !reader.screenplay.titlePage.isEmpty else {
      throw reader.document.fault ?? .empty
    }
    return reader.screenplay
  }

  private init(document: FinalDraftDocument) { self.document = document }

  private mutating func read() {
    for event in document.events {
      switch event.kind {
      case .open:
        names.append(document.text(event))
        if names.last == "para" {
          style = ""
          text = ""
          start = event.range.lowerBound
        }
      case .name: attribute = document.text(event)
      case .value: take(document.text(event))
      case .text:
        if names.last == "text", names.contains("para") { text += document.text(event) }
      case .close:
        if names.popLast() == "para" { end(event.range.upperBound) }
      }
    }
  }

  private mutating func take(_ value: String) {
    switch (names.last, attribute) {
    case ("style", "basestylename"), ("style", "basestyle"), ("style", "name"):
      if names.dropLast().last == "para" { style = value }
    case ("info", "title"):
      if !value.isEmpty { titleLines.insert(value, at: 0) }
    default: break
    }
  }

  private mutating func end(_ end: Int) {
    let words = String(trimmed(text.split { $0.isNewline }.joined(separator: "\n")[...]))
    guard !words.isEmpty else { return }
    if names.contains("titlepage") {
      titleLines.append(words)
      return
    }
    guard let kind = OpenScreenplayReader.kind(style) else { return }
    screenplay.add(kind, words, start..<end, speaker: &speaker)
  }

  /// The kind of a paragraph by the name of its style; nil if it does not belong to the script.
  private static func kind(_ style: String) -> Element.Kind? {
    switch style.lowercased() {
    case "scene heading": .sceneHeading
    case "character": .character
    case "parenthetical": .parenthetical
    case "dialogue": .dialogue
    case "transition": .transition
    case "lyrics", "singing": .lyrics
    case "cast list", "synopsis": .synopsis
    case "act", "new act", "sequence": .section
    case "note": .note
    default: .action
    }
  }
}
