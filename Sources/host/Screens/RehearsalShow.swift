import CueAssembly
import CueRehearsal

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
    if case .note(let note) = event { say(note) }
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

  private func say(_ note: RehearsalNote) {
    func say(_ sentence: String, hint: String = "") {
      studio.note(UserError(sentence, hint: hint, .done))
    }
    switch note {
    case .casting(let note): studio.note(note, script: script, castFile: castFile)
    case .alike(let outcome, let keys): studio.noteAlike(outcome, of: keys)
    case .hardNames(let names):
      let list = names.map { "\($0.name) (\($0.spoken))" }.joined(separator: ", ")
      say(
        words(.hardNames, ["names": list]),
        hint: words(
          .hardNamesHint,
          [
            "hear": "\(Program.name) \"\(names[0].spoken)\"",
            "keep": Messages.namesCommand(script),
          ]))
    case .unkept(.cast, let failure):
      say(words(.castNotKept, ["why": failure.sentence(words)]), hint: failure.hint(words))
    case .unkept(.place, let failure):
      say(failure.sentence(words), hint: words(.partPlaceNotKept))
    case .unkept(.history, let failure):
      say(failure.sentence(words), hint: words(.historyNotKept))
    case .noOwnLines(let roles):
      say(words(.partHasNoLines, ["names": roles.joined(separator: ", ")]))
    case .goesOn(let line): say(words(.goesOnAtLine, ["number": "\(line)"]))
    case .chosen(let numbers, let choice):
      let list =
        numbers.prefix(12).map { "\($0)" }.joined(separator: ", ")
        + (numbers.count > 12 ? ", " + Signs.fitted("…") : "")
      say(
        choice == .trouble
          ? words(.troubleAre, ["lines": list])
          : words(.dueAre, count: numbers.count, ["lines": list]))
    case .shuffled(let seed): say(words(.shuffledBy, ["seed": "\(seed)"]))
    case .historyTaken(let taken, let all, let draft):
      let values = ["name": draft, "all": "\(all)"]
      say(taken > 0 ? words(.historyTaken, count: taken, values) : words(.historyNotTaken, values))
    case .strangers(let names):
      let path = DirectionFile.path(beside: script)
      say(words(.directsNobody, ["path": path, "names": names.joined(separator: ", ")]))
    case .recordingOfOwnLine(let number): say(words(.recordingOfOwnLine, ["number": "\(number)"]))
    case .readingUnused(let path, let number, let error):
      let why = words.reason(error)
      say(words(.readingUnused, ["path": path, "number": "\(number)", "why": why]))
    case .recognizerRefused(let error):
      if let error = UserError(explaining: error, words) { studio.note(error) }
    case .microphone(let note, let name): studio.note(UserError(note, microphone: name, words))
    case .microphoneFault(let fault, let name): studio.note(fault, of: name)
    case .recordsNoMore(let error):
      say(UserError(explaining: error, words)?.sentence ?? "\(error)", hint: words(.recordsNoMore))
    case .trace(let trace, let number): say(trace.sentence(line: number.map { "\($0)" } ?? "?"))
    }
  }
}
