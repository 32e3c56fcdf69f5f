import CueAudio
import CueModel

/// A sound file, of the kind that its name says, or a raw one, that appears under its name only when it is complete.
public final class FileOutput: SoundOutput {
  private let writer: SoundFileWriter
  /// If the file cannot drop sound, the line waits here until it is complete.
  private let spool: LineSpool?
  private var conformer: Conformer?
  private var lineStart = 0
  private var waitingFrames = 0

  /// Frames that were put out so far.
  public var frames: Int { writer.frames + waitingFrames }
  /// The format of the session; nil before its first sound.
  public var format: AudioFormat? { conformer?.format }

  /// Begins the file at `path`; samples without a header if `isRaw`.
  public init(path: String, isRaw: Bool) throws(OutputFailure) {
    do throws(SoundFileError) {
      writer = try SoundFileWriter(path: path, kind: isRaw ? .raw : nil)
      spool = writer.kind.canBeCut ? nil : try LineSpool(beside: path)
    } catch { throw .file(error) }
  }

  /// A line in `format` begins.
  public func beginLine(_ format: AudioFormat) throws {
    if conformer == nil {
      // Files hold 16-bit sound, which every player reads.
      let own = AudioFormat(
        sample: .int16, rateHertz: writer.kind.rateHertz(for: format.rateHertz),
        channels: min(format.channels, writer.kind.mostChannels))
      try checked { () throws(SoundFileError) in try writer.begin(own) }
      conformer = Conformer(to: own)
    }
    lineStart = frames
    conformer?.begin(format)
  }

  /// Puts out the next sound of the line.
  public func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    guard !cancellation.isCancelled, let sound = conformer?.process(sound) else { return }
    try put(sound)
  }

  /// The line is complete.
  public func endLine() throws {
    guard let rest = conformer?.finish() else { return }
    try put(rest)
    try keepLine()
  }

  /// Drops the line if possible.
  public func dropLine() throws {
    guard frames > lineStart else { return }
    _ = conformer?.finish()
    try checked { () throws(SoundFileError) in
      if let spool { try spool.clear() } else { try writer.cut(toFrames: lineStart) }
    }
    waitingFrames = 0
  }

  /// Ends the line at this point.
  public func cutLine() throws { try endLine() }

  /// Puts out silence.
  public func silence(frames count: Int, cancellation: Cancellation) throws {
    if conformer == nil { try beginLine(.standard) }
    guard let format, count > 0 else { return }
    try put(AudioBuffer(silentFrames: count, format: format))
    try keepLine()
  }

  /// Waits until all has been heard.
  public func drain(cancellation: Cancellation) throws {}

  /// Completes the file and gives it its name.
  ///
  /// A session without sound makes a file without sound.
  public func complete() throws {
    if conformer == nil { try beginLine(.standard) }
    try keepLine()
    try checked { () throws(SoundFileError) in try writer.finish() }
  }

  /// Removes the unfinished file.
  public func discard() { writer.discard() }

  private func put(_ sound: AudioBuffer) throws {
    guard sound.frameCount > 0 else { return }
    try checked { () throws(SoundFileError) in
      guard let spool else {
        try writer.write(sound)
        return
      }
      try spool.append(sound)
      waitingFrames += sound.frameCount
    }
  }

  /// The line can no longer be dropped.
  private func keepLine() throws {
    if let spool, let format {
      try checked { () throws(SoundFileError) in
        try spool.empty(format) { (sound) throws(SoundFileError) in try writer.write(sound) }
      }
      waitingFrames = 0
    }
    lineStart = frames
  }

  private func checked(_ body: () throws(SoundFileError) -> Void) throws(OutputFailure) {
    do throws(SoundFileError) { try body() } catch { throw .file(error) }
  }
}

extension AudioFormat {
  /// The format of a session without any sound.
  public static let standard = AudioFormat(sample: .int16, rateHertz: 22050)
}
