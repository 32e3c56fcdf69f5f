/// Finds the keys in the bytes that a terminal sends.
///
/// The sequences are those of ECMA-48 as xterm, the Linux console and similar terminals send them. An unknown sequence is
/// skipped whole, so that it is not taken for the letters in it; modifiers of the arrows and similar keys are skipped, too.
/// Reports of a mouse are those of xterm's SGR mode (1006), with and without dragging (1000, 1002).
public struct KeyDecoder: Sendable {
  /// Bytes of a sequence or a character that is not complete yet.
  private var pending: [UInt8] = []
  /// No sequence of a key is longer.
  private static let longest = 32

  /// A decoder at the start of what a terminal sends.
  public init() {}

  /// Whether a sequence has begun that more bytes, or ``finish()``, would complete to a key.
  public var isWaiting: Bool { !pending.isEmpty }

  /// The keys in the pending bytes and `bytes`; mouse reports are skipped.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    inputs(bytes).compactMap { input in
      guard case .key(let key) = input else { return nil }
      return key
    }
  }

  /// The keys and the mouse reports in the pending bytes and `bytes`.
  public mutating func inputs(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    pending += bytes
    var inputs: [TerminalInput] = []
    var rest = pending[...]
    while !rest.isEmpty, let found = KeyDecoder.first(in: rest) {
      if let key = found.key { inputs.append(.key(key)) }
      if let mouse = found.mouse { inputs.append(.mouse(mouse)) }
      rest = rest.dropFirst(found.count)
    }
    pending = Array(rest)
    return inputs
  }

  /// The key in the pending bytes if no more follow: Escape alone begins as the arrows do.
  public mutating func finish() -> [Key] {
    let isEscape = pending == [0x1b]
    pending = []
    return isEscape ? [.escape] : []
  }

  /// Bytes that belong together, and the input that they are, if any.
  private struct Found {
    var key: Key?
    var mouse: MouseReport?
    var count: Int
  }

  /// The first in `bytes`; nil if it is not complete.
  private static func first(in bytes: ArraySlice<UInt8>) -> Found? {
    let byte = bytes[bytes.startIndex]
    switch byte {
    case 0x1b: return sequence(bytes)
    case 0x0d, 0x0a: return Found(key: .enter, count: 1)
    case 0x09: return Found(key: .tab, count: 1)
    case 0x08, 0x7f: return Found(key: .backspace, count: 1)
    case 0x01...0x1a:
      return Found(key: .control(Character(Unicode.Scalar(byte + 0x60))), count: 1)
    case 0x00...0x1f: return Found(count: 1)
    default: return character(bytes)
    }
  }

  /// A character of UTF-8; invalid bytes are skipped one by one.
  private static func character(_ bytes: ArraySlice<UInt8>) -> Found? {
    let count =
      switch bytes[bytes.startIndex] {
      case 0..<0x80: 1
      case 0xc2...0xdf: 2
      case 0xe0...0xef: 3
      case 0xf0...0xf4: 4
      default: 0
      }
    let own = bytes.prefix(count)
    guard count > 0, own.dropFirst().allSatisfy({ $0 & 0xc0 == 0x80 }) else {
      return Found(count: 1)
    }
    guard own.count == count else { return nil }
    guard let text = String(validating: own, as: UTF8.self), text.count == 1 else {
      return Found(count: 1)
    }
    return Found(key: .character(Character(text)), count: count)
  }

  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Found? {
    let after = bytes.dropFirst()
    guard let kind = after.first else { return nil }
    switch kind {
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"):
      guard let final = after.dropFirst().first else { return nil }
      return Found(key: named(final), count: 3)
    case 0x1b: return Found(key: .escape, count: 1)
    default:
      // Alt with a key: it has no meaning here, and without Alt it would be another key.
      return first(in: after).map { Found(count: $0.count + 1) }
    }
  }

  /// CSI: parameters 0x30 to 0x3f, intermediates 0x20 to 0x2f, a final byte 0x40 to 0x7e.
  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Found? {
    var at = bytes.startIndex + 2
    // The Linux console's F1 to F5.
    if at < bytes.endIndex, bytes[at] == UInt8(ascii: "[") {
      guard at + 1 < bytes.endIndex else { return nil }
      let number = Int(bytes[at + 1]) - 0x40
      return Found(key: (1...5).contains(number) ? .function(number) : nil, count: 4)
    }
    while at < bytes.endIndex, (0x20...0x3f).contains(bytes[at]) { at += 1 }
    let count = at - bytes.startIndex
    guard count < longest else { return Found(count: count) }
    guard at < bytes.endIndex else { return nil }
    // Anything else ends the sequence, and is read by itself.
    guard (0x40...0x7e).contains(bytes[at]) else { return Found(count: count) }
    let parameters = String(decoding: bytes[(bytes.startIndex + 2)..<at], as: UTF8.self)
    if parameters.hasPrefix("<") {
      let numbers = parameters.dropFirst().split(separator: ";").map { Int($0) }
      return Found(mouse: MouseReport(numbers, final: bytes[at]), count: count + 1)
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0)
    }
    let number = numbers.first ?? nil
    let hasShift = numbers.count > 1 && numbers[1] == 2
    let key: Key? =
      switch bytes[at] {
      case UInt8(ascii: "~"): number.flatMap(numbered)
      case UInt8(ascii: "u"): number.flatMap(unicode)
      default: named(bytes[at])
      }
    return Found(key: hasShift ? key.map(shifted) : key, count: count + 1)
  }

  /// F1 to F12 with Shift are F13 to F24, as xterm has them; other keys are the same.
  private static func shifted(_ key: Key) -> Key {
    if case .function(let number) = key, number <= 12 { return .function(number + 12) }
    return key
  }

  /// The function keys that have codes of their own, as kitty's protocol has them.
  private static func unicode(_ number: Int) -> Key? {
    (57376...57387).contains(number) ? .function(number - 57376 + 13) : nil
  }

  private static func named(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4f)
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }
}
