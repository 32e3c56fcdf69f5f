import CueModel

extension AudioFormat {
  /// What a session without any sound is made of.
  public static let ofSilence = AudioFormat(sample: .int16, rateHertz: 22050)
}

/// A failure of the output, kept apart from those of voices, which have the same types.
public struct OutputTrouble: Error {
  /// What the output threw.
  public let cause: any Error
}

/// The output of a session, with the silence that was due before it had a format.
public final class SessionSound {
  private let output: any SoundOutput
  private var pending: [Stretch] = []
  /// Whether a line has begun and is neither whole nor cut.
  public private(set) var isLineOpen = false

  /// Sound and silence for `output`.
  public init(_ output: any SoundOutput) { self.output = output }

  /// A length of time that becomes frames when the rate is known.
  public enum Stretch {
    /// This many seconds.
    case seconds(Double)
    /// This many milliseconds.
    case milliseconds(Int)

    /// The number of frames nearest to it.
    public func frames(at rate: Int) -> Int {
      switch self {
      case .seconds(let seconds): Int((seconds * Double(rate)).rounded())
      case .milliseconds(let milliseconds): (milliseconds * rate + 500) / 1000
      }
    }
  }

  /// The format of the session, once there is one.
  public var format: AudioFormat? { output.format }
  /// Frames that were put out.
  public var frames: Int { output.frames }

  // MARK: Lines

  /// A line begins; silence that waits for its format goes ahead of it.
  public func beginLine(_ format: AudioFormat) throws {
    try settle(in: format)
    try guarded { try output.beginLine(format) }
    isLineOpen = true
  }

  /// Puts out the line's next sound.
  public func write(_ sound: AudioBuffer, _ cancellation: Cancellation) throws {
    try guarded { try output.write(sound, cancellation: cancellation) }
  }

  /// The line is whole.
  public func endLine() throws {
    guard isLineOpen else { return }
    isLineOpen = false
    try guarded { try output.endLine() }
  }

  /// The line failed: its sound is dropped as far as it was not heard yet.
  public func dropLine() throws {
    guard isLineOpen else { return }
    isLineOpen = false
    try guarded { try output.dropLine() }
  }

  /// The line stops here.
  public func cutLine() throws {
    guard isLineOpen else { return }
    isLineOpen = false
    try guarded { try output.cutLine() }
  }

  // MARK: Silence

  /// Puts out that much silence between lines, or keeps it until there is a format.
  public func rest(_ stretch: Stretch, _ cancellation: Cancellation) throws {
    guard let format else { return pending.append(stretch) }
    try silence(frames: stretch.frames(at: format.rateHertz), cancellation)
  }

  /// Puts out silence between lines, at most a second at a time, so that an hour takes no memory.
  public func silence(frames: Int, _ cancellation: Cancellation) throws {
    guard let format else { preconditionFailure("frames have no length yet") }
    var left = frames
    while left > 0, !cancellation.isCancelled {
      let some = min(left, format.rateHertz)
      try guarded { try output.silence(frames: some, cancellation: cancellation) }
      left -= some
    }
  }

  /// Puts out what silence is still due; `format` is that of the session if it has none yet.
  public func settle(in format: AudioFormat) throws {
    let due = pending
    guard !due.isEmpty else { return }
    pending = []
    if output.format == nil {
      // A line without sound still gives the output its format.
      try guarded {
        try output.beginLine(format)
        try output.endLine()
      }
    }
    for stretch in due { try rest(stretch, Cancellation()) }
  }

  /// Waits until all has been heard.
  public func drain() throws {
    try guarded { try output.drain(cancellation: Cancellation()) }
  }

  private func guarded(_ body: () throws -> Void) throws(OutputTrouble) {
    do { try body() } catch { throw OutputTrouble(cause: error) }
  }
}
