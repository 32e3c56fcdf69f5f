import CueAssembly
import CueCasting
import CueGeneration
import CueModel
import CueScreenplay

// Why nothing can be recorded, and what is kept of a job.

extension UserError {
  /// Why nothing can be recorded.
  init(_ error: RecordingScriptError, _ options: GenerateOptions, _ words: Messages) {
    let script = options.script
    switch error {
    case .nothingIsSaid:
      let values = ["rules": options.rules.rawValue, "script": script]
      self.init(words.recording(.nothingSaid, values), .badInput)
    case .noSuchScene(let number, let count):
      let values = ["script": script, "count": "\(count)", "number": "\(number)"]
      self.init(words.recording(.noSuchScene, values), .usage)
    case .noSuchItem(let number, let count):
      self.init(
        words.recording(.noSuchItem, count: count, ["number": "\(number)"]),
        hint: words.recording(
          .listsItems, ["command": "\(Program.name) generate --dry-run --json"]), .usage)
    case .unknownCharacter(let name, let known):
      let names = known.map { $0.uppercased() }.joined(separator: ", ")
      self.init(
        words.recording(.nobodyCalled, ["script": script, "name": name]),
        hint: words.recording(.thereAre, ["names": names]), .usage)
    case .nothingIsWanted:
      self.init(words.recording(.nothingWanted, ["script": script]), .usage)
    }
  }
}

extension JobMessage {
  /// A message to keep, in English.
  static func english(_ message: JobMessage) -> String {
    switch message {
    case .processing(let done, let total): "Processing item \(done) of \(total)"
    case .completed(let total, let failed, let standIns):
      "Completed: \(total) elements processed" + (failed > 0 ? ", \(failed) of them failed" : "")
        + (standIns > 0 ? ", \(standIns) of them said by voices that stand in" : "")
    case .cancelled(let done, let total): "Cancelled: \(done) of \(total) items"
    case .failed(let done, let total): "Failed: \(done) of \(total) items"
    case .itemFailed(let failure): failure.sentence
    case .itemCancelled: "It was cancelled while it was made."
    }
  }
}

extension UserError {
  /// Why a recording cannot be read back.
  init(_ error: ProofError, _ words: Messages) {
    let hint = words.recording(.nameRecognizer, ["program": Program.name])
    switch error {
    case .noRecognizer(let reason?): self = UserError(reason, words)
    case .noRecognizer(nil):
      self.init(words.recording(.noRecognizer), hint: hint, .unavailable)
    case .otherLanguage(let recognizer, let language):
      self.init(
        words.recording(.otherLanguage, ["recognizer": recognizer, "language": language]),
        hint: hint, .unavailable)
    case .failed(let failure):
      if let plugin = failure.plugin {
        self = UserError(recognizer: plugin, words)
      } else {
        self.init(words.recording(.recognizerFailedAtAll), hint: hint, .unavailable)
      }
    case .cancelled:
      self.init(words.recording(.notReadToEnd), .interrupted)
    }
  }
}

extension UserError {
  /// Why nothing can be recorded, in words.
  static func explained(
    _ error: any Error, _ options: GenerateOptions, _ count: RecordingCount?, _ messages: Messages
  ) -> any Error {
    switch error {
    case let failure as CastingFailure:
      return UserError(failure, script: options.script, castFile: options.wishes.file)
    case RecordingProblem.script(let error): return UserError(error, options, messages)
    case RecordingProblem.unknownPan(let name, let known):
      return UserError(
        messages.recording(.nobodyForPan, ["script": options.script, "name": name]),
        hint: messages.recording(.thereAre, ["names": known.joined(separator: ", ")]), .usage)
    case RecordingProblem.missing(let items, let all):
      let numbers = items.map { count?.numbers[$0] ?? $0 + 1 }
      let values = [
        "missing": "\(items.count)", "all": "\(all)",
        "folder": options.cache ?? messages.recording(.theCache),
        "items": messages.list(ofItems: numbers),
      ]
      return UserError(
        messages.recording(.notInCache, values), hint: messages.recording(.runShares),
        .temporary)
    default: return error
    }
  }
}

extension Studio {
  /// Reports why the times of words are estimated from their letters.
  func noteTimes(_ times: ClipTimesNote) {
    switch times {
    case .noRecognizer(let language):
      let sentence =
        language.isEmpty
        ? words.recording(.noTimes)
        : words.recording(.noTimesInLanguage, ["language": language])
      note(UserError(sentence, .done))
    case .failed(let failure):
      let why = failure.plugin?.sentence(words) ?? words.recording(.theRecognizerFailed)
      note(UserError(words.recording(.timesEstimated, ["why": why]), .done))
    }
  }
}

extension Messages {
  /// The phase and the progress of writing a recording.
  func parts(_ progress: RecordingProgress) -> [String] {
    let phase: Message =
      switch progress.phase {
      case .measuring: .writingMeasures
      case .writing: .writingMixes
      case .subtitles: .writingSubtitles
      case .page: .writingPage
      }
    let (done, total) = (progress.doneSeconds, progress.totalSeconds)
    return [
      self(phase, ["share": String(Int(progress.share * 100))]),
      self(
        .writingTime,
        ["done": Messages.clock(done), "total": Messages.clock(total)]),
    ]
  }

  /// What a clip lacks.
  func text(_ miss: ClipMiss) -> String {
    switch miss {
    case .silent: recording(.clipIsSilent)
    case .length(let seconds, let expected):
      recording(
        .clipHasLength,
        [
          "seconds": number(seconds, decimals: 1, least: 1),
          "expected": number(expected, decimals: 1, least: 1),
        ])
    }
  }

  /// `1:02:03`, `4:05`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
  }
}

extension RecordingSession.End {
  /// Lines of the script whose words are in no item, or in several; this is a fault of Cue, and is reported.
  func unspoken(in work: RecordingWork, _ words: Messages) -> [String] {
    let elements = work.script.file.screenplay.elements
    func told(_ message: RecordingMessage, _ index: Int) -> String {
      let text = words.quoted(String(elements[index].text.prefix(60)))
      return words.recording(message, ["text": text])
    }
    return self.unspoken.missing.map { told(.wordsNotSaid, $0) }
      + self.unspoken.repeated.map { told(.saidMoreThanOnce, $0) }
  }
}
