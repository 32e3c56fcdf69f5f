import CueListening

/// A file that keeps every end of listening in the turns: a row each, in the order of the rehearsals.
///
/// Two files, from before and after a change, show which ends it moved: `Benchmarks/turns/compare-ends.py`.
final class EndRecord {
  private let path: String
  private var rows = [
    "condition\trehearsal\tvoice\tline\treason\tframe\tposition\tdecision\tended by\tdecided by"
  ]

  /// An empty record in the file at `path`, which is replaced.
  init(path: String) throws {
    self.path = path
    try write()
  }

  /// One end as a row.
  ///
  /// - Parameters:
  ///   - condition: the condition's name
  ///   - number: which of its rehearsals it was
  ///   - voice: the acting voice
  ///   - trace: where and why listening ended, and what followed
  ///   - position: frames of the actor's sound that were read by then
  /// - Returns: columns, with tabs between them
  static func row(
    _ condition: String, _ number: Int, _ voice: String, _ trace: TurnTrace, position: Int
  ) -> String {
    [
      condition, "\(number)", voice, "\(trace.line)", trace.end.reason.rawValue,
      "\(trace.end.frame)",
      "\(position)",
      // The type's module is no part of the decision.
      "\(trace.judgement.decision)".replacing("CueRehearsal.", with: "").replacing(
        "CueListening.", with: ""),
      trace.end.rule?.rawValue ?? "", trace.judgement.rule.rawValue,
    ].joined(separator: "\t")
  }

  /// Adds `rows`, and writes the file: a run that is broken off keeps the conditions that were measured.
  func add(_ rows: [String]) throws {
    self.rows += rows
    try write()
  }

  private func write() throws {
    try writeFile(Array((rows.joined(separator: "\n") + "\n").utf8), at: path)
  }
}
