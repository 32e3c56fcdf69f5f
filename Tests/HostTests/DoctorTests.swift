import struct CueConformance.ConformanceRecord
import Foundation
import Testing
import TestSupport

@testable import CuePlugins
@testable import host

@Suite struct `host doctor` {
  private let stage: Stagehand

  init() throws { stage = try Stagehand(knowsPlugins: false) }

  /// What it found about `about`: outcome and sentence.
  private func findings(
    _ about: String, _ environment: [String: String] = [:]
  ) throws -> (status: Int32, [(outcome: String, sentence: String, hint: String)]) {
    let run = try stage.host(["doctor", "--json"], environment)
    let found = try stage.events(run).filter { $0["about"] as? String == about }.map {
      (
        $0["outcome"] as? String ?? "", $0["sentence"] as? String ?? "", $0["hint"] as? String ?? ""
      )
    }
    return (run.status, found)
  }

  @Test(.startsProcesses, .enabled(if: SoundServer.isHere, "PulseAudio is not on this machine"))
  func `host doctor finds no fault in a good installation`() throws {
    let server = try SoundServer()
    let run = try stage.host(
      ["doctor"],
      ["CUE_SDK": Places.source("plugin-sdk")].merging(
        server.environment.filter { $0.key != "HOME" }
      ) { $1 })
    #expect(run.status == 0, "\(run.text)\(run.talk)")
    #expect(run.text.hasSuffix("Nothing is wrong.\n"))
    for line in [
      "ok     worker  ", "ok     voice   flite speaks.", "ok     voice   espeak speaks.",
      "note   keys    elevenlabs has no key", "ok     model   mock-ear loads",
      "ok     keys    No keys are kept.", "ok     sdk     ",
    ] { #expect(run.text.contains(line), "\(line)") }
    #expect(!run.text.contains("mock has no key"))
  }

  @Test(.startsProcesses)
  func `host doctor reports that no sound is possible, why, and what to try`() throws {
    let pulse = stage.plugins + "/libpulse.so"
    if FileManager.default.fileExists(atPath: pulse) {
      let (status, found) = try findings("sound")
      #expect(status == 1)
      #expect(found.map(\.outcome) == ["note", "wrong"])
      #expect(found[1].sentence == "Nothing can be heard: pulse reaches no sound server.")
      #expect(found[1].hint.contains("pipewire-pulse") && found[1].hint.contains("-o out.wav"))
      try FileManager.default.removeItem(atPath: pulse)
    }
    let (status, found) = try findings("sound")
    #expect(status == 1)
    #expect(found.map(\.outcome) == ["wrong"])
    #expect(found[0].sentence == "Nothing can be heard: there is no plugin for sound devices.")
    #expect(found[0].hint.contains("libpulse0"))
  }

  @Test(.startsProcesses, .enabled(if: SoundServer.isHere, "PulseAudio is not on this machine"))
  func `host doctor reports a sound server without output`() throws {
    let server = try SoundServer(hasSink: false)
    let (status, found) = try findings("sound", server.environment.filter { $0.key != "HOME" })
    #expect(status == 1)
    #expect(found.map(\.outcome) == ["note", "wrong"])
    #expect(
      found.last?.sentence
        == "Nothing can be heard: pulse reaches a sound server that has no output.")
    #expect(found.last?.hint.contains("pactl") == true)
  }

  @Test(.startsProcesses) func `host doctor reports unusable plugins, and what to do`() throws {
    for name in ["aborts", "exits"] {
      try stage.folder.copy(Fixtures.unrulyLibrary, as: "plugins/\(name).so")
    }
    let needed = try stage.folder.write(
      "int needed(void);\nint needed(void) { return 1; }\n", as: "n.c")
    try Fixtures.compile(needed, to: stage.folder.path("libneeded-by-a-test.so"))
    let needs = try stage.folder.write(
      "int needed(void);\nint needs(void);\nint needs(void) { return needed(); }\n", as: "p.c")
    try Fixtures.compile(
      needs, to: stage.plugins + "/needs.so", ["-L" + stage.folder.path, "-lneeded-by-a-test"])
    let (status, found) = try findings("plugin")
    let wrong = found.filter { $0.outcome == "wrong" }
    #expect(status == 1)
    #expect(wrong.count == 3)
    #expect(wrong[0].sentence.contains("aborts.so crashed"))
    #expect(wrong[0].hint.contains("'host plugins rescan'"))
    #expect(wrong[1].sentence.contains("exits.so cannot be used: it ended its process"))
    #expect(
      wrong[2].sentence
        == "\(stage.plugins)/needs.so needs what is not installed: libneeded-by-a-test.so.")
    #expect(wrong[2].hint.contains("apt-file search libneeded-by-a-test.so"))
  }

  @Test(.startsProcesses)
  func `host doctor notes a missing model, and fails if no recognizer is left`() throws {
    let healthy = "(void)self, (void)error, CUE_OK"
    let example = try String(
      contentsOfFile: Places.source("plugin-sdk/examples/c/recognizer.c"), encoding: .utf8)
    let activates = "activate(void *self, cue_error *error) { return \(healthy); }"
    #expect(example.contains(activates))
    let source = try stage.folder.write(
      example.replacing(
        activates, with: activates.replacing("CUE_OK", with: "CUE_E_MODEL")), as: "deaf.c")
    try Fixtures.compile(source, to: stage.plugins + "/deaf.so", ["-lm"])
    let (_, found) = try findings("model")
    let pocketsphinx = stage.plugins + "/libpocketsphinx.so"
    if FileManager.default.fileExists(atPath: pocketsphinx) {
      #expect(found.map(\.outcome).sorted() == ["note", "ok", "ok"])
      #expect(
        found.contains {
          $0.outcome == "note" && $0.hint.contains("'host models list --available' shows")
        })
      try FileManager.default.removeItem(atPath: pocketsphinx)
    }
    let (status, left) = try findings("model")
    #expect(status == 1)
    #expect(left.last?.outcome == "wrong")
    #expect(left.last?.sentence == "There is no recognizer that can be used.")
  }

  @Test func `knows the packages of the libraries that Cue's plugins need`() {
    let listing = """
      \tlinux-vdso.so.1 (0x00007ffd)
      \tlibflite_cmu_us_slt.so.1 => not found
      \tlibpulse.so.0 => not found
      \tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)

      """
    let missing = Installation.missingLibraries(inListing: listing)
    #expect(missing == ["libflite_cmu_us_slt.so.1", "libpulse.so.0"])
    #expect(DoctorAdvice.hint(forLibraries: missing) == "apt-get install libflite1 libpulse0")
  }

  @Test(.startsProcesses) func `host doctor reports folders that are missing or open to all users`()
    throws
  {
    let open = stage.folder.path("open")
    try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
    let file = try stage.folder.write("", as: "file")
    let path = [stage.plugins, open, file, "/nowhere", "relative"].joined(separator: ":")
    let (status, found) = try findings("folder", ["CUE_PLUGIN_PATH": path])
    #expect(status == 1)
    #expect(found[0].outcome == "ok")
    #expect(found[1].sentence == "Anybody can write \(open), and so run code here.")
    #expect(found[1].hint == "chmod o-w \(open)")
    #expect(found[2].sentence == "\(file) is no folder.")
    #expect(found[3].sentence == "CUE_PLUGIN_PATH names /nowhere, which is not there.")
    #expect(found[4].sentence == "CUE_PLUGIN_PATH names relative, which is not there.")
  }

  @Test(.startsProcesses) func `host doctor reports keys that other users can read`() throws {
    #expect(
      try stage.host(["credentials", "set", "elevenlabs"], input: "sk_0123456789\n").status == 0)
    #expect(try findings("keys").1.contains { $0.outcome == "ok" })
    let path = stage.folder.path("home/config/cue/credentials")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let (status, found) = try findings("keys")
    #expect(status == 1)
    #expect(found[0].outcome == "wrong")
    #expect(found[0].hint == "chmod 600 \(path)")
  }

  @Test(.startsProcesses)
  func `host doctor reports a missing, broken or different worker`() throws {
    #expect(try findings("worker", ["CUE_WORKER": "/nowhere"]).1.map(\.outcome) == ["wrong"])
    let broken = try stage.folder.write("#!/bin/sh\nexit 3\n", as: "broken", isProgram: true)
    let run = try findings("worker", ["CUE_WORKER": broken])
    #expect(run.status == 1)
    #expect(run.1.map(\.sentence) == ["\(broken) does not run."])
    let old = try stage.folder.write(
      "#!/bin/sh\necho cue-worker, plugin interface 0.9, protocol 0.9\n", as: "old",
      isProgram: true)
    #expect(try findings("worker", ["CUE_WORKER": old]).1[0].sentence.contains("interface 0.9"))
  }
}

@Suite(.startsProcesses) struct `The output of a program that Cue runs` {
  @Test func `is heard, and ended where it takes too long or says too much`() throws {
    #expect(ShortRun.output(of: ["/bin/sh", "-c", "echo a; echo b"], within: 10_000) == "a\nb\n")
    #expect(ShortRun.output(of: ["/bin/sh", "-c", "echo a; exit 1"], within: 10_000) == nil)
    #expect(ShortRun.output(of: ["/nowhere"], within: 10_000) == nil)
    #expect(ShortRun.output(of: ["/bin/sleep", "1000.0625"], within: 50) == nil)
    #expect(Processes.survivors(of: Processes.mentioning("1000.0625")) == [])
    #expect(ShortRun.output(of: ["/usr/bin/yes", "cue"], within: 10_000) == nil)
  }
}

@Suite struct `A kept test result of a plugin` {
  private let record = ConformanceRecord(
    digest: String(repeating: "ab", count: 32), path: "/a \"b\"/\u{e4}.so", suite: "1.0", level: 5,
    hasPassed: true, date: "2026-01-31")

  @Test func `A kept test result of a plugin is read as it was written`() {
    #expect(ConformanceRecord(record.line) == record)
  }

  @Test(.startsProcesses) func `is shown beside what the plugin says of itself`() throws {
    let stage = try Stagehand(knowsPlugins: false)
    func info() throws -> [String: Any] {
      try stage.events(try stage.host(["plugin", "info", "mock", "--json"])).first ?? [:]
    }
    let before = try info()
    #expect(before["conformance"] == nil)
    #expect(before["voices"] as? [String] == ["low", "high"])
    var record = record
    record.digest = try #require(before["sha256"] as? String)
    let folder = stage.folder.path("home/cache/cue/conformance")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try record.line.write(
      toFile: folder + "/\(record.digest).json", atomically: true, encoding: .utf8)
    #expect(try info()["level"] as? Int == 5)
    let shown = try stage.host(["plugin", "info", "mock"])
    #expect(
      shown.text.contains("conformance   level 5, nothing failed, on 2026-01-31 (suite 1.0)\n"))
  }

  @Test(arguments: [
    "", "{", "{}", "[]", "null", #"{"event":"conformance"}"#, #"{"event":"conformance","level":5"#,
    #"{"a":{}}"#, #"{"a":1,}"#, #"{"a" 1}"#, #"{"a":nan}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#,
    "{\"a\":\"\n\"}",
    #"{"a":1} 2"#,
  ])
  func `is not believed where it is damaged`(text: String) {
    #expect(ConformanceRecord(text) == nil)
  }
}
