import CXXHash
import CueModel

/// How a clip lies in a file: a WAV file that any program plays, and after its sound what Cue knows of it.
///
/// A head of 44 bytes (RIFF, `fmt `, `data`), the samples, and a chunk `cueC` with the marks and an end of 88 bytes: a magic,
/// the key, the lengths, and at last a checksum of all bytes before it. So the end alone shows whether the file is torn, and
/// what is in it. Everything is little-endian.
enum ClipFile {
  static let headByteCount = 44
  static let endByteCount = 88
  private static let magic: [UInt8] = Array("CueClip1".utf8)
  /// The most bytes whose count fits into a RIFF file.
  static let mostBytes = Int(UInt32.max)

  /// What the end of a file says.
  struct End: Equatable {
    var key: ClipKey
    var format: AudioFormat
    var frames: Int
    var markByteCount: Int
    var markCount: Int
    var checksum: [UInt8] = []

    var soundByteCount: Int { frames * format.frameByteCount }
    var byteCount: Int { headByteCount + soundByteCount + 8 + markByteCount + endByteCount }
    var entry: ClipEntry {
      ClipEntry(
        key: key, format: format, frames: frames, byteCount: byteCount,
        checksum: hexadecimal(checksum))
    }
  }

  // Writing.

  /// What comes before and after the sound of `clip`.
  static func frame(_ clip: Clip, _ key: ClipKey) -> (head: [UInt8], after: [UInt8], end: End) {
    var marks: [UInt8] = []
    for mark in clip.marks {
      append(UInt64(mark.kind.rawValue), 4, to: &marks)
      append(UInt64(mark.frame), 8, to: &marks)
      append(UInt64(mark.textRange.lowerBound), 8, to: &marks)
      append(UInt64(mark.textRange.upperBound), 8, to: &marks)
      append(UInt64(mark.name.utf8.count), 4, to: &marks)
      marks += Array(mark.name.utf8)
    }
    // A chunk has an even length.
    if !marks.count.isMultiple(of: 2) { marks.append(0) }
    var end = End(
      key: key, format: clip.sound.format, frames: clip.sound.frameCount,
      markByteCount: marks.count, markCount: clip.marks.count)
    let head = head(end)
    var after: [UInt8] = []
    after.reserveCapacity(8 + marks.count + endByteCount)
    after += Array("cueC".utf8)
    append(UInt64(marks.count + endByteCount), 4, to: &after)
    after += marks
    after += magic
    after += bytes(key)
    append(UInt64(end.byteCount), 8, to: &after)
    append(UInt64(end.frames), 8, to: &after)
    append(UInt64(end.format.rateHertz), 4, to: &after)
    append(UInt64(end.format.channels), 2, to: &after)
    append(UInt64(end.format.sample.byteCount), 2, to: &after)
    append(UInt64(end.markByteCount), 4, to: &after)
    append(UInt64(end.markCount), 4, to: &after)
    end.checksum = checksum(head, clip.sound.bytes, after[...])
    after += end.checksum
    return (head, after, end)
  }

  private static func head(_ end: End) -> [UInt8] {
    let format = end.format
    var head: [UInt8] = Array("RIFF".utf8)
    append(UInt64(truncatingIfNeeded: end.byteCount - 8), 4, to: &head)
    head += Array("WAVEfmt ".utf8)
    append(16, 4, to: &head)
    append(format.sample == .int16 ? 1 : 3, 2, to: &head)
    append(UInt64(format.channels), 2, to: &head)
    append(UInt64(format.rateHertz), 4, to: &head)
    append(UInt64(format.rateHertz * format.frameByteCount), 4, to: &head)
    append(UInt64(format.frameByteCount), 2, to: &head)
    append(UInt64(format.sample.byteCount * 8), 2, to: &head)
    head += Array("data".utf8)
    append(UInt64(truncatingIfNeeded: end.soundByteCount), 4, to: &head)
    return head
  }

  // Reading.

  /// What the last ``endByteCount`` bytes of a file say that is to hold the clip of `key`.
  static func end(
    _ bytes: [UInt8], key: ClipKey, fileByteCount: Int
  ) throws(ClipDamage) -> End {
    guard bytes.count == endByteCount, bytes.starts(with: magic) else {
      throw .noEnd
    }
    guard bytes[8..<40].elementsEqual(ClipFile.bytes(key)) else {
      throw .otherClip(hexadecimal(Array(bytes[8..<40])))
    }
    let said = integer(bytes, 40, 8)
    guard said == fileByteCount else {
      throw .otherLength(bytes: fileByteCount, said: said)
    }
    let rate = integer(bytes, 56, 4)
    let channels = integer(bytes, 60, 2)
    let sample = integer(bytes, 62, 2)
    let end = End(
      key: key,
      format: AudioFormat(
        sample: sample == 2 ? .int16 : .float32, rateHertz: rate, channels: channels),
      frames: integer(bytes, 48, 8), markByteCount: integer(bytes, 64, 4),
      markCount: integer(bytes, 68, 4), checksum: Array(bytes[72..<88]))
    guard sample == 2 || sample == 4, (1...768_000).contains(rate), (1...64).contains(channels),
      end.frames <= fileByteCount, end.byteCount == fileByteCount,
      end.markCount <= end.markByteCount / 32
    else { throw .impossible }
    return end
  }

  /// The clip that consists of `head`, `sound` and `after`, all the bytes of a file that ends with `end`.
  static func clip(
    _ end: End, head: [UInt8], sound: [UInt8], after: [UInt8]
  ) throws(ClipDamage) -> Clip {
    guard checksum(head, sound, after[..<(after.count - 16)]) == end.checksum else {
      throw .changed
    }
    var marks: [SpeechMark] = []
    marks.reserveCapacity(end.markCount)
    var at = 8
    for _ in 0..<end.markCount {
      guard at + 32 <= 8 + end.markByteCount else { throw .marks }
      let count = integer(after, at + 28, 4)
      let lower = integer(after, at + 12, 8)
      let upper = integer(after, at + 20, 8)
      guard let kind = SpeechMark.Kind(rawValue: UInt32(integer(after, at, 4))), lower <= upper,
        at + 32 + count <= 8 + end.markByteCount
      else { throw .marks }
      marks.append(
        SpeechMark(
          kind: kind, frame: integer(after, at + 4, 8), textRange: lower..<upper,
          name: String(decoding: after[(at + 32)..<(at + 32 + count)], as: UTF8.self)))
      at += 32 + count
    }
    return Clip(sound: AudioBuffer(format: end.format, bytes: sound), marks: marks)
  }

  // Bytes.

  /// XXH3-128 of all three in a row.
  private static func checksum(
    _ head: [UInt8], _ sound: [UInt8], _ after: ArraySlice<UInt8>
  ) -> [UInt8] {
    var checksum = [UInt8](repeating: 0, count: 16)
    unsafe head.withUnsafeBytes { head in
      unsafe sound.withUnsafeBytes { sound in
        unsafe after.withUnsafeBytes { after in
          let pieces = unsafe [
            cue_piece(bytes: head.baseAddress, count: head.count),
            cue_piece(bytes: sound.baseAddress, count: sound.count),
            cue_piece(bytes: after.baseAddress, count: after.count),
          ]
          unsafe cue_xxh3_128(pieces, Int32(pieces.count), &checksum)
        }
      }
    }
    return checksum
  }

  private static func append(_ value: UInt64, _ count: Int, to bytes: inout [UInt8]) {
    for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  private static func integer(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    var value: UInt64 = 0
    for place in (0..<count).reversed() { value = value << 8 | UInt64(bytes[offset + place]) }
    return Int(clamping: value)
  }

  /// The bytes that the digits of `key` are.
  static func bytes(_ key: ClipKey) -> [UInt8] {
    let digits = Array(key.hexadecimal.utf8)
    return (0..<32).map { ClipFile.digit(digits[2 * $0]) << 4 | ClipFile.digit(digits[2 * $0 + 1]) }
  }

  private static func digit(_ character: UInt8) -> UInt8 {
    character < 0x3a ? character - 0x30 : character - 0x61 + 10
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
