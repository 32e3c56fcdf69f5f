import CueABI
import CueModel

/// The requests for a stretch of sound: a PROCESS for each block of it.
struct EffectBlocks {
  private let sound: AudioBuffer
  private let changes: [EffectChange]
  private let asked: [Int]
  private let blockFrames: Int
  private var at = 0
  /// Whether all of it was asked for; sound without frames is one block, too.
  private(set) var areAllWritten = false

  /// What fits in a message to a plugin, with room for changes.
  static let mostSamples = 1 << 20
  /// What fits in a message to the host.
  private static let mostAnswerFrames: UInt32 = 1 << 17

  /// Float `sound` in blocks of at most `blockFrames`, with changes at its frames, asking for the places of frames; samples
  /// that are not numbers become silence.
  init(_ sound: AudioBuffer, changes: [EffectChange], asking frames: [Int], blockFrames: Int) {
    self.sound = sound.withoutNonNumbers
    self.changes = changes
    asked = frames
    self.blockFrames = EffectBlocks.frames(blockFrames, channels: sound.format.channels)
  }

  /// How many frames go into a block if `wanted` are asked for.
  static func frames(_ wanted: Int, channels: Int) -> Int { min(wanted, mostSamples / channels) }

  /// Makes `message` the PROCESS of the next block; if its sound lies in shared memory, returns the slot.
  mutating func writeNext(
    to message: inout MessageWriter, sharing shared: SharedSound? = nil
  ) -> SharedSound.Slot? {
    let (start, end) = (at, min(at + blockFrames, sound.frameCount))
    at = end
    areAllWritten = end == sound.frameCount
    let size = sound.format.frameByteCount
    message.u32(CUE_TAG_CAPACITY, EffectBlocks.mostAnswerFrames)
    let bytes = sound.bytes[start * size..<end * size]
    let slot = shared?.slot(with: bytes)
    if let slot {
      var input = slot.input
      input.length = UInt32(bytes.count)
      message.u64(CUE_TAG_SHARED_SOUND, input.value)
      message.u64(CUE_TAG_SHARED_ROOM, slot.output.value)
    } else {
      message.sound(CUE_TAG_SOUND, bytes)
    }
    for change in changes where (start..<end).contains(change.frame) {
      message.group(CUE_TAG_PARAM_EVENT) {
        $0.u32(CUE_TAG_OFFSET, UInt32(change.frame - start))
        $0.u32(CUE_TAG_FIELD, change.parameter)
        $0.f64(CUE_TAG_VALUE, change.value)
      }
    }
    if areAllWritten { EffectBlocks.ask(asked, in: &message) }
    return slot
  }

  /// Makes `message` a FLUSH.
  static func writeFlush(asking frames: [Int], to message: inout MessageWriter) {
    message.u32(CUE_TAG_CAPACITY, mostAnswerFrames)
    ask(frames, in: &message)
  }

  private static func ask(_ frames: [Int], in message: inout MessageWriter) {
    for frame in frames { message.u64(CUE_TAG_FRAME, UInt64(max(0, frame))) }
  }
}

/// What a plugin answers to PROCESS and FLUSH.
struct EffectAnswer {
  private let format: AudioFormat
  private let shared: SharedSound?
  private var bytes: [UInt8] = []
  private var places: [Int] = []

  /// Nothing yet of sound in `format`, some of which may come in shared memory.
  init(_ format: AudioFormat, sharing shared: SharedSound? = nil) {
    self.format = format
    self.shared = shared
  }

  /// Adds a SOUND or a DONE, after checking that its sound has whole frames and only numbers.
  mutating func add(_ message: WorkerMessage) throws(Misbehaviour) {
    if message.type == CUE_MSG_DONE, try message.i32(CUE_TAG_STATUS) == CUE_CANCELLED {
      throw Misbehaviour(.notCancelled)
    }
    let before = bytes.count
    message.appendSound(CUE_TAG_SOUND, to: &bytes)
    if let shared, let place = try message.u64(CUE_TAG_SHARED_SOUND) {
      let place = SharedSound.Place(
        offset: UInt32(truncatingIfNeeded: place), length: UInt32(place >> 32))
      guard shared.append(place, to: &bytes) else { throw Misbehaviour(.soundNowhere) }
    }
    guard bytes.count.isMultiple(of: format.frameByteCount), bytes.holdOnlyNumbers(from: before)
    else { throw Misbehaviour(.halfFramesOrNotNumbers) }
    guard message.type == CUE_MSG_DONE else { return }
    for place in try message.u64s(CUE_TAG_FRAME) {
      guard place < 1 << 48 else { throw Misbehaviour(.frameNowhere) }
      places.append(Int(place))
    }
  }

  /// All of the output, with `placeCount` places.
  func output(placeCount: Int) throws(Misbehaviour) -> EffectOutput {
    guard places.count == placeCount else { throw Misbehaviour(.placesMissing) }
    return EffectOutput(sound: AudioBuffer(format: format, bytes: bytes), places: places)
  }
}

extension AudioBuffer {
  /// Float sound in which every sample that is not a number is silence.
  fileprivate var withoutNonNumbers: AudioBuffer {
    guard !bytes.holdOnlyNumbers(from: 0) else { return self }
    return AudioBuffer(
      float32: floats.map { $0.isFinite ? $0 : 0 }, rateHertz: format.rateHertz,
      channels: format.channels)
  }
}

extension [UInt8] {
  /// Whether none of the floats from byte `start` on is infinite or NaN: their exponents are not all ones.
  func holdOnlyNumbers(from start: Int) -> Bool {
    unsafe withUnsafeBytes { bytes in
      // All ones plus one carries into the sign bit, which any processor finds for several floats at once.
      var carries: UInt32 = 0
      for index in start / 4..<bytes.count / 4 {
        let bits = unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
        carries |= (bits & 0x7f80_0000) &+ 0x0080_0000
      }
      return carries & 0x8000_0000 == 0
    }
  }
}
