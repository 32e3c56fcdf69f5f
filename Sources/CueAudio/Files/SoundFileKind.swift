/// How one sample is stored in a file, little-endian.
public enum SampleEncoding: String, CaseIterable, Sendable {
  /// 8 bits, 128 is silence.
  case uint8 = "u8"
  /// 16-bit integer.
  case int16 = "s16"
  /// 24-bit integer, in three bytes.
  case int24 = "s24"
  /// 32-bit integer.
  case int32 = "s32"
  /// 32-bit float, full scale 1.
  case float32 = "f32"
  /// 64-bit float, full scale 1.
  case float64 = "f64"

  /// Bytes that one sample takes.
  public var byteCount: Int {
    switch self {
    case .uint8: 1
    case .int16: 2
    case .int24: 3
    case .int32, .float32: 4
    case .float64: 8
    }
  }

  /// As in "16-bit".
  var name: String {
    switch self {
    case .uint8: "8-bit"
    case .int16: "16-bit"
    case .int24: "24-bit"
    case .int32: "32-bit"
    case .float32: "float"
    case .float64: "64-bit float"
    }
  }
}

/// Sound without a header: what a reader needs to know.
public struct RawSound: Equatable, Sendable {
  /// How a sample is stored.
  public var encoding: SampleEncoding
  /// Frames a second, 8,000…192,000.
  public var rateHertz: Int
  /// Samples in a frame, 1…64.
  public var channels: Int

  /// Raw sound of `channels` interleaved channels.
  public init(encoding: SampleEncoding = .int16, rateHertz: Int, channels: Int = 1) {
    self.encoding = encoding
    self.rateHertz = rateHertz
    self.channels = channels
  }
}

/// A kind of sound file that can be written.
public enum SoundFileKind: String, CaseIterable, Sendable {
  /// WAV; beyond 4 GB it becomes RF64.
  case wav
  /// WAV with 64-bit sizes, after EBU Tech 3306.
  case rf64
  /// Sony Wave64.
  case w64
  /// Free Lossless Audio Codec.
  case flac
  /// Ogg with Vorbis.
  case vorbis = "ogg"
  /// Ogg with Opus.
  case opus
  /// MPEG layer III.
  case mp3
  /// Samples and nothing else.
  case raw

  /// The kinds that a file's name can show, as their extensions: ".wav, .rf64, …".
  public static let extensions = allCases.filter { $0 != .raw }.map { ".\($0.rawValue)" }
    .joined(separator: ", ")

  /// The kind that the extension of `path` names, in any case; WAV where it has none, nil if it names none of these.
  ///
  /// A name never shows raw sound.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      self = .wav
      return
    }
    guard let kind = SoundFileKind(rawValue: name[name.index(after: dot)...].lowercased()),
      kind != .raw
    else { return nil }
    self = kind
  }

  /// Whether what was written can be taken back, because a frame always has the same size in it.
  public var canBeCut: Bool { self == .wav || self == .rf64 || self == .raw }

  /// Whether it can be chosen how many bits a second of sound has.
  public var hasBitRate: Bool { self == .opus || self == .mp3 }

  /// The most samples that a frame can have.
  public var mostChannels: Int {
    switch self {
    case .wav, .rf64, .w64, .raw: 64
    case .flac, .vorbis, .opus: 8
    case .mp3: 2
    }
  }

  /// The only rates that it can have, where not any.
  public var ratesHertz: [Int]? {
    switch self {
    case .opus: [8000, 12000, 16000, 24000, 48000]
    case .mp3: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
    case .wav, .rf64, .w64, .flac, .vorbis, .raw: nil
    }
  }

  /// The rate that sound of `rateHertz` has in it: the same, or else the next higher, or else the highest.
  public func rateHertz(for rateHertz: Int) -> Int {
    guard let rates = ratesHertz else { return rateHertz }
    return rates.first { $0 >= rateHertz } ?? rates[rates.count - 1]
  }
}
