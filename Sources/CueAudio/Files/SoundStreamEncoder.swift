import CueModel
import CueSystem
import Glibc

/// Sound as the bytes of a file that somebody receives while it is made.
///
/// What an encoder would put at the front when the sound has ended, such as its length, is left out.
@safe package final class SoundStreamEncoder {
  /// What the bytes are.
  package enum Kind: String, CaseIterable, Sendable {
    /// A header that leaves the length open, and 16-bit samples.
    case wav
    /// 16-bit samples.
    case pcm
    /// MPEG layer III.
    case mp3
    /// Free Lossless Audio Codec.
    case flac
    /// Ogg with Opus; comes in pieces of about half a second.
    case opus
  }

  private let kind: Kind
  private var conformer: Conformer
  private var hasBegun = false
  // libsndfile writes to a file; what has come is read from there.
  private var encoder: SoundFileEncoder?
  private let descriptor: Int32
  private var taken: off_t = 0

  // Constant, because a player finds the length by the size: what would say it otherwise is at the front.
  private static let mp3BitsPerSecond = 96_000

  /// Encodes sound that begins in `format`.
  ///
  /// - Parameters:
  ///   - kind: what the bytes are
  ///   - format: that of the first sound; Opus is made at 24,000 Hz, unless it is a rate of Opus
  ///   - rateHertz: another rate; nil: that of `format`
  ///   - folder: where a file without a name may be made
  /// - Throws: why there is no such file, or the encoder refuses the format
  package init(
    _ kind: Kind, _ format: AudioFormat, rateHertz: Int? = nil, folder: String
  ) throws(SoundFileError) {
    self.kind = kind
    let own = rateHertz ?? format.rateHertz
    let opusRates = [8000, 12_000, 16_000, 24_000, 48_000]
    let mp3Rates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    let rate =
      switch kind {
      case .opus: opusRates.contains(own) ? own : 24_000
      case .mp3: mp3Rates.contains(own) ? own : 44_100
      case .wav, .pcm, .flac: own
      }
    let made = AudioFormat(sample: .int16, rateHertz: rate, channels: min(format.channels, 2))
    conformer = Conformer(to: made)
    conformer.begin(format)
    let fileKind: SoundFileKind? =
      switch kind {
      case .wav, .pcm: nil
      case .mp3: .mp3
      case .flac: .flac
      case .opus: .opus
      }
    guard let fileKind else {
      descriptor = -1
      return
    }
    do throws(SystemError) { descriptor = try UnnamedFile.open(in: folder) } catch {
      throw SoundFileError(folder, .cannotOpen(errno: error.errno))
    }
    do {
      encoder = try SoundFileEncoder(
        descriptor, path: "sound", kind: fileKind, encoding: .int16, format: made,
        notes: SoundNotes(), bitsPerSecond: kind == .mp3 ? Self.mp3BitsPerSecond : nil)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    encoder = nil
    if descriptor >= 0 { close(descriptor) }
  }

  /// The format of the sound in the bytes.
  package var format: AudioFormat { conformer.format }

  /// The bytes that the next sound adds; some may come later.
  package func bytes(of sound: AudioBuffer) throws(SoundFileError) -> [UInt8] {
    try put(conformer.process(sound))
  }

  /// The last bytes.
  package func finish() throws(SoundFileError) -> [UInt8] {
    var rest = try put(conformer.finish())
    guard let encoder else { return rest }
    guard encoder.close() else { throw SoundFileError("sound", .writingStopped(errno: EIO)) }
    rest += try added()
    return rest
  }

  private func put(_ sound: AudioBuffer) throws(SoundFileError) -> [UInt8] {
    guard let encoder else {
      let header = kind == .wav && !hasBegun ? WAV.header(conformer.format, frames: nil) : []
      hasBegun = true
      return header + sound.bytes
    }
    guard encoder.write(sound) else { throw SoundFileError("sound", .writingStopped(errno: EIO)) }
    return try added()
  }

  private func added() throws(SoundFileError) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe pread(descriptor, &piece, piece.count, taken)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SoundFileError("sound", .writingStopped(errno: errno)) }
      guard count > 0 else { return all }
      all += piece[..<count]
      taken += off_t(count)
    }
  }
}
