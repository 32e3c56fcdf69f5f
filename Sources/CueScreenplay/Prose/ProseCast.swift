/// Assigns the quotations of a novel to their speakers: each becomes a speech, and the narrator keeps the rest.
///
/// Text that is not speech stays with the narrator, as do what the narrator says in the first person and a quotation without
/// a known speaker.
struct ProseCast {
  /// The first person: the narrator.
  private static let narrator = "I"

  private let prose: Screenplay
  private let lines: SourceLines
  private var cast: Screenplay

  /// The script that is made of `prose`, which was read from `source`.
  static func cast(_ prose: Screenplay, _ source: [UInt8]) -> Screenplay {
    var maker = ProseCast(prose, source)
    maker.read()
    return maker.cast
  }

  private init(_ prose: Screenplay, _ source: [UInt8]) {
    self.prose = prose
    lines = SourceLines(source)
    cast = prose
    cast.elements = []
    cast.reading.layout = .prose
    cast.reading.isForced = true
  }

  private mutating func read() {
    let quotations = QuotationReader.quotations(
      in: prose.elements.map(\.text), isWoman: ProseCast.isWoman)
    var next = quotations[...]
    for (paragraph, element) in prose.elements.enumerated() {
      let own = next.prefix { $0.paragraph == paragraph }
      next = next.dropFirst(own.count)
      take(element, own.filter { speaker(of: $0) != nil })
      for quotation in own { noteDoubt(quotation, element) }
    }
    let doubtful = cast.reading.doubtfulQuotations.count
    cast.reading.sureness =
      quotations.isEmpty ? 0 : 1 - Double(doubtful) / Double(quotations.count)
  }

  /// The name of the speaker; nil for the narrator.
  private func speaker(of quotation: QuotationReader.Quotation) -> String? {
    guard quotation.doubt != .unknown, quotation.speaker != ProseCast.narrator else { return nil }
    return quotation.speaker?.uppercased()
  }

  private mutating func noteDoubt(_ quotation: QuotationReader.Quotation, _ element: Element) {
    guard let doubt = quotation.doubt else { return }
    cast.reading.doubtfulQuotations.append(
      .init(
        line: lines.line(of: element.range.lowerBound),
        words: ProseCast.words(element.text, quotation.range), speaker: speaker(of: quotation),
        reason: doubt))
  }

  /// Divides a paragraph at its quotations.
  private mutating func take(_ element: Element, _ quotations: [QuotationReader.Quotation]) {
    guard !quotations.isEmpty else { return cast.elements.append(element) }
    var place = 0
    for quotation in quotations {
      narrate(element, place..<quotation.range.lowerBound)
      speak(element, quotation)
      place = quotation.range.upperBound
    }
    narrate(element, place..<element.text.utf8.count)
  }

  private mutating func narrate(_ element: Element, _ range: Range<Int>) {
    let utf8 = Array(element.text.utf8)
    var range = range
    // The comma after a quotation, and blanks around.
    while let first = range.first, [UInt8(ascii: " "), UInt8(ascii: ",")].contains(utf8[first]) {
      range.removeFirst()
    }
    while let last = range.last, utf8[last] == UInt8(ascii: " ") { range.removeLast() }
    let piece = ProseCast.piece(of: element, range, .action)
    guard piece.text.contains(where: { $0.isLetter || $0.isNumber }) else { return }
    cast.elements.append(piece)
  }

  private mutating func speak(_ element: Element, _ quotation: QuotationReader.Quotation) {
    guard let name = speaker(of: quotation) else { return }
    var cue = Element(.character, name, range: element.range)
    cue.name = name
    var speech = ProseCast.piece(
      of: element, ProseCast.inside(element.text, quotation.range), .dialogue)
    speech.name = name
    cast.elements += [cue, speech]
  }

  /// A part of a paragraph, with its emphasis.
  private static func piece(
    of element: Element, _ range: Range<Int>, _ kind: Element.Kind
  ) -> Element {
    let utf8 = Array(element.text.utf8)
    var piece = Element(kind, String(decoding: utf8[range], as: UTF8.self), range: element.range)
    piece.emphasis = element.emphasis.compactMap { run in
      let part = run.range.clamped(to: range)
      guard !part.isEmpty else { return nil }
      let start = part.lowerBound - range.lowerBound
      return Emphasis.Run(range: start..<start + part.count, style: run.style)
    }
    return piece
  }

  /// The bytes of a quotation between its marks.
  private static func inside(_ text: String, _ range: Range<Int>) -> Range<Int> {
    let words = String(decoding: Array(text.utf8)[range], as: UTF8.self).unicodeScalars
    func isMark(_ scalar: Unicode.Scalar?) -> Bool {
      guard let scalar else { return false }
      return "\"'“”„‟‘’‚‛«»‹›—–―".unicodeScalars.contains(scalar)
    }
    var (start, end) = (range.lowerBound, range.upperBound)
    if isMark(words.first) { start += UTF8.width(words.first ?? " ") }
    // A dash at the end belongs to a speech that breaks off.
    if words.count > 1, let last = words.last, isMark(last), !"—–―".unicodeScalars.contains(last) {
      end -= UTF8.width(last)
    }
    let utf8 = Array(text.utf8)
    while start < end, utf8[start] == UInt8(ascii: " ") { start += 1 }
    while start < end, utf8[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return start..<max(start, end)
  }

  private static func words(_ text: String, _ range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[inside(text, range)], as: UTF8.self)
  }

  /// Whether a name, or a noun in small letters, means a woman; nil if it is not clear.
  private static func isWoman(_ name: String) -> Bool? {
    let words = name.split { $0 == " " || $0 == "." }
    let lower = words.map { $0.lowercased() }
    // A noun's last word decides: "the old lady".
    guard words.last?.first?.isUppercase != false else {
      guard let noun = lower.last else { return nil }
      return NameLists.female.contains(noun) ? true : NameLists.male.contains(noun) ? false : nil
    }
    for word in lower {
      if NameLists.female.contains(word) { return true }
      if NameLists.male.contains(word) { return false }
    }
    // "The rose" is not a Rose.
    let names = zip(words, lower).filter { $0.0.first?.isUppercase == true }.map(\.1)
    for (women, men) in [
      (NameLists.women, NameLists.men), (NameLists.womenElsewhere, NameLists.menElsewhere),
    ] {
      for name in names where women.contains(name) != men.contains(name) {
        return women.contains(name)
      }
    }
    return nil
  }
}

/// Which line of a text a byte is on.
private struct SourceLines {
  private let ends: [Int]

  init(_ source: [UInt8]) { ends = source.indices.filter { source[$0] == 10 } }

  /// The line of the byte at `offset`, from 1.
  func line(of offset: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }
}
