import Foundation

/// Compares what the program does with what was recorded, and records it.
enum Recorder {
  /// The first lines in which two records differ; empty where they are the same.
  static func difference(_ then: String, _ now: String) -> String {
    let old = then.split(separator: "\n", omittingEmptySubsequences: false)
    let new = now.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old)
    let lines = changes.map { change in
      switch change {
      case .remove(let offset, let line, _): "-\(offset + 1) \(line)"
      case .insert(let offset, let line, _): "+\(offset + 1) \(line)"
      }
    }
    return lines.prefix(30).joined(separator: "\n")
  }

  /// Runs all cases with the program, and writes the record again.
  ///
  /// Cases that are new, and those with a reason
  /// to have changed. Every other case keeps its record; answers how such cases differ.
  static func record(_ edition: RecordedStage.Edition) throws -> [String] {
    let (libraries, expected) = RecordedCase.expectations()
    var text = """
      # What the cases of invocations.txt gave. Written by the tests (see there); not to be edited.

      """
    for name in SystemLibrary.names {
      let digest = expected.isEmpty ? SystemLibrary.digest(name) : libraries[name]
      text += "library: \(name) \(digest ?? "none")\n"
    }
    var differences: [String] = []
    for recorded in RecordedCase.all {
      var now = try RecordedStage(edition, recorded).record(recorded)
      if let then = expected[recorded.name], then != now, recorded.changed.isEmpty {
        differences.append("\(recorded.name):\n\(difference(then, now))")
        now = then
      }
      text += "\ncase: \(recorded.name)\n\(now)\n"
    }
    try text.write(toFile: RecordedCase.expectedPath, atomically: true, encoding: .utf8)
    return differences
  }
}
