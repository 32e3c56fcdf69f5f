import CuePractice

/// Shows practice, and hears what the speaker wants of it: lines of text, JSON, or a view of the whole screen.
protocol PracticeStage: AnyObject {
  /// Takes what happens, on the session's thread.
  func show(_ report: PracticeReport)

  /// What kept it from showing anything.
  var failure: UserError? { get }
}

/// What a stage is made for.
struct PracticeSetting {
  let text: PracticeText
  let manner: Manner
  /// Whether standard output is taken by sound.
  let talksAside: Bool
  let rings: Bool
  let words: Messages
}
