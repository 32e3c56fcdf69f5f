import CueAudio
import CueModel

/// Where processed sound goes: a file that appears when it is complete, or a stream.
public final class ProcessOutput {
  private enum Place {
    case file(SoundFileWriter)
    case stream(StreamOutput)
  }

  private let place: Place
  private let limitsSamples: Bool
  /// Frames that were put out so far.
  public private(set) var frames = 0
  /// How many samples were beyond what the file can hold.
  public private(set) var loudSamples = 0

  /// Begins a file or stream at `place`.
  ///
  /// - Parameters:
  ///   - place: where sound goes
  ///   - isRaw: whether it has no header
  ///   - encoding: of a file's samples; a stream has 16-bit samples
  ///   - announces: gets the format of raw sound on standard output
  /// - Throws: ``OutputFailure`` if the place cannot be opened, or cannot hold the encoding
  public init(
    _ place: SoundDestination.Place, isRaw: Bool, encoding: SampleEncoding,
    announces: @escaping (AudioFormat) -> Void = { _ in }
  ) throws(OutputFailure) {
    switch place {
    case .path(let path) where !SoundDestination.isSpecial(path):
      limitsSamples = encoding != .float32
      do throws(SoundFileError) {
        self.place = .file(
          try SoundFileWriter(path: path, kind: isRaw ? .raw : nil, encoding: encoding))
      } catch { throw .file(error) }
    case .path(let path):
      limitsSamples = true
      guard encoding == .int16 else { throw .encodingNeedsFile(encoding) }
      self.place = .stream(try StreamOutput(opening: path, isRaw: isRaw))
    case .standardOutput:
      limitsSamples = true
      guard encoding == .int16 else { throw .encodingNeedsFile(encoding) }
      self.place = .stream(StreamOutput(standardOutputIsRaw: isRaw, announces: announces))
    }
  }

  /// Sound in `format` follows.
  public func begin(_ format: AudioFormat) throws {
    switch place {
    case .file(let writer):
      try ProcessOutput.checked { () throws(SoundFileError) in try writer.begin(format) }
    case .stream(let stream): try stream.beginLine(format)
    }
  }

  /// Puts out the next sound.
  public func write(_ sound: AudioBuffer) throws {
    guard sound.frameCount > 0 else { return }
    frames += sound.frameCount
    if limitsSamples {
      // Half a step beyond the largest integer is rounded to it.
      loudSamples += sound.floats.count { $0 > 1 || $0 < -1 }
    }
    switch place {
    case .file(let writer):
      try ProcessOutput.checked { () throws(SoundFileError) in try writer.write(sound) }
    case .stream(let stream): try stream.write(sound, cancellation: Cancellation())
    }
  }

  /// Completes the file or stream.
  public func finish() throws {
    switch place {
    case .file(let writer):
      try ProcessOutput.checked { () throws(SoundFileError) in try writer.finish() }
    case .stream(let stream):
      try stream.endLine()
      try stream.complete()
    }
  }

  private static func checked(_ body: () throws(SoundFileError) -> Void) throws(OutputFailure) {
    do throws(SoundFileError) { try body() } catch { throw .file(error) }
  }
}
