import CueAssembly
import CueGeneration
import CueListening
import CueModel
import CuePlugins

extension UserError {
  /// Why a recording cannot be read back.
  init(_ error: ProofError) {
    let hint =
      "Name another with --recognizer; '\(Program.name) plugins' lists those that are installed."
    switch error {
    case .noRecognizer(let reason?): self = UserError(reason)
    case .noRecognizer(nil):
      self.init("Nothing can be read back: no recognizer is installed.", hint: hint, .unavailable)
    case .otherLanguage(let recognizer, let language):
      self.init(
        "Nothing can be read back: \(recognizer) does not hear the language \(language).",
        hint: hint, .unavailable)
    case .failed(let failure):
      if let plugin = failure.plugin {
        self = UserError(recognizer: plugin)
      } else {
        self.init("Nothing can be read back: the recognizer failed.", hint: hint, .unavailable)
      }
    case .cancelled:
      self.init("The recording was not read to its end; what was heard is kept.", .interrupted)
    }
  }
}

/// The result of reading a recording back, for people and programs.
struct ProofShow {
  private let report: ProofReport
  private let plan: GenerationPlan
  private let numbers: [Int]
  private let words: [String]
  private let manner: OutputManner

  init(
    _ report: ProofReport, _ count: RecordingCount, _ words: [String], _ manner: OutputManner
  ) {
    self.report = report
    plan = count.plan
    numbers = count.numbers
    self.words = words
    self.manner = manner
  }

  /// Reports `retakes`, and then all clips that were read.
  func tell(_ retakes: [RetakeReport]) {
    if !manner.isQuiet { for retake in retakes { tell(retake) } }
    tellPeople()
  }

  /// What the report means for whoever runs the command.
  var status: ExitStatus {
    if !report.differing.isEmpty { return .answerIsNo }
    return report.unread.isEmpty ? .done : .temporary
  }

  /// Reports the other takes of a clip in a sentence.
  private func tell(_ retake: RetakeReport) {
    guard retake.tries > 0 else {
      return Console.say("\(items(retake.job)): no other take could be made.")
    }
    let takes = retake.tries == 1 ? "the new take" : "the best of \(retake.tries) takes"
    func words(_ count: Int?) -> String {
      switch count {
      case 0?: "its words are right"
      case let count?: "\(Counted.of(count, "word")) differ\(count == 1 ? "s" : "")"
      case nil: "it could not be read"
      }
    }
    if retake.isKept {
      Console.say("\(items(retake.job)): \(takes) is kept; \(words(retake.after)).")
    } else if retake.isRepetition {
      Console.say(
        "\(items(retake.job)): \(takes) sounds like the earlier one.",
        hint: GenerationShow.otherTakes)
    } else {
      Console.say(
        "\(items(retake.job)): \(takes) is no better, so the earlier one stays; \(words(retake.before))."
      )
    }
  }

  private func items(_ job: Int) -> String {
    let numbers = plan.jobs[job].items.map { String(self.numbers[$0]) }
    return (numbers.count == 1 ? "Item " : "Items ") + numbers.joined(separator: ", ")
  }

  private func tellPeople() {
    for clip in report.differing {
      let place = plan.jobs[clip.job].items[0]
      let differences = clip.reading.differences.map { difference in
        difference.written.isEmpty
          ? "\(Signs.quoted(difference.heard)) is too much"
          : difference.heard.isEmpty
            ? "\(Signs.quoted(difference.written)) was not heard"
            : "\(Signs.quoted(difference.written)) was heard as \(Signs.quoted(difference.heard))"
      }
      Console.say(
        "Item \(numbers[place]), \(plan.roles[plan.roleOfItem[place]].speaker): "
          + differences.joined(separator: ", ") + ".", hint: command(clip.job))
    }
    if let first = report.unread.first {
      Console.say(
        "\(Counted.clips(report.unread.count)) could not be read: "
          + (first.because.plugin?.sentence ?? "the recognizer failed."))
    }
    guard !manner.isQuiet else { return }
    let all = report.read + report.known
    Console.talk(
      "\(Counted.clips(all)) read back by \(report.recognizer), \(report.read) of them now; the words of "
        + "\(report.differing.count) differ.\n")
    if report.recognizer == PluginHost.usualRecognizer, all > 0 {
      Console.talk(
        "\(report.recognizer) doubts one right line in nine and misses one changed word in five: listen to what it names.\n"
      )
    }
  }

  /// The command that makes a clip again: the given one, with all items that have the clip.
  func command(_ job: Int) -> String {
    var given: [String] = []
    var isRedone = false
    for word in words {
      if isRedone {
        isRedone = false
      } else if word == "--redo" {
        isRedone = true
      } else if !word.hasPrefix("--redo="), word != "--json" {
        given.append(word)
      }
    }
    let items = plan.jobs[job].items.map { String(numbers[$0]) }.joined(separator: ",")
    return ([Program.name, "generate"] + given + ["--redo", items]).map(ProofShow.quoted)
      .joined(separator: " ")
  }

  /// A word, quoted for a shell.
  private static func quoted(_ word: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%"
    guard word.isEmpty || !word.allSatisfy(plain.contains) else { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
