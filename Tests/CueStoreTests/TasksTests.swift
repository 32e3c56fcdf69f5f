import CueStore
import TestSupport
import Testing

@Suite struct `Tasks in a library` {
  private let library: ScriptFixture
  private let task: StoredTask
  private var tasks: Tasks { library.tasks }

  init() throws {
    library = try ScriptFixture()
    task = try library.tasks.add(
      script: library.script.number, name: "Generate Speakable Items", options: #"{"scenes":"3-7"}"#
    )
  }

  private func kind(_ body: () throws -> Void) -> StoreFailure.Kind? {
    do {
      try body()
      return nil
    } catch { return (error as? StoreFailure)?.kind }
  }

  @Test func `Tasks in a library wait, run and end`() throws {
    #expect(task.state == .queued)
    #expect(try tasks.task(task.number) == task)
    let begun = try tasks.begin(task.number, total: 200)
    #expect(begun.state == .running && begun.process == .own && !begun.isInterrupted)
    #expect(try tasks.advance(task.number, done: 136, failed: 2, message: "Scene 4"))
    let now = try #require(try tasks.task(task.number))
    #expect(now.done == 136 && now.failed == 2 && now.message == "Scene 4" && now.percent == 68)
    try tasks.end(
      task.number, .completed, done: 200, failed: 2, message: "Completed: 200 elements processed")
    #expect(try tasks.task(task.number)?.state == .completed)
    #expect(try tasks.all(of: library.script.number).map(\.number) == [task.number])
    #expect(try tasks.removeCompleted() == 1)
    #expect(try tasks.all().isEmpty)
  }

  @Test(arguments: [
    (68, 100, 68), (3, 2, 100), (0, 0, 0), (5, 0, 0), (2, 3, 66), (199, 200, 99),
  ])
  func `Tasks in a library are done by percent`(done: Int, total: Int, percent: Int) throws {
    _ = try tasks.begin(task.number, total: total)
    _ = try tasks.advance(task.number, done: done, failed: 0, message: "")
    let now = try #require(try tasks.task(task.number))
    #expect(now.percent == percent)
  }

  @Test func `are cancelled at once while they wait, and by their program while they run`() throws {
    #expect(try tasks.cancel(task.number).state == .cancelled)
    _ = try tasks.begin(task.number, total: 10)
    let asked = try tasks.cancel(task.number)
    #expect(asked.state == .running && asked.isToCancel)
    #expect(try !tasks.advance(task.number, done: 3, failed: 0, message: ""))
    try tasks.end(task.number, .cancelled, done: 3, failed: 0, message: "")
    #expect(try tasks.task(task.number)?.state == .cancelled)
    #expect(try tasks.begin(task.number, total: 10).isToCancel == false)
  }

  @Test func `that have ended cannot be cancelled, and a completed one not begun`() throws {
    _ = try tasks.begin(task.number, total: 1)
    try tasks.end(task.number, .completed, done: 1, failed: 0, message: "")
    #expect(kind { _ = try tasks.cancel(task.number) } == .conflict)
    #expect(kind { _ = try tasks.begin(task.number, total: 1) } == .conflict)
    #expect(kind { _ = try tasks.cancel(999) } == .conflict)
    #expect(try tasks.task(task.number)?.state == .completed)
  }

  @Test(.startsProcesses) func `tasks of an ended process are interrupted, and can be continued`()
    throws
  {
    let other = try Running("/usr/bin/env", ["sleep", "600"])
    let mark = try #require(ProcessMark(of: other.processIdentifier))
    #expect(mark.isRunning)
    _ = try tasks.begin(task.number, total: 10, by: mark)
    #expect(kind { _ = try tasks.begin(task.number, total: 10) } == .conflict)
    #expect(try tasks.task(task.number)?.isInterrupted == false)
    other.kill()
    #expect(!mark.isRunning)
    #expect(try tasks.task(task.number)?.isInterrupted == true)
    #expect(try tasks.cancel(task.number).state == .cancelled)
    _ = try tasks.begin(task.number, total: 10, by: mark)
    #expect(try tasks.begin(task.number, total: 10).process == .own)
  }

  @Test func `a removed task stops the program that works on it`() throws {
    _ = try tasks.begin(task.number, total: 10)
    _ = try library.scripts.remove(library.script.number)
    #expect(try !tasks.advance(task.number, done: 1, failed: 0, message: ""))
    try tasks.end(task.number, .completed, done: 1, failed: 0, message: "")
  }

  @Test func `tasks keep a list of the files that they made`() throws {
    let output = StoredOutput(
      path: "/a.wav", script: library.script.number, task: task.number, digest: "d1",
      byteCount: 10, modifiedNanoseconds: 20)
    var other = output
    other.path = "/b.wav"
    try library.outputs.put([other, output])
    #expect(try library.outputs.outputs(of: library.script.number) == [output, other])
    var changed = output
    changed.digest = "d2"
    changed.task = nil
    try library.outputs.put([changed])
    #expect(try library.outputs.outputs(of: library.script.number) == [changed, other])
    _ = try tasks.begin(task.number, total: 0)
    try tasks.end(task.number, .completed, done: 0, failed: 0, message: "")
    _ = try tasks.removeCompleted()
    #expect(try library.outputs.outputs(of: library.script.number).allSatisfy { $0.task == nil })
  }
}
