import Foundation
import TestSupport
import Testing

@Suite(
  .startsProcesses,
  .enabled(
    if: FileManager.default.fileExists(atPath: Places.product("libplugin-pocketsphinx.so")),
    "PocketSphinx is not on this machine"))
struct `A rehearsal that hears` {
  private let stage: Stagehand
  private var scene: String { stage.folder.path("scene.fountain") }

  init() throws {
    stage = try Stagehand(adding: ["pocketsphinx"])
    try stage.folder.write(
      """
      INT. HALL - NIGHT

      ALEX
      I have bought two tickets for the morning train.

      JAMIE
      Two two.

      ALEX
      Who are you running from this time?

      JAMIE
      Four.
      """, as: "scene.fountain")
  }

  private func heard(_ more: String...) throws -> (events: [[String: Any]], run: Run) {
    let run = try stage.host(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null", "--json"] + more)
    return (try stage.events(run), run)
  }

  @Test func `goes on when a robot has said its line, the same each time`() throws {
    let (events, run) = try heard("--robot", "flite:rms")
    #expect(run.status == 0, "\(run.talk)")
    let lines = events.filter { $0["event"] as? String == "heard" }
    #expect(lines.map { $0["reason"] as? String } == ["matched", "matched"])
    #expect(lines.map { $0["share"] as? Double } == [1, 1])
    #expect(events.last?["event"] as? String == "finished")
    #expect(try heard("--robot", "flite:rms").run.text == run.text)
  }

  @Test func `refuses what cannot be meant`() throws {
    for (words, why) in [
      (["--recognizer", "pocketsphinx"], "no --microphone where"),
      (["--robot", "flite", "--microphone", "a.wav"], "--robot speaks in your place"),
      (["--robot", "flite", "--advance", "mach"], "Did you mean match?"),
      (["--robot", "flite", "--advance", ","], "needs a way"),
    ] {
      let run = try stage.host(["rehearse", scene, "--as", "alex"] + words)
      #expect(run.status == 2, "\(words)")
      #expect(run.talk.contains(why), "\(run.talk)")
    }
  }
}
