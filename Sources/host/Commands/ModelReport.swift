import CueInstallation
import CuePlugins
import CueSystem
import Glibc

/// Reports how a model is added, as it happens.
final class ModelReport {
  private let studio: Studio
  private let isAtTerminal: Bool
  private var isInLine = false

  init(_ studio: Studio) {
    self.studio = studio
    isAtTerminal =
      !studio.manner.isJSON && !studio.manner.isQuiet && isatty(STDERR_FILENO) == 1
      && studio.environment.hasMovingCursor
  }

  func say(_ event: ModelEvent) {
    if studio.manner.isJSON {
      // If the reader is gone, that is noticed at the end.
      try? Console.result(event.json(clause: studio.words.clause).line)
      return
    }
    guard !studio.manner.isQuiet else { return }
    let words = studio.words
    switch event {
    case .waiting(let id): line(words(.modelWaits, ["name": id]))
    case .unpacking(let name): line(words(.modelUnpacks, ["name": name]))
    case .download(.received(let done, let total), let address): progress(done, total, address)
    case .download(.resumed(let offset), _):
      line(words(.modelResumes, ["done": Counted.bytes(offset)]))
    case .download(.startedOver, _): line(words(.modelStartsOver))
    case .download(.retrying(let failure, let pause), _):
      line(
        words(
          .modelRetries,
          [
            "why": words.clause(failure),
            "seconds": words.number(Double(pause) / 1000, decimals: 1),
          ]))
    }
  }

  /// Ends the line of a terminal that shows the progress.
  func endLine() {
    if isInLine { Console.talk("\n") }
    isInLine = false
  }

  private func line(_ text: String) {
    endLine()
    Console.talk(text + "\n")
  }

  /// At a terminal the progress, else only the beginning of each file.
  private func progress(_ done: Int, _ total: Int?, _ address: String) {
    let name = address.split(separator: "/").last.map(String.init) ?? address
    let words = studio.words
    guard isAtTerminal else {
      guard done == 0 else { return }
      let size = total.map { " (\(Counted.bytes($0)))" } ?? ""
      return line(words(.modelDownloads, ["name": name + size]))
    }
    isInLine = true
    let part =
      total.map { total in
        words(
          .modelProgress,
          [
            "done": Counted.bytes(done), "total": Counted.bytes(total),
            "percent": "\(total > 0 ? Int(Double(done) / Double(total) * 100) : 100)",
          ])
      } ?? Counted.bytes(done)
    Console.talk(TerminalText(.wipeRow) + TerminalText("\(name): \(part)"))
  }
}
