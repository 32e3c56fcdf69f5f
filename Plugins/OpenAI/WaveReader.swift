/// Reads a WAV file while it arrives, in any split.
///
/// A stream does not know how long it will be: its header says 0, or the largest number possible. Then sound goes on to the
/// end. Chunks other than the sound are skipped, and a second file after the first one continues it.
struct WaveReader {
  /// What the samples are.
  struct Format: Equatable {
    var rateHertz: UInt32
    var channels: Int
    var encoding: Encoding

    enum Encoding: Equatable { case integer8, integer16, integer24, integer32, float32, float64 }

    var frameBytes: Int {
      let sample =
        switch encoding {
        case .integer8: 1
        case .integer16: 2
        case .integer24: 3
        case .integer32, .float32: 4
        case .float64: 8
        }
      return sample * channels
    }
  }

  /// It is not a WAV file, or one of a kind that is not known.
  struct Damage: Error, Equatable { var reason: String }

  private enum Place: Equatable {
    case file
    case chunk
    case sound(left: Int?)
    case skipping(left: Int)
    /// After the sound: nothing of it is needed.
    case over
  }

  private var place = Place.file
  private var pending: [UInt8] = []
  private(set) var format: Format?
  private var hasSound = false

  /// How many bytes of sound the header promises that have not come; 0 if it promises none.
  var missingBytes: Int {
    if case .sound(let left?) = place { left } else { 0 }
  }
  /// The file ended before its sound began.
  var hasNoSound: Bool { !hasSound }

  /// Takes the next bytes, and gives the bytes of sound among them: whole frames, except for what is kept for the next call.
  mutating func take(_ bytes: [UInt8]) throws(Damage) -> [UInt8] {
    pending += bytes
    var sound: [UInt8] = []
    var at = 0
    defer { pending.removeFirst(at) }
    while true {
      let left = pending.count - at
      switch place {
      case .file:
        guard left >= 12 else { return sound }
        guard text(at) == "RIFF", text(at + 8) == "WAVE" else {
          throw Damage(reason: "it does not begin as a WAV file")
        }
        at += 12
        place = .chunk
      case .chunk:
        guard left >= 8 else { return sound }
        if hasSound, text(at) == "RIFF" {
          place = .file
          continue
        }
        let length = number(at + 4)
        switch text(at) {
        case "fmt ":
          guard (16...4096).contains(length) else { throw Damage(reason: "its format is damaged") }
          guard left >= 8 + length else { return sound }
          let read = try readFormat(at + 8, length)
          guard format == nil || format == read else {
            throw Damage(reason: "its format changes in the middle")
          }
          format = read
          at += 8 + length + length % 2
          if at > pending.count {
            place = .skipping(left: at - pending.count)
            at = pending.count
          }
        case "data":
          guard format != nil else { throw Damage(reason: "its sound comes before its format") }
          at += 8
          hasSound = true
          place = .sound(left: length == 0 || length >= Self.unknownLength ? nil : length)
        default:
          if hasSound, !isName(at) {
            place = .over
            continue
          }
          at += 8
          place = .skipping(left: length + length % 2)
        }
      case .sound(let promised):
        guard let format, left > 0 else { return sound }
        let taken = min(left, promised ?? left) / format.frameBytes * format.frameBytes
        guard taken > 0 else {
          // Less than a frame, at the end of what was promised, is nothing that can be heard.
          if let promised, promised < format.frameBytes, left >= promised {
            at += promised
            place = .chunk
            continue
          }
          return sound
        }
        sound += pending[at..<at + taken]
        at += taken
        if let promised {
          place = promised == taken ? .chunk : .sound(left: promised - taken)
        }
      case .skipping(let count):
        let skipped = min(left, count)
        at += skipped
        place = skipped == count ? .chunk : .skipping(left: count - skipped)
        if skipped < count { return sound }
      case .over:
        at = pending.count
        return sound
      }
    }
  }

  /// A length from here on is a placeholder, written where the length is not known.
  private static let unknownLength = 0x7FFF_0000

  private func readFormat(_ at: Int, _ length: Int) throws(Damage) -> Format {
    var kind = Int(pending[at]) | Int(pending[at + 1]) << 8
    // The extensible form has the kind further on.
    if kind == 0xFFFE, length >= 26 { kind = Int(pending[at + 24]) | Int(pending[at + 25]) << 8 }
    let channels = Int(pending[at + 2]) | Int(pending[at + 3]) << 8
    let bits = Int(pending[at + 14]) | Int(pending[at + 15]) << 8
    let rate = number(at + 4)
    guard (1...8).contains(channels), (4000...384_000).contains(rate) else {
      throw Damage(reason: "it has \(channels) channels at \(rate) Hz")
    }
    let encoding: Format.Encoding
    switch (kind, bits) {
    case (1, 8): encoding = .integer8
    case (1, 16): encoding = .integer16
    case (1, 24): encoding = .integer24
    case (1, 32): encoding = .integer32
    case (3, 32): encoding = .float32
    case (3, 64): encoding = .float64
    default: throw Damage(reason: "its samples are of kind \(kind) with \(bits) bits")
    }
    return Format(rateHertz: UInt32(rate), channels: channels, encoding: encoding)
  }

  private func text(_ at: Int) -> String { String(decoding: pending[at..<at + 4], as: UTF8.self) }

  private func isName(_ at: Int) -> Bool {
    pending[at..<at + 4].allSatisfy { (0x20...0x7E).contains($0) }
  }

  private func number(_ at: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(pending[at + $1]) << (8 * $1) }
  }
}

/// Makes 16-bit samples of one channel from the frames of a WAV file.
struct MonoSamples {
  private let format: WaveReader.Format
  private let gain: Double

  init(_ format: WaveReader.Format, gain: Double) {
    self.format = format
    self.gain = gain
  }

  /// The samples of `bytes`, which are whole frames.
  func samples(_ bytes: [UInt8]) -> [Int16] {
    if format.channels == 1, format.encoding == .integer16, gain == 1 {
      return stride(from: 0, to: bytes.count, by: 2).map {
        Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
      }
    }
    let width = format.frameBytes / format.channels
    return stride(from: 0, to: bytes.count, by: format.frameBytes).map { frame in
      var sum = 0.0
      for channel in 0..<format.channels { sum += value(bytes, frame + channel * width) }
      let scaled = (sum / Double(format.channels) * gain * 32768).rounded()
      return Int16(min(max(scaled.isFinite ? scaled : 0, -32768), 32767))
    }
  }

  /// The sample there, from −1 to 1.
  private func value(_ bytes: [UInt8], _ at: Int) -> Double {
    func bits(_ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
    }
    switch format.encoding {
    case .integer8: return (Double(bytes[at]) - 128) / 128
    case .integer16: return Double(Int16(truncatingIfNeeded: bits(2))) / 32768
    case .integer24: return Double(Int32(truncatingIfNeeded: bits(3) << 8)) / 2_147_483_648
    case .integer32: return Double(Int32(truncatingIfNeeded: bits(4))) / 2_147_483_648
    case .float32: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits(4))))
    case .float64: return Double(bitPattern: bits(8))
    }
  }
}
