import struct CueAssembly.StandIn
import CueGeneration

// What is reported when a recording ends.
extension GenerationShow {
  /// Reports at the end what could not be made.
  func tellFailures() {
    let (failures, numbers) = (count.failures, count.numbers)
    guard !failures.isEmpty else { return }
    var reasons: [(sentence: String, items: [Int])] = []
    for failure in failures.sorted(by: { $0.item < $1.item }) {
      if let place = reasons.firstIndex(where: { $0.sentence == failure.because.sentence }) {
        reasons[place].items.append(numbers[failure.item])
      } else {
        reasons.append((failure.because.sentence, [numbers[failure.item]]))
      }
    }
    let silent = failures.count
    Console.say("\(silent) of \(numbers.count) items \(silent == 1 ? "has" : "have") no sound:")
    for (sentence, items) in reasons {
      let shown = items.prefix(12).map(String.init).joined(separator: ", ")
      let rest = items.count > 12 ? " and \(items.count - 12) more" : ""
      Console.talk("      item \(shown)\(rest): \(sentence)\n")
    }
  }

  /// The result, in a line or two.
  func summary(_ report: RecordingReport?) -> String {
    var text =
      "\(Counted.items(count.numbers.count - count.failures.count)), \(count.made) of them made now"
    let paths = report.map { $0.files.map(\.path) + $0.companionPaths } ?? []
    if let report, let first = paths.first {
      text += "; \(GenerationShow.clock(report.seconds)) in \(first)"
      if paths.count > 1 { text += " and \(Counted.of(paths.count - 1, "more file"))" }
      let words = report.completeness
      text += "; \(words.heard) of \(words.words) words"
      if words.isComplete { text += ", each once" }
    }
    text += ".\n"
    if standIns > 0 {
      text +=
        "\(Counted.items(standIns)) \(standIns == 1 ? "is" : "are") said by voices that stand in.\n"
    }
    if let repeated = report?.completeness.repeated, !repeated.isEmpty {
      text += "Said more than once: item \(list(repeated)).\n"
    }
    return text
  }

  /// Reports which voice stands in for which, also since an earlier run.
  ///
  /// The reason is left out if this run has given it.
  func tell(standIns: [Int: StandIn]) {
    guard !manner.isQuiet else { return }
    for (standIn, items) in count.grouped(standIns) {
      let isKnown = standIn.because.isEmpty || toldReasons.contains(standIn.because)
      Console.say(
        "Item \(list(items)): \(standIn.voice) stands in for \(standIn.instead)"
          + (isKnown ? "." : ": \(standIn.because)"))
    }
  }

  /// Reports that another take sounds like an earlier one.
  func tell(repeated: Set<Int>) {
    guard !repeated.isEmpty else { return }
    Console.say(
      "Item \(list(repeated.sorted())): the new take sounds like an earlier one.",
      hint: GenerationShow.otherTakes)
  }

  /// What to try if a voice has no other take.
  static let otherTakes =
    "The voice always says these words in the same way. Try another voice (--cast), or another spelling in the lexicon."

  private func list(_ places: [Int]) -> String {
    let shown = places.prefix(12).map { String(count.numbers[$0]) }.joined(separator: ", ")
    return shown + (places.count > 12 ? " and \(places.count - 12) more" : "")
  }
}
