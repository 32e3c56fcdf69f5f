import CueAssembly
import CuePractice

/// Shows practice, and takes the speaker's commands: lines of text, JSON, or a view of the whole screen.
protocol PracticeStage: AnyObject {
  /// Takes what happens, on the session's thread.
  func show(_ report: PracticeReport)

  /// The error because of which it could not show anything.
  var failure: UserError? { get }
}

/// The setting for which a stage is made.
struct PracticeSetting {
  let text: PracticeText
  let manner: OutputManner
  /// Whether standard output is used for sound.
  let talksAside: Bool
  let rings: Bool
  let words: Messages
  /// Lists the available voices, which takes a moment.
  let voices: @Sendable () -> [PracticeChoice]
}
