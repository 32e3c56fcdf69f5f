import CueModel

/// The WAV file format: a header, then interleaved little-endian samples.
///
/// Layout after "Multimedia Programming Interface and Data Specifications 1.0" (IBM and Microsoft, 1991) and RFC 2361.
public enum WAV {
  /// Bytes of the header that ``header(_:frames:)`` makes.
  public static let headerByteCount = 44

  /// The header of a file that holds `frames` frames of `format`.
  ///
  /// With no frame count the sizes are the largest possible, as players expect of a stream whose end is not known. A file
  /// of 4 GB or more says the same.
  public static func header(_ format: AudioFormat, frames: Int?) -> [UInt8] {
    header(
      format.sample == .int16 ? .int16 : .float32, rateHertz: format.rateHertz,
      channels: format.channels, frames: frames)
  }

  static func header(
    _ encoding: SampleEncoding, rateHertz: Int, channels: Int, frames: Int?,
    trailerByteCount: Int = 0
  ) -> [UInt8] {
    let bytes = min(frames.map { $0 * encoding.byteCount * channels } ?? mostBytes, mostBytes)
    var header = Array("RIFF".utf8)
    append(bytes + bytes % 2 + headerByteCount - 8 + trailerByteCount, bytes: 4, to: &header)
    header += Array("WAVE".utf8)
    appendFormat(encoding, rateHertz, channels, to: &header)
    header += Array("data".utf8)
    append(bytes, bytes: 4, to: &header)
    return header
  }

  /// The most bytes of sound that a header can state.
  static let mostBytes = Int(UInt32.max) - headerByteCount

  /// Bytes of the header that ``largeHeader(_:rateHertz:channels:frames:)`` makes.
  static let largeHeaderByteCount = headerByteCount + 36

  /// The header of an RF64 file, whose sizes have 64 bits, after EBU Tech 3306.
  static func largeHeader(
    _ encoding: SampleEncoding, rateHertz: Int, channels: Int, frames: Int,
    trailerByteCount: Int = 0
  ) -> [UInt8] {
    let bytes = frames * encoding.byteCount * channels
    var header = Array("RF64".utf8)
    append(0xffff_ffff, bytes: 4, to: &header)
    header += Array("WAVEds64".utf8)
    append(28, bytes: 4, to: &header)
    append(bytes + bytes % 2 + largeHeaderByteCount - 8 + trailerByteCount, bytes: 8, to: &header)
    append(bytes, bytes: 8, to: &header)
    append(frames, bytes: 8, to: &header)
    append(0, bytes: 4, to: &header)
    appendFormat(encoding, rateHertz, channels, to: &header)
    header += Array("data".utf8)
    append(0xffff_ffff, bytes: 4, to: &header)
    return header
  }

  private static func appendFormat(
    _ encoding: SampleEncoding, _ rateHertz: Int, _ channels: Int, to header: inout [UInt8]
  ) {
    let frameByteCount = encoding.byteCount * channels
    header += Array("fmt ".utf8)
    append(16, bytes: 4, to: &header)
    append(encoding == .float32 || encoding == .float64 ? 3 : 1, bytes: 2, to: &header)
    append(channels, bytes: 2, to: &header)
    append(rateHertz, bytes: 4, to: &header)
    append(rateHertz * frameByteCount, bytes: 4, to: &header)
    append(frameByteCount, bytes: 2, to: &header)
    append(encoding.byteCount * 8, bytes: 2, to: &header)
  }

  static func append(_ value: Int, bytes count: Int, to header: inout [UInt8]) {
    for index in 0..<count { header.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }
}
