import CueABI
import CueModel

/// Writes messages for a worker, one after the other.
package struct MessageWriter {
  private(set) var bytes: [UInt8] = []
  private var start = 0
  /// Whether a key is in the bytes.
  private var holdsSecret = false

  /// Begins a message; ``end()`` closes it.
  mutating func begin(_ type: UInt32, request: UInt32, flags: UInt16 = 0) {
    start = bytes.count
    append(UInt32(0))
    append(UInt16(type))
    append(flags)
    append(request)
  }

  mutating func end() {
    let length = UInt32(bytes.count - start) - CUE_MESSAGE_HEADER_BYTES
    precondition(length <= CUE_MESSAGE_TO_PLUGIN_MAX, "a message to a plugin is too long")
    set(length, at: start)
  }

  /// Forgets all messages; a key in them is overwritten.
  mutating func clear() {
    if holdsSecret { bytes.wipe() }
    holdsSecret = false
    bytes.removeAll(keepingCapacity: true)
  }

  /// Changes the fields of the message that was begun.
  mutating func reshape(_ change: (inout [UInt8]) -> Void) {
    let head = start + Int(CUE_MESSAGE_HEADER_BYTES)
    var fields = Array(bytes[head...])
    change(&fields)
    bytes.replaceSubrange(head..., with: fields)
  }

  package mutating func u32(_ tag: UInt32, _ value: UInt32) { field(tag, 4) { $0.append(value) } }
  package mutating func u64(_ tag: UInt32, _ value: UInt64) { field(tag, 8) { $0.append(value) } }
  package mutating func f64(_ tag: UInt32, _ value: Double) {
    field(tag, 8) { $0.append(value.bitPattern) }
  }

  /// Text; empty text is left out.
  package mutating func text(_ tag: UInt32, _ text: String) {
    guard !text.isEmpty else { return }
    field(tag, text.utf8.count) { $0.bytes.append(contentsOf: text.utf8) }
  }

  /// A key, which ``clear()`` overwrites.
  package mutating func text(_ tag: UInt32, _ secret: Secret) {
    // So that no copy is left behind by an array that grows.
    bytes.reserveCapacity(bytes.count + secret.count + 1024)
    holdsSecret = true
    field(tag, secret.count) { writer in
      unsafe secret.withBytes { unsafe writer.bytes.append(contentsOf: $0) }
    }
  }

  package mutating func sound(_ tag: UInt32, _ sound: some Collection<UInt8>) {
    field(tag, sound.count) { $0.bytes.append(contentsOf: sound) }
  }

  /// A field made of fields.
  package mutating func group(_ tag: UInt32, _ body: (inout MessageWriter) -> Void) {
    field(tag, 0) { _ in }
    let inside = bytes.count
    body(&self)
    set(UInt32(bytes.count - inside), at: inside - 4)
  }

  private mutating func field(_ tag: UInt32, _ length: Int, _ body: (inout MessageWriter) -> Void) {
    append(UInt16(tag))
    append(UInt16(0))
    append(UInt32(length))
    body(&self)
  }

  private mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    for index in 0..<MemoryLayout<Value>.size {
      bytes.append(UInt8(truncatingIfNeeded: value >> (index * 8)))
    }
  }

  private mutating func set(_ value: UInt32, at offset: Int) {
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (index * 8)) }
  }
}

/// What was wrong with a message of a plugin.
package struct Misbehaviour: Error, Equatable {
  /// The rule that it broke, or the plugin's own explanation.
  package let reason: PluginFailure.Reason

  package init(_ rule: BrokenRule) { reason = .broke(rule) }

  /// The words in which a worker or a program explains it; if empty, it gave no reason.
  package init(said words: String) { reason = words.isEmpty ? .unexplained : .said(words) }
}

/// A message from a worker.
///
/// Nothing in it is trusted before it was checked.
package struct WorkerMessage {
  /// The header of every message.
  struct Header {
    let length: Int
    let type: UInt32
    let flags: UInt32
    let request: UInt32

    static let byteCount = Int(CUE_MESSAGE_HEADER_BYTES)

    init(_ bytes: ArraySlice<UInt8>) throws(Misbehaviour) {
      let at = bytes.startIndex
      length = Int(WorkerMessage.u32(bytes, at))
      type = WorkerMessage.u32(bytes, at + 4) & 0xffff
      flags = WorkerMessage.u32(bytes, at + 4) >> 16
      request = WorkerMessage.u32(bytes, at + 8)
      guard length <= Int(CUE_MESSAGE_TO_HOST_MAX) else {
        throw Misbehaviour(.messageTooLong(bytes: length))
      }
    }
  }

  package let type: UInt32
  package let request: UInt32
  private let bytes: [UInt8]
  /// How long its fields are.
  var byteCount: Int { bytes.count }
  private var fields: [(tag: UInt32, range: Range<Int>)] = []

  init(_ header: Header, body: ArraySlice<UInt8>) throws(Misbehaviour) {
    type = header.type
    request = header.request
    bytes = Array(body)
    fields = try WorkerMessage.fields(bytes, 0..<bytes.count)
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) throws(Misbehaviour) {
    type = 0
    request = 0
    self.bytes = bytes
    fields = try WorkerMessage.fields(bytes, range)
  }

  private static func fields(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(Misbehaviour) -> [(tag: UInt32, range: Range<Int>)] {
    var fields: [(tag: UInt32, range: Range<Int>)] = []
    var at = range.lowerBound
    let header = Int(CUE_FIELD_HEADER_BYTES)
    while at < range.upperBound {
      guard range.upperBound - at >= header else {
        throw Misbehaviour(.halfField)
      }
      let tag = u32(bytes[...], at) & 0xffff
      let length = Int(u32(bytes[...], at + 4))
      at += header
      guard length <= range.upperBound - at else {
        throw Misbehaviour(.fieldTooLong(bytes: length))
      }
      fields.append((tag, at..<at + length))
      at += length
    }
    return fields
  }

  fileprivate static func u32(_ bytes: ArraySlice<UInt8>, _ at: Int) -> UInt32 {
    UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
      | UInt32(bytes[at + 3]) << 24
  }

  private func range(_ tag: UInt32) -> Range<Int>? { fields.first { $0.tag == tag }?.range }

  private func integer(_ tag: UInt32, bytes size: Int) throws(Misbehaviour) -> UInt64? {
    guard let range = range(tag) else { return nil }
    guard range.count == size else {
      throw Misbehaviour(.fieldSize(tag: tag, bytes: range.count, needed: size))
    }
    return range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  package func u32(_ tag: UInt32) throws(Misbehaviour) -> UInt32? {
    try integer(tag, bytes: 4).map { UInt32($0) }
  }

  package func i32(_ tag: UInt32) throws(Misbehaviour) -> Int32? {
    try u32(tag).map { Int32(bitPattern: $0) }
  }

  package func u64(_ tag: UInt32) throws(Misbehaviour) -> UInt64? { try integer(tag, bytes: 8) }

  /// A finite number.
  package func f64(_ tag: UInt32) throws(Misbehaviour) -> Double? {
    guard let bits = try integer(tag, bytes: 8) else { return nil }
    let value = Double(bitPattern: bits)
    guard value.isFinite else { throw Misbehaviour(.notFinite(tag: tag)) }
    return value
  }

  /// UTF-8 text; empty if there is none.
  package func text(_ tag: UInt32) throws(Misbehaviour) -> String {
    try texts(tag).first ?? ""
  }

  package func texts(_ tag: UInt32) throws(Misbehaviour) -> [String] {
    var texts: [String] = []
    for field in fields where field.tag == tag {
      guard let text = String(validating: bytes[field.range], as: UTF8.self) else {
        throw Misbehaviour(.notUTF8)
      }
      texts.append(text)
    }
    return texts
  }

  package func sound(_ tag: UInt32) -> [UInt8] {
    range(tag).map { Array(bytes[$0]) } ?? []
  }

  /// Appends the bytes of the first field with that tag, if there is one.
  func appendSound(_ tag: UInt32, to bytes: inout [UInt8]) {
    if let range = range(tag) { bytes.append(contentsOf: self.bytes[range]) }
  }

  /// The numbers of all fields with that tag.
  package func u32s(_ tag: UInt32) throws(Misbehaviour) -> [UInt32] { try numbers(tag) }

  /// The numbers of all fields with that tag.
  package func u64s(_ tag: UInt32) throws(Misbehaviour) -> [UInt64] { try numbers(tag) }

  private func numbers<Number: FixedWidthInteger>(
    _ tag: UInt32
  ) throws(Misbehaviour) -> [Number] {
    let size = Number.bitWidth / 8
    var numbers: [Number] = []
    for field in fields where field.tag == tag {
      guard field.range.count == size else {
        throw Misbehaviour(.fieldSize(tag: tag, bytes: field.range.count, needed: size))
      }
      numbers.append(field.range.reversed().reduce(0) { $0 << 8 | Number(bytes[$1]) })
    }
    return numbers
  }

  /// The fields of each field with that tag.
  package func groups(_ tag: UInt32) throws(Misbehaviour) -> [WorkerMessage] {
    var groups: [WorkerMessage] = []
    for field in fields where field.tag == tag {
      groups.append(try WorkerMessage(bytes, field.range))
    }
    return groups
  }
}
