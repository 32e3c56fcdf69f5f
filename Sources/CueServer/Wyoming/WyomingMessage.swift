import CueSystem
import Glibc

/// A message of Wyoming, the protocol by which Home Assistant reaches voices and recognizers.
///
/// A line of JSON, then perhaps more JSON, then perhaps bytes of sound:
/// `{"type": "audio-chunk", "data_length": 42, "payload_length": 2048}`.
struct WyomingMessage {
  let type: String
  /// The members of the message.
  let data: LinedJSON?
  let payload: [UInt8]

  /// The text of the member `name`; empty if there is none.
  func text(_ name: String) -> String {
    if case .string(let text)? = data?[name] { return text }
    return ""
  }

  /// The number of the member `name`.
  func number(_ name: String) -> Int? {
    if case .number(let number)? = data?[name] { return Int(exactly: number) }
    return nil
  }

  /// The text of a member of the member `name`: `voice.name`.
  func text(_ name: String, _ member: String) -> String {
    guard case .object(let members)? = data?[name],
      case .string(let text)? = members.first(where: { $0.name == member })?.value.value
    else { return "" }
    return text
  }
}

/// A client of Wyoming at the other end of a socket: one thread reads, any thread writes.
final class WyomingWire: Sendable {
  /// The connection is over, or its bytes are no messages.
  struct Ended: Error {}

  /// The most bytes of a line, of data, and of sound.
  private static let (mostLine, mostData, mostPayload) = (65_536, 1_000_000, 16 << 20)

  private struct Inbox {
    var bytes: [UInt8] = []
    var at = 0
  }

  let socket: Int32
  private let inbox = Monitor(Inbox())
  private let writing = Monitor(())

  init(socket: Int32) { self.socket = socket }

  /// The next message; nil at the end.
  ///
  /// - Throws: ``Ended`` if the bytes are no messages
  func next() throws(Ended) -> WyomingMessage? {
    var line: [UInt8] = []
    while true {
      guard let byte = try byte() else {
        guard line.isEmpty else { throw Ended() }
        return nil
      }
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
      guard line.count <= Self.mostLine else { throw Ended() }
    }
    guard let head = try? LinedJSON(parsing: line), case .string(let type)? = head["type"] else {
      throw Ended()
    }
    func length(_ name: String, _ most: Int) throws(Ended) -> Int {
      guard case .number(let number)? = head[name] else { return 0 }
      guard let count = Int(exactly: number), (0...most).contains(count) else { throw Ended() }
      return count
    }
    let more = try take(try length("data_length", Self.mostData))
    let payload = try take(try length("payload_length", Self.mostPayload))
    var data: LinedJSON?
    if case .object? = head["data"], case .object(let members) = head.value {
      data = members.first { $0.name == "data" }?.value
    }
    if !more.isEmpty {
      guard let read = try? LinedJSON(parsing: more) else { throw Ended() }
      data = read
    }
    return WyomingMessage(type: type, data: data, payload: payload)
  }

  private func take(_ count: Int) throws(Ended) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard let byte = try byte() else { throw Ended() }
      bytes.append(byte)
      // What has come already is taken at once.
      let wanted = count - bytes.count
      inbox.change { inbox in
        let end = min(inbox.bytes.count, inbox.at + wanted)
        bytes += inbox.bytes[inbox.at..<end]
        inbox.at = end
      }
    }
    return bytes
  }

  private func byte() throws(Ended) -> UInt8? {
    let waiting = inbox.change { inbox -> UInt8? in
      guard inbox.at < inbox.bytes.count else { return nil }
      inbox.at += 1
      return inbox.bytes[inbox.at - 1]
    }
    if let waiting { return waiting }
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe recv(socket, &room, room.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      inbox.change { inbox in
        inbox.bytes = Array(room[..<count])
        inbox.at = 1
      }
      return room[0]
    }
  }

  /// Sends a message.
  func send(_ type: String, _ data: JSONObject? = nil, payload: [UInt8] = []) throws(Ended) {
    let more = data.map { Array($0.text.utf8) } ?? []
    var head = JSONObject([("type", .string(type)), ("version", .string("1.8.0"))])
    if !more.isEmpty { head["data_length"] = .integer(more.count) }
    if !payload.isEmpty { head["payload_length"] = .integer(payload.count) }
    let bytes = Array(head.line.utf8) + more + payload
    let went = writing.change { _ in
      var at = 0
      while at < bytes.count {
        let count = unsafe bytes[at...].withUnsafeBytes { some in
          unsafe Glibc.send(socket, some.baseAddress, some.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        at += count
      }
      return true
    }
    if !went { throw Ended() }
  }
}
