/// What stands before the sound in a WAV or RF64 file or stream.
///
/// After RFC 2361 (WAVE_FORMAT_EXTENSIBLE) and EBU Tech 3306 (RF64).
struct WAVHead {
  enum Storage: Equatable {
    case plain(SampleEncoding)
    /// A codec, by its number.
    case codec(Int)
  }

  var isRF64 = false
  var storage = Storage.codec(0)
  var rateHertz = 0
  var channels = 0
  /// Where the sound begins, in bytes from the start.
  var soundOffset = 0
  /// Bytes of sound as the head says; nil if it leaves that open.
  var soundByteCount: Int?

  /// Sizes from here on are those of streams: programs that write one put in what they like, 2 GB or 4 GB or nearly so.
  private static let openSize = 0x7fff_0000

  /// Reads a head up to the first byte of sound.
  ///
  /// `fileByteCount`: the size of the whole file, nothing for a stream. Throws what is wrong.
  static func read(
    _ source: ByteSource, fileByteCount: Int?
  ) throws(ReadFailure) -> WAVHead {
    var head = WAVHead()
    var largeSize: Int?
    let first = try source.take(12)
    guard first.count == 12 else { throw ReadFailure.damage(.endsInHeader) }
    head.isRF64 = first.starts(with: "RF64".utf8) || first.starts(with: "BW64".utf8)
    let wholeSize = integer(first, 4, 4)
    var at = 12
    while true {
      let chunk = try source.take(8)
      at += 8
      guard chunk.count == 8 else {
        throw ReadFailure.damage(
          head.channels == 0 ? .endsInHeader : .noSound)
      }
      let size = integer(chunk, 4, 4)
      switch String(decoding: chunk[..<4], as: UTF8.self) {
      case "data":
        guard head.channels > 0 else {
          throw ReadFailure.damage(.soundBeforeFormat)
        }
        head.soundOffset = at
        if head.isRF64, size == 0xffff_ffff {
          head.soundByteCount = largeSize.flatMap { $0 > 0 ? $0 : nil }
        } else if size > 0 {
          let isOpen = size >= openSize && fileByteCount.map { at + size > $0 } ?? true
          head.soundByteCount = isOpen ? nil : size
        } else {
          // Zero, or the length was never put in: in a file, the size of the whole shows which.
          head.soundByteCount = fileByteCount.map { $0 - 8 } == wholeSize ? 0 : nil
        }
        return head
      case "fmt ":
        guard size >= 16, size < 65536 else {
          throw ReadFailure.damage(.format)
        }
        let body = try source.take(size + size % 2)
        guard body.count >= size else {
          throw ReadFailure.damage(.endsInHeader)
        }
        try head.takeFormat(body)
        at += body.count
      case "ds64":
        let body = try source.take(min(size, 24))
        if body.count == 24 { largeSize = integer(body, 8, 8) }
        let rest = size + size % 2 - body.count
        guard try source.skip(rest) else {
          throw ReadFailure.damage(.endsInHeader)
        }
        at += body.count + rest
      default:
        guard try source.skip(size + size % 2) else {
          throw ReadFailure.damage(
            head.channels == 0 ? .endsInHeader : .noSound)
        }
        at += size + size % 2
      }
    }
  }

  private mutating func takeFormat(_ body: [UInt8]) throws(ReadFailure) {
    var tag = WAVHead.integer(body, 0, 2)
    channels = WAVHead.integer(body, 2, 2)
    rateHertz = WAVHead.integer(body, 4, 4)
    let frameBytes = WAVHead.integer(body, 12, 2)
    if tag == 0xfffe, body.count >= 26 { tag = WAVHead.integer(body, 24, 2) }
    guard channels > 0 else { throw .damage(.noChannels) }
    guard rateHertz > 0 else { throw .damage(.noRate) }
    guard tag == 1 || tag == 3 else {
      storage = .codec(tag)
      return
    }
    // Samples lie in whole bytes, at their upper end: the frame's size says how many.
    let encodings: [Int: SampleEncoding] =
      tag == 3 ? [4: .float32, 8: .float64] : [1: .uint8, 2: .int16, 3: .int24, 4: .int32]
    guard frameBytes.isMultiple(of: channels), let encoding = encodings[frameBytes / channels]
    else { throw .damage(.frameBytes(frameBytes)) }
    storage = .plain(encoding)
  }

  private static func integer(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    let value = (0..<count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[offset + $1]) }
    return Int(clamping: value)
  }
}
