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
    let most = Int(UInt32.max) - headerByteCount
    let bytes = min(frames.map { $0 * format.frameByteCount } ?? most, most)
    var header: [UInt8] = []
    func append(_ text: String) { header += Array(text.utf8) }
    func append(_ value: Int, bytes count: Int) {
      for index in 0..<count { header.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    append("RIFF")
    append(bytes + headerByteCount - 8, bytes: 4)
    append("WAVEfmt ")
    append(16, bytes: 4)
    append(format.sample == .int16 ? 1 : 3, bytes: 2)
    append(format.channels, bytes: 2)
    append(format.rateHertz, bytes: 4)
    append(format.rateHertz * format.frameByteCount, bytes: 4)
    append(format.frameByteCount, bytes: 2)
    append(format.sample.byteCount * 8, bytes: 2)
    append("data")
    append(bytes, bytes: 4)
    return header
  }

  /// What was wrong with a file that should be WAV.
  public struct Damage: Error, Equatable, Sendable {
    /// A clause: "it does not begin as a WAV file does".
    public let what: String
  }

  /// Reads 16-bit or float sound out of a whole WAV file; chunks it does not know are passed over.
  public static func sound(in file: [UInt8]) throws(Damage) -> AudioBuffer {
    func integer(at offset: Int, bytes count: Int) -> Int {
      (0..<count).reversed().reduce(0) { $0 << 8 | Int(file[offset + $1]) }
    }
    func name(at offset: Int) -> String {
      String(decoding: file[offset..<offset + 4], as: UTF8.self)
    }
    guard file.count >= 12, name(at: 0) == "RIFF", name(at: 8) == "WAVE" else {
      throw Damage(what: "it does not begin as a WAV file does")
    }
    var format: AudioFormat?
    var at = 12
    while at + 8 <= file.count {
      let size = integer(at: at + 4, bytes: 4)
      let body = at + 8
      if name(at: at) == "fmt ", size >= 16, body + 16 <= file.count {
        let kind = integer(at: body, bytes: 2)
        let bits = integer(at: body + 14, bytes: 2)
        let channels = integer(at: body + 2, bytes: 2)
        let rate = integer(at: body + 4, bytes: 4)
        guard (kind == 1 && bits == 16) || (kind == 3 && bits == 32), (1...64).contains(channels),
          (1...768_000).contains(rate)
        else { throw Damage(what: "it holds no 16-bit or float sound") }
        format = AudioFormat(
          sample: bits == 16 ? .int16 : .float32, rateHertz: rate, channels: channels)
      } else if name(at: at) == "data" {
        guard let format else { throw Damage(what: "its sound comes before its format") }
        let whole = min(size, file.count - body) / format.frameByteCount * format.frameByteCount
        return AudioBuffer(format: format, bytes: Array(file[body..<body + whole]))
      }
      at = body + size + size % 2
    }
    throw Damage(what: "it has no sound in it")
  }
}
