import CueText

/// A prompter in time: words are lit when they are heard, and the text moves to the next line.
///
/// It is a value that any face can draw. Times are milliseconds of a clock that only goes forward.
public struct PrompterCourse: Sendable {
  /// How a line counts as said.
  public enum Mode: Equatable, Sendable {
    /// By a key.
    case byHand
    /// By what is heard of the actor.
    case heard
    /// By what is heard of the voice that speaks in the actor's place.
    case robot
  }

  /// A text on its way to another line.
  public struct Ease: Equatable, Sendable {
    /// The line that was in the middle before, by its index.
    public let from: Int
    /// How much of the time has passed, 0 to 1.
    public fileprivate(set) var progress: Double

    /// The way from the line `from`, of which the fraction `progress` has passed.
    public init(from: Int, progress: Double) {
      self.from = from
      self.progress = progress
    }
  }

  /// What is shown of the script.
  public package(set) var prompter: Prompter
  /// The numbers of the spoken lines.
  public let numbers: DialogueNumbers
  /// How a line counts as said.
  public var mode = Mode.byHand
  /// How strictly lines are judged.
  public var strictness = Strictness.standard
  /// Whether no network may be used.
  public var isLocal = false
  /// Notes on lines, by their index.
  public var lineNotes: [Int: String] = [:]
  /// Something that the user should know, as a sentence; see ``show(note:)``.
  public var note = ""
  /// The text on its way to another line; nil if it rests.
  public var ease: Ease?
  /// Words that were put out but are not heard yet, with the time when they will be.
  private var due: [(milliseconds: Int64, report: RehearsalReport)] = []
  private var easeStart: Int64 = 0
  /// Whether the note belongs to the current line.
  private var isNoteNew = false
  /// A note that stays until someone speaks; nil if there is none.
  private var noteUntilSpeech: String?

  /// `prompter` before anything is said.
  public init(_ prompter: Prompter) {
    self.prompter = prompter
    numbers = DialogueNumbers(prompter.script)
  }

  /// Changes the prompter at the time `now`; if another line is current then, the text begins to move.
  public mutating func change<Result>(
    at now: Int64, _ body: (inout Prompter) -> Result
  ) -> Result {
    let before = prompter.focus
    let result = body(&prompter)
    ease(from: before, at: now)
    return result
  }

  /// Takes a report of the session, `seconds` before it is heard.
  public mutating func take(
    _ report: RehearsalReport, secondsAhead seconds: Double, at now: Int64
  ) {
    if case .word = report {
      due.append((now + Int64(seconds * 1000), report))
    } else {
      // A beginning or an end does not come before earlier words.
      take(due.map(\.report) + [report], at: now)
      due = []
    }
  }

  /// Shows a sentence until the end of the next line.
  public mutating func show(note text: String) {
    note = text
    isNoteNew = true
  }

  /// Keeps the note until someone speaks.
  public mutating func holdNoteUntilSpeech() { noteUntilSpeech = note }

  /// Someone speaks: a note about silence is no longer true.
  public mutating func speechBegan() {
    if noteUntilSpeech == note { note = "" }
    noteUntilSpeech = nil
  }

  /// Lets time pass; returns the milliseconds until something must be drawn, at most `frame` while the text moves, nil if
  /// nothing must.
  public mutating func pass(at now: Int64, frame: Int) -> Int? {
    let ripe = due.prefix { $0.milliseconds <= now }
    due.removeFirst(ripe.count)
    take(ripe.map(\.report), at: now)
    let patience = due.first.map { Int($0.milliseconds - now) }
    guard ease != nil else { return patience }
    let progress = Double(now - easeStart) / 1000 / max(prompter.settings.easeSeconds, 0.001)
    guard progress < 1 else {
      ease = nil
      return patience
    }
    ease?.progress = progress
    return min(patience ?? .max, frame)
  }

  private mutating func take(_ reports: [RehearsalReport], at now: Int64) {
    for report in reports {
      let before = prompter.focus
      let line = prompter.index
      prompter.take(report)
      if prompter.index != line {
        // A note on a line is read during the next one.
        if !isNoteNew { note = "" }
        isNoteNew = false
      }
      ease(from: before, at: now)
    }
  }

  private mutating func ease(from before: Int, at now: Int64) {
    guard prompter.focus != before, prompter.settings.easeSeconds > 0 else { return }
    easeStart = now
    ease = Ease(from: before, progress: 0)
  }
}
