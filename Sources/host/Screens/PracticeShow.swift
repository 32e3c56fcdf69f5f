import CueAssembly

/// Shows the events of practice: course on a stage, notes as sentences.
final class PracticeShow {
  private let studio: Studio
  private var stage: (any PracticeStage)?
  /// Notes for programs, as long as there is no stage.
  private var early: [PracticeEvent] = []

  init(_ studio: Studio) { self.studio = studio }

  /// From now on, the course of practice is shown on `stage`.
  func begin(_ stage: any PracticeStage) {
    self.stage = stage
    for event in early { (stage as? PracticeEvents)?.tell(event) }
  }

  /// Shows `event`.
  func take(_ event: PracticeEvent) {
    switch event {
    case .course(let report): stage?.show(report)
    case .note(let note):
      studio.note(note)
      guard studio.manner.isJSON else { return }
      if let events = stage as? PracticeEvents {
        events.tell(event)
      } else {
        early.append(event)
      }
    }
  }
}
