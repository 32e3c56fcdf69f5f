import CueAudio
import CueGeneration
import Foundation
import TestSupport
import Testing

private let probe = "/usr/bin/ffprobe"
private let hasProgram = FileManager.default.isExecutableFile(atPath: probe)

@Suite struct `An audiobook` {
  private func stage() throws -> Stage {
    let stage = try Stage(
      """
      Title: Tea; or = not
      Author: Ann

      INT. KITCHEN

      ANNA
      Hello there.

      INT. HALL #2#

      BEN
      Good evening.
      """)
    stage.render { _, _ in clip(tone(300, seconds: 1, rateHertz: 22_050), 22_050) }
    return stage
  }

  @Test(.startsProcesses, .enabled(if: hasProgram, "ffmpeg is not installed"))
  func `has chapters, title and author, and says its language`() throws {
    let stage = try stage()
    stage.settings.language = "et-EE"
    let report = try stage.write("out.m4b")
    #expect(try stage.names() == ["out.m4b"])
    let run = try Run(
      probe,
      [
        "-v", "error", "-print_format", "json", "-show_chapters", "-show_format", "-show_streams",
        stage.path("out.m4b"),
      ])
    let found = try #require(
      try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    let chapters = try #require(found["chapters"] as? [[String: Any]])
    let titles = chapters.compactMap { ($0["tags"] as? [String: String])?["title"] }
    #expect(titles == ["INT. KITCHEN", "2. INT. HALL"])
    let start = try #require(Double(chapters[1]["start_time"] as? String ?? ""))
    // A chapter's place is written in milliseconds.
    let second = try #require(report.files.first).frames - 22_050 * 2 - 22_050 * 400 / 1000
    #expect(abs(start - Double(second) / 22_050) < 0.15)
    let tags = (found["format"] as? [String: Any])?["tags"] as? [String: String]
    #expect(tags?["title"] == "Tea; or = not")
    #expect(tags?["artist"] == "Ann")
    let stream = (found["streams"] as? [[String: Any]])?.first
    #expect(stream?["codec_name"] as? String == "aac")
    #expect((stream?["tags"] as? [String: String])?["language"] == "est")
  }

  @Test(.startsProcesses, .enabled(if: hasProgram, "ffmpeg is not installed"))
  func `has a picture where one is given`() throws {
    let stage = try stage()
    let picture = stage.path("cover.png")
    _ = try Run(
      "/usr/bin/ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", picture])
    stage.settings.coverPath = picture
    _ = try stage.write("out.m4b")
    let run = try Run(
      probe,
      [
        "-v", "error", "-show_entries", "stream=codec_type:stream_disposition=attached_pic", "-of",
        "csv=p=0", stage.path("out.m4b"),
      ])
    #expect(run.text.contains("video,1"), "\(run.text)")
    #expect(run.text.contains("audio,0"))
  }

  @Test(.startsProcesses, .enabled(if: hasProgram, "ffmpeg is not installed"))
  func `An audiobook is the same bytes again`() throws {
    let stage = try stage()
    _ = try stage.write("one.m4b")
    stage.settings.threads = 4
    _ = try stage.write("two.m4b")
    #expect(try stage.bytes("one.m4b") == stage.bytes("two.m4b"))
  }

  @Test func `needs a program, and says which`() throws {
    let stage = try stage()
    stage.settings.programSearchPath = "/nowhere"
    let error = #expect(throws: SoundFileError.self) { _ = try stage.write("out.m4b") }
    #expect(error?.kind == .unavailable && error?.reason == .noProgram)
    #expect(try stage.names().isEmpty)
  }

  @Test(.startsProcesses, .enabled(if: hasProgram, "ffmpeg is not installed"))
  func `that cannot be made says what ffmpeg said, and leaves nothing behind`() throws {
    let stage = try stage()
    stage.settings.coverPath = stage.path("no-such-picture.png")
    let error = #expect(throws: SoundFileError.self) { _ = try stage.write("out.m4b") }
    guard case .programFailed(let said?)? = error?.reason else {
      Issue.record("it does not say what ffmpeg said: \(String(describing: error))")
      return
    }
    #expect(said.contains("no-such-picture.png"))
    #expect(try stage.names().isEmpty)
  }
}
