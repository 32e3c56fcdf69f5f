import Corpus
import CueScreenplay
import Processes

/// How long it takes to read a feature-length screenplay, and to turn it into what is said.
struct Scripts {
  let rounds: Int

  func measure(into table: inout Table) throws {
    let feature = Array(ScreenplayCorpus.fountain(lines: 8_000).utf8)
    let long = Array(ScreenplayCorpus.fountain(lines: 80_000).utf8)
    let script = try read(feature)
    let time = try median { try read(feature) }
    let longTime = try median { try read(long) }
    table.add(
      Measure(
        name: "script of 8,000 lines read, median of \(rounds)", ours: time, unit: .milliseconds,
        limit: .most(30)))
    table.add(
      Measure(
        name: "ten times the lines; beside it the script ten times", ours: longTime,
        direct: 10 * time, unit: .milliseconds, limit: .ratio(1.1)))
    for rules in [SpeakingRules.version1, .tableRead, .allOn] {
      let time = median {
        precondition(!SpeakableItems.items(of: script, rules: rules).isEmpty, "much is said")
      }
      table.add(
        Measure(
          name: "its \(script.elements.count) elements to items, \(rules.rawValue)", ours: time,
          unit: .milliseconds, limit: .most(20)))
    }
    let draft = Array(FinalDraftWriter.text(of: script).utf8)
    let draftTime = try median { try read(draft) }
    table.add(
      Measure(name: "the same as FDX read", ours: draftTime, unit: .milliseconds, limit: .none))
    let page = Array(PlainTextWriter.text(of: script).utf8)
    let pageTime = try median { try read(page, as: "a.txt") }
    table.add(
      Measure(
        name: "the same as indented text read", ours: pageTime, unit: .milliseconds, limit: .none))
  }

  @discardableResult
  private func read(_ bytes: [UInt8], as name: String = "a.fountain") throws -> Screenplay {
    let isDraft = bytes.starts(with: "<?xml".utf8)
    let script = try ScreenplayReader.read(bytes, fileName: isDraft ? "a.fdx" : name)
    precondition(script.elements.count > 1_000, "a feature has many elements")
    return script
  }

  private func median(_ body: () throws -> Void) rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<rounds {
      let start = bench_now()
      try body()
      times.append(milliseconds(since: start))
    }
    return times.sorted()[(times.count - 1) / 2]
  }
}
