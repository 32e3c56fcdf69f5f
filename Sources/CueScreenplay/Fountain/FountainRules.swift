/// How freely Fountain's rules are read.
public enum FountainRules: Sendable {
  /// As Fountain 1.1 has them.
  case exact
  /// For a scene written in plain text.
  ///
  /// A cue is at most five words without punctuation, so that "STOP!" is none. A place in capitals is
  /// a heading without an empty line, a cue may follow a paragraph in brackets, a speech's lines in
  /// square brackets are parentheticals.
  case stretched
}
