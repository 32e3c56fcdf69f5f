/// Writes a screenplay as a printed page has it: cues, parentheticals and dialogue in their columns.
///
/// Leaves out what is for the writer only.
public enum PlainTextWriter {
  private static let columns: [Element.Kind: (indent: Int, width: Int)] = [
    .dialogue: (10, 35), .lyrics: (10, 35), .parenthetical: (16, 25),
  ]
  private static let width = 60

  /// The whole file, its lines ended by `\n`.
  public static func text(of screenplay: Screenplay) -> String {
    var text = ""
    for key in ["title", "credit", "author", "authors", "source", "draft date", "contact"] {
      for line in screenplay.title(key) { text += centered(line) + "\n" }
    }
    for element in screenplay.elements {
      switch element.kind {
      case .note, .boneyard, .section, .synopsis, .pageBreak: continue
      case .parenthetical, .dialogue, .lyrics, .sound: if element.name == nil { text += "\n" }
      default: if !text.isEmpty { text += "\n" }
      }
      text += lines(of: element).joined(separator: "\n") + "\n"
    }
    return text
  }

  private static func lines(of element: Element) -> [String] {
    switch element.kind {
    case .sceneHeading:
      guard let number = element.sceneNumber else { return wrapped(element.text, 0, width) }
      return wrapped("\(number)  \(element.text)  \(number)", 0, width)
    case .transition:
      let blanks = max(0, width - element.text.count)
      return [String(repeating: " ", count: blanks) + element.text]
    case .centered: return [centered(element.text)]
    case .character: return wrapped(element.text.uppercased(), 22, 38)
    default:
      let kind: Element.Kind =
        element.kind == .sound && element.name != nil ? .parenthetical : element.kind
      let (indent, width) = columns[kind] ?? (0, width)
      return element.text.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { wrapped(String($0), indent, width) }
    }
  }

  private static func centered(_ line: String) -> String {
    String(repeating: " ", count: max(0, (width - line.count) / 2)) + line
  }

  /// Lines of at most `width` letters; a longer word has one of its own.
  private static func wrapped(_ text: String, _ indent: Int, _ width: Int) -> [String] {
    let margin = String(repeating: " ", count: indent + text.prefix { $0 == " " }.count)
    var lines: [String] = []
    var line = ""
    var count = 0
    for word in text.split(separator: " ") {
      let length = word.count
      if count > 0, count + 1 + length > width {
        lines.append(margin + line)
        (line, count) = ("", 0)
      }
      if count > 0 { line += " " }
      line += word
      count += length + (count > 0 ? 1 : 0)
    }
    lines.append(line.isEmpty ? "" : margin + line)
    return lines
  }
}
