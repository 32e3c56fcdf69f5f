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
      let sentence = failure.because.sentence(words)
      if let place = reasons.firstIndex(where: { $0.sentence == sentence }) {
        reasons[place].items.append(numbers[failure.item])
      } else {
        reasons.append((sentence, [numbers[failure.item]]))
      }
    }
    Console.say(
      words.recording(.withoutSound, count: failures.count, ["all": "\(numbers.count)"]))
    for (sentence, items) in reasons {
      let values = ["items": words.list(ofItems: items), "why": sentence]
      Console.talk("      " + words.recording(.itemsFailed, values) + "\n")
    }
  }

  /// The result, in a line or two.
  func summary(_ report: RecordingReport?) -> String {
    let said = count.numbers.count - count.failures.count
    var clauses = [words.recording(.itemsMade, count: said, ["made": "\(count.made)"])]
    let paths = report.map { $0.files.map(\.path) + $0.companionPaths } ?? []
    if let report, let first = paths.first {
      let place = ["time": Messages.clock(report.seconds), "path": first]
      clauses.append(
        paths.count > 1
          ? words.recording(.timeInFiles, count: paths.count - 1, place)
          : words.recording(.timeInFile, place))
      let all = report.completeness
      clauses.append(
        words.recording(
          all.isComplete ? .wordsHeardOnce : .wordsHeard,
          ["heard": "\(all.heard)", "words": "\(all.words)"]))
    }
    var text = clauses.joined(separator: "; ") + ".\n"
    if standIns > 0 { text += words.recording(.itemsOfStandIns, count: standIns) + "\n" }
    if let repeated = report?.completeness.repeated, !repeated.isEmpty {
      text += words.recording(.saidTwice, ["items": list(repeated)]) + "\n"
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
      let values = [
        "items": list(items), "voice": standIn.voice, "instead": standIn.instead,
        "why": standIn.because,
      ]
      Console.say(words.recording(isKnown ? .standInOfItems : .standInBecause, values))
    }
  }

  /// Reports that another take sounds like an earlier one.
  func tell(repeated: Set<Int>) {
    guard !repeated.isEmpty else { return }
    Console.say(
      words.recording(.takeAsBefore, ["items": list(repeated.sorted())]),
      hint: words.recording(.otherTakes))
  }

  private func list(_ places: [Int]) -> String {
    words.list(ofItems: places.map { count.numbers[$0] })
  }
}
