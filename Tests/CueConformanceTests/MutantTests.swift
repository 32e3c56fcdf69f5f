import CueConformance
import CuePlugins
import Foundation
import Testing
import TestSupport

@Suite struct `Conformance finds every fault` {
  @Test(.startsProcesses, arguments: libraryMutants)
  func `of a file, by the check that is named after it`(mutant: Mutant) throws {
    let level = Suite.checks.first { $0.id == mutant.check }?.level ?? 0
    let checks = Suite.checks.filter { $0.subject == .library && $0.level <= level }
    try expect(mutant, judge(LibraryFault.path(mutant.id), checks: checks))
  }

  @Test func `a path without a file is reported by conformance`() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("no library", as: "libtext.so")
    let empty = try folder.write("", as: "libempty.so")
    for path in [text, empty, folder.path, "/dev/null", folder.path("missing.so")] {
      let results = judge(path, checks: Suite.checks)
      #expect(results.filter { $0.outcome.isFailure }.map(\.check) == ["library-file"], "\(path)")
    }
  }

  @Test func `and has a mutant for every check`() {
    let tables = [
      voiceMutantTable, recognizerMutantTable, effectMutantTable, deviceMutantTable, libraryMutants,
      programMutantTable,
    ]
    // What is compared with earlier sound has tests of its own.
    let proven = Set(tables.joined().map(\.check) + ["library-file", "plugin-as-recorded"])
    #expect(Suite.checks.map(\.id).filter { !proven.contains($0) } == [])
    #expect(proven.subtracting(Suite.checks.map(\.id)) == [])
  }

  @Test(.startsProcesses) func `in a corpus of which no mutant is forgotten`() throws {
    try expectAll(voiceMutants.get(), voiceMutantTable)
    try expectAll(recognizerMutants.get(), recognizerMutantTable)
    try expectAll(effectMutants.get(), effectMutantTable)
    try expectAll(deviceMutants.get(), deviceMutantTable)
  }

  private func expectAll(_ path: String, _ table: [Mutant]) throws {
    var worker = WorkerSettings(workerPath: Places.product("cue-worker"))
    worker.bindsNow = true
    let file = PluginFile(path: path, name: "mutants", isProgram: false, id: "")
    let ids = try PluginProbe.descriptions(of: file, worker).map(\.id)
    let tried = Set(table.map(\.id))
    #expect(ids.filter { !tried.contains($0) && !$0.hasPrefix("healthy") } == [])
    #expect(tried.subtracting(ids) == [])
  }
}

@Suite(.startsProcesses) struct `A plugin that follows the interface` {
  @Test(arguments: ["healthy", "healthy-markup"])
  func `A plugin that follows the interface passes every check of a voice`(id: String) throws {
    try expectAllPassed(voiceMutants.get(), id)
  }

  @Test func `passes every check of a recognizer`() throws {
    try expectAllPassed(recognizerMutants.get(), "healthy")
  }

  /// Under a sanitizer PocketSphinx heard less than two minutes of sound in the check's two minutes, and was said to hang.
  @Test func `a recognizer is not called hanging if there is no time for enough sound`() throws {
    let results = try judge(
      recognizerMutants.get(), id: "healthy-slow",
      checks: Suite.chosen(level: 10, only: ["recognizer-hour"], skip: []), timeoutSeconds: 4)
    #expect(found(results) == [])
    #expect(results.map(\.outcome.word) == ["skipped"])
  }

  @Test func `passes every check of an effect`() throws {
    try expectAllPassed(effectMutants.get(), "healthy")
  }

  @Test func `passes every check of a sound device`() throws {
    try expectAllPassed(deviceMutants.get(), "healthy")
  }

  private func expectAllPassed(_ path: String, _ id: String) {
    let results = judge(
      path, id: id, checks: Suite.chosen(level: 10, only: [], skip: []), timeoutSeconds: 120,
      patience: 10, voice: try? voiceMutants.get())
    #expect(found(results) == [])
    #expect(results.count { $0.outcome == .passed } > 40)
  }
}

/// The judged plugin is unknown, and may do anything.
@Suite struct `A plugin that misbehaves is judged` {
  /// What a library does as soon as it is loaded, and the check that finds it.
  struct Deed: Sendable, CustomTestStringConvertible {
    let name: String
    let failure: String?
    var testDescription: String { name }

    init(_ name: String, fails check: String? = nil) {
      self.name = name
      failure = check
    }
  }

  @Test(
    .startsProcesses,
    arguments: [
      Deed("well-behaved"),
      Deed("forks"),
      Deed("moves-away"),
      Deed("moves-away-and-aborts", fails: "library-loads"),
      Deed("exits", fails: "library-loads"),
      Deed("aborts", fails: "library-loads"),
      Deed("overflows", fails: "library-loads"),
      Deed("spins", fails: "library-loads"),
      Deed("stops", fails: "library-loads"),
      Deed("ends-its-group", fails: "library-loads"),
      Deed("raises-its-limit"),
      Deed("opens-descriptors", fails: "library-opens-nothing"),
      Deed("changes-folder"),
      Deed("closes-its-descriptors", fails: "library-opens-nothing"),
      Deed("closes-all-descriptors", fails: "library-loads"),
    ])
  func `a plugin that misbehaves leaves no process`(deed: Deed) throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Fixtures.unrulyLibrary, as: "\(deed.name).so")
    let checks = Suite.checks.filter {
      $0.id == "library-file" || $0.id == "library-loads" || $0.id == "library-opens-nothing"
    }
    // Only who hangs is waited for in vain.
    let hangs = ["spins", "stops"].contains(deed.name)
    let results = judge(path, checks: checks, timeoutSeconds: hangs ? 2 : 60)
    #expect(
      results.filter(\.outcome.isFailure).map(\.check) == (deed.failure.map { [$0] } ?? []),
      "\(found(results))")
    #expect(results.count == checks.count)
    #expect(Processes.survivors(of: Processes.mentioning(folder.path)) == [])
  }

  @Test(.startsProcesses) func `behind its wall, a plugin cannot delete itself`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Fixtures.unrulyLibrary, as: "deletes-itself.so")
    let results = judge(
      path, checks: Suite.chosen(level: 1, only: [], skip: []), timeoutSeconds: 60)
    #expect(!results.isEmpty && FileManager.default.fileExists(atPath: path))
    #expect(Processes.survivors(of: Processes.mentioning(folder.path)) == [])
  }

  @Test func `though it is a pipe, or a device`() throws {
    let folder = try TemporaryFolder()
    #expect(unsafe mkfifo(folder.path("pipe.so"), 0o600) == 0)
    for path in [folder.path("pipe.so"), "/dev/zero"] {
      let results = judge(path, checks: Suite.checks, timeoutSeconds: 60)
      #expect(results.filter(\.outcome.isFailure).map(\.check) == ["library-file"])
    }
  }
}
