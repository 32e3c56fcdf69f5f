import CueModel

/// A voice whose sound can be worked out from its text: every byte lasts 20 frames, samples count up from 1.
package final class DoubleVoice: Voice {
  package let name: String
  package var format = AudioFormat(sample: .int16, rateHertz: 1000)
  package var framesPerByte = 20
  package var chunkFrames = 130
  package var reportsMarks = true
  /// Says nothing at all, not even what its sound is made of.
  package var isMute = false
  /// Fails when this many frames are out.
  package var failure: (after: Int, PluginFailure)?
  package private(set) var requests: [SpeechRequest] = []
  package private(set) var wasCancelled = 0
  /// The announced requests.
  package private(set) var expected: [SpeechRequest] = []

  package init(_ name: String = "double") { self.name = name }

  /// The requests that it was asked to prepare.
  package private(set) var prepared: [SpeechRequest] = []
  /// This many frames at the beginning are silence.
  package var leadFrames = 0

  package func expect(_ request: SpeechRequest) { expected.append(request) }
  package func prepare(_ request: SpeechRequest) { prepared.append(request) }

  package static func samples(of text: String, framesPerByte: Int = 20) -> [Int16] {
    (0..<text.utf8.count * framesPerByte).map { Int16($0 + 1) }
  }

  /// The frames at which words of `text` begin.
  package static func wordFrames(_ text: String, framesPerByte: Int = 20) -> [Int] {
    let bytes = Array(text.utf8)
    return bytes.indices.filter { bytes[$0] != 32 && ($0 == 0 || bytes[$0 - 1] == 32) }
      .map { $0 * framesPerByte }
  }

  package func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    requests.append(request)
    if isMute { return .finished }
    do {
      try receive(.began(format))
      var samples = DoubleVoice.samples(of: request.text, framesPerByte: framesPerByte)
      for frame in 0..<min(leadFrames, samples.count) { samples[frame] = 0 }
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
package final class DoubleChain: Voice {
  package let first: DoubleVoice
  package let second: DoubleVoice
  package var name: String { "\(first.name),\(second.name)" }
  package private(set) var speakerName: String

  package init(_ first: DoubleVoice, _ second: DoubleVoice) {
    self.first = first
    self.second = second
    speakerName = first.name
  }

  package func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    do {
      speakerName = first.name
      return try first.speak(request, cancellation: cancellation, receive: receive)
    } catch let failure as PluginFailure {
      speakerName = second.name
      try receive(.startedOver(voice: second.name, because: failure))
      return try second.speak(request, cancellation: cancellation, receive: receive)
    }
  }
}

extension PluginFailure {
  package static func double(_ kind: Kind = .crashed(signal: 11)) -> PluginFailure {
    PluginFailure(plugin: "double", activity: .speaking, kind: kind, reason: .said("it is a test"))
  }
}

/// An output that keeps all sound and all calls.
package final class MemoryOutput: SoundOutput {
  /// Nothing yet.
  package init() {}

  package enum Entry: Equatable {
    case begin, sound(Int), end, drop, cut, silence(Int), drain
  }

  package private(set) var entries: [Entry] = []
  /// The session's samples; silence is 0.
  package private(set) var samples: [Int16] = []
  package private(set) var format: AudioFormat?
  /// What it throws at the write of that number, counted from 0.
  package var failure: (atWrite: Int, any Error)?
  /// What it throws when a line is cut.
  package var cutFailure: (any Error)?
  private var writes = 0
  private var lineStart = 0
  package var frames: Int { samples.count }

  package func beginLine(_ format: AudioFormat) {
    if self.format == nil { self.format = format }
    lineStart = frames
    entries.append(.begin)
  }

  package func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    defer { writes += 1 }
    if let failure, failure.atWrite == writes { throw failure.1 }
    guard !cancellation.isCancelled else { return }
    samples += sound.int16s
    entries.append(.sound(sound.frameCount))
  }

  package func endLine() { entries.append(.end) }

  package func dropLine() {
    samples.removeSubrange(lineStart...)
    entries.append(.drop)
  }

  package func cutLine() throws {
    entries.append(.cut)
    if let cutFailure { throw cutFailure }
  }

  package func silence(frames: Int, cancellation: Cancellation) {
    samples += Array(repeating: 0, count: frames)
    entries.append(.silence(frames))
  }

  package func drain(cancellation: Cancellation) { entries.append(.drain) }

  /// The samples without silence.
  package var sound: [Int16] { samples.filter { $0 != 0 } }

  /// How long the runs of silence are.
  package var silences: [Int] {
    samples.split(whereSeparator: { $0 != 0 }).map(\.count)
  }

  /// Whether every line that begins ends once, and sound comes in lines only.
  package var isInOrder: Bool {
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
