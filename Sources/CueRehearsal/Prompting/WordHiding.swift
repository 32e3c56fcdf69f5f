/// How much of an actor's line is hidden from them, so that they learn to do without it.
public enum WordHiding: String, CaseIterable, Comparable, Sendable {
  /// Nothing is hidden.
  case full
  /// The first three letters of each word are shown.
  case threeLetters = "3"
  /// The first two letters of each word are shown.
  case twoLetters = "2"
  /// The first letter of each word is shown.
  case oneLetter = "1"
  /// How long the words are is shown, and the punctuation.
  case blanks
  /// All is hidden.
  case nothing

  /// How many letters of a word are shown; nil for all of them.
  var letters: Int? {
    switch self {
    case .full: nil
    case .threeLetters: 3
    case .twoLetters: 2
    case .oneLetter: 1
    case .blanks, .nothing: 0
    }
  }

  /// How much is hidden of a line that is known so well: 0 for not at all to 1 for by heart.
  public init(familiarity: Double) {
    let degree = Int((min(max(familiarity, 0), 1) * 6).rounded(.down))
    self = WordHiding.allCases[min(degree, WordHiding.allCases.count - 1)]
  }

  /// This many degrees more, or less where `degrees` is negative; at most all, and at least nothing.
  public func hidden(more degrees: Int) -> WordHiding {
    let all = WordHiding.allCases
    let place = all.firstIndex(of: self) ?? 0
    return all[min(max(place + degrees, 0), all.count - 1)]
  }

  /// Whether less is hidden than by another.
  public static func < (left: WordHiding, right: WordHiding) -> Bool {
    let all = WordHiding.allCases
    return (all.firstIndex(of: left) ?? 0) < (all.firstIndex(of: right) ?? 0)
  }
}
