import CueGeneration
import CueScreenplay
import Foundation
import Testing

@Suite struct `A sound in a recording` {
  private func stage() throws -> Stage {
    let stage = try Stage(
      "INT. A - DAY\n\nANNA\nHush.\n\nSFX: THUNDER, 3 SECONDS\n\nMUSIC\nLow strings.\n\nANNA\nOh.\n"
    )
    stage.settings.keptEdgeMilliseconds = nil
    stage.settings.gaps.speechMilliseconds = 100
    stage.settings.gaps.sameSpeakerMilliseconds = 100
    stage.render { _, item in
      item.kind == .sound ? nil : clip(tone(440, seconds: 0.5, rateHertz: 16_000), 16_000)
    }
    return stage
  }

  @Test func `a sound cue is a silence of its length, or of two seconds`() throws {
    let stage = try stage()
    let report = try stage.write("out.wav")
    // Heading, Anna, thunder, music, Anna; two sounds follow each other as one speaker's lines do.
    #expect(report.frames == Int((3 * 0.5 + 3 + 2 + 4 * 0.1) * 16_000))
    #expect(report.silentItems == [])
    let samples = try sound(at: stage.path("out.wav")).floats
    let thunder = Int(1.25 * 16_000)..<Int(4.1 * 16_000)
    #expect(samples[thunder].allSatisfy { $0 == 0 })
  }

  @Test func `is marked in cues, subtitles and labels`() throws {
    let stage = try stage()
    stage.settings.companions = [.cues, .srt, .labels]
    _ = try stage.write("out.wav")
    let sheet = try #require(
      JSONSerialization.jsonObject(with: Data(try stage.bytes("out.json"))) as? [String: Any])
    let items = try #require(sheet["items"] as? [[String: Any]])
    let thunder = try #require(items.first { $0["sound"] != nil })
    let what = (thunder["sound"] as? [String: String])?["what"]
    #expect(what == "THUNDER, 3 SECONDS")
    #expect(thunder["end_frame"] as? Int == (thunder["start_frame"] as? Int).map { $0 + 48_000 })
    #expect(try stage.text("out.srt").contains("[Low strings.]"))
    #expect(try stage.text("out.labels.txt").contains("[THUNDER, 3 SECONDS]"))
  }

  @Test func `a sound cue does not become a file of its own`() throws {
    let stage = try stage()
    stage.settings.form = .lines
    let report = try stage.write("lines")
    #expect(report.files.count == 3)
  }
}
