import CSoundFile
import CueModel
import Glibc

/// Reads a sound file, or sound from a pipe, block by block, in memory that does not grow with its length.
///
/// WAV, RF64 and raw samples are read here, also from a pipe and also where their length was never put in. libsndfile reads FLAC, Ogg
/// Vorbis, Opus, MP3, W64, AIFF, AU, CAF and others, and the program `ffmpeg` all else, such as M4A and WebM, if it is installed;
/// both from a pipe by way of a temporary file without a name. One thread at a time.
public final class SoundFileReader {
  /// What the user calls it: its path, or "Standard input".
  public let name: String
  /// Frames a second, 8,000…192,000.
  public let rateHertz: Int
  /// Samples in a frame, 1…64.
  public let channels: Int
  /// Frames in all, where that is known beforehand.
  public let frameCount: Int?
  /// The kind of file and of its samples, as in "FLAC, 16-bit".
  public let formatName: String
  /// Frames read so far.
  public private(set) var framesRead = 0
  /// Frames that the file says it has and, when it was read to its end, turned out not to have: it was cut off.
  public private(set) var missingFrames = 0

  private let storage: Storage
  private var isAtEnd = false
  private var leftover: [UInt8] = []

  private enum Storage {
    /// Plain samples, up to a number of bytes where that is known.
    case plain(ByteSource, SampleEncoding)
    case library(LibraryFile)
    /// A file that ``MediaProgram`` decodes.
    case media(DecodedMedia, SampleEncoding)
  }

  /// Opens the file at `path`; `-` is standard input.
  ///
  /// With `raw` it has no header, and is what `raw` says. Throws a ``SoundFileError`` where there is no such file, or it is no
  /// sound, or has no sound in it, or its header is damaged.
  ///
  /// - Parameters:
  ///   - path: the file
  ///   - raw: the format of its sound if it has no header
  ///   - programs: the folders in which `ffmpeg` is searched, in the form of the variable PATH; nil for that variable
  ///   - cancellation: ends the wait for a pipe
  /// - Throws: ``SoundFileError`` if it cannot be read
  public convenience init(
    path: String, raw: RawSound? = nil, programs: String? = nil,
    cancellation: Cancellation = Cancellation()
  ) throws(SoundFileError) {
    if path == "-" {
      try self.init(
        descriptor: STDIN_FILENO, name: "Standard input", raw: raw, programs: programs,
        cancellation: cancellation)
      return
    }
    // Not blocking, so that the wait for somebody at the other end of a named pipe can be cancelled.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw SoundFileError(path, .cannotOpen(errno: errno))
    }
    try self.init(
      ByteSource(descriptor, isOurs: true), name: path, raw: raw, programs: programs,
      cancellation: cancellation)
  }

  /// Reads from an open descriptor, which stays the caller's to close; a pipe or a file.
  public convenience init(
    descriptor: Int32, name: String, raw: RawSound? = nil, programs: String? = nil,
    cancellation: Cancellation = Cancellation()
  ) throws(SoundFileError) {
    try self.init(
      ByteSource(descriptor, isOurs: false), name: name, raw: raw, programs: programs,
      cancellation: cancellation)
  }

  private init(
    _ source: ByteSource, name: String, raw: RawSound?, programs: String?,
    cancellation: Cancellation
  ) throws(SoundFileError) {
    let opened = try OpenedSound(
      source, name: name, raw: raw, programs: programs ?? MediaProgram.usualSearchPath,
      cancellation)
    self.name = name
    rateHertz = opened.rateHertz
    channels = opened.channels
    frameCount = opened.frameCount
    formatName = opened.formatName
    switch opened.storage {
    case .plain(let encoding): storage = .plain(source, encoding)
    case .library(let file): storage = .library(file)
    case .media(let media, let encoding): storage = .media(media, encoding)
    }
    missingFrames = opened.missingFrames
    guard (8000...192_000).contains(rateHertz) else {
      throw SoundFileError(name, .rate(rateHertz))
    }
    guard (1...64).contains(channels) else {
      throw SoundFileError(name, .channels(channels))
    }
    guard frameCount != 0 else { throw noSound }
  }

  /// The next frames, at most `frames` of them, full scale 1; nothing at the end, and when cancelled.
  ///
  /// From a pipe they come as they arrive, also fewer. Throws a ``SoundFileError`` where reading fails, where there turns out
  /// to be no sound at all, and at a sample that is not a finite number.
  public func read(
    atMost frames: Int, cancellation: Cancellation = Cancellation()
  ) throws(SoundFileError) -> AudioBuffer? {
    precondition(frames > 0, "a reader is asked for at least one frame")
    guard !isAtEnd, !cancellation.isCancelled else { return nil }
    var most = frames
    if let frameCount { most = min(most, frameCount - framesRead) }
    let samples = most == 0 ? [] : try next(most, cancellation)
    guard !samples.isEmpty else {
      if cancellation.isCancelled { return nil }
      isAtEnd = true
      if let frameCount { missingFrames += frameCount - framesRead }
      if case .media(let media, _) = storage, !media.end(isOver: true) {
        throw SoundFileError(name, .programStopped)
      }
      guard framesRead > 0 else { throw noSound }
      return nil
    }
    let bad = unsafe samples.withUnsafeBufferPointer {
      unsafe cue_first_not_finite($0.baseAddress!, $0.count)
    }
    guard bad == samples.count else {
      isAtEnd = true
      let seconds = Double(framesRead + bad / channels) / Double(rateHertz)
      throw SoundFileError(name, .notANumber(seconds: seconds))
    }
    framesRead += samples.count / channels
    return AudioBuffer(float32: samples, rateHertz: rateHertz, channels: channels)
  }

  private var noSound: SoundFileError {
    SoundFileError(name, .noFrames)
  }

  private func next(
    _ frames: Int, _ cancellation: Cancellation
  ) throws(SoundFileError) -> [Float] {
    switch storage {
    case .library(let file): return file.read(frames)
    case .plain(let source, let encoding): return try next(frames, source, encoding, cancellation)
    case .media(let media, let encoding):
      return try next(frames, media.source, encoding, cancellation)
    }
  }

  private func next(
    _ frames: Int, _ source: ByteSource, _ encoding: SampleEncoding, _ cancellation: Cancellation
  ) throws(SoundFileError) -> [Float] {
    let frameBytes = encoding.byteCount * channels
    var bytes = leftover
    while bytes.count < frameBytes {
      do throws(ReadFailure) {
        let some = try source.some(frames * frameBytes - bytes.count, cancellation)
        guard !some.isEmpty else { return [] }
        bytes += some
      } catch { throw error.error(name) }
    }
    let whole = bytes.count / frameBytes * frameBytes
    leftover = Array(bytes[whole...])
    let count = whole / encoding.byteCount
    return unsafe [Float](unsafeUninitializedCapacity: count) { samples, filled in
      unsafe cue_samples_to_floats(encoding.code, bytes, count, samples.baseAddress!)
      filled = count
    }
  }
}

extension SampleEncoding {
  /// Its number in the C target.
  var code: Int32 {
    switch self {
    case .uint8: Int32(CUE_SAMPLE_U8)
    case .int16: Int32(CUE_SAMPLE_S16)
    case .int24: Int32(CUE_SAMPLE_S24)
    case .int32: Int32(CUE_SAMPLE_S32)
    case .float32: Int32(CUE_SAMPLE_F32)
    case .float64: Int32(CUE_SAMPLE_F64)
    }
  }
}
