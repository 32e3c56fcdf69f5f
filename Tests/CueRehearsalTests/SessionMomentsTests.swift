import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

private let script: Script = .scene(
  ("ANN", "One two three."), ("BEN", "Four."), ("CY", "Five six."), ("ANN", "Seven."))

private let commands: [ActorCommand] = [
  .start, .advance, .heard(.matched), .heard(.silenceTimeout), .pause, .resume, .back,
  .repeatLine, .goto(line: 1), .goto(line: 2), .goto(line: 4), .goto(line: 9), .gotoScene(1),
  .gotoScene(3), .stop, .setListening(true), .setListening(false),
]

@Suite struct `Every command at every moment` {
  /// Many moments in all: before a line, in each slice, in the silence after it.
  @Test(arguments: commands, [true, false])
  func `Every command at every moment leaves the rehearsal in order`(
    command: ActorCommand, reportsMarks: Bool
  ) throws {
    let plain = DoubleActor()
    let whole = try Staging(script, voice: voice(reportsMarks), actor: plain).run()
    #expect(plain.polls > 25)
    for moment in 0..<plain.polls {
      let actor = DoubleActor()
      actor.atPoll = { _, number in number == moment ? command : nil }
      let staging = try Staging(script, voice: voice(reportsMarks), actor: actor).run()
      expectOrder(staging, actor, "\(command) at \(moment)")
      if case .pause = command {
        #expect(staging.output.samples == whole.output.samples, "at \(moment)")
      }
      if staging.ignored.count == 1 {
        #expect(staging.output.entries == whole.output.entries, "\(command) at \(moment)")
      }
    }
  }

  @Test(arguments: commands, commands)
  func `and two at once leave it in order`(first: ActorCommand, second: ActorCommand) throws {
    for moment in 0..<24 {
      let actor = DoubleActor()
      actor.atPoll = { _, number in
        number == moment ? first : number == moment + 1 ? second : nil
      }
      let staging = try Staging(script, actor: actor).run()
      expectOrder(staging, actor, "\(first), \(second) at \(moment)")
    }
  }

  @Test(arguments: commands)
  func `in the actor's own turn and in a pause leaves it in order`(command: ActorCommand) throws {
    for isPaused in [false, true] {
      let actor = DoubleActor()
      var isFirst = true
      if isPaused { actor.atPoll = { _, number in number == 2 ? .pause : nil } }
      actor.atWait = { _ in
        defer { isFirst = false }
        return isFirst ? ActorTurn(after: 0.3, command) : nil
      }
      let staging = try Staging(script, actor: actor, isListening: true).run()
      expectOrder(staging, actor, "\(command)")
    }
  }

  @Test func `a line silenced at any moment is over and no other is harmed`() throws {
    let plain = DoubleActor()
    try Staging(script, actor: plain).run()
    for moment in 0..<plain.polls {
      let actor = DoubleActor()
      actor.atPoll = { _, number in
        if number == moment { actor.line?.cancel() }
        return nil
      }
      let staging = try Staging(script, actor: actor).run()
      expectOrder(staging, actor, "silenced at \(moment)")
      #expect(staging.done.map { $0.prefix(1) } == ["1", "2", "3", "4"])
    }
  }

  private func voice(_ reportsMarks: Bool) -> DoubleVoice {
    let voice = DoubleVoice()
    voice.reportsMarks = reportsMarks
    return voice
  }

  private func expectOrder(_ staging: Staging, _ actor: DoubleActor, _ what: String) {
    #expect(staging.output.isInOrder, "\(what): \(staging.output.entries)")
    #expect(actor.isBalanced && actor.line == nil, "\(what)")
    #expect(staging.outcome?.frames == staging.output.frames, "\(what)")
    var status = RehearsalState.Status.idle
    var isSpeaking: Int?
    for report in staging.reports {
      switch report {
      case .state(let from, let to, let line):
        #expect(from == status, "\(what)")
        status = to
        if line != isSpeaking { isSpeaking = nil }
      case .speaking(let line, _, _, let frame):
        #expect(frame <= staging.output.frames, "\(what)")
        isSpeaking = line
      case .word(let line, _, _, _):
        #expect(line == isSpeaking, "\(what)")
      case .lineDone(let line, .said):
        #expect(line == isSpeaking, "\(what)")
        isSpeaking = nil
      case .finished(let outcome):
        #expect(status == .finished && outcome.isFinished, "\(what)")
      case .stopped(let outcome):
        #expect(status == .idle && !outcome.isFinished, "\(what)")
      default:
        break
      }
    }
    // The microphone is opened and closed in turns.
    for (index, line) in actor.heardOf.enumerated() {
      #expect((line == nil) == !index.isMultiple(of: 2), "\(what)")
    }
    #expect(actor.heardOf.last.map { $0 == nil } ?? true, "\(what)")
  }
}
