import CueSystem

/// Reads the files of Trelby: each line begins with a sign for how it ends and one for its type.
enum TrelbyReader {
  /// Whether a file begins like one of Trelby's.
  static func opens(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard start.starts(with: "#Version ".utf8) else { return false }
    return String(decoding: start.prefix(65_536), as: UTF8.self).contains("\n#")
  }

  /// The screenplay in `source`.
  static func read(_ source: SourceText) -> Screenplay {
    var reader = Reader()
    let bytes = source.utf8
    var start = 0
    for index in 0...bytes.count where index == bytes.count || bytes[index] == .lineFeed {
      var line = bytes[start..<index]
      if line.last == .carriageReturn { line = line.dropLast() }
      reader.take(line, at: start..<start + line.count)
      start = index + 1
    }
    reader.flush()
    reader.screenplay.encoding = source.encoding
    return reader.screenplay
  }

  private struct Reader {
    var screenplay = Screenplay(.plainText)
    /// The section of settings that is open: `#Begin-…`.
    private var section: String?
    private var gathered: (kind: Element.Kind, text: String, range: Range<Int>)?
    private var speaker: String?

    mutating func take(_ line: ArraySlice<UInt8>, at range: Range<Int>) {
      let text = String(decoding: line, as: UTF8.self)
      if let name = section {
        if text.hasPrefix("#End-") { section = nil }
        if name == "#Begin-Title-String" || name == "#Begin-Titles" || name == "#Begin-Title-Page" {
          takeTitle(text)
        }
        return
      }
      if text.hasPrefix("#Begin-") {
        section = text.split(separator: " ").first.map(String.init) ?? text
        return
      }
      if text.hasPrefix("#") || text.hasPrefix("\u{feff}#") {
        if text.hasPrefix("#Title-String") { takeTitle(text) }
        return
      }
      guard line.count >= 2, let end = line.first, let sign = line.dropFirst().first,
        ">+&|.".utf8.contains(end), let kind = Reader.kind(sign)
      else { return }
      let words = String(decoding: line.dropFirst(2), as: UTF8.self)
      if let open = gathered?.range, gathered?.kind == kind {
        // In place: a paragraph may have as many lines as a file.
        gathered?.text += words
        gathered?.range = open.lowerBound..<range.upperBound
      } else {
        flush()
        gathered = (kind, words, range)
      }
      switch end {
      case UInt8(ascii: ">"): gathered?.text += " "
      case UInt8(ascii: "+"): gathered?.text += "  "
      case UInt8(ascii: "|"): gathered?.text += "\n"
      case UInt8(ascii: "."): flush()
      default: break
      }
    }

    /// `key:value` lists hold the strings of a title page as `x,y,size,font,flags,text`; the text is what counts.
    private mutating func takeTitle(_ text: String) {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count > 5, screenplay.titlePage.isEmpty else { return }
      // The text may have commas itself.
      let words = parts[5...].joined(separator: ",")
      let title = words.split(separator: "\\").first.map(String.init) ?? words
      if !title.isEmpty { screenplay.addTitle("Title", [title]) }
    }

    private static func kind(_ sign: UInt8) -> Element.Kind? {
      switch sign {
      case UInt8(ascii: "\\"): .sceneHeading
      case UInt8(ascii: "."), UInt8(ascii: "="): .action
      case UInt8(ascii: "_"): .character
      case UInt8(ascii: ":"): .dialogue
      case UInt8(ascii: "("): .parenthetical
      case UInt8(ascii: "/"): .transition
      case UInt8(ascii: "@"): .section
      case UInt8(ascii: "%"): .note
      default: nil
      }
    }

    mutating func flush() {
      guard let (kind, text, range) = gathered else { return }
      gathered = nil
      let words = String(trimmed(text.split(separator: "\n").joined(separator: "\n")[...]))
      guard !words.isEmpty else { return }
      screenplay.add(kind, words, range, speaker: &speaker)
    }
  }
}

extension Screenplay {
  /// Adds a paragraph of another program's file, and keeps the speaker.
  mutating func add(
    _ kind: Element.Kind, _ text: String, _ range: Range<Int>, speaker: inout String?
  ) {
    var element = Element(kind, text, range: range)
    switch kind {
    case .character:
      let cue = CharacterCue(anyCase: text)
      (element.text, element.name, element.extensions) = (cue.text, cue.name, cue.extensions)
      speaker = cue.name
    case .parenthetical:
      element.text = (text.hasPrefix("(") ? "" : "(") + text + (text.hasSuffix(")") ? "" : ")")
      element.name = speaker
    case .dialogue, .lyrics: element.name = speaker
    case .section:
      element.level = 1
      speaker = nil
    case .note: break
    default: speaker = nil
    }
    elements.append(element)
  }
}
