import Foundation
import TestSupport
import Testing

/// The folder of a play is moved between two runs of the program.
@Suite(.startsProcesses) struct `A play whose folder was moved` {
  private let stage: Stagehand
  private var old: String { stage.folder.path("old/scene.fountain") }
  private var new: String { stage.folder.path("new/scene.fountain") }

  private static let scene = """
    INT. HALL - NIGHT

    ALEX
    I have bought two tickets for the morning train.

    JAMIE
    You always do.

    ALEX
    Who are you running from this time?

    JAMIE
    From the train.
    """

  init() throws {
    stage = try Stagehand()
    try FileManager.default.createDirectory(
      atPath: stage.folder.path("old"), withIntermediateDirectories: true)
    try stage.folder.write(Self.scene, as: "old/scene.fountain")
  }

  private func move() throws {
    try FileManager.default.moveItem(
      atPath: stage.folder.path("old"), toPath: stage.folder.path("new"))
  }

  /// The voices of the characters, and which of them are locked.
  private func cast(_ script: String, _ more: String...) throws -> [String: String] {
    let run = try stage.host(["cast", script, "--json"] + more)
    #expect(run.status == 0, "\(run.talk)")
    let cast = try #require(
      JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
    var voices: [String: String] = [:]
    for role in cast["characters"] as? [[String: Any]] ?? [] {
      let isLocked = role["locked"] as? Bool == true
      voices[role["name"] as? String ?? ""] =
        "\(role["voice"] as? String ?? "")\(isLocked ? ", locked" : "")"
    }
    return voices
  }

  @Test func `has its cast at the new place, and another play at the old one has none of it`()
    throws
  {
    let kept = try cast(old, "--cast", "JAMIE=flite:kal?pitch=2")
    #expect(kept["JAMIE"] == "flite://kal?pitch=2, locked")
    try move()
    #expect(try cast(new) == kept)
    try FileManager.default.createDirectory(
      atPath: stage.folder.path("old"), withIntermediateDirectories: true)
    try stage.folder.write(
      "INT. YARD\n\nJAMIE\nAnother play.\n\nALEX\nOf the same name.\n", as: "old/scene.fountain")
    #expect(try cast(old)["JAMIE"] != kept["JAMIE"])
    #expect(try cast(new) == kept)
  }

  /// A part is left at its second line, in the old folder, and goes on there in the new one.
  @Test func `goes on at the line where it stopped, though it was edited since`() throws {
    func rehearse(_ script: String) throws -> TerminalRun {
      try stage.startAtTerminal([
        "rehearse", script, "--as", "alex", "-v", "mock", "--plain", "--device", "null",
      ])
    }
    var run = try rehearse(old)
    #expect(run.waits(forWords: "Your turn: 1  ALEX"), "\(run.written)")
    run.type("\r")
    #expect(run.waits(forWords: "Your turn: 3  ALEX"), "\(run.written)")
    run.type("q")
    #expect(run.end() == 0)
    try move()
    try stage.folder.write(
      Self.scene.replacingOccurrences(of: "From the train.", with: "From all trains."),
      as: "new/scene.fountain")
    run = try rehearse(new)
    #expect(run.waits(forWords: "Going on at line 3"), "\(run.written)")
    run.type("q")
    #expect(run.end() == 0)
  }
}
