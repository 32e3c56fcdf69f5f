import CueAudio
import CueScreenplay
import CueSystem
import CueText
import Glibc

/// A page that plays a recording and shows what is said, word by word: one file that asks the network for nothing.
///
/// The sound is in the page where it is small enough, else beside it. All text is in the page as such, so that it can be read
/// without sound and without its script.
struct ReadAlongPage {
  let title: String
  let author: String
  let language: String
  let screenplay: Screenplay
  let draft: RecordingDraft

  /// Writes the page; the sound is at `soundPath`, and stays there where it is too large.
  ///
  /// Answers whether the sound is in the page.
  func write(to path: String, _ items: [TimedItem], soundPath: String) throws -> Bool {
    let file = try TextFile(path)
    let descriptor = unsafe open(soundPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SoundFileError(soundPath, .soundIsGone)
    }
    defer { _ = close(descriptor) }
    let isInside = lseek(descriptor, 0, SEEK_END) <= off_t(draft.settings.mostSoundBytesInPage)
    try file.append(head(isInside: isInside))
    try appendText(items, to: file)
    try file.append(PageParts.player)
    try file.append("<audio id=\"sound\" preload=\"auto\" src=\"")
    if isInside {
      try file.append("data:\(ReadAlongPage.type(of: soundPath));base64,")
      lseek(descriptor, 0, SEEK_SET)
      var block = [UInt8](repeating: 0, count: 3 << 18)
      while true {
        var count = 0
        while count < block.count {
          let some = unsafe block[count...].withUnsafeMutableBytes {
            unsafe read(descriptor, $0.baseAddress, $0.count)
          }
          if some <= 0 { break }
          count += some
        }
        guard count > 0 else { break }
        try file.append(Base64.text(of: block[..<count]))
      }
    } else {
      try file.append(ReadAlongPage.address(of: FileNames.last(soundPath)))
    }
    try file.append("\"></audio>\n<script type=\"application/json\" id=\"times\">")
    try file.append(times(items))
    try file.append("</script>\n<script>\n" + PageParts.script + "</script>\n</body>\n</html>\n")
    try file.finish()
    return isInside
  }

  private func head(isInside: Bool) -> String {
    let media = isInside ? "data:" : "'self' file:"
    let name = title.isEmpty ? "Recording" : title
    var head = """
      <!DOCTYPE html>
      <html lang="\(HTML.escaped(language))">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      script-src 'unsafe-inline'; media-src \(media)">
      <meta name="color-scheme" content="light dark">
      <title>\(HTML.escaped(name))</title>
      <style>
      \(PageParts.style)</style>
      </head>
      <body>
      <header>
      <h1>\(HTML.escaped(name))</h1>

      """
    if !author.isEmpty { head += "<p class=\"by\">\(HTML.escaped(author))</p>\n" }
    return head
  }

  // The text.

  /// Scene by scene: a list of them, then a section of lines for each.
  private func appendText(_ items: [TimedItem], to file: TextFile) throws {
    let scenes = draft.timeline.scenes
    var known: [String: Screenplay.SceneElements] = [:]
    for scene in screenplay.scenes { known[scene.id] = scene }
    let titles = scenes.map { scene in
      let heading = known[scene.id]?.heading ?? ""
      return heading.isEmpty ? "Opening" : heading
    }
    var list = "<nav aria-label=\"Scenes\">\n<details>\n<summary>Scenes</summary>\n<ol>\n"
    for (index, title) in titles.enumerated() {
      list += "<li><a href=\"#scene\(index + 1)\">\(HTML.escaped(title))</a></li>\n"
    }
    try file.append(
      list + "</ol>\n</details>\n" + PageParts.keys + "</nav>\n</header>\n<main id=\"text\">\n")
    try file.append(
      "<p id=\"how\" class=\"unseen\">Enter or Space plays from this word. "
        + "Arrow keys move from word to word and from line to line.</p>\n")
    var next = 0
    var isFirstWord = true
    /// The element up to which all that is not said has been shown.
    var shown = 0
    for (index, scene) in scenes.enumerated() {
      let name = "scene\(index + 1)"
      var section = "<section id=\"\(name)\" aria-labelledby=\"\(name)h\">\n"
      let isHeading =
        next < items.count
        && draft.items[items[next].place].item.sourceKind == .sceneHeading
        && scene.items.contains(items[next].place)
      if isHeading {
        let words = words(of: items[next], &isFirstWord)
        section += "<h2 class=\"line\" id=\"\(name)h\">\(words)</h2>\n"
        shown = draft.items[items[next].place].item.elements.upperBound
        next += 1
      } else {
        section += "<h2 id=\"\(name)h\">\(HTML.escaped(titles[index]))</h2>\n"
        if next < items.count, scene.items.contains(items[next].place) {
          let first = draft.items[items[next].place].item.elements.lowerBound
          shown = max(shown, start(ofSceneWith: first))
        }
      }
      while next < items.count, scene.items.contains(items[next].place) {
        let item = items[next]
        let elements = draft.items[item.place].item.elements
        section += unsaid(shown, elements.lowerBound)
        shown = max(shown, elements.upperBound)
        section += item.isOfCharacter ? "<p class=\"line speech\">" : "<p class=\"line\">"
        if item.isOfCharacter {
          section += "<span class=\"who\">\(HTML.escaped(item.speaker))</span> "
        }
        section += words(of: item, &isFirstWord) + "</p>\n"
        next += 1
      }
      let rest = screenplay.elements[shown...].firstIndex { $0.kind == .sceneHeading }
      section += unsaid(shown, rest ?? screenplay.elements.count)
      shown = max(shown, rest ?? screenplay.elements.count)
      try file.append(section + "</section>\n")
    }
    try file.append("</main>\n")
  }

  /// The element after the heading of the scene that `element` is in.
  private func start(ofSceneWith element: Int) -> Int {
    let heading = screenplay.elements[..<element].lastIndex { $0.kind == .sceneHeading }
    return heading.map { $0 + 1 } ?? 0
  }

  /// What readers see of the script between two of its elements, though it is not said.
  private func unsaid(_ from: Int, _ to: Int) -> String {
    guard from < to else { return "" }
    var text = ""
    for element in screenplay.elements[from..<to] {
      switch element.kind {
      case .action, .centered, .transition, .lyrics, .dialogue, .sound:
        let words = HTML.escaped(SubtitleTexts.oneLine(element.text))
        if !words.isEmpty { text += "<p class=\"stage\">\(words)</p>\n" }
      case .sceneHeading, .character, .parenthetical, .note, .boneyard, .section, .synopsis,
        .pageBreak:
        break
      }
    }
    return text
  }

  /// An item's text with an element for each word, its directions and its emphasis.
  private func words(of item: TimedItem, _ isFirstWord: inout Bool) -> String {
    let bytes = Array(item.text.utf8)
    let shown = ShownSpeech(draft.items[item.place].item, in: screenplay)
    var directions = shown.directions[...]
    var text = ""
    func add(_ range: Range<Int>) {
      guard !shown.emphasis.isEmpty else {
        text += HTML.escaped(String(decoding: bytes[range], as: UTF8.self))
        return
      }
      var at = range.lowerBound
      while at < range.upperBound {
        let runs = shown.emphasis.filter { $0.range.contains(at) }
        let edges = shown.emphasis.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
        let end = edges.filter { $0 > at }.min().map { min($0, range.upperBound) }
        let piece = HTML.escaped(
          String(decoding: bytes[at..<(end ?? range.upperBound)], as: UTF8.self))
        let style = runs.reduce(into: Emphasis.Style()) { $0.formUnion($1.style) }
        text += HTML.emphasized(piece, style)
        at = end ?? range.upperBound
      }
    }
    var end = 0
    // A direction comes before the text that was written after it.
    func addDirections(upTo limit: Int) {
      while let direction = directions.first, direction.offset <= limit {
        let place = max(end, direction.offset)
        add(end..<place)
        end = place
        if !text.isEmpty, !text.hasSuffix(" ") { text += " " }
        text += "<span class=\"direction\">\(HTML.escaped(direction.text))</span> "
        directions.removeFirst()
      }
    }
    for word in item.words {
      addDirections(upTo: word.range.lowerBound)
      add(end..<word.range.lowerBound)
      text += "<span class=\"w\" tabindex=\"\(isFirstWord ? 0 : -1)\">"
      isFirstWord = false
      add(word.range)
      text += "</span>"
      end = word.range.upperBound
    }
    addDirections(upTo: bytes.count)
    add(end..<bytes.count)
    return text
  }

  /// Milliseconds: begin, end and count of words of each line, begin and end of each word, begin of each scene.
  private func times(_ items: [TimedItem]) -> String {
    let milliseconds = { (frame: Int) in
      JSON.integer(Int((Double(frame) * 1000 / Double(draft.rateHertz)).rounded()))
    }
    var lines: [JSON] = []
    var words: [JSON] = []
    for item in items {
      lines += [
        milliseconds(item.frames.lowerBound), milliseconds(item.frames.upperBound),
        .integer(item.words.count),
      ]
      for word in item.words {
        words += [milliseconds(word.frames.lowerBound), milliseconds(word.frames.upperBound)]
      }
    }
    let scenes = draft.timeline.scenes.map { milliseconds($0.frames.lowerBound) }
    return JSONObject([
      ("lines", .array(lines)), ("words", .array(words)), ("scenes", .array(scenes)),
    ]).pageText
  }

  // The sound.

  /// Whether browsers play this kind of file.
  static func plays(_ kind: RecordingKind) -> Bool {
    switch kind {
    case .sound(.opus), .sound(.vorbis), .sound(.mp3), .sound(.flac): true
    default: false
    }
  }

  private static func type(of path: String) -> String {
    switch path.split(separator: ".").last?.lowercased() {
    case "mp3": "audio/mpeg"
    case "flac": "audio/flac"
    default: "audio/ogg"
    }
  }

  /// A file's name as an address: everything but letters, digits and `-._~` in hexadecimal (RFC 3986).
  static func address(of name: String) -> String {
    var address = ""
    for byte in name.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
      if isPlain {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return address
  }
}

/// Text inside of HTML.
enum HTML {
  /// `html` in the elements that show it in a style.
  static func emphasized(_ html: String, _ style: Emphasis.Style) -> String {
    var html = html
    if style.contains(.underline) { html = "<u>\(html)</u>" }
    if style.contains(.italic) { html = "<em>\(html)</em>" }
    if style.contains(.bold) { html = "<strong>\(html)</strong>" }
    return html
  }

  /// `text` so that nothing in it is markup, also in an attribute.
  static func escaped(_ text: String) -> String {
    MarkupText.escaped(text) { scalar in
      switch scalar {
      case "\"": "&quot;"
      case "'": "&#39;"
      // No page may have these.
      case _ where scalar.value < 0x20 && !"\t\n".unicodeScalars.contains(scalar): " "
      default: nil
      }
    }
  }
}
