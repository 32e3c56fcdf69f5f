import CSystem

#if canImport(Glibc)
  import Glibc
#endif

/// Memory that a worker shares, for the sound of its requests: each has a slot from when it is sent until it is done.
///
/// A pipe copies sound twice, and allocates and frees pages for it. What the worker writes is not trusted: it is copied
/// before it is checked.
///
/// Not thread-safe.
@safe final class SharedSound {
  /// A part of the memory.
  struct Place {
    var offset: UInt32
    var length: UInt32

    /// The value of a message field.
    var value: UInt64 { UInt64(offset) | UInt64(length) << 32 }
  }

  /// Room for what one request sends and for its answer.
  struct Slot {
    fileprivate let number: Int
    /// The place of its sound.
    var input: Place {
      Place(offset: UInt32(number * SharedSound.slotBytes), length: UInt32(SharedSound.inputBytes))
    }
    /// The place of the sound of the answer.
    var output: Place {
      Place(
        offset: input.offset + input.length,
        length: UInt32(SharedSound.slotBytes - SharedSound.inputBytes))
    }
  }

  /// The most that a request can send: 8,192 frames in stereo.
  private static let inputBytes = 64 * 1024
  /// Twice as much for the answer.
  private static let slotBytes = 3 * inputBytes
  private static let slotCount = 128

  /// The worker gets it.
  let descriptor: Int32
  private let memory: UnsafeMutableRawBufferPointer
  /// The last one is used next: it is still in the processor's cache.
  private var free = Array((0..<slotCount).reversed())

  /// Nil if the system gives no such memory; then sound goes through the pipe.
  init?() {
    let bytes = SharedSound.slotBytes * SharedSound.slotCount
    descriptor = cue_shared_open(bytes)
    guard descriptor >= 0 else { return nil }
    let start = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      _ = Glibc.close(descriptor)
      return nil
    }
    unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: bytes)
  }

  deinit {
    unsafe munmap(memory.baseAddress!, memory.count)
    _ = Glibc.close(descriptor)
  }

  /// How many slots are free.
  var freeSlotCount: Int { free.count }

  /// A slot with `sound` in it; nil if that is too long or all slots are in use.
  func slot(with sound: ArraySlice<UInt8>) -> Slot? {
    guard sound.count <= SharedSound.inputBytes, let number = free.popLast() else { return nil }
    let slot = Slot(number: number)
    unsafe sound.withUnsafeBytes {
      let start = Int(slot.input.offset)
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + $0.count])
        .copyMemory(from: $0)
    }
    return slot
  }

  /// Takes back a slot whose request is done.
  func release(_ slot: Slot) { free.append(slot.number) }

  /// Appends the bytes at `place`; false if that is not in the memory.
  func append(_ place: Place, to bytes: inout [UInt8]) -> Bool {
    let (start, count) = (Int(place.offset), Int(place.length))
    guard unsafe start <= memory.count, unsafe count <= memory.count - start else { return false }
    unsafe bytes.append(contentsOf: memory[start..<start + count])
    return true
  }
}
