import CueModel
import CueStore
import Testing

@Suite struct `The history of a learned line` {
  private let database: Database
  private let histories: LineHistories
  private let script: Int64

  private struct StandingClock: WallClock {
    var millisecondsSince1970: Int64 { 5_000_000 }
  }

  init() throws {
    database = try Database(.memory, modules: [Scripts.module, LineHistories.module])
    histories = LineHistories(database)
    script = try Scripts(database, clock: StandingClock()).put(
      ScriptIdentity(path: "/a.fountain", name: "a.fountain", digest: "1"), rules: "table-read"
    ).number
  }

  private func line(_ place: Int, _ words: String) -> StoredLine {
    StoredLine(place: place, character: "ANN", words: words, cue: "go on")
  }

  @Test func `is each attempt, the last first, with the line as it is now`() throws {
    var attempt = StoredAttempt(said: 1000, quality: 3)
    attempt.shareThousandths = 812
    attempt.missing = "two tickets"
    attempt.changed = "morning"
    attempt.heard = "i have bought for the evening train"
    attempt.pickUpMilliseconds = 1240
    attempt.tookMilliseconds = 3100
    attempt.prompts = 1
    var line = line(3, "i have two tickets")
    line.number = try histories.keep(line, attempt: attempt, of: script)
    line.place = 4
    line.repetitions = 2
    line.intervalDays = 6
    line.easeThousandths = 2360
    line.reviewed = 2000
    let second = StoredAttempt(said: 2000, quality: 5)
    #expect(try histories.keep(line, attempt: second, of: script) == line.number)
    line.attempts = [second, attempt]
    #expect(try histories.lines(of: script) == [line])
    try database.check()
  }

  @Test func `is the last thirty attempts at a line`() throws {
    var line = line(1, "one")
    for time in 0..<40 {
      line.number = try histories.keep(
        line, attempt: StoredAttempt(said: Int64(time), quality: 4), of: script)
    }
    let kept = try #require(try histories.lines(of: script).first)
    #expect(kept.attempts.map(\.said) == Array((10..<40).reversed().map { Int64($0) }))
  }

  @Test func `is added to another script with all attempts`() throws {
    let other = try Scripts(database, clock: StandingClock()).put(
      ScriptIdentity(path: "/b.fountain", name: "b.fountain", digest: "2"), rules: "table-read"
    ).number
    try histories.keep(line(2, "two"), attempt: StoredAttempt(said: 1, quality: 1), of: script)
    try histories.keep(line(1, "one"), attempt: StoredAttempt(said: 2, quality: 2), of: script)
    let lines = try histories.lines(of: script)
    #expect(lines.map(\.words) == ["one", "two"])
    try histories.add(lines, to: other)
    #expect(try histories.lines(of: other).map(\.attempts) == lines.map(\.attempts))
    #expect(try histories.lines(of: script) == lines)
  }

  @Test func `The history of a learned line goes with its script`() throws {
    try histories.keep(line(1, "one"), attempt: StoredAttempt(said: 2, quality: 2), of: script)
    #expect(try histories.forget(script) == 1)
    try histories.keep(line(1, "one"), attempt: StoredAttempt(said: 2, quality: 2), of: script)
    #expect(try Scripts(database, clock: StandingClock()).remove(script))
    #expect(try histories.lines(of: script).isEmpty)
    try database.check()
  }
}
