import CueModel
import CueSystem
import Glibc

/// Writes a sound file that appears under its name only when it is whole.
///
/// Until then it is a file beside it whose name begins with a dot, and is removed if it is given up. WAV and raw files are
/// written here, byte by byte the same in every version; RF64 too; all else is libsndfile's. One thread at a time.
public final class SoundFileWriter {
  /// What the user calls it.
  public let path: String
  /// What kind of file it is.
  public let kind: SoundFileKind
  /// How samples are stored; lossy kinds have a way of their own.
  public let encoding: SampleEncoding
  /// Frames written so far.
  public private(set) var frames = 0
  /// The rate and channels; nil before ``begin(_:)``.
  public private(set) var format: AudioFormat?
  /// What the file says of its sound, as far as this kind of file can; to be set before ``begin(_:)``.
  public var notes = SoundNotes()
  /// How many bits a second of sound has, for kinds whose ``SoundFileKind/hasBitRate``; to be set before ``begin(_:)``, nil for
  /// the library's choice.
  public var bitsPerSecond: Int?

  private let partial: PartialFile
  private var descriptor: Int32 { partial.descriptor }
  private var encoder: SoundFileEncoder?
  private var isOpen = true
  /// Bytes that are not in the file yet: voices give sound in small pieces.
  private var waiting: [UInt8] = []
  private static let blockByteCount = 1 << 18
  /// More bytes of sound than this make a WAV file an RF64 file.
  private let mostWAVBytes: Int

  /// Makes the file beside `path`, of `kind` or what the extension says.
  ///
  /// `encoding` is 16-bit, 24-bit or float; in a FLAC file floats become 24-bit. Throws a ``SoundFileError`` where the
  /// extension is none of ``SoundFileKind/extensions``, where no file can be made, or where the library is missing.
  public convenience init(
    path: String, kind: SoundFileKind? = nil, encoding: SampleEncoding = .int16
  ) throws(SoundFileError) {
    try self.init(path: path, kind: kind, encoding: encoding, mostWAVBytes: WAV.mostBytes)
  }

  init(
    path: String, kind: SoundFileKind?, encoding: SampleEncoding, mostWAVBytes: Int
  ) throws(SoundFileError) {
    precondition(
      encoding == .int16 || encoding == .int24 || encoding == .float32,
      "files are written with 16-bit, 24-bit or float samples")
    guard let kind = kind ?? SoundFileKind(path: path) else {
      throw SoundFileError(path, .unknownExtension)
    }
    self.path = path
    self.kind = kind
    self.encoding = kind == .flac && encoding == .float32 ? .int24 : encoding
    self.mostWAVBytes = mostWAVBytes
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    if !kind.canBeCut { try LibraryFile.load(for: path) }
    var status = stat()
    let isFolder = unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    guard !name.isEmpty, !isFolder else {
      throw SoundFileError(path, .cannotCreate(errno: EISDIR))
    }
    do throws(SystemError) { partial = try PartialFile(path) } catch {
      throw SoundFileError(path, .cannotCreate(errno: error.errno))
    }
  }

  deinit { discard() }

  /// Says what all sound from here on is made of: its rate and channels.
  ///
  /// Throws a ``SoundFileError`` where this kind of file cannot hold that; ``SoundFileKind/rateHertz(for:)`` and
  /// ``SoundFileKind/mostChannels`` say beforehand.
  public func begin(_ format: AudioFormat) throws(SoundFileError) {
    precondition(self.format == nil, "a file begins once")
    guard kind.rateHertz(for: format.rateHertz) == format.rateHertz else {
      throw SoundFileError(path, .unfitRate(format.rateHertz, kind))
    }
    guard format.channels <= kind.mostChannels else {
      throw SoundFileError(path, .unfitChannels(format.channels, kind))
    }
    self.format = format
    if kind.canBeCut {
      try put(header(isWhole: false))
    } else {
      if kind == .mp3 {
        try put(ID3.opening(notes))
        try flush()
      }
      encoder = try SoundFileEncoder(
        descriptor, path: path, kind: kind, encoding: encoding, format: format,
        notes: kind == .mp3 ? SoundNotes() : notes, bitsPerSecond: bitsPerSecond)
    }
  }

  /// Appends `sound`, which has the rate and channels of the first; its samples are brought to the file's.
  ///
  /// Floats are rounded, and limited to full scale where the file has no floats.
  public func write(_ sound: AudioBuffer) throws(SoundFileError) {
    if format == nil { try begin(sound.format) }
    precondition(
      sound.format.rateHertz == format?.rateHertz && sound.format.channels == format?.channels,
      "sound of another format than the file's")
    guard sound.frameCount > 0 else { return }
    if let encoder {
      guard encoder.write(sound) else {
        throw SoundFileError(path, .writingRefused(library: encoder.why ?? ""))
      }
    } else {
      try put(sound.bytes(as: encoding))
    }
    frames += sound.frameCount
  }

  /// Drops all after the first `frames` frames.
  ///
  /// Only for kinds that ``SoundFileKind/canBeCut``.
  public func cut(toFrames frames: Int) throws(SoundFileError) {
    precondition(kind.canBeCut && frames <= self.frames, "nothing can be cut here")
    try flush()
    self.frames = frames
    guard ftruncate(descriptor, headerByteCount + frames * frameByteCount) == 0,
      lseek(descriptor, 0, SEEK_END) >= 0
    else { throw failure(errno) }
  }

  /// Completes the file and gives it its name; it has a format, even without sound.
  public func finish() throws(SoundFileError) {
    precondition(isOpen, "a file ends once")
    precondition(format != nil, "a file has a format, even without sound")
    if let encoder {
      self.encoder = nil
      guard encoder.close() else { throw SoundFileError(path, .endNotWritten) }
      if kind == .opus || kind == .vorbis, !OggNumbers.settle(descriptor) {
        throw SoundFileError(path, .pagesNotNumbered)
      }
      if kind == .mp3 {
        guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw failure(errno) }
        try put(ID3.closing(notes))
      }
    } else if kind != .raw {
      if (frames * frameByteCount) % 2 == 1 { try put([0]) }
      try flush()
      if becomesLarge { try makeRoom(WAV.largeHeaderByteCount - WAV.headerByteCount) }
      guard lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw failure(errno)
      }
      try put(header(isWhole: true))
      try flush()
      if !trailer.isEmpty {
        guard lseek(descriptor, 0, SEEK_END) >= 0 else {
          throw failure(errno)
        }
        try put(trailer)
      }
    }
    try flush()
    isOpen = false
    do throws(SystemError) { try partial.finish() } catch { throw failure(error.errno) }
  }

  /// Leaves no file.
  public func discard() {
    guard isOpen else { return }
    isOpen = false
    if let encoder { _ = encoder.close() }
    encoder = nil
    partial.discard()
  }

  private var frameByteCount: Int { encoding.byteCount * (format?.channels ?? 1) }
  private var trailer: [UInt8] { kind == .raw ? [] : WAV.trailer(notes) }
  private var becomesLarge: Bool {
    kind == .wav && frames * frameByteCount + trailer.count > mostWAVBytes
  }
  private var headerByteCount: Int {
    switch kind {
    case .wav: WAV.headerByteCount
    case .rf64: WAV.largeHeaderByteCount
    default: 0
    }
  }

  private func header(isWhole: Bool) -> [UInt8] {
    guard let format, kind != .raw else { return [] }
    if kind == .rf64 || (isWhole && becomesLarge) {
      return WAV.largeHeader(
        encoding, rateHertz: format.rateHertz, channels: format.channels, frames: frames,
        trailerByteCount: trailer.count)
    }
    return WAV.header(
      encoding, rateHertz: format.rateHertz, channels: format.channels,
      frames: isWhole ? frames : nil, trailerByteCount: isWhole ? trailer.count : 0)
  }

  /// Moves the whole file `count` bytes back, from its end on.
  private func makeRoom(_ count: Int) throws(SoundFileError) {
    var left = Int(lseek(descriptor, 0, SEEK_END))
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while left > 0 {
      let size = min(left, block.count)
      guard unsafe pread(descriptor, &block, size, left - size) == size,
        unsafe pwrite(descriptor, block, size, left - size + count) == size
      else { throw failure(errno) }
      left -= size
    }
  }

  private func put(_ bytes: [UInt8]) throws(SoundFileError) {
    waiting += bytes
    if waiting.count >= SoundFileWriter.blockByteCount { try flush() }
  }

  /// Writes what waits.
  private func flush() throws(SoundFileError) {
    defer { waiting.removeAll(keepingCapacity: true) }
    let number = Descriptor.write(waiting, to: descriptor)
    guard number == 0 else { throw failure(number) }
  }

  private func failure(_ number: Int32) -> SoundFileError {
    SoundFileError(path, .writingStopped(errno: number))
  }
}

extension AudioBuffer {
  /// The samples as they are stored in a file.
  func bytes(as encoding: SampleEncoding) -> [UInt8] {
    switch (encoding, format.sample) {
    case (.int16, .int16), (.float32, .float32): bytes
    case (.int16, .float32): AudioBuffer(int16: int16s, rateHertz: format.rateHertz).bytes
    case (.float32, .int16): AudioBuffer(float32: floats, rateHertz: format.rateHertz).bytes
    default:
      int24s.flatMap { sample in
        [
          UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8),
          UInt8(truncatingIfNeeded: sample >> 16),
        ]
      }
    }
  }

  /// The samples as 24-bit integers, rounded and limited to full scale.
  var int24s: [Int32] {
    switch format.sample {
    case .int16: int16s.map { Int32($0) << 8 }
    case .float32:
      floats.map { Int32(max(-8_388_608, min(8_388_607, ($0 * 8_388_608).rounded()))) }
    }
  }
}
