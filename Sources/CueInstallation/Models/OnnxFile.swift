import CueSystem
import Glibc

/// What an ONNX file says of itself: the metadata after its graph.
///
/// Of the graph, only the list of its nodes is read, so that a gigabyte takes hardly longer than a page.
package struct OnnxFile {
  /// What is wrong with a file that should be ONNX.
  package enum Fault: Error, Equatable, Sendable {
    case empty
    /// It is text: an error page, for example.
    case text
    /// It is what Git keeps in the place of a large file.
    case pointer
    /// It is cut off or altered, or something else.
    case notONNX
    case unreadable(SystemError)
  }

  /// What the file says of itself, by name: `model_type`, `language`, `speaker_names` and others.
  private(set) var metadata: [String: String] = [:]

  /// Looks at the file at `path`.
  init(_ path: String) throws(Fault) {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try UserFile.open(path) } catch {
      throw .unreadable(error)
    }
    defer { close(descriptor) }
    var known = stat()
    unsafe fstat(descriptor, &known)
    let end = Int(known.st_size)
    guard end > 0 else { throw .empty }
    let start = OnnxFile.bytes(descriptor, 0, min(end, 512))
    if start.starts(with: Array("version https://git-lfs".utf8)) { throw .pointer }
    if start.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || [9, 10, 13].contains($0) }) { throw .text }
    var at = 0
    var graph: Range<Int>?
    var fields = 0
    while at < end {
      fields += 1
      guard fields <= 4096, let tag = OnnxFile.number(descriptor, &at) else { throw .notONNX }
      switch tag & 7 {
      case 0: guard OnnxFile.number(descriptor, &at) != nil else { throw .notONNX }
      case 1: at += 8
      case 5: at += 4
      case 2:
        guard let length = OnnxFile.number(descriptor, &at), length <= UInt64(end - min(at, end))
        else { throw .notONNX }
        if tag >> 3 == 7 { graph = at..<at + Int(length) }
        if tag >> 3 == 14, length <= 65_536 {
          add(OnnxFile.bytes(descriptor, at, Int(length)))
        }
        at += Int(length)
      default: throw .notONNX
      }
    }
    guard at == end, let graph, OnnxFile.isWhole(descriptor, graph, lookingInto: [1]) else {
      throw .notONNX
    }
  }

  /// Whether a part of the file is a message whose fields end where they say, and those of the numbers `inner`, too.
  ///
  /// Of a download that was altered, the lengths seldom fit. What the fields hold is skipped: it is most of the file.
  private static func isWhole(
    _ descriptor: Int32, _ part: Range<Int>, lookingInto inner: Set<UInt64> = []
  ) -> Bool {
    var at = part.lowerBound
    while at < part.upperBound {
      guard let tag = number(descriptor, &at), tag >> 3 > 0 else { return false }
      switch tag & 7 {
      case 0: guard number(descriptor, &at) != nil else { return false }
      case 1: at += 8
      case 5: at += 4
      case 2:
        guard let length = number(descriptor, &at), at <= part.upperBound,
          length <= UInt64(part.upperBound - at)
        else { return false }
        let content = at..<at + Int(length)
        guard !inner.contains(tag >> 3) || isWhole(descriptor, content) else { return false }
        at = content.upperBound
      default: return false
      }
    }
    return at == part.upperBound
  }

  /// A pair of field 14: its name and its value, both text.
  private mutating func add(_ bytes: [UInt8]) {
    var parts: [UInt8: String] = [:]
    var rest = bytes[...]
    while let tag = rest.popFirst(), let length = OnnxFile.number(&rest), length <= rest.count {
      parts[tag] = String(decoding: rest.prefix(Int(length)), as: UTF8.self)
      rest = rest.dropFirst(Int(length))
    }
    if let name = parts[0x0A], let value = parts[0x12] { metadata[name] = value }
  }

  private static func bytes(_ descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let there = unsafe pread(descriptor, &bytes, count, off_t(offset))
    return Array(bytes.prefix(max(0, there)))
  }

  private static func number(_ descriptor: Int32, _ at: inout Int) -> UInt64? {
    let bytes = bytes(descriptor, at, 10)
    var rest = bytes[...]
    guard let value = number(&rest) else { return nil }
    at += bytes.count - rest.count
    return value
  }

  /// A number in protobuf's way: seven bits a byte, the lowest first.
  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
      if byte < 0x80 { return value }
    }
    return nil
  }
}
