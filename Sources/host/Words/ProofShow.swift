import CueAssembly
import CueGeneration
import CueListening
import CueModel
import CuePlugins
import CueSystem

/// The result of reading a recording back, for people and programs.
struct ProofShow {
  private let report: ProofReport
  private let plan: GenerationPlan
  private let numbers: [Int]
  /// The words after the command.
  private let given: [String]
  private let manner: OutputManner
  private let words: Messages

  init(
    _ report: ProofReport, _ count: RecordingCount, _ given: [String], _ manner: OutputManner,
    _ words: Messages
  ) {
    self.report = report
    plan = count.plan
    numbers = count.numbers
    self.given = given
    self.manner = manner
    self.words = words
  }

  /// Reports `retakes`, and then all clips that were read.
  func tell(_ retakes: [RetakeReport]) {
    if !manner.isQuiet { for retake in retakes { tell(retake) } }
    tellPeople()
  }

  /// The exit status that the report gives.
  var status: ExitStatus {
    if !report.differing.isEmpty { return .answerIsNo }
    return report.unread.isEmpty ? .done : .temporary
  }

  /// Reports the other takes of a clip in a sentence.
  private func tell(_ retake: RetakeReport) {
    guard retake.tries > 0 else {
      return Console.say(words.recording(.noOtherTake, ["items": items(retake.job)]))
    }
    var values = [
      "items": items(retake.job),
      "take": retake.tries == 1
        ? words.recording(.newTake) : words.recording(.bestTake, ["tries": "\(retake.tries)"]),
    ]
    if retake.isKept {
      values["words"] = differing(retake.after)
      Console.say(words.recording(.takeKept, values))
    } else if retake.isRepetition {
      Console.say(
        words.recording(.takeLikeEarlier, values), hint: words.recording(.otherTakes))
    } else {
      values["words"] = differing(retake.before)
      Console.say(words.recording(.takeNoBetter, values))
    }
  }

  /// How many words of a take differ, as a clause; nil if it was not read.
  private func differing(_ count: Int?) -> String {
    switch count {
    case 0?: words.recording(.wordsRight)
    case let count?: words.recording(.wordsDiffer, count: count)
    case nil: words.recording(.notRead)
    }
  }

  private func items(_ job: Int) -> String {
    let numbers = plan.jobs[job].items.map { String(self.numbers[$0]) }
    return words.recording(
      .items, count: numbers.count, ["items": numbers.joined(separator: ", ")])
  }

  private func tellPeople() {
    for clip in report.differing {
      let place = plan.jobs[clip.job].items[0]
      let differences = clip.reading.differences.map { difference in
        words.recording(
          difference.written.isEmpty
            ? .tooMuch : difference.heard.isEmpty ? .notHeard : .heardAs,
          [
            "written": words.quoted(difference.written), "heard": words.quoted(difference.heard),
          ])
      }
      let values = [
        "number": "\(numbers[place])", "speaker": plan.roles[plan.roleOfItem[place]].speaker,
        "differences": differences.joined(separator: ", "),
      ]
      Console.say(words.recording(.itemOfSpeaker, values), hint: command(clip.job))
    }
    if let first = report.unread.first {
      let why = first.because.plugin?.sentence(words) ?? words.recording(.theRecognizerFailed)
      Console.say(
        words.recording(.clipsNotRead, count: report.unread.count, ["why": why]))
    }
    guard !manner.isQuiet else { return }
    let all = report.read + report.known
    let values = [
      "recognizer": report.recognizer, "read": "\(report.read)",
      "differing": "\(report.differing.count)",
    ]
    Console.talk(words.recording(.clipsRead, count: all, values) + "\n")
    if report.recognizer == PluginHost.usualRecognizer, all > 0 {
      Console.talk(words.recording(.mayDoubt, values) + "\n")
    }
  }

  /// The command that makes a clip again: the given one, with all items that have the clip.
  func command(_ job: Int) -> String {
    var kept: [String] = []
    var isRedone = false
    for word in given {
      if isRedone {
        isRedone = false
      } else if word == "--redo" {
        isRedone = true
      } else if !word.hasPrefix("--redo="), word != "--json" {
        kept.append(word)
      }
    }
    let items = plan.jobs[job].items.map { String(numbers[$0]) }.joined(separator: ",")
    return ([Program.name, "generate"] + kept + ["--redo", items]).map(ShellWord.quoted)
      .joined(separator: " ")
  }
}
