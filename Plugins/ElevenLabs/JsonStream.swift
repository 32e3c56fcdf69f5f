/// Finds whole JSON objects in bytes that arrive in any split.
///
/// Between two objects there may be newlines, nothing at all, or the field names of server-sent
/// events: whatever is not within braces is passed over.
struct JsonStream {
  /// The longest object it waits for.
  static let longestBytes = 32 << 20

  private var pending: [UInt8] = []
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  /// Whether bytes of an unfinished object are waiting.
  var isInObject: Bool { depth > 0 }

  /// An object was longer than anybody would send.
  struct TooLong: Error {}

  /// Takes the next bytes and gives the objects that are whole now.
  mutating func take(_ bytes: [UInt8]) throws(TooLong) -> [[UInt8]] {
    var whole: [[UInt8]] = []
    for byte in bytes {
      guard depth > 0 || byte == UInt8(ascii: "{") else { continue }
      pending.append(byte)
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isInText = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
      if depth == 0 {
        whole.append(pending)
        pending.removeAll(keepingCapacity: true)
      }
    }
    guard pending.count <= Self.longestBytes else { throw TooLong() }
    return whole
  }
}
