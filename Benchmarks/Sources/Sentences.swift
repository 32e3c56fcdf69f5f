import CueText
import Processes

/// How many sentences are cut where a reader would cut them, beside what ICU makes of them, and how long that takes.
struct Sentences {
  let tree: Tree

  /// A rule, and a text that it is about.
  private struct Case {
    let rule: String
    /// The sentences with the blanks between them.
    let parts: [String]

    var text: String { parts.joined() }

    func agrees(with segments: [Segment]) -> Bool {
      segments.map(\.text) == parts.map(Case.trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: String) -> String {
      let blanks: Set<Unicode.Scalar> = [" ", "\n", "\r", "\t"]
      let scalars = text.unicodeScalars
      guard let first = scalars.firstIndex(where: { !blanks.contains($0) }),
        let last = scalars.lastIndex(where: { !blanks.contains($0) })
      else { return "" }
      return String(scalars[first...last])
    }
  }

  /// Counts the cases of `Benchmarks/sentences/LANGUAGE.txt`: a line with a rule after `#`, then one with a text in which
  /// a stroke stands where a sentence ends, and `\n` for the end of a line.
  func measureRules(_ language: String, into table: inout Table) throws {
    let cases = try cases(language)
    let failed = cases.filter {
      !$0.agrees(with: Segments.sentences(of: $0.text, language: language))
    }
    let failedByLibrary = cases.count {
      !$0.agrees(with: Segments.sentencesOfLibraryAlone($0.text, language: language))
    }
    func percent(_ failures: Int) -> Double {
      100 * Double(cases.count - failures) / Double(cases.count)
    }
    table.add(
      Measure(
        name: "sentences, \(language): \(cases.count) rules, percent kept; beside it ICU alone",
        ours: percent(failed.count), direct: percent(failedByLibrary), unit: .percent,
        limit: .least(95)))
    for failure in failed { table.note("  not kept: \(failure.rule)") }
  }

  /// Cuts each line of standard input, `LANGUAGE<tab>TEXT` with `\n` for a line's end, into sentences with U+0001 between.
  static func cut() {
    while let line = readLine() {
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let text = parts[1].split(separator: "\\n", omittingEmptySubsequences: false)
        .joined(separator: "\n")
      let sentences = Segments.sentences(of: text, language: String(parts[0])).map(\.text)
      let joined = sentences.joined(separator: "\u{1}")
      print(
        joined.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n"))
    }
  }

  private func cases(_ language: String) throws -> [Case] {
    let path = "\(tree.folder)/../Benchmarks/sentences/\(language).txt"
    var cases: [Case] = []
    var rule = ""
    for line in String(decoding: contents(ofFile: path), as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("#") {
        rule = String(line.dropFirst(2))
      } else {
        let parts = line.split(separator: "|").map {
          $0.split(separator: "\\n", omittingEmptySubsequences: false)
        }
        cases.append(Case(rule: rule, parts: parts.map { $0.joined(separator: "\n") }))
      }
    }
    guard !cases.isEmpty else { throw BenchFailure(sentence: "There are no cases in \(path).") }
    return cases
  }

  /// 10,000 characters with an abbreviation or a quote in each sentence.
  func measureTime(pairs: Int, into table: inout Table) {
    var text = ""
    while text.count < 10_000 {
      text += "Dr. Lind put the letter down and looked at the rain. “What now?” she asked, etc. "
    }
    text = String(text.prefix(10_000))
    func time(_ body: (String) -> [Segment]) -> Double {
      var times: [Double] = []
      for _ in 0..<pairs {
        let start = bench_now()
        precondition(body(text).count > 100, "a long text has many sentences")
        times.append(milliseconds(since: start))
      }
      return median(times)
    }
    let ours = time { Segments.sentences(of: $0, language: "en") }
    let library = time { Segments.sentencesOfLibraryAlone($0, language: "en") }
    table.add(
      Measure(
        name: "sentences of 10,000 characters, median of \(pairs); beside it ICU alone",
        ours: ours, direct: library, unit: .milliseconds, limit: .most(10)))
  }
}
