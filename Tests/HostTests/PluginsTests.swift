import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `host plugins` {
  private let stage: Stagehand

  init() throws {
    stage = try Stagehand()
    for name in ["leaves-a-trace", "aborts"] {
      try stage.folder.copy(Fixtures.unrulyLibrary, as: "plugins/\(name).so")
    }
  }

  private var traces: Int {
    FileManager.default.contents(atPath: stage.plugins + "/leaves-a-trace.so.loaded")?.count ?? 0
  }

  @Test func `asks every plugin once, until a rescan`() throws {
    let first = try stage.host(["plugins"])
    #expect(first.status == 0)
    #expect(first.text.contains("aborts        crashed "))
    #expect(first.text.contains("crashed while saying what it offers (SIGABRT)."))
    #expect(try stage.host(["plugins"]).text == first.text)
    #expect(traces == 1)
    #expect(try stage.host(["plugins", "rescan", "aborts"]).status == 69)
    #expect(traces == 1)
    #expect(try stage.host(["plugins", "rescan"]).text == first.text)
    #expect(traces == 2)
    #expect(FileManager.default.fileExists(atPath: stage.folder.path("home/cache/cue/registry")))
  }

  @Test func `tells the state of each as JSON`() throws {
    let events = try stage.events(try stage.host(["plugins", "--json"]))
    let states = events.compactMap { event -> String? in
      guard let path = event["path"] as? String, let state = event["state"] as? String else {
        return nil
      }
      return path.hasSuffix("/aborts.so") || path.hasSuffix("/leaves-a-trace.so") ? state : nil
    }
    #expect(states == ["crashed", "ok"])
    #expect(events.filter { $0["event"] as? String == "plugin" }.count >= 7)
  }

  @Test func `and all that look for a plugin load none that they need not`() throws {
    _ = try stage.host(["plugins"])
    #expect(try stage.host(["--voice=flite", "-o", stage.folder.path("o.wav"), "Hi"]).status == 0)
    #expect(traces == 1)
    let refused = try stage.host(["--voice=aborts", "-o", stage.folder.path("p.wav"), "Hi"])
    #expect(refused.status == 69)
    #expect(refused.talk.contains("aborts crashed while saying what it offers (SIGABRT)"))
    let second = try stage.host(
      ["--voice=aborts,flite", "-o", stage.folder.path("p.wav"), "Hi"])
    #expect(second.status == 0)
  }
}
