/// Ends of sentences at the quotes and brackets of Japanese and Chinese: ICU takes all of them for closing ones.
///
/// `彼は来た。「行こう。」と彼は言った。` has two sentences, and the second begins with its quote.
struct WideQuotes {
  private let text: TextScalars

  init(_ text: TextScalars) { self.text = text }

  /// Where the sentence really begins that ICU begins at `start`; nil if none does.
  func begin(_ start: Int, after first: Int) -> Int? {
    var at = start
    while at > first, WideQuotes.openers.contains(text[at - 1]) { at -= 1 }
    if at < start, at > first {
      let before = text[at - 1]
      if WideQuotes.stops.contains(before) || WideQuotes.closers.contains(before) { return at }
      return start
    }
    if at > first, WideQuotes.closers.contains(text[at - 1]), isWide(at), goesOn(at) { return nil }
    return start
  }

  private static let openers = Set("「『（《〈【〔［“‘｢".unicodeScalars)
  private static let closers = Set("」』）》〉】〕］”’｣".unicodeScalars)
  private static let stops = Set("。！？｡．…".unicodeScalars)

  /// Whether the quote that closes before `at` holds a sentence of these languages.
  private func isWide(_ at: Int) -> Bool {
    let end = at - 2
    return text[at - 1] == "」" || text[at - 1] == "』" || text[at - 1] == "｣"
      || WideQuotes.stops.contains(text[end])
  }

  /// Whether the sentence goes on after a quote: `」と言った`, `”他说`, `」、`.
  private func goesOn(_ at: Int) -> Bool {
    let next = text[at]
    if "、，,とを".unicodeScalars.contains(next) { return true }
    let two = text.string(at..<min(text.count, at + 2))
    if ["って", "なん", "のよ", "の声", "に対", "に答", "にな", "は、"].contains(two) { return true }
    // One or two words name the speaker.
    for index in at..<min(text.count, at + 8) {
      let scalar = text.scalars[index]
      if "说說道问問喊叫答嚷吼曰".unicodeScalars.contains(scalar) { return index > at }
      guard (0x4e00...0x9fff).contains(scalar.value) else { return false }
    }
    return false
  }
}
