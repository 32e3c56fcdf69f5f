import CueModel

/// A voice that reports when each word begins, even if the voice it uses does not.
///
/// Nothing waits: the words are guessed while the sound comes, by ``LiveSpread``, and marked as estimated. A voice that reports
/// its words is passed on unchanged. Until it is known which of the two a voice is, its first 60 ms of audible sound are held
/// back, once.
public final class TimedVoice: VoiceLayer {
  /// How long a voice may speak without reporting a word before it counts as one that reports none.
  private static let leastHeardHops = 6

  /// The voice whose words are timed.
  public let inner: any Voice
  /// Whether the voice spoke without telling of its words, the last time.
  private var isSilentOfWords = false
  private var pace = LivePace()

  /// `voice`, with times for the words of plain text where it reports none.
  public init(_ voice: any Voice) { inner = voice }

  /// A line that is being said.
  private struct Line {
    let spread: TextWords
    let speed: Double
    var live: LiveSpread?
    /// Whether the voice has reported a word.
    var hasMarks = false
    var isDecided: Bool
    /// What is held back until that is decided.
    var held: [AudioBuffer] = []
  }

  /// Says `request`; where marks are wanted, each word has one.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard request.wantsMarks, request.form == .plain, request.inflow == nil else {
      return try inner.speak(request, cancellation: cancellation, receive: receive)
    }
    func begin() -> Line {
      Line(
        spread: TextWords(request.text, language: request.language), speed: request.speed,
        isDecided: isSilentOfWords)
    }
    var line = begin()
    let outcome = try inner.speak(request, cancellation: cancellation) { event in
      switch event {
      case .began(let format):
        if line.live == nil { line.live = LiveSpread(line.spread, format, pace, line.speed) }
        try receive(event)
      case .sound(let sound): try take(sound, &line, receive)
      case .mark(let mark):
        if mark.kind == .word {
          line.hasMarks = true
          if !mark.isEstimated { isSilentOfWords = false }
          try release(&line, receive)
        }
        try receive(event)
      case .shortfall: try receive(event)
      case .startedOver:
        line = begin()
        try receive(event)
      }
    }
    try release(&line, receive)
    guard outcome == .finished, !line.hasMarks, var live = line.live else { return outcome }
    for mark in live.finish() { try receive(.mark(mark)) }
    pace = live.learned
    return outcome
  }

  private func take(
    _ sound: AudioBuffer, _ line: inout Line, _ receive: (SpeechEvent) throws -> Void
  ) throws {
    guard !line.hasMarks, var live = line.live else { return try receive(.sound(sound)) }
    live.hear(sound)
    if !line.isDecided, live.heardHops >= TimedVoice.leastHeardHops {
      line.isDecided = true
      isSilentOfWords = true
    }
    let marks = line.isDecided ? live.take() : []
    line.live = live
    // Silence shows nothing, and is passed on at once.
    if !line.isDecided, live.heardHops > 0 {
      line.held.append(sound)
      return
    }
    for mark in marks { try receive(.mark(mark)) }
    try release(&line, receive)
    try receive(.sound(sound))
  }

  private func release(
    _ line: inout Line, _ receive: (SpeechEvent) throws -> Void
  ) throws {
    let held = line.held
    line.held = []
    for sound in held { try receive(.sound(sound)) }
  }
}
