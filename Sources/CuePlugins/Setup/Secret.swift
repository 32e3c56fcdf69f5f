import Glibc

/// A key of a plugin, in memory that is overwritten after its last use.
@safe public final class Secret: Sendable, Equatable, ExpressibleByStringLiteral {
  private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer  // constant until deinit

  /// A key of those bytes, which are UTF-8.
  public init(_ key: some Collection<UInt8>) {
    unsafe bytes = .allocate(byteCount: key.count, alignment: 1)
    unsafe bytes.copyBytes(from: key)
  }

  /// A key that is written in a program, as in tests.
  public convenience init(stringLiteral text: String) { self.init(text.utf8) }

  deinit {
    unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
      if let start = bytes.baseAddress { unsafe explicit_bzero(start, bytes.count) }
    }
    unsafe bytes.deallocate()
  }

  /// Gives the bytes of the key, which must not be kept.
  public func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try unsafe body(UnsafeRawBufferPointer(bytes))
  }

  /// How many bytes it has.
  public var count: Int { unsafe bytes.count }

  /// The key as text, in memory that is not overwritten: for a user who asks to see it.
  public var text: String { unsafe String(decoding: bytes, as: UTF8.self) }

  /// Whether two keys are the same.
  public static func == (one: Secret, other: Secret) -> Bool {
    unsafe one.bytes.elementsEqual(other.bytes)
  }

  /// Whether the key is somewhere in `other`.
  func isContained(in other: [UInt8]) -> Bool {
    guard count > 0, other.count >= count else { return false }
    return (0...other.count - count).contains { start in
      unsafe bytes.elementsEqual(other[start..<start + count])
    }
  }
}

extension [UInt8] {
  /// Overwrites the bytes, and the array is empty: they held a key.
  mutating func wipe() {
    unsafe withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { unsafe explicit_bzero(start, bytes.count) }
    }
    self = []
  }
}
