import CueModel
import CuePlugins
import TestSupport
import Testing

@Suite(.startsProcesses) struct `Deadlines of a recording` {
  @Test func `follow the length of a text, and the speed of a voice once it is measured`() {
    let allowance = Deadlines.recording.allowance
    func milliseconds(_ length: Double, slowest: Double? = nil) -> Int {
      allowance.milliseconds(for: length, first: allowance.perCharacter, slowest: slowest)
    }
    #expect(milliseconds(0) == 0)
    // A voice of a tenth of real time needs about 0.7 s for a character.
    #expect(milliseconds(400) == 400_000)
    // One that has taken 10 ms for a character at most so far may take eight times as long.
    #expect(milliseconds(400, slowest: 10) == 32_000)
    #expect(milliseconds(.infinity) == 3_600_000)
    #expect(Deadlines().allowance.milliseconds(for: 400, first: 0, slowest: 10) == 0)
  }

  /// A slow neural voice was called hung in mid-recording, and another one said the lead's long line.
  @Test(.needsPython) func `Deadlines of a recording do not call a slow voice hung`() throws {
    func voice(_ allowance: Deadlines.Allowance) -> VoiceClient {
      var deadlines = Deadlines()
      // Only the allowance gives it time.
      deadlines.firstSound = 0
      deadlines.gap = 0
      deadlines.allowance = allowance
      return VoiceClient(
        setup(
          Places.source("plugin-sdk/examples/python/voice.py"), name: "example", isProgram: true,
          deadlines: deadlines))
    }
    let text = "A long line that takes its time."
    let patient = voice(.byLength)
    // The first line shows how fast the voice is; the second still has eight times as long.
    #expect(try patient.say(text).outcome == .finished)
    var host = Deadlines.Allowance.byLength
    host.timesSlowest = 1000
    let measured = voice(host)
    for _ in 0..<2 { #expect(try measured.say(text).outcome == .finished) }
  }
}
