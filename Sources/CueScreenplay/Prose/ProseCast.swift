/// Assigns the quotations of a novel to their speakers: each becomes a speech, and the narrator keeps the rest.
///
/// The narrator keeps quotations that nobody says aloud, that have no known speaker, or that are the narrator's own in the first
/// person.
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
        words: ProseCast.piece(of: element, quotation.inside, .dialogue).text,
        speaker: speaker(of: quotation),
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
    let piece = ProseCast.piece(of: element, range, .action)
    guard piece.text.contains(where: { $0.isLetter || $0.isNumber }) else { return }
    cast.elements.append(piece)
  }

  private mutating func speak(_ element: Element, _ quotation: QuotationReader.Quotation) {
    guard let name = speaker(of: quotation) else { return }
    var cue = Element(.character, name, range: element.range)
    cue.name = name
    var speech = ProseCast.piece(of: element, quotation.inside, .dialogue)
    speech.name = name
    cast.elements += [cue, speech]
  }

  /// A part of a paragraph, with its emphasis; without blanks around it and the comma after a quotation.
  private static func piece(
    of element: Element, _ range: Range<Int>, _ kind: Element.Kind
  ) -> Element {
    let utf8 = element.text.utf8
    func byte(_ offset: Int) -> UInt8 { utf8[utf8.index(utf8.startIndex, offsetBy: offset)] }
    var range = range
    while let first = range.first,
      byte(first) == UInt8(ascii: " ") || byte(first) == UInt8(ascii: ",")
    {
      range.removeFirst()
    }
    while let last = range.last, byte(last) == UInt8(ascii: " ") { range.removeLast() }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    var piece = Element(kind, String(element.text[start..<end]), range: element.range)
    piece.emphasis = element.emphasis.compactMap { run in
      let part = run.range.clamped(to: range)
      guard !part.isEmpty else { return nil }
      let start = part.lowerBound - range.lowerBound
      return Emphasis.Run(range: start..<start + part.count, style: run.style)
    }
    return piece
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
    // "The rose" is no Rose.
    let names = zip(words, lower).filter { $0.0.first?.isUppercase == true }.map(\.1)
    let known = names.compactMap { NameLists.gender(ofFirstName: $0) }
    return (known.first { !$0.isRare } ?? known.first).map { $0.gender == .female }
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
