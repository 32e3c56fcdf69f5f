/// Writes a screenplay as a file of Final Draft (FDX).
///
/// Boneyards have no place there and are left out.
public enum FinalDraftWriter {
  /// The whole file.
  public static func text(of screenplay: Screenplay) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8" standalone="no" ?>
      <FinalDraft DocumentType="Script" Template="No" Version="1">
        <Content>

      """
    var index = 0
    var startsPage = false
    let elements = screenplay.elements
    while index < elements.count {
      let element = elements[index]
      if element.kind == .pageBreak {
        startsPage = true
      } else if element.kind == .character, element.dual == .first {
        let end = endOfPair(elements, index)
        text += "    <Paragraph>\n      <DualDialogue>\n"
        for element in elements[index..<end] where element.kind != .pageBreak {
          text += paragraph(element, indent: "        ")
        }
        text += "      </DualDialogue>\n    </Paragraph>\n"
        index = end - 1
      } else {
        text += paragraph(element, indent: "    ", startsPage: startsPage)
        startsPage = false
      }
      index += 1
    }
    if startsPage { text += "    <Paragraph Type=\"Action\" StartsNewPage=\"Yes\"/>\n" }
    return text + "  </Content>\n" + titlePage(screenplay) + "</FinalDraft>\n"
  }

  /// The index after the speeches that are said together with the one at `start`.
  private static func endOfPair(_ elements: [Element], _ start: Int) -> Int {
    var end = start + 1
    while end < elements.count,
      elements[end].belongsToSpeech || elements[end].dual == .second
    {
      end += 1
    }
    return end
  }

  private static func paragraph(
    _ element: Element, indent: String, startsPage: Bool = false
  ) -> String {
    if element.kind == .dialogue, element.text.isEmpty {
      // An empty line within a speech is a pause; a line's end alone keeps it.
      return "\(indent)<Paragraph Type=\"Dialogue\"><Text>\u{2028}</Text></Paragraph>\n"
    }
    guard element.kind != .boneyard, !element.text.isEmpty else { return "" }
    var attributes = " Type=\"\(type(element))\""
    // A lyric without a name above it is recognized by its centered place.
    let isAlone = element.kind == .lyrics && element.name == nil
    if element.kind == .centered || isAlone { attributes += " Alignment=\"Center\"" }
    if startsPage { attributes += " StartsNewPage=\"Yes\"" }
    if let number = element.sceneNumber { attributes += " Number=\"\(escaped(number))\"" }
    return "\(indent)<Paragraph\(attributes)>\(runs(element))</Paragraph>\n"
  }

  private static func type(_ element: Element) -> String {
    switch element.kind {
    case .sceneHeading: "Scene Heading"
    case .sound: element.name == nil ? "Action" : "Parenthetical"
    case .action, .centered, .boneyard, .pageBreak: "Action"
    case .character: "Character"
    case .parenthetical: "Parenthetical"
    case .dialogue: "Dialogue"
    case .lyrics: "Lyrics"
    case .transition: "Transition"
    case .note: "Note"
    case .section: "Outline \(element.level ?? 1)"
    case .synopsis: "Summary"
    }
  }

  /// The text in stretches of one style.
  private static func runs(_ element: Element) -> String {
    let bytes = Array(element.text.utf8)
    var edges: Set<Int> = [0, bytes.count]
    for run in element.emphasis { edges.formUnion([run.range.lowerBound, run.range.upperBound]) }
    let places = edges.sorted()
    var open: [Emphasis.Run] = []
    var next = 0
    var text = ""
    for (start, end) in zip(places, places.dropFirst()) {
      open.removeAll { $0.range.upperBound <= start }
      while next < element.emphasis.count, element.emphasis[next].range.lowerBound <= start {
        open.append(element.emphasis[next])
        next += 1
      }
      let style = open.reduce(into: Emphasis.Style()) { $0.formUnion($1.style) }
      let names = [(Emphasis.Style.bold, "Bold"), (.italic, "Italic"), (.underline, "Underline")]
        .filter { style.contains($0.0) }.map(\.1)
      let attribute = names.isEmpty ? "" : " Style=\"\(names.joined(separator: "+"))\""
      text +=
        "<Text\(attribute)>\(escaped(String(decoding: bytes[start..<end], as: UTF8.self)))</Text>"
    }
    return text
  }

  /// A title page has no keys; the places of the lines show which is the title and which the author.
  private static func titlePage(_ screenplay: Screenplay) -> String {
    guard !screenplay.titlePage.isEmpty else { return "" }
    var lines: [String] = []
    for key in ["Title", "Credit", "Author"] {
      lines += screenplay.title(key).enumerated().map {
        $0 == 0 && key == "Title" ? $1 : "\(key): \($1)"
      }
    }
    for entry in screenplay.titlePage
    where !["title", "credit", "author"].contains(entry.key.lowercased()) {
      lines += entry.values.map { "\(entry.key): \(Emphasis.stripped(from: $0))" }
    }
    let paragraphs = lines.map {
      "      <Paragraph Alignment=\"Center\"><Text>\(escaped($0))</Text></Paragraph>\n"
    }
    return "  <TitlePage>\n    <Content>\n\(paragraphs.joined())    </Content>\n  </TitlePage>\n"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "\n": escaped.append("\u{2028}")
      // XML has no place for these.
      case _ where scalar.value < 32 && scalar != "\t", "\u{FFFE}", "\u{FFFF}": escaped.append(" ")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
