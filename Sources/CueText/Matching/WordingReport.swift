/// How the lines of a run were worded: what was changed, left out and added, and which recognizer judged it.
public struct WordingReport: Equatable, Sendable {
  /// A line each time it was said.
  public struct Line: Equatable, Sendable {
    /// The line, as the report's owner counts them.
    public var line: Int
    /// The judgements of how it was said, in order.
    public var judgements: [LineJudgement]
  }

  /// The lines that were said, in their order.
  public private(set) var lines: [Line] = []

  /// Nothing was said yet.
  public init() {}

  /// Takes how a line was said once more.
  public mutating func take(_ judgement: LineJudgement, ofLine line: Int) {
    let place = lines.firstIndex { $0.line >= line } ?? lines.count
    if place < lines.count, lines[place].line == line {
      lines[place].judgements.append(judgement)
    } else {
      lines.insert(Line(line: line, judgements: [judgement]), at: place)
    }
  }

  /// How often a line was said and judged.
  public var count: Int { lines.reduce(0) { $0 + $1.judgements.count } }

  /// How often a second recognizer took part in the judgement.
  public var countWithSecond: Int {
    count { judgement in
      switch judgement.source {
      case .second, .both: true
      case .grammar, nil: false
      }
    }
  }

  /// How often a line was said as written.
  public var countAsWritten: Int { count { $0.isAsWritten } }

  /// How often there was no second opinion for that reason.
  public func count(without gap: OpinionGap) -> Int { count { $0.gap == gap } }

  private func count(_ isWanted: (LineJudgement) -> Bool) -> Int {
    lines.reduce(0) { $0 + $1.judgements.count(where: isWanted) }
  }
}
