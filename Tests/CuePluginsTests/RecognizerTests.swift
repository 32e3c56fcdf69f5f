import CueModel
import CuePlugins
import Testing
import TestSupport

extension RecognizerClient {
  /// Opens a stream in which `phrases` may be heard.
  @discardableResult
  func begin(_ format: AudioFormat, _ phrases: [ExpectedPhrase] = []) throws -> [Shortfall] {
    try open(ListenRequest(format: format, phrases: phrases), cancellation: Cancellation())
  }

  /// Gives it sound; what it has heard by then.
  @discardableResult
  func take(_ sound: AudioBuffer) throws -> [Heard] {
    try push(sound, cancellation: Cancellation())
  }
}

private let second = AudioBuffer(
  silentFrames: 16000, format: AudioFormat(sample: .int16, rateHertz: 16000))

@Suite(.needsPython) struct `A recognizer that is a program` {
  @Test func `a recognizer program reports all details of its words`() throws {
    let ear = RecognizerClient(try FaultyProgram("hears").setup())
    #expect(
      try ear.begin(second.format)
        == [Shortfall(field: "pronunciation", outcome: "guessed, Aoife: IY F AH")])
    #expect(try ear.take(second).map(\.text) == ["to be"])
    let heard = try ear.finish(cancellation: Cancellation())
    #expect(heard.text == "to be or not")
    #expect(heard.stableBytes == 12, "no more than there are")
    let word = try #require(heard.words.first)
    #expect(word.phrase == 0)
    #expect(word.isGuessed)
    #expect(!word.isOutside && !word.isFiller)
    #expect(word.frames == 100..<900)
  }

  @Test(arguments: [
    ("runs-ahead", BrokenRule.framesTaken(1_073_741_824, given: 16000)),
    ("no-final", .noFinal),
    ("two-finals", .twoFinals),
    ("late-partial", .partialAfterFinal),
    ("overconfident", .confidenceAboveOne),
    ("backwards", .wordBackwards),
  ])
  func `a recognizer that breaks the protocol is unavailable, with the reason`(
    fault: String, rule: BrokenRule
  ) throws {
    let program = try FaultyProgram(fault)
    let ear = RecognizerClient(program.setup())
    try ear.begin(second.format)
    let failure = try #require(throws: ListenFailure.self) {
      try ear.take(second)
      _ = try ear.finish(cancellation: Cancellation())
    }
    #expect(failure.kind == .recognizerUnavailable)
    #expect(failure.plugin?.reason == .broke(rule))
    #expect(Processes.survivors(of: program.processes) == [])
  }

  @Test func `a recognizer program may refuse a format, and is asked again`() throws {
    let ear = RecognizerClient(try FaultyProgram("deaf").setup())
    for _ in 1...2 {
      let failure = try #require(throws: ListenFailure.self) { try ear.begin(second.format) }
      #expect(failure.kind == .audioFormatInvalid)
      #expect(failure.plugin?.activity == .listening)
      #expect(failure.plugin?.reason == .said("Only sound of the future"))
    }
  }

  @Test func `and takes no more sound is ended, and a new stream can be opened`() throws {
    let program = try FaultyProgram("stuck")
    var deadlines = Deadlines()
    deadlines.gap = 100
    let ear = RecognizerClient(program.setup(deadlines))
    for _ in 1...2 {
      try ear.begin(second.format)
      let failure = try #require(throws: ListenFailure.self) { try ear.take(second) }
      #expect(failure.kind == .timedOut)
      #expect(failure.plugin?.kind == .hung(milliseconds: 100))
      #expect(Processes.survivors(of: program.processes) == [])
    }
  }

  @Test func `is let go at once when listening is cancelled`() throws {
    let program = try FaultyProgram("stuck")
    let ear = RecognizerClient(program.setup())
    try ear.begin(second.format)
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: ListenFailure.cancelled) {
      try ear.push(second, cancellation: cancellation)
    }
  }
}

@Suite(.startsProcesses) struct `A stream of a recognizer` {
  private func ear() -> RecognizerClient {
    RecognizerClient(
      setup(
        Places.product("libplugin-mock.so"), id: "mock-ear",
        parameters: [("script", "one|two|three")]))
  }

  @Test func `that is closed leaves the next one its own words`() throws {
    let ear = ear()
    try ear.begin(second.format)
    try ear.take(second)
    ear.close()
    ear.close()
    try ear.begin(second.format)
    #expect(try ear.finish(cancellation: Cancellation()).text == "two")
    try ear.begin(second.format)
    try ear.begin(second.format)
    #expect(try ear.finish(cancellation: Cancellation()).text == "")
  }

  @Test func `takes a minute of sound in one piece`() throws {
    let ear = ear()
    let minute = AudioBuffer(
      silentFrames: 48000 * 60, format: AudioFormat(sample: .float32, rateHertz: 48000, channels: 2)
    )
    try ear.begin(minute.format)
    #expect(try ear.take(minute).map(\.text) == ["one"])
  }
}
