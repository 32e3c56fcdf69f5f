import CueABI
import CuePluginKit

/// What a user has set.
struct FileSettings {
  /// What comes after the end of captured sound.
  enum End: Int, CaseIterable {
    case stop, silence, again
  }

  var isInRealTime = true
  var end = End.stop
  /// What sound without a header is; nil for sound with one.
  var raw: FileFormat?
  var input = ""
  var output = ""

  static let parameters = [
    Parameter(
      id: 1, name: "pace", kind: .choice(["real", "fast"], initial: 0),
      summary: "Whether sound is played and captured as time goes by, or as fast as possible."),
    Parameter(
      id: 2, name: "at-end", kind: .choice(["stop", "silence", "again"], initial: 0),
      summary: "What is captured after the end: nothing more, silence, or the file from its start."),
    Parameter(
      id: 3, name: "raw", kind: .text(initial: ""),
      summary:
        "RATE[,CHANNELS[,ENCODING]] of sound without a header, as in 16000,1,s16; empty for WAV."),
    Parameter(
      id: 4, name: "input", kind: .text(initial: ""),
      summary: "The file or pipe that is captured from where none is named."),
    Parameter(
      id: 5, name: "output", kind: .text(initial: ""),
      summary: "The file or pipe that is played to where none is named."),
  ]

  mutating func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {
    switch (id, value) {
    case (1, .number(let number)): isInRealTime = number == 0
    case (2, .number(let number)): end = End(rawValue: Int(number)) ?? .stop
    case (3, .text(let text)): raw = text.isEmpty ? nil : try FileFormat(text)
    case (4, .text(let path)): input = path
    case (5, .text(let path)): output = path
    default: preconditionFailure("the kit knows the parameters")
    }
  }
}

/// How one sample is stored in a file.
enum SampleEncoding: String, CaseIterable {
  case u8, s16, s24, s32, f32, f64

  var byteCount: Int {
    switch self {
    case .u8: 1
    case .s16: 2
    case .s24: 3
    case .s32, .f32: 4
    case .f64: 8
    }
  }

  /// The sample that begins at `at`, little-endian.
  func sample(_ bytes: UnsafeRawBufferPointer, at: Int) -> Float {
    func integer(_ count: Int) -> Int64 {
      var value: Int64 = 0
      for index in 0..<count { value |= Int64(unsafe bytes[at + index]) << (8 * index) }
      let shift = 64 - 8 * count
      return (value << shift) >> shift
    }
    let value: Float
    switch self {
    case .u8: value = (Float(unsafe bytes[at]) - 128) / 128
    case .s16: value = Float(integer(2)) / 32768
    case .s24: value = Float(integer(3)) / 8_388_608
    case .s32: value = Float(Double(integer(4)) / 2_147_483_648)
    case .f32: value = Float(bitPattern: UInt32(truncatingIfNeeded: integer(4)))
    case .f64: value = Float(Double(bitPattern: UInt64(bitPattern: integer(8))))
    }
    return value.isFinite ? value : 0
  }

  /// Adds a sample, little-endian; what is beyond full scale is cut off where there is no room for it.
  func append(_ sample: Float, to bytes: inout [UInt8]) {
    func put(_ value: Int64, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    func scaled(_ full: Double) -> Int64 {
      Int64(max(-full, min(full - 1, (Double(sample) * full).rounded())))
    }
    switch self {
    case .u8: put(scaled(128) + 128, 1)
    case .s16: put(scaled(32768), 2)
    case .s24: put(scaled(8_388_608), 3)
    case .s32: put(scaled(2_147_483_648), 4)
    case .f32: put(Int64(sample.bitPattern), 4)
    case .f64: put(Int64(bitPattern: Double(sample).bitPattern), 8)
    }
  }
}

/// The format of the sound in a file.
struct FileFormat: Equatable {
  var rateHertz: Int
  var channels = 1
  var encoding = SampleEncoding.s16

  var frameByteCount: Int { encoding.byteCount * channels }

  init(rateHertz: Int, channels: Int, encoding: SampleEncoding) {
    self.rateHertz = rateHertz
    self.channels = channels
    self.encoding = encoding
  }

  init(_ format: SoundFormat) {
    self.init(
      rateHertz: Int(format.rateHertz), channels: Int(format.channels),
      encoding: format.isFloat ? .f32 : .s16)
  }

  /// What a user writes: 16000, 48000,2 or 44100,1,f32.
  init(_ text: String) throws(PluginFailure) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let rate = Int(parts[0])
    let channels = parts.count > 1 ? Int(parts[1]) : 1
    let encoding = parts.count > 2 ? SampleEncoding(rawValue: parts[2]) : .s16
    guard parts.count <= 3, let rate, (1000...768_000).contains(rate), let channels,
      (1...64).contains(channels), let encoding
    else {
      throw PluginFailure(
        CUE_E_INVALID,
        "raw takes RATE[,CHANNELS[,ENCODING]], as in 16000,1,s16, with u8, s16, s24, s32, f32 or f64;"
          + " not “\(text)”.")
    }
    self.init(rateHertz: rate, channels: channels, encoding: encoding)
  }
}
