import CueModel

extension AudioFormat {
  /// What a session without any sound is made of.
  static let ofSilence = AudioFormat(sample: .int16, rateHertz: 22050)
}

/// A failure of the output, told apart from those of voices, which have the same types.
struct OutputTrouble: Error {
  let cause: any Error
}

/// The output of a session, with the silence that was due before it had a format.
final class SessionSound {
  private let output: any SoundOutput
  private var pending: [Stretch] = []
  /// Whether a line has begun and is neither whole nor cut.
  private(set) var isLineOpen = false

  init(_ output: any SoundOutput) { self.output = output }

  /// A length of time that becomes frames when the rate is known.
  enum Stretch {
    case seconds(Double)
    case milliseconds(Int)

    func frames(at rate: Int) -> Int {
      switch self {
      case .seconds(let seconds): Int((seconds * Double(rate)).rounded())
      case .milliseconds(let milliseconds): (milliseconds * rate + 500) / 1000
      }
    }
  }

  var format: AudioFormat? { output.format }
  var frames: Int { output.frames }

  // MARK: Lines

  /// A line begins; silence that waits for its format goes ahead of it.
  func beginLine(_ format: AudioFormat) throws {
    try settle(in: format)
    try guarded { try output.beginLine(format) }
    isLineOpen = true
  }

  func write(_ sound: AudioBuffer, _ cancellation: Cancellation) throws {
    try guarded { try output.write(sound, cancellation: cancellation) }
  }

  func endLine() throws {
    guard isLineOpen else { return }
    isLineOpen = false
    try guarded { try output.endLine() }
  }

  func dropLine() throws {
    guard isLineOpen else { return }
    isLineOpen = false
    try guarded { try output.dropLine() }
  }

  func cutLine() throws {
    guard isLineOpen else { return }
    isLineOpen = false
    try guarded { try output.cutLine() }
  }

  // MARK: Silence

  /// Puts out that much silence between lines, or keeps it until there is a format.
  func rest(_ stretch: Stretch, _ cancellation: Cancellation) throws {
    guard let format else { return pending.append(stretch) }
    try silence(frames: stretch.frames(at: format.rateHertz), cancellation)
  }

  /// Puts out silence between lines, at most a second at a time, so that an hour takes no memory.
  func silence(frames: Int, _ cancellation: Cancellation) throws {
    guard let format else { preconditionFailure("frames have no length yet") }
    var left = frames
    while left > 0, !cancellation.isCancelled {
      let some = min(left, format.rateHertz)
      try guarded { try output.silence(frames: some, cancellation: cancellation) }
      left -= some
    }
  }

  /// Puts out what silence is still due; `format` is that of the session if it has none yet.
  func settle(in format: AudioFormat) throws {
    let due = pending
    guard !due.isEmpty else { return }
    pending = []
    if output.format == nil {
      // A line without sound tells the output its format.
      try guarded {
        try output.beginLine(format)
        try output.endLine()
      }
    }
    for stretch in due { try rest(stretch, Cancellation()) }
  }

  /// Waits until all has been heard.
  func drain() throws {
    try guarded { try output.drain(cancellation: Cancellation()) }
  }

  private func guarded(_ body: () throws -> Void) throws(OutputTrouble) {
    do { try body() } catch { throw OutputTrouble(cause: error) }
  }
}
