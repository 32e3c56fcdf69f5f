import CueABI

/// A worker that is talked to in the open, message by message: for what the client in CuePlugins keeps to itself.
final class Wire {
  /// A message, and its fields by tag.
  struct Message {
    let type: UInt32
    let request: UInt32
    let fields: [UInt32: [UInt8]]
  }

  private let program: RunningProgram
  private var request: UInt32 = 0

  init(_ tree: Tree, plugin: String) throws { program = try RunningProgram([tree.worker, plugin]) }

  static func u32(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func u32(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << ($1 * 8) }
  }

  /// Sends a message; `of` an earlier request, or of a new one, whose number is returned.
  @discardableResult
  func send(
    _ type: UInt32, of earlier: UInt32? = nil, _ fields: [(tag: UInt32, value: [UInt8])] = []
  ) throws -> UInt32 {
    if earlier == nil { request += 1 }
    var body: [UInt8] = []
    for (tag, value) in fields {
      body += Wire.u32(tag) + Wire.u32(UInt32(value.count)) + value
    }
    let header = Wire.u32(UInt32(body.count)) + Wire.u32(type) + Wire.u32(earlier ?? request)
    try program.send(header + body)
    return earlier ?? request
  }

  func receive() throws -> Message {
    let header = try program.receive(Int(CUE_MESSAGE_HEADER_BYTES))
    let body = try program.receive(Int(Wire.u32(header, 0)))
    var fields: [UInt32: [UInt8]] = [:]
    var at = 0
    while at < body.count {
      let length = Int(Wire.u32(body, at + 4))
      fields[Wire.u32(body, at) & 0xffff] = Array(body[at + 8..<at + 8 + length])
      at += 8 + length
    }
    return Message(
      type: Wire.u32(header, 4) & 0xffff, request: Wire.u32(header, 8), fields: fields)
  }

  /// Receives up to the end of `request`.
  func finish(_ request: UInt32, each: (Message) throws -> Void = { _ in }) throws {
    while true {
      let message = try receive()
      guard message.request == request else { continue }
      guard message.type == CUE_MSG_DONE else {
        try each(message)
        continue
      }
      guard message.fields[CUE_TAG_STATUS] == Wire.u32(0) else {
        throw BenchFailure(sentence: "A plugin refused request \(request).")
      }
      return
    }
  }

  func hello() throws {
    try finish(
      send(
        CUE_MSG_HELLO,
        [
          (CUE_TAG_MAJOR, Wire.u32(CUE_PROTOCOL_MAJOR)),
          (CUE_TAG_MINOR, Wire.u32(CUE_PROTOCOL_MINOR)),
        ]))
  }

  func create() throws {
    try finish(
      send(
        CUE_MSG_CREATE,
        [(CUE_TAG_INSTANCE, Wire.u32(1)), (CUE_TAG_KIND, Array(CUE_KIND_VOICE.utf8))]))
  }

  func prepare(_ voice: String) throws {
    guard !voice.isEmpty else { return }
    try finish(
      send(
        CUE_MSG_PREPARE,
        [(CUE_TAG_INSTANCE, Wire.u32(1)), (CUE_TAG_VOICE, Array(voice.utf8))]))
  }

  /// Says a line, granting `credit` frames ahead; hands its sound on as it comes.
  func say(_ line: String, voice: String, credit: UInt32, sound: ([UInt8]) -> Void) throws {
    let request = try send(
      CUE_MSG_SPEAK,
      [
        (CUE_TAG_INSTANCE, Wire.u32(1)), (CUE_TAG_TEXT, Array(line.utf8)),
        (CUE_TAG_CREDIT, Wire.u32(credit)),
      ] + (voice.isEmpty ? [] : [(CUE_TAG_VOICE, Array(voice.utf8))]))
    try finish(request) { message in
      guard message.type == CUE_MSG_SOUND, let bytes = message.fields[CUE_TAG_SOUND] else { return }
      sound(bytes)
      // Sixteen-bit sound, one channel: what has come is granted again.
      try send(
        CUE_MSG_CREDIT, of: request,
        [(CUE_TAG_INSTANCE, Wire.u32(1)), (CUE_TAG_CREDIT, Wire.u32(UInt32(bytes.count / 2)))])
    }
  }
}
