import CueAudio
import CueGeneration
import CueModel
import CueScreenplay
import Testing

private let script = """
  INT. KITCHEN - NIGHT

  A kettle boils.

  ANNA
  Hello there.

  BEN
  Good evening.

  EXT. GARDEN - DAY

  ANNA
  It rains.
  """

@Suite struct `A recording` {
  @Test func `lasts as long as its clips and the pauses between them`() throws {
    let stage = try Stage(script)
    stage.settings.keptEdgeMilliseconds = nil
    stage.settings.gaps.speechMilliseconds = 300
    stage.settings.gaps.sameSpeakerMilliseconds = 100
    stage.settings.gaps.sceneMilliseconds = 1000
    stage.render { index, _ in
      clip(tone(440, seconds: 0.5 + Double(index) / 10, rateHertz: 16_000), 16_000)
    }
    let report = try stage.write("out.wav")
    // Heading, action, Anna, Ben, heading, Anna.
    let clips = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0].reduce(0, +)
    let gaps = 0.1 + 0.3 + 0.3 + 1.0 + 0.3
    #expect(report.frames == Int(((clips + gaps) * 16_000).rounded()))
    #expect(report.rateHertz == 16_000)
    #expect(try sound(at: stage.path("out.wav")).frameCount == report.frames)
    #expect(try stage.names() == ["out.wav"])
  }

  @Test func `is as loud as it shall be`() throws {
    let stage = try Stage(script)
    stage.render { index, item in
      let decibels = item.tone == .narrative ? -35.0 : index % 2 == 0 ? -20 : -12
      return clip(
        silence(0.3, rateHertz: 22_050)
          + noise(seconds: 0.7 + Double(index) / 7, rateHertz: 22_050, decibels: decibels),
        22_050)
    }
    let report = try stage.write("out.wav")
    let whole = try sound(at: stage.path("out.wav"))
    let meter = try LoudnessMeter(whole.format)
    meter.hear(whole)
    let loudness = try #require(meter.integratedLUFS)
    #expect(abs(loudness + 18) < 0.1, "\(loudness) LUFS, \(report)")
    #expect(try #require(meter.truePeakDBTP) <= -1)
  }
}
