import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

@Suite struct `A scripted actor` {
  private let script: Script = .scene(
    ("ANN", "One two."), ("BEN", "Some twenty nine characters !"), ("ANN", "Three."),
    ("BEN", "Yes."))

  private func run(_ doings: String, _ script: Script? = nil) throws -> Staging {
    let staging = try Staging(
      script ?? self.script, actor: try ScriptedActor(parsing: doings)
    ).run()
    #expect(staging.output.isInOrder)
    return staging
  }

  @Test func `says a line in the time it takes`() throws {
    #expect(SpeechPace.seconds(toSay: 0) == 1)
    #expect(SpeechPace.seconds(toSay: 145) == 11)
    // 29 characters are 2.2 s, 4 are the least of 1 s.
    let staging = try run("line")
    #expect(staging.output.silences == [150 + 2200, 150 + 1000])
  }

  @Test func `a scripted line takes no time, or the given time`() throws {
    #expect(try run("next\n0.5").output.silences == [150, 150 + 500])
  }

  @Test func `a scripted actor jumps to the given place`() throws {
    let staging = try run("back\nrepeat\ngoto 4\nscene 1\nnext\nstop")
    #expect(
      staging.states == [
        "playingPartner 1", "waitingForUser 2", "playingPartner 1", "waitingForUser 2",
        "waitingForUser 4", "playingPartner 1", "waitingForUser 2", "playingPartner 3",
        "waitingForUser 4", "idle 0",
      ])
  }

  @Test func `takes part in the partner's next line`() throws {
    let staging = try run("at 0.08 pause\n2\nresume\nat 0.1 stop")
    #expect(staging.holds == [80, 2080])
    #expect(staging.output.frames == 80 + 2000 + 40)
    #expect(staging.states == ["playingPartner 1", "paused 1", "playingPartner 1", "idle 0"])
  }

  /// 'One two.' lasts 0.16 s and 0.15 s of silence.
  @Test func `does at the next moment what the line was too short for`() throws {
    let staging = try run("at 9 pause\n1\nresume\nnext\nat 9 stop")
    #expect(
      staging.states == [
        "playingPartner 1", "waitingForUser 2", "paused 2", "waitingForUser 2",
        "playingPartner 3", "waitingForUser 4", "idle 0",
      ])
  }

  @Test func `does so as the next partner's line begins, if that is what follows`() throws {
    let pair = Script.scene(("ANN", "One two."), ("CY", "Three."), ("BEN", "Mine."))
    let staging = try run("at 9 stop", pair)
    #expect(staging.states == ["playingPartner 1", "playingPartner 2", "idle 0"])
    #expect(staging.output.sound == DoubleVoice.samples(of: "One two."))
  }

  @Test func `says its own line while the next action is for a partner's`() throws {
    let own = Script.scene(("BEN", "Mine."), ("ANN", "Yours."))
    let staging = try run("at 0.04 repeat\n3", own)
    #expect(staging.output.silences.first == 1000)
    #expect(
      staging.states == [
        "waitingForUser 1", "playingPartner 2", "finished 3",
      ])
    #expect(staging.reports.filter { if case .speaking = $0 { true } else { false } }.count == 2)
  }

  @Test(arguments: ["pause", "pause\nnext", "pause\nline", "at 0 pause", "at 0 pause\nat 1 stop"])
  func `a scripted pause always ends`(doings: String) throws {
    let staging = try run(doings)
    #expect(staging.holds.count == 2)
    #expect(staging.holds.first == staging.holds.last)
  }

  @Test func `lets a pause last as long as all its numbers`() throws {
    let staging = try run("pause\n1\npause\n0.5\nresume\nnext")
    #expect(staging.output.silences == [150 + 1500, 150 + 1000])
    #expect(staging.ignored == [.nothingToPause])
  }

  @Test func `a scripted jump to a missing line is reported`() throws {
    let staging = try run("goto 5\nscene 2\nnext")
    #expect(
      staging.ignored == [
        .noSuchLine(5, count: 4), .noSuchScene(2, count: 1),
      ])
  }

  @Test func `is ignored when it goes on while the partner speaks`() throws {
    let staging = try run("at 0.04 next\nat 0.08 resume")
    #expect(staging.ignored == [.notTheActorsTurn, .nothingIsPaused])
    #expect(staging.done.count == 4)
  }
}
