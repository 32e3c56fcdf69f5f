import CueModel

// Why a plugin file cannot be used, as the registry keeps it: a code that never changes, numbers, and the plugin's own words.

/// The fields of a reason in the registry.
enum ReasonTag {
  /// Words of the plugin; the only content of a reason in the registry's first form.
  static let words: UInt32 = 1008
  static let code: UInt32 = 1012
  static let numbers: UInt32 = 1013
  /// The failure after which a plugin was put in quarantine, or what it broke.
  static let inner: UInt32 = 1014
  static let plugin: UInt32 = 1015
  static let activity: UInt32 = 1016
  static let kind: UInt32 = 1017
}

extension PluginFailure.Reason {
  /// Adds the fields of the reason to a message.
  func write(_ writer: inout MessageWriter) {
    switch self {
    case .said(let words): writer.text(ReasonTag.words, words)
    case .unexplained: writer.text(ReasonTag.code, "unexplained")
    case .processEnded: writer.text(ReasonTag.code, "process-ended")
    case .noAnswer: writer.text(ReasonTag.code, "no-answer")
    case .noRequestsTaken: writer.text(ReasonTag.code, "no-requests-taken")
    case .broke(let rule):
      let (code, numbers) = rule.kept
      writer.text(ReasonTag.code, code)
      for number in numbers { writer.u64(ReasonTag.numbers, UInt64(clamping: number)) }
    case .exitedWhileLoaded(let status):
      writer.text(ReasonTag.code, "exited-while-loaded")
      writer.u64(ReasonTag.numbers, UInt64(UInt32(bitPattern: status)))
    case .misbehavedWhileLoaded(let reason):
      writer.text(ReasonTag.code, "misbehaved-while-loaded")
      writer.group(ReasonTag.inner) { reason.write(&$0) }
    case .failedInUse(let failure):
      writer.text(ReasonTag.code, "failed-in-use")
      writer.group(ReasonTag.inner) { failure.write(&$0) }
    case .file, .unnamed, .unknownID, .noSuchFile, .workerNotStarted, .otherProtocol, .failedInARow,
      .noVoiceWorks, .noSound, .otherLetters:
      preconditionFailure("\(self) says nothing of a plugin file and is not kept")
    }
  }

  /// Reads what ``write(_:)`` wrote, or the words of a registry that has no codes.
  init(_ message: WorkerMessage) throws(Misbehaviour) {
    let numbers = try message.u64s(ReasonTag.numbers)
    let code = try message.text(ReasonTag.code)
    switch code {
    case "": self = .said(try message.text(ReasonTag.words))
    case "unexplained": self = .unexplained
    case "process-ended": self = .processEnded
    case "no-answer": self = .noAnswer
    case "no-requests-taken": self = .noRequestsTaken
    case "exited-while-loaded":
      self = .exitedWhileLoaded(
        status: Int32(bitPattern: UInt32(truncatingIfNeeded: numbers.first ?? 0)))
    case "misbehaved-while-loaded":
      self = .misbehavedWhileLoaded(try PluginFailure.Reason(try Self.inner(message)))
    case "failed-in-use": self = .failedInUse(try PluginFailure(try Self.inner(message)))
    default:
      guard let rule = BrokenRule(kept: code, numbers.map { Int(clamping: $0) }) else {
        throw Misbehaviour(.fieldSize(tag: ReasonTag.code, bytes: code.utf8.count, needed: 0))
      }
      self = .broke(rule)
    }
  }

  private static func inner(_ message: WorkerMessage) throws(Misbehaviour) -> WorkerMessage {
    guard let inner = try message.groups(ReasonTag.inner).first else {
      throw Misbehaviour(.halfField)
    }
    return inner
  }
}

extension PluginFailure {
  fileprivate func write(_ writer: inout MessageWriter) {
    writer.text(ReasonTag.plugin, plugin)
    writer.text(ReasonTag.activity, activity.rawValue)
    switch kind {
    case .crashed(let signal): PluginFailure.write("crashed", UInt32(bitPattern: signal), &writer)
    case .exited(let status): PluginFailure.write("exited", UInt32(bitPattern: status), &writer)
    case .hung(let milliseconds):
      PluginFailure.write("hung", UInt32(clamping: milliseconds), &writer)
    case .misbehaved: PluginFailure.write("misbehaved", 0, &writer)
    case .notFound, .unusable, .refused, .givenUp:
      preconditionFailure("a plugin is not put in quarantine because it was \(kind)")
    }
    writer.group(ReasonTag.inner) { reason.write(&$0) }
  }

  private static func write(_ kind: String, _ number: UInt32, _ writer: inout MessageWriter) {
    writer.text(ReasonTag.kind, kind)
    writer.u64(ReasonTag.numbers, UInt64(number))
  }

  fileprivate init(_ message: WorkerMessage) throws(Misbehaviour) {
    let number = UInt32(clamping: try message.u64s(ReasonTag.numbers).first ?? 0)
    let kind: Kind
    switch try message.text(ReasonTag.kind) {
    case "crashed": kind = .crashed(signal: Int32(bitPattern: number))
    case "exited": kind = .exited(status: Int32(bitPattern: number))
    case "hung": kind = .hung(milliseconds: Int(number))
    default: kind = .misbehaved
    }
    self.init(
      plugin: try message.text(ReasonTag.plugin),
      activity: Activity(rawValue: try message.text(ReasonTag.activity)) ?? .waiting, kind: kind,
      reason: try message.groups(ReasonTag.inner).first.map { inner throws(Misbehaviour) in
        try Reason(inner)
      } ?? .unexplained)
  }
}

extension BrokenRule {
  /// Rules that were broken in one way only, by the codes under which they are kept.
  private static let plain: [(code: String, rule: BrokenRule)] = [
    ("half-field", .halfField), ("not-utf8", .notUTF8), ("no-status", .noStatus),
    ("not-cancelled", .notCancelled), ("ended-early", .endedEarly),
    ("too-much", .tooMuch), ("endless-list", .endlessList),
    ("undescribed", .undescribed), ("no-id-or-kind", .noIDOrKind),
    ("no-earlier-inspection", .noEarlierInspection), ("format-twice", .formatTwice),
    ("format-changed", .formatChanged), ("sound-before-format", .soundBeforeFormat),
    ("half-frame", .halfFrame), ("too-much-sound", .tooMuchSound),
    ("endless-sound", .endlessSound), ("not-numbers", .notNumbers),
    ("half-frames-or-not-numbers", .halfFramesOrNotNumbers), ("sound-nowhere", .soundNowhere),
    ("endless-events", .endlessEvents),
    ("event-too-late", .eventTooLate), ("events-back-in-time", .eventsBackInTime),
    ("effect-silent", .effectSilent),
    ("frame-nowhere", .frameNowhere), ("places-missing", .placesMissing),
    ("partial-after-final", .partialAfterFinal), ("two-finals", .twoFinals),
    ("no-final", .noFinal), ("word-backwards", .wordBackwards),
    ("confidence-above-one", .confidenceAboveOne), ("ended-between-pieces", .endedBetweenPieces),
  ]

  /// The code under which it is kept, and its numbers.
  var kept: (code: String, numbers: [Int]) {
    switch self {
    case .messageTooLong(let bytes): ("message-too-long", [bytes])
    case .unknownMessage(let type): ("unknown-message", [Int(type)])
    case .fieldTooLong(let bytes): ("field-too-long", [bytes])
    case .fieldSize(let tag, let bytes, let needed): ("field-size", [Int(tag), bytes, needed])
    case .notFinite(let tag): ("not-finite", [Int(tag)])
    case .unknownParameterType(let type): ("unknown-parameter-type", [type])
    case .format(let sample, let channels, let rate):
      ("format", [Int(sample), Int(channels), Int(rate)])
    case .eventBytes(let start, let end, let count): ("event-bytes", [start, end, count])
    case .framesTaken(let frames, let given): ("frames-taken", [frames, given])
    case .unknownStatus(let status): ("unknown-status", [Int(status)])
    case .effectTooLoud(let times): ("effect-too-loud", [times])
    case .effectLostSound(let frames, let given): ("effect-lost-sound", [frames, given])
    default:
      switch BrokenRule.plain.first(where: { $0.rule == self }) {
      case let (code, _)?: (code, [])
      case nil: preconditionFailure("\(self) has no code")
      }
    }
  }

  /// Reads the form of ``kept``; nil if the code is unknown, or numbers are missing.
  init?(kept code: String, _ numbers: [Int]) {
    func number(_ index: Int) -> UInt32 { UInt32(clamping: numbers[index]) }
    switch (code, numbers.count) {
    case ("message-too-long", 1): self = .messageTooLong(bytes: numbers[0])
    case ("unknown-message", 1): self = .unknownMessage(type: number(0))
    case ("field-too-long", 1): self = .fieldTooLong(bytes: numbers[0])
    case ("field-size", 3):
      self = .fieldSize(tag: number(0), bytes: numbers[1], needed: numbers[2])
    case ("not-finite", 1): self = .notFinite(tag: number(0))
    case ("unknown-parameter-type", 1): self = .unknownParameterType(numbers[0])
    case ("format", 3):
      self = .format(sample: number(0), channels: number(1), rateHertz: number(2))
    case ("event-bytes", 3):
      self = .eventBytes(start: numbers[0], end: numbers[1], count: numbers[2])
    case ("frames-taken", 2): self = .framesTaken(numbers[0], given: numbers[1])
    case ("unknown-status", 1): self = .unknownStatus(Int32(clamping: numbers[0]))
    case ("effect-too-loud", 1): self = .effectTooLoud(times: numbers[0])
    case ("effect-lost-sound", 2):
      self = .effectLostSound(frames: numbers[0], given: numbers[1])
    default:
      guard let rule = BrokenRule.plain.first(where: { $0.code == code })?.rule else { return nil }
      self = rule
    }
  }
}
