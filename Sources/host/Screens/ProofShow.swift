import CueAssembly
import CueGeneration
import CueListening
import CueModel
import CuePlugins
import CueScreenplay
import CueSystem

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
  private let options: GenerateOptions
  private let words: [String]
  private let manner: OutputManner

  init(
    _ report: ProofReport, _ plan: GenerationPlan, _ numbers: [Int], _ options: GenerateOptions,
    _ words: [String], _ manner: OutputManner
  ) {
    self.report = report
    self.plan = plan
    self.numbers = numbers
    self.options = options
    self.words = words
    self.manner = manner
  }

  /// Reports `retakes`, and then all clips that were read.
  func tell(_ retakes: [RetakeReport]) throws(UserError) -> ExitStatus {
    if manner.isJSON {
      for retake in retakes { try Console.result(json(retake).line) }
      try tellPrograms()
    } else {
      if !manner.isQuiet { for retake in retakes { tell(retake) } }
      tellPeople()
    }
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

  private func json(_ retake: RetakeReport) -> JSONObject {
    var line = JSONObject(event: "retake")
    line["items"] = .array(plan.jobs[retake.job].items.map { .integer(numbers[$0]) })
    line["clip"] = .string(plan.jobs[retake.job].key.hexadecimal)
    line["takes"] = .integer(retake.tries)
    line["kept"] = .bool(retake.isKept)
    line["as_before"] = .bool(retake.tries > 0 && retake.isRepetition)
    line["differing_words_before"] = retake.before.map { .integer($0) }
    line["differing_words"] = retake.after.map { .integer($0) }
    return line
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

  private func tellPrograms() throws(UserError) {
    for clip in report.differing {
      let job = plan.jobs[clip.job]
      var line = JSONObject(event: "proof")
      line["items"] = .array(job.items.map { .integer(numbers[$0]) })
      line["speaker"] = .string(plan.roles[plan.roleOfItem[job.items[0]]].speaker)
      line["clip"] = .string(job.key.hexadecimal)
      line["text"] = .string(plan.items[job.items[0]].saidText)
      line["heard"] = .string(clip.heard)
      line["differences"] = .objects(
        clip.reading.differences.map { difference in
          JSONObject([
            ("offset", .integer(difference.range.lowerBound)),
            ("length", .integer(difference.range.count)),
            ("written", .string(difference.written)), ("heard", .string(difference.heard)),
          ])
        })
      line["command"] = .string(command(clip.job))
      try Console.result(line.line)
    }
    for (job, failure) in report.unread {
      var line = JSONObject(event: "unread")
      line["items"] = .array(plan.jobs[job].items.map { .integer(numbers[$0]) })
      line["because"] = .string(failure.plugin?.sentence ?? "The recognizer failed.")
      try Console.result(line.line)
    }
    var line = JSONObject(event: "proofread")
    line["recognizer"] = .string(report.recognizer)
    line["clips"] = .integer(report.read + report.known)
    line["read"] = .integer(report.read)
    line["differing"] = .integer(report.differing.count)
    line["unread"] = .integer(report.unread.count)
    try Console.result(line.line)
  }

  /// The command that makes a clip again: the given one, with all items that have the clip.
  private func command(_ job: Int) -> String {
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
