import CSystem
import CueModel
import Glibc

/// A sound file, a pipe or standard input that stands for a microphone.
///
/// In a file, takes follow one another, and wait for their reader. A pipe is live: sound that comes while it is not read may
/// be dropped by ``flush()``. Closing keeps the place, so that sound goes on where it was when it is opened again.
public final class SoundFileMicrophone: Microphone {
  /// What it is called in messages.
  public let name: String
  /// Whether it is a pipe, a terminal or a device file.
  public let isLive: Bool
  private let raw: RawSound?
  private let descriptor: Int32
  private var reader: SoundFileReader?
  private var conformer: Conformer?
  private var isOpen = false
  /// Whether its sound has come to its end.
  public private(set) var isOver = false
  /// Frames of the open stream that were read or dropped, in its format.
  private var frames = 0
  /// Sound that is there and was more than was asked for.
  private var rest: AudioBuffer?

  /// The file or pipe at `path`; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: where it is
  ///   - name: what it is called in messages; nil is the path, or "Standard input"
  ///   - raw: what its sound is where it has no header
  /// - Throws: ``SoundFileError`` where there is no such file
  public init(path: String, name: String? = nil, raw: RawSound?) throws(SoundFileError) {
    self.name = name ?? (path == "-" ? "Standard input" : path)
    self.raw = raw
    // Not blocking, so that the wait for somebody at the other end of a named pipe can be cancelled.
    descriptor =
      path == "-" ? STDIN_FILENO : unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw SoundFileError(self.name, .cannotOpen(errno: errno))
    }
    var status = stat()
    unsafe fstat(descriptor, &status)
    isLive = status.st_mode & S_IFMT != S_IFREG
  }

  deinit { if descriptor != STDIN_FILENO { Glibc.close(descriptor) } }

  /// Reads the header, which for a pipe may have to be waited for.
  public func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws(SoundFileError) -> AudioFormat {
    let reader = try opened(cancellation)
    let own = AudioFormat(
      sample: .float32, rateHertz: reader.rateHertz, channels: reader.channels)
    let format = wanted ?? own
    if conformer?.format != format {
      conformer = Conformer(to: format)
      conformer?.begin(own)
      rest = nil
    }
    frames = 0
    isOpen = true
    return format
  }

  /// What reads the file, from the first opening on.
  private func opened(_ cancellation: Cancellation) throws(SoundFileError) -> SoundFileReader {
    if let reader { return reader }
    let reader = try SoundFileReader(
      descriptor: descriptor, name: name, raw: raw, cancellation: cancellation)
    self.reader = reader
    return reader
  }

  /// The next sound; from a pipe as it comes.
  public func read(atMost most: Int, cancellation: Cancellation) throws(SoundFileError)
    -> CapturedSound?
  {
    precondition(most > 0, "a microphone is asked for at least one frame")
    guard isOpen, let reader else { preconditionFailure("no stream is open") }
    while rest == nil {
      guard !isOver, !cancellation.isCancelled else { return nil }
      let sound: AudioBuffer
      if let next = try reader.read(atMost: most, cancellation: cancellation) {
        sound = conformer?.process(next) ?? next
      } else {
        guard !cancellation.isCancelled else { return nil }
        isOver = true
        guard let end = conformer?.finish() else { return nil }
        sound = end
      }
      if sound.frameCount > 0 { rest = sound }
    }
    guard let sound = rest else { return nil }
    let count = min(most, sound.frameCount)
    rest = count < sound.frameCount ? sound.frames(count..<sound.frameCount) : nil
    defer { frames += count }
    return CapturedSound(
      count < sound.frameCount ? sound.frames(0..<count) : sound, startFrame: frames)
  }

  /// Passes over what has come of a pipe; a file waits.
  public func flush() throws(SoundFileError) {
    guard isOpen, let reader else { preconditionFailure("no stream is open") }
    guard isLive, !isOver else { return }
    if let rest { frames += rest.frameCount }
    rest = nil
    while cue_wait(descriptor, -1, -1, 0) & 1 != 0 {
      guard let sound = try reader.read(atMost: max(1, reader.rateHertz / 10)) else {
        isOver = true
        return
      }
      frames += conformer?.process(sound).frameCount ?? 0
    }
  }

  /// Frames of the file that were said to be there and were not, as far as is known: it was cut off.
  public var missingFrames: Int { reader?.missingFrames ?? 0 }

  /// Nothing is read any more.
  public func close() { isOpen = false }
}
