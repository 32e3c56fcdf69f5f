import Foundation
import TestSupport
import Testing

/// A plugin of somebody else: a copy of the mock voice in a folder of its own, with needs.
@Suite(.startsProcesses) struct `A plugin that did not come with Cue` {
  private let stage: Stagehand
  private let plugin: String

  init() throws {
    stage = try Stagehand()
    try FileManager.default.createDirectory(
      atPath: stage.folder.path("night"), withIntermediateDirectories: true)
    plugin = try stage.folder.copy(Places.product("libplugin-mock.so"), as: "night/libnight.so")
  }

  private func needs(_ text: String) throws {
    try stage.folder.write(text, as: "night/libnight.so.needs")
  }

  private func speak(_ more: String...) throws -> Run {
    try stage.host(
      ["--voice=" + plugin, "-o", stage.folder.path("out.wav"), "Good evening."] + more)
  }

  @Test func `speaks behind its wall, and nobody is asked`() throws {
    let run = try speak()
    #expect(run.status == 0 && run.talk.isEmpty, "\(run.talk)")
    try needs("$own\n$cache\n$plugin\n$models\n")
    let withPlaces = try speak()
    #expect(withPlaces.status == 0 && withPlaces.talk.isEmpty, "\(withPlaces.talk)")
  }

  @Test func `does not get what it declares without a terminal, speaks, and that is reported`()
    throws
  {
    try needs("network\nread:/srv\n")
    let run = try speak()
    #expect(run.status == 0)
    #expect(run.talk.contains("asks for network, read:/srv and does not get it"))
    let allowed = try speak("--allow", plugin + ":network", "--allow", plugin + ":read=/srv")
    #expect(allowed.status == 0 && allowed.talk.isEmpty, "\(allowed.talk)")
    let free = try speak("--no-sandbox")
    #expect(free.status == 0 && free.talk.isEmpty, "\(free.talk)")
  }

  @Test func `is asked about once at a terminal, and again after forgetting`() throws {
    try needs("network\n")
    func run(answering answer: String?) throws -> String {
      let run = try stage.startAtTerminal([
        "--voice=" + plugin, "-o", stage.folder.path("out.wav"), "Good evening.",
      ])
      if let answer {
        #expect(run.waits(forWords: "Allow this?"))
        run.type(answer)
      }
      #expect(run.end() == 0)
      return run.written
    }
    #expect(try run(answering: "y\r").contains("use the network"))
    #expect(try !run(answering: nil).contains("Allow"))
    #expect(try stage.host(["plugin", "info", plugin]).text.contains("use the network\n"))
    #expect(try stage.host(["plugin", "forget", "night"]).status == 0)
    let refused = try run(answering: "n\r")
    #expect(refused.contains("does not get it"))
    #expect(
      try stage.host(["plugin", "info", plugin]).text.contains("which you have not allowed"))
  }

  @Test(arguments: [
    ("read:/\n", "no plugin gets all files"),
    ("read:/srv/../etc\n", "may not have “..”"),
    ("read:data\n", "a path begins with /"),
    ("everything\n", "there is no need “everything”"),
    (String(repeating: "run\n", count: 10_000), "more than 256 lines"),
    ("read:$plugin/../..\n", "may not have “..”"),
    ("device:/dev/tty\n", "no plugin gets a terminal"),
  ])
  func `is refused with a sentence if its needs make no sense`(
    text: String, sentence: String
  ) throws {
    try needs(text)
    let run = try speak()
    #expect(run.status != 0)
    #expect(run.talk.contains(sentence), "\(run.talk)")
  }

  @Test func `is refused if what the user allows makes no sense`() throws {
    #expect(try speak("--allow", "night").talk.contains("it has the form ID:NEED"))
    #expect(try speak("--allow", "night:read=/").talk.contains("no plugin gets all files"))
  }
}
