import CueAssembly
import CueRehearsal
import CueScreenplay
import CueStore
import CueSystem
import Testing

@Suite struct `The place that a rehearsal keeps` {
  private let database: Database
  private let script: StoredScript

  init() throws {
    database = try Database(.memory, modules: [Scripts.module, Rehearsals.module])
    script = try Scripts(database, clock: SystemClock()).put(
      ScriptIdentity(path: "/a.fountain", name: "a.fountain", digest: "1"), rules: "table-read")
  }

  private func page(_ words: [String]) -> Script {
    let lines = words.enumerated().map {
      Line(index: $0, kind: .dialogue, character: $0 % 2 == 0 ? "ANN" : "BEN", text: $1)
    }
    return Script(
      title: "A", scenes: [Scene(index: 0, heading: "1", lines: lines.indices)], lines: lines)
  }

  private func memory(_ words: [String], _ roles: Set<String> = ["ANN"]) -> RehearsalMemory {
    RehearsalMemory(
      Rehearsals(database), script: script.number, page(words), roles: roles,
      note: { Issue.record("\($0)") })
  }

  private func stop(_ memory: RehearsalMemory, at index: Int) {
    memory.take(.state(from: .idle, to: .waitingForUser, line: index))
    memory.take(.state(from: .waitingForUser, to: .idle, line: 0))
    memory.take(.stopped(RehearsalOutcome()))
  }

  private let words = ["One.", "Two.", "Three.", "Two."]

  @Test func `the line where the part stopped is remembered, for this part only`() throws {
    #expect(try memory(words).place() == nil)
    stop(memory(words), at: 2)
    #expect(try memory(words).place() == 3)
    #expect(try memory(words, ["BEN"]).place() == nil)
    #expect(try memory(words, ["ANN", "BEN"]).place() == nil)
    stop(memory(words), at: 0)
    #expect(try memory(words).place() == nil, "line 1 is where everybody begins")
  }

  @Test func `nothing is remembered after the end of the script`() throws {
    let memory = memory(words)
    stop(memory, at: 2)
    memory.take(.finished(RehearsalOutcome()))
    #expect(try self.memory(words).place() == nil)
  }

  @Test func `is the nearest line with the same words where the script has changed`() throws {
    stop(memory(words), at: 3)
    #expect(try memory(["Zero.", "Two."] + words).place() == 4)
    // Of two that are as near, the earlier.
    #expect(try memory(["Zero."] + words).place() == 3)
    #expect(try memory(["Zero.", "Two."]).place() == 2)
    #expect(try memory(["Zero.", "Nothing."]).place() == nil)
    #expect(try memory([]).place() == nil)
  }

  @Test func `The place that a rehearsal keeps goes with the script`() throws {
    stop(memory(words), at: 3)
    #expect(try Scripts(database, clock: SystemClock()).remove(script.number))
    #expect(try memory(words).place() == nil)
    try database.check()
  }
}
