import CueConformance
import CuePlugins
import Foundation
import Testing
import TestSupport

@Suite(.startsProcesses) struct `A verdict` {
  private func verdict(
    _ results: [CheckResult], only: [String] = [], level: Int = Suite.compatible
  ) -> ConformanceVerdict {
    ConformanceVerdict(results: results, level: level, isWhole: only.isEmpty)
  }

  @Test func `A run that tested nothing does not pass`() throws {
    let path = try voiceMutants.get()
    let nobody = judge(path, id: "nosuch", checks: Suite.chosen(level: 5, only: [], skip: []))
    #expect(!verdict(nobody).hasPassed && !verdict(nobody).isFailure)
    #expect(!verdict(nobody).isMeaningful && !verdict(nobody).skipReasons.isEmpty)
    let other = judge(
      path, id: "healthy", checks: Suite.chosen(level: 5, only: ["effect-*"], skip: []))
    #expect(!verdict(other, only: ["effect-*"]).hasPassed)
    let skipped = judge(
      path, id: "healthy", checks: Suite.chosen(level: 5, only: ["voice-marks"], skip: []))
    #expect(!verdict(skipped, only: ["voice-marks"]).hasPassed)
    let one = judge(
      path, id: "healthy", checks: Suite.chosen(level: 5, only: ["voice-speaks"], skip: []))
    #expect(verdict(one, only: ["voice-speaks"]).hasPassed)
    #expect(!verdict([]).hasPassed)
  }

  @Test func `A recognizer has not passed if the voice that was named did not speak to it`() throws
  {
    let results = try judge(
      recognizerMutants.get(), id: "healthy",
      checks: Suite.chosen(
        level: 5, only: ["recognizer-understands", "recognizer-hears"], skip: []),
      voice: effectMutants.get())
    #expect(verdict(results, only: ["recognizer-*"]).speakerFailure != nil)
    #expect(!verdict(results, only: ["recognizer-*"]).hasPassed)
  }

  @Test func `A suite of JUnit in which nothing was tested has a failure`() {
    let text = JUnitReport.text([], plugin: "nosuch", emptiness: "Nothing was tested.") { "\($0)" }
    #expect(text.contains("failures=\"1\"") && text.contains("Nothing was tested."))
    let two = ["one", "two"].map { JUnitReport.suite([], plugin: $0) { "\($0)" } }
    #expect(JUnitReport.text(suites: two).contains("<testsuites>"))
    #expect(!JUnitReport.text(suites: [two[0]]).contains("<testsuites>"))
  }

  @Test func `Every level has a name and a promise, and every check an explanation`() {
    #expect(Suite.levels.map(\.number) == Array(1...10))
    for check in Suite.checks {
      let text = Suite.explanation(of: check)
      #expect(
        text.contains(check.purpose) && text.contains(check.method) && text.contains(check.id))
    }
  }

  @Test func `Sound is compared with what was recorded`() throws {
    let folder = try TemporaryFolder()
    func compare(_ id: String, records: Bool, parameters: [(name: String, value: String)] = [])
      throws -> [CheckResult]
    {
      var worker = WorkerSettings(workerPath: Places.product("cue-worker"))
      worker.deadlines = Deadlines()
      let path = try voiceMutants.get()
      var setup = PluginSetup(
        file: PluginFile(path: path, name: path, isProgram: false, id: id), worker: worker)
      setup.parameters = parameters
      var judgement = Judgement(
        setup, checks: Suite.chosen(level: 5, only: ["plugin-as-recorded"], skip: []), words: path)
      judgement.plugin = id
      judgement.reference = ReferenceFolder(path: folder.path("kept"), isRecorded: records)
      var results: [CheckResult] = []
      judgement.run { results.append($0) }
      return results
    }
    #expect(try compare("healthy", records: false).map(\.outcome.word) == ["skipped"])
    #expect(try compare("healthy", records: true).map(\.outcome.word) == ["passed"])
    #expect(try compare("healthy", records: false).map(\.outcome.word) == ["passed"])
    let other = try compare("healthy", records: false, parameters: [("base", "200")])
    #expect(other.map(\.outcome.word) == ["failed"])
  }
}
