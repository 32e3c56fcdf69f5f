import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `host voices` {
  private let stage: Stagehand

  init() throws { stage = try Stagehand(knowsPlugins: false) }

  private func plugins(_ arguments: [String], _ more: [String: String] = [:]) throws -> [String] {
    try stage.events(try stage.host(["voices", "--json"] + arguments, more)).compactMap {
      ($0["id"] as? String)?.split(separator: ":").first.map(String.init)
    }
  }

  @Test func `leaves voices for tests out, unless they are named`() throws {
    let estonian = try plugins(["--language", "et"])
    #expect(estonian.contains("espeak") && !estonian.contains("mock"))
    #expect(try !plugins([]).contains("mock"))
    #expect(try plugins(["mock"]) == ["mock", "mock"])
    #expect(try plugins([], ["CUE_VOICE": "mock"]).contains("mock"))
  }

  @Test func `lists those that need a missing key last, and says so`() throws {
    let without = try plugins([])
    let first = try #require(without.firstIndex(of: "elevenlabs"))
    #expect(first > 0 && without[first...].allSatisfy { $0 == "elevenlabs" })
    let text = try stage.host(["voices"]).text.split(separator: "\n")
    #expect(text.filter { $0.hasPrefix("elevenlabs:") }.allSatisfy { $0.hasSuffix("needs a key") })
    #expect(!text.contains { !$0.hasPrefix("elevenlabs:") && $0.contains("needs a key") })
    let events = try stage.events(try stage.host(["voices", "--json", "elevenlabs"]))
    #expect(events.allSatisfy { $0["needs_key"] as? Bool == true })
  }
}

@Suite(.startsProcesses) struct `host where the locale is C` {
  @Test(arguments: [["LC_ALL": "C"], ["LC_ALL": "", "LANG": "POSIX"], ["LC_ALL": "", "LANG": ""]])
  func `in the locale C, host's own signs are ASCII`(locale: [String: String]) throws {
    let stage = try Stagehand()
    let script = Places.source("Examples/the-last-train.fountain")
    for words in [
      ["--help"], ["help", "generate"], ["voices", "--help"], ["speech"], ["doctor"], ["plugins"],
      ["plugin", "info", "flite"], ["tones", "--emoji"], ["nonsense"],
      ["speak", "--tone", "x", "y"],
      ["cast", script, "-v", "mock"], ["speech", "show", "nothing"], ["jobs", "list", "x"],
      ["generate", script, "-v", "mock", "-o", stage.folder.path("out.flac")],
      ["rehearse", script, "--as", "NOBODY"],
    ] {
      let run = try stage.host(words, locale.merging(["LC_CTYPE": ""]) { $1 })
      let said = (run.text + run.talk).replacing("the-last-train", with: "")
      let other = said.unicodeScalars.filter { !$0.isASCII }
      #expect(other.isEmpty, "\(words): \(other)")
    }
  }

  @Test func `leaves the words of a script as they are`() throws {
    let stage = try Stagehand()
    let script = try stage.folder.write("ANNA\nHe said “no” … – ☃ → away.\n", as: "a.fountain")
    for words in [["script", "show", script], ["script", "items", script]] {
      let run = try stage.host(words, ["LC_ALL": "C"])
      #expect(run.text.contains("He said “no” … – ☃ → away."), "\(words): \(run.text)")
    }
  }

  @Test func `ASCII output depends on the character set, not on the language`() throws {
    let stage = try Stagehand()
    #expect(try stage.host(["nonsense"], ["LC_ALL": "C.UTF-8"]).talk.contains("“nonsense”"))
    #expect(try stage.host(["nonsense"], ["LC_ALL": "", "LC_CTYPE": "C.UTF-8"]).talk.contains("“"))
    #expect(try stage.host(["nonsense"], ["LC_ALL": "xx_XX.UTF-8"]).talk.contains("“"))
    #expect(try stage.host(["nonsense"], ["LC_ALL": "C"]).talk.contains("\"nonsense\""))
  }
}

@Suite(.startsProcesses) struct `host plugins` {
  private let stage: Stagehand

  init() throws {
    stage = try Stagehand(knowsPlugins: false)
    for name in ["leaves-a-trace", "aborts"] {
      try stage.folder.copy(Fixtures.unrulyLibrary, as: "plugins/\(name).so")
    }
    // One of them leaves a trace beside its file.
    try stage.configure("sandbox = off\n")
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

  @Test func `commands load only the plugins that they need`() throws {
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
