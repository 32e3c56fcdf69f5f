import CueModel
import CueRehearsal
import CueScreenplay

/// A voice whose sound can be worked out from its text: every byte lasts 20 frames, samples count up from 1.
final class DoubleVoice: Voice {
  let name: String
  var format = AudioFormat(sample: .int16, rateHertz: 1000)
  var framesPerByte = 20
  var chunkFrames = 130
  var reportsMarks = true
  /// Says nothing at all, not even what its sound is made of.
  var isMute = false
  /// Fails when so many frames are out.
  var failure: (after: Int, PluginFailure)?
  private(set) var requests: [SpeechRequest] = []
  private(set) var wasCancelled = 0

  init(_ name: String = "double") { self.name = name }

  static func samples(of text: String, framesPerByte: Int = 20) -> [Int16] {
    (0..<text.utf8.count * framesPerByte).map { Int16($0 + 1) }
  }

  /// The frames at which words of `text` begin.
  static func wordFrames(_ text: String, framesPerByte: Int = 20) -> [Int] {
    let bytes = Array(text.utf8)
    return bytes.indices.filter { bytes[$0] != 32 && ($0 == 0 || bytes[$0 - 1] == 32) }
      .map { $0 * framesPerByte }
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    requests.append(request)
    if isMute { return .finished }
    do {
      try receive(.began(format))
      let samples = DoubleVoice.samples(of: request.text, framesPerByte: framesPerByte)
      let starts = DoubleVoice.wordFrames(request.text, framesPerByte: framesPerByte)
      var at = 0
      while at < samples.count {
        if cancellation.isCancelled {
          wasCancelled += 1
          return .cancelled
        }
        var end = min(at + chunkFrames, samples.count)
        if let failure { end = min(end, max(at, failure.after)) }
        for frame in starts where reportsMarks && (at..<end).contains(frame) {
          let byte = frame / framesPerByte
          let word = Array(request.text.utf8)[byte...].prefix { $0 != 32 }
          try receive(
            .mark(SpeechMark(kind: .word, frame: frame, textRange: byte..<byte + word.count)))
        }
        if end > at {
          try receive(
            .sound(AudioBuffer(int16: Array(samples[at..<end]), rateHertz: format.rateHertz)))
        }
        at = end
        if let failure, at >= failure.after { throw failure.1 }
      }
      return .finished
    } catch {
      if cancellation.isCancelled { wasCancelled += 1 }
      throw error
    }
  }
}

/// Two voices in a row, as a chain of plugins has them.
final class DoubleChain: Voice {
  let first: DoubleVoice
  let second: DoubleVoice
  var name: String { "\(first.name),\(second.name)" }

  init(_ first: DoubleVoice, _ second: DoubleVoice) {
    self.first = first
    self.second = second
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    do {
      return try first.speak(request, cancellation: cancellation, receive: receive)
    } catch let failure as PluginFailure {
      try receive(.startedOver(voice: second.name, because: failure))
      return try second.speak(request, cancellation: cancellation, receive: receive)
    }
  }
}

extension PluginFailure {
  static func double(_ kind: Kind = .crashed(signal: 11)) -> PluginFailure {
    PluginFailure(plugin: "double", activity: "saying a line", kind: kind, reason: "it is a test")
  }
}

/// An output that keeps all of it, and what it was told.
final class MemoryOutput: SoundOutput {
  enum Entry: Equatable {
    case begin, sound(Int), end, drop, cut, silence(Int), drain
  }

  private(set) var entries: [Entry] = []
  /// The session's samples; silence is 0.
  private(set) var samples: [Int16] = []
  private(set) var format: AudioFormat?
  /// What it throws at the write of that number, counted from 0.
  var failure: (atWrite: Int, any Error)?
  private var writes = 0
  private var lineStart = 0
  var frames: Int { samples.count }

  func beginLine(_ format: AudioFormat) {
    if self.format == nil { self.format = format }
    lineStart = frames
    entries.append(.begin)
  }

  func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    if let failure, failure.atWrite == writes { throw failure.1 }
    writes += 1
    guard !cancellation.isCancelled else { return }
    samples += sound.int16s
    entries.append(.sound(sound.frameCount))
  }

  func endLine() { entries.append(.end) }

  func dropLine() {
    samples.removeSubrange(lineStart...)
    entries.append(.drop)
  }

  func cutLine() { entries.append(.cut) }

  func silence(frames: Int, cancellation: Cancellation) {
    samples += Array(repeating: 0, count: frames)
    entries.append(.silence(frames))
  }

  func drain(cancellation: Cancellation) { entries.append(.drain) }

  /// The samples without silence.
  var sound: [Int16] { samples.filter { $0 != 0 } }

  /// How long the runs of silence are.
  var silences: [Int] {
    samples.split(whereSeparator: { $0 != 0 }).map(\.count)
  }

  /// Whether every line that begins ends once, and sound comes in lines only.
  var isInOrder: Bool {
    var isOpen = false
    for entry in entries {
      switch entry {
      case .begin where !isOpen: isOpen = true
      case .end where isOpen, .drop where isOpen, .cut where isOpen: isOpen = false
      case .sound where isOpen, .silence where !isOpen, .drain where !isOpen: break
      default: return false
      }
    }
    return !isOpen
  }
}

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

/// A rehearsal under way, with all that came of it.
final class Staging {
  let output = MemoryOutput()
  let session: RehearsalSession
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
    session = RehearsalSession(
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

  var ignored: [String] {
    reports.compactMap { if case .ignored(_, let why) = $0 { why } else { nil } }
  }

  /// The frames of the words told.
  var wordFrames: [Int] {
    reports.compactMap { if case .word(_, _, let frame) = $0 { frame } else { nil } }
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
