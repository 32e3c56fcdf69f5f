import CueAssembly
import CueModel
import CueSystem

/// Reports on speech that is put together from parts.
struct QueueReport {
  private let studio: Studio
  private let sound: SoundOptions
  private let writer: SpeakingEventWriter

  init(_ studio: Studio, _ sound: SoundOptions) {
    self.studio = studio
    self.sound = sound
    writer = SpeakingEventWriter(explain: UserError.clause)
  }

  func tell(_ report: SpeakingReport) throws(UserError) {
    switch report {
    case .course(let event):
      switch event.what {
      case .failed(_, _, let error):
        let userError = UserError(explaining: error) ?? UserError("\(error)", .unavailable)
        studio.note(UserError(userError.sentence, hint: userError.hint, .done))
      case .standIn(_, let voice, let failure): note(standIn: voice, failure)
      default: break
      }
    case .noClip(let name, let line):
      studio.note(
        UserError(
          "Line \(line): there is no clip \(Signs.quoted(name)); it is left out.",
          hint: "Name its file: --sfx \(name)=FILE", .noInput))
    case .standIn(let voice, let failure): note(standIn: voice, failure)
    case .fitted(let line): try tell(line)
    case .finished: break
    }
    guard studio.manner.isJSON, var json = writer.json(report) else { return }
    if case .finished = report { json["output"] = sound.output.map { .string($0) } }
    try Console.result(json.line)
  }

  private func note(standIn voice: String, _ failure: PluginFailure) {
    studio.note(UserError(failure.sentence, hint: failure.hint(of: voice), .done))
  }

  private func tell(_ line: FittedLine) throws(UserError) {
    guard !studio.manner.isQuiet, !studio.manner.isJSON else { return }
    func seconds(_ value: Double) -> String {
      let hundredths = Int((value * 100).rounded())
      let rest = hundredths % 100
      return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
    var words = "\(seconds(line.seconds)) s for \(seconds(line.targetSeconds)) s"
    words += ": rate \(seconds(line.speed))"
    if line.tempo != 1 { words += ", tempo \(seconds(line.tempo))" }
    if line.lateSeconds > 0.05 { words += ", \(seconds(line.lateSeconds)) s late" }
    if !line.isFitted { words += "; it does not fit" }
    // Standard output may be the sound.
    if sound.output == "-" {
      Console.talk(words + "\n")
    } else {
      try Console.result(words + "\n")
    }
  }
}
