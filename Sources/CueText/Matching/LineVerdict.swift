/// How exactly a line has to be said.
public enum Strictness: String, Sendable, CaseIterable {
  /// The sense: most of the words that carry meaning, and something of the last third of them.
  case gist
  /// Every word, in the line's order; more words do no harm.
  case standard
  /// Every word, and no other; a word of which the recognizer is less sure than ``LineVerdict/leastConfidence`` is another.
  case wordPerfect = "word-perfect"
}

/// Whether a line counts as said, and why not.
public struct LineVerdict: Sendable, Equatable {
  /// What speaks against it.
  public enum Reason: Sendable, Equatable {
    case nothingHeard
    case missing(words: Int)
    case changed(words: Int)
    case extra(words: Int)
    /// The share of the words that carry meaning, which has to be ``LineVerdict/leastGistShare``.
    case tooLittle(share: Double)
    /// Nothing of its last third was heard.
    case endMissing
    /// The recognizer is not sure of what it heard; ``LineVerdict/leastConfidence`` is needed.
    case unsure(confidence: Double)
  }

  /// None where the line counts as said.
  public let reasons: [Reason]

  /// Whether the recognizer is not sure of what it heard: it may have been something else.
  public var isUnsure: Bool {
    reasons.contains { if case .unsure = $0 { true } else { false } }
  }

  /// Whether the line counts as said.
  public var isAccepted: Bool { reasons.isEmpty }

  /// The gist has this share of the words that carry meaning.
  public static let leastGistShare = 0.6
  /// In a gist, a word counts as said if it is no further from the line's: another form or spelling of it.
  public static let mostGistDistance = 0.34
  /// A recognizer that gives its confidence has to be this sure.
  public static let leastConfidence = 0.5
}

extension LineMatch {
  /// Whether the line counts as said.
  ///
  /// Hesitation never does harm, as recognizers add and leave out such sounds at will. A restart, words outside the line and
  /// other words do no harm, except at word-perfect. In a gist, a changed word that is nearly the line's counts as said. For a
  /// line without words, only extra words can do harm.
  ///
  /// - Parameters:
  ///   - strictness: how exactly it has to be said
  ///   - confidence: the recognizer's in the whole result, 0 to 1; nil or below 0: not known
  /// - Returns: all reasons against it
  public func judged(_ strictness: Strictness, confidence: Double? = nil) -> LineVerdict {
    let hasWords = words.contains { !$0.isOptional }
    var reasons: [LineVerdict.Reason] = []
    if hasWords, !hasHeard { return LineVerdict(reasons: [.nothingHeard]) }
    switch strictness {
    case .gist: reasons += gistReasons
    case .standard, .wordPerfect:
      if !missing.isEmpty { reasons.append(.missing(words: missing.count)) }
      if !changed.isEmpty { reasons.append(.changed(words: changed.count)) }
    }
    let extra = extras.count { $0.kind != .filler }
    if strictness == .wordPerfect, extra > 0 { reasons.append(.extra(words: extra)) }
    if hasWords, let confidence, confidence >= 0, confidence < LineVerdict.leastConfidence {
      reasons.append(.unsure(confidence: confidence))
    }
    return LineVerdict(reasons: reasons)
  }

  private var gistReasons: [LineVerdict.Reason] {
    func isSaid(_ outcome: Outcome) -> Bool {
      switch outcome {
      case .said: true
      case .changed(_, let distance): distance <= LineVerdict.mostGistDistance
      case .missing: false
      }
    }
    let share = share {
      isSaid($0) ? 1 : 0
    } of: {
      $0.isContent
    }
    let content = zip(words, outcomes).filter(\.0.isContent)
    let end = content.suffix((content.count + 2) / 3)
    var reasons: [LineVerdict.Reason] = []
    if share < LineVerdict.leastGistShare { reasons.append(.tooLittle(share: share)) }
    if !end.isEmpty, !end.contains(where: { isSaid($0.1) }) { reasons.append(.endMissing) }
    return reasons
  }
}
