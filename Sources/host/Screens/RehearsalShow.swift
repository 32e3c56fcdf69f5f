import CueAssembly

/// Shows the events of a rehearsal: to people on a stage, to programs as lines of JSON.
final class RehearsalShow {
  private var stage: Stage?
  /// Notes for programs, as long as there is no stage.
  private var early: [RehearsalEvent] = []
  /// What people see when the rehearsal is over.
  private var closing: [RehearsalEvent] = []
  private let studio: Studio
  private let script: String
  private let castFile: String?
  private var words: Messages { studio.words }

  init(_ studio: Studio, script: String, castFile: String?) {
    self.studio = studio
    self.script = script
    self.castFile = castFile
  }

  /// From now on, events are shown on `stage`.
  func begin(_ stage: Stage) {
    self.stage = stage
    if studio.manner.isJSON { for event in early { stage.tell(event) } }
  }

  /// Shows `event`.
  func take(_ event: RehearsalEvent) {
    if case .note(let note) = event { studio.note(note, script: script, castFile: castFile) }
    guard let stage else { return early.append(event) }
    if studio.manner.isJSON { stage.tell(event) }
    switch event {
    case .course(let report, let seconds): stage.show(report, secondsAhead: seconds)
    case .hearing(let report): stage.show(report)
    case .level(let level): stage.show(level: level)
    case .countdown(let seconds): stage.show(countdown: seconds)
    case .summary, .wording, .recorded: closing.append(event)
    case .note: break
    }
  }

  /// Shows people how the run went.
  func end() {
    guard let stage, !studio.manner.isJSON, !studio.manner.isQuiet else { return }
    for event in closing {
      switch event {
      case .wording(let report, let name): stage.show(report, judgedBy: name)
      case .summary(let summary): stage.show(summary)
      case .recorded(let take): stage.show(take)
      default: break
      }
    }
  }
}
