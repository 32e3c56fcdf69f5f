import CueABI
import CuePluginKit

/// The header of a WAV file.
struct WaveHeader {
  let format: FileFormat
  /// Where the samples begin.
  let byteCount: Int
  /// How many bytes of samples follow; nil up to the end.
  let soundBytes: Int?

  /// The header at the start of `bytes`; nil if more of them are needed.
  init?(_ bytes: [UInt8], path: String) throws(PluginFailure) {
    func damaged(_ what: String) -> PluginFailure {
      PluginFailure(
        CUE_E_FORMAT,
        "“\(path)” is no WAV file that can be read: \(what). Set raw for sound without a header.")
    }
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    func name(_ at: Int) -> String { String(decoding: bytes[at..<at + 4], as: UTF8.self) }
    guard bytes.count >= 12 else { return nil }
    guard ["RIFF", "RF64"].contains(name(0)), name(8) == "WAVE" else {
      throw damaged("it does not begin like one")
    }
    var at = 12
    var found: FileFormat?
    var longSize: Int?
    while true {
      guard bytes.count >= at + 8 else {
        if at > 1 << 20 { throw damaged("it has no samples at its start") }
        return nil
      }
      let size = number(at + 4, 4)
      let chunk = name(at)
      if chunk == "data" {
        guard let found else { throw damaged("it does not say what its samples are") }
        format = found
        byteCount = at + 8
        let isOpen = size == 0 || size >= 0xffff_f000
        soundBytes = size == 0xffff_ffff ? longSize : isOpen ? nil : size
        return
      }
      guard bytes.count >= at + 8 + min(size, 40) else { return nil }
      if chunk == "ds64", size >= 16 {
        let long = number(at + 16, 8)
        longSize = long > 0 ? long : nil
      }
      if chunk == "fmt " {
        guard size >= 16 else { throw damaged("its format is cut off") }
        var code = number(at + 8, 2)
        if code == 0xfffe, size >= 40 { code = number(at + 32, 2) }
        let bits = number(at + 22, 2)
        let encoding: SampleEncoding? =
          switch (code, bits) {
          case (1, 8): .u8
          case (1, 16): .s16
          case (1, 24): .s24
          case (1, 32): .s32
          case (3, 32): .f32
          case (3, 64): .f64
          default: nil
          }
        guard let encoding else {
          throw damaged("its samples are of kind \(code) with \(bits) bits")
        }
        let rate = number(at + 12, 4)
        let channels = number(at + 10, 2)
        guard (1000...768_000).contains(rate), (1...64).contains(channels) else {
          throw damaged("it has \(rate) Hz and \(channels) channels")
        }
        found = FileFormat(rateHertz: rate, channels: channels, encoding: encoding)
      }
      at += 8 + size + size % 2
    }
  }

  /// A header of 44 bytes for sound of that format; nil for a length that is not known yet.
  static func bytes(_ format: FileFormat, soundBytes: Int?) -> [UInt8] {
    var bytes: [UInt8] = []
    func put(_ value: Int, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    let size = soundBytes.map { min($0, 0xffff_ffff - 36) } ?? 0xffff_ffff
    bytes += Array("RIFF".utf8)
    put(soundBytes == nil ? 0xffff_ffff : size + 36, 4)
    bytes += Array("WAVEfmt ".utf8)
    put(16, 4)
    put([.f32, .f64].contains(format.encoding) ? 3 : 1, 2)
    put(format.channels, 2)
    put(format.rateHertz, 4)
    put(format.rateHertz * format.frameByteCount, 4)
    put(format.frameByteCount, 2)
    put(format.encoding.byteCount * 8, 2)
    bytes += Array("data".utf8)
    put(size, 4)
    return bytes
  }
}
