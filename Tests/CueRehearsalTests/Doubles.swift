import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport

/// An actor who does what closures say; left alone, they say their lines in no time and go on from pauses at once.
final class DoubleActor: ActorInput {
  var atPoll: (Moment, _ number: Int) -> ActorCommand? = { _, _ in nil }
  var atWait: (Moment) -> ActorTurn? = { _ in nil }
  private(set) var polls = 0
  private(set) var moments: [Moment] = []
  private(set) var line: Cancellation?
  private(set) var heardOf: [Int?] = []
  private(set) var isBalanced = true

  func poll(_ moment: Moment) -> ActorCommand? {
    moments.append(moment)
    defer { polls += 1 }
    return atPoll(moment, polls)
  }

  func wait(_ moment: Moment) -> ActorTurn {
    atWait(moment) ?? ActorTurn(moment.status == .paused ? .resume : .advance)
  }

  func speaking(_ line: Cancellation?) {
    if (self.line == nil) == (line == nil) { isBalanced = false }
    self.line = line
  }

  func listening(to line: Line?) { heardOf.append(line?.index) }
}

/// A running rehearsal, with all its results.
final class Staging {
  let output = MemoryOutput()
  let session: RehearsalDriver
  private(set) var reports: [RehearsalReport] = []
  private(set) var outcome: RehearsalOutcome?

  init(
    _ script: Script, roles: Set<String> = ["BEN"], voice: any Voice = DoubleVoice(),
    parts: [String: Part] = [:], actor: any ActorInput, firstLine: Int = 1,
    isListening: Bool = false
  ) {
    var parts = Dictionary(
      uniqueKeysWithValues: parts.map { (CharacterName.identity(of: $0.key), $0.value) })
    for member in script.characters where parts[member.name] == nil {
      parts[member.name] = Part(voice: voice)
    }
    var settings = RehearsalSettings()
    settings.firstLine = firstLine
    settings.isListening = isListening
    session = RehearsalDriver(
      script: script, roles: roles, parts: parts, output: output, actor: actor,
      settings: settings)
  }

  @discardableResult
  func run() throws -> Self {
    outcome = try session.run { reports.append($0) }
    return self
  }

  /// The changes of state in short: `playingPartner 1`.
  var states: [String] {
    reports.compactMap {
      if case .state(_, let to, let line) = $0 { "\(to.rawValue) \(line)" } else { nil }
    }
  }

  /// Lines that were done, and how.
  var done: [String] {
    reports.compactMap {
      switch $0 {
      case .lineDone(let line, .actor(let end)): "\(line) \(end.rawValue)"
      case .lineDone(let line, let end): "\(line) \(end)"
      default: nil
      }
    }
  }

  var ignored: [RehearsalRefusal] {
    reports.compactMap { if case .ignored(_, let why) = $0 { why } else { nil } }
  }

  /// The frames of the reported words.
  var wordFrames: [Int] {
    reports.compactMap { if case .word(_, _, let frame, _) = $0 { frame } else { nil } }
  }

  /// Where it was held and where it went on.
  var holds: [Int] {
    reports.compactMap {
      switch $0 {
      case .paused(_, let frame), .resumed(_, let frame): frame
      default: nil
      }
    }
  }
}

extension Script {
  /// One scene in which the given speakers say the given words, under one heading.
  static func scene(_ speeches: (String, String)...) -> Script {
    let heading = Line(index: 0, kind: .sceneHeading, text: "INT. ROOM", sceneIndex: 0)
    let lines = speeches.enumerated().map {
      Line(
        index: $0 + 1, kind: .dialogue, character: $1.0, text: $1.1, sceneIndex: 0)
    }
    return Script(
      title: "Test",
      scenes: [Scene(index: 0, heading: "INT. ROOM", lines: 0..<lines.count + 1)],
      lines: [heading] + lines)
  }
}
