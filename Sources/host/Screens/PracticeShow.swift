import CueAssembly
import CueModel

/// Shows the events of practice: course on a stage, notes as sentences.
final class PracticeShow {
  private let studio: Studio
  private var stage: (any PracticeStage)?
  /// Notes for programs, as long as there is no stage.
  private var early: [PracticeEvent] = []
  private var words: Messages { studio.words }

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
      say(note)
      guard studio.manner.isJSON else { return }
      if let events = stage as? PracticeEvents {
        events.tell(event)
      } else {
        early.append(event)
      }
    }
  }

  private func say(_ note: PracticeNote) {
    func say(_ sentence: String, hint: String = "") {
      studio.note(UserError(sentence, hint: hint, .done))
    }
    func moved(_ message: Message, _ given: Double, _ taken: Double) {
      let values = ["given": given, "taken": taken].mapValues {
        words.number($0, decimals: 2, least: 1)
      }
      say(words(message, values))
    }
    switch note {
    case .casting(let note): studio.note(note)
    case .otherLanguage(let language, let voices):
      say(
        words(.noVoiceSpeaks, ["voices": voices.joined(separator: ", "), "language": language]),
        hint: words(.nameAVoice, ["language": String(language.prefix { $0 != "-" })]))
    case .unkept(let failure): say(failure.sentence(words), hint: words(.placeIsNotKept))
    case .voiceGone(let voice, let absence):
      say(
        words(.voiceOfLastTimeGone, ["voice": voice, "why": UserError(absence, words).sentence]),
        hint: words(.usualVoiceSpeaks))
    case .rateMoved(let given, let taken): moved(.rateMoved, given, taken)
    case .pauseFactorMoved(let given, let taken): moved(.pauseFactorMoved, given, taken)
    case .recognizerRefused(let error):
      if let error = UserError(explaining: error, words) { studio.note(error) }
    case .microphone(let note, let name): studio.note(UserError(note, microphone: name, words))
    case .microphoneFault(let fault, let name): studio.note(fault, of: name)
    case .notCompared(let failure): say(failure.sentence(words), hint: words(.notComparedNow))
    }
  }
}
