/// Directions in square brackets, which stage plays have within speeches: `[rising] Good evening.`.
enum PlayDirections {
  /// The words and the directions of `line` in order; nil if no bracket closes in it.
  ///
  /// A direction stands in round brackets, as a parenthetical does.
  static func pieces(of line: String) -> [(text: String, isDirection: Bool)]? {
    var pieces: [(text: String, isDirection: Bool)] = []
    var rest = line[...]
    func add(_ text: Substring, isDirection: Bool) {
      let text = String(trimmed(text))
      guard !text.isEmpty else { return }
      pieces.append((isDirection ? "(\(text))" : text, isDirection))
    }
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      add(rest[..<open], isDirection: false)
      add(rest[rest.index(after: open)..<close], isDirection: true)
      // Punctuation after a bracket is not said.
      rest = rest[rest.index(after: close)...].drop { ".,;: ".contains($0) }
    }
    guard pieces.contains(where: \.isDirection) else { return nil }
    add(rest, isDirection: false)
    return pieces
  }
}
