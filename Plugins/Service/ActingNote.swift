/// What an actor would hear before the line: one cue for the most intense tone, then the direction.
///
/// It goes out as preceding context and is never spoken.
package enum ActingNote {
  /// Tones from the most intense on, each with its delivery cue.
  package static let cues: [(tone: String, cue: String)] = [
    ("desperate", "desperately, at the end of all hope"),
    ("angry", "with barely held anger"),
    ("fearful", "afraid, the breath short"),
    ("vulnerable", "unguarded, the voice about to break"),
    ("intimate", "close and quiet, for one person only"),
    ("defiant", "defiantly, not giving an inch"),
    ("bitter", "bitterly, an old hurt underneath"),
    ("sad", "sadly, with the weight of it"),
    ("hopeful", "with hope rising"),
    ("loving", "warmly, with love"),
    ("tense", "tensely, holding something back"),
    ("urgent", "urgently, with no time to lose"),
    ("mysterious", "mysteriously, hiding what is known"),
    ("playful", "playfully, with a smile"),
    ("comedic", "with light comic timing"),
  ]

  /// The note for lower-case `tones` and a `direction`; empty if there is neither.
  package static func text(tones: Set<String>, direction: String) -> String {
    let cue = cues.first { tones.contains($0.tone) }?.cue
    return [cue ?? "", trimmed(direction)].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// What stands before the line: the note, then what was really said.
  package static func preceding(note: String, previousText: String) -> String {
    let spoken = trimmed(previousText)
    if note.isEmpty { return spoken }
    return spoken.isEmpty ? note : "\(note). \(spoken)"
  }
}
