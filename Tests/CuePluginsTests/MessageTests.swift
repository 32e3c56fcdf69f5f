import CueABI
import CueModel
import TestSupport
import Testing

@testable import CuePlugins

/// What the writer wrote, read as the host reads it.
private func read(_ bytes: [UInt8]) throws(Misbehaviour) -> WorkerMessage {
  let header = try WorkerMessage.Header(bytes[...])
  let size = WorkerMessage.Header.byteCount
  guard bytes.count >= size + header.length else { throw Misbehaviour(said: "cut off") }
  return try WorkerMessage(header, body: bytes[size..<size + header.length])
}

private func written(
  _ type: UInt32, request: UInt32 = 9, _ body: (inout MessageWriter) -> Void = { _ in }
) -> [UInt8] {
  var writer = MessageWriter()
  writer.begin(type, request: request)
  body(&writer)
  writer.end()
  return writer.bytes
}

@Suite struct `A message` {
  private static let full = written(CUE_MSG_EVENT, request: 0xfedc_ba98) {
    $0.u32(CUE_TAG_LENGTH, 0x8000_0001)
    $0.f64(CUE_TAG_SPEED, -1.5)
    $0.text(CUE_TAG_TEXT, "Grüße 🎭")
    $0.text(CUE_TAG_NAME, "")
    $0.sound(CUE_TAG_SOUND, [1, 2, 3])
    for label in ["tense", "sad"] {
      $0.group(CUE_TAG_TONE) {
        $0.text(CUE_TAG_NAME, label)
        $0.f64(CUE_TAG_WEIGHT, 0.25)
      }
    }
    $0.text(CUE_TAG_LANGUAGE, "et")
    $0.text(CUE_TAG_LANGUAGE, "en")
  }

  @Test func `A message is read as it was written`() throws {
    let message = try read(Self.full)
    #expect(message.type == CUE_MSG_EVENT)
    #expect(message.request == 0xfedc_ba98)
    #expect(try message.u32(CUE_TAG_LENGTH) == 0x8000_0001)
    #expect(try message.i32(CUE_TAG_LENGTH) == -0x7fff_ffff)
    #expect(try message.f64(CUE_TAG_SPEED) == -1.5)
    #expect(try message.text(CUE_TAG_TEXT) == "Grüße 🎭")
    #expect(try message.text(CUE_TAG_NAME) == "")
    #expect(message.sound(CUE_TAG_SOUND) == [1, 2, 3])
    #expect(try message.texts(CUE_TAG_LANGUAGE) == ["et", "en"])
    let groups = try message.groups(CUE_TAG_TONE)
    #expect(try groups.map { try $0.text(CUE_TAG_NAME) } == ["tense", "sad"])
    #expect(try groups.map { try $0.f64(CUE_TAG_WEIGHT) } == [0.25, 0.25])
  }

  @Test func `a message without a field has no value for it`() throws {
    let message = try read(written(CUE_MSG_DONE))
    #expect(try message.u32(CUE_TAG_STATUS) == nil)
    #expect(try message.u64(CUE_TAG_FRAME) == nil)
    #expect(try message.f64(CUE_TAG_VALUE) == nil)
    #expect(try message.texts(CUE_TAG_TEXT) == [])
    #expect(try message.groups(CUE_TAG_TONE).isEmpty)
    #expect(message.sound(CUE_TAG_SOUND) == [])
  }

  @Test func `A message follows another in one writer`() throws {
    var writer = MessageWriter()
    for request: UInt32 in 1...3 {
      writer.begin(CUE_MSG_CREDIT, request: request)
      writer.u32(CUE_TAG_CREDIT, request * 100)
      writer.end()
    }
    let size = writer.bytes.count / 3
    for index in 0..<3 {
      let message = try read(Array(writer.bytes[index * size..<(index + 1) * size]))
      #expect(message.request == UInt32(index + 1))
      #expect(try message.u32(CUE_TAG_CREDIT) == UInt32(index + 1) * 100)
    }
    writer.clear()
    #expect(writer.bytes.isEmpty)
  }

  @Test func `whose body is cut off anywhere but between fields is refused`() throws {
    let body = Array(Self.full[WorkerMessage.Header.byteCount...])
    let header = try WorkerMessage.Header(Self.full[...])
    var whole = 0
    for count in 0..<body.count {
      do throws(Misbehaviour) {
        _ = try WorkerMessage(header, body: body[..<count])
        whole += 1
      } catch {
        switch error.reason {
        case .broke(.halfField), .broke(.fieldTooLong): break
        default: Issue.record("\(error.reason)")
        }
      }
    }
    // Eight fields, the empty text left out: nothing, and after each but the last.
    #expect(whole == 8)
  }

  @Test(arguments: [UInt32(0), 1, 3, 5, 8])
  func `with a number of the wrong size is refused`(size: UInt32) throws {
    let bytes = written(CUE_MSG_DONE) {
      $0.sound(CUE_TAG_STATUS, [UInt8](repeating: 0, count: Int(size)))
    }
    let message = try read(bytes)
    #expect(throws: Misbehaviour.self) { try message.u32(CUE_TAG_STATUS) }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `a message with an invalid number is refused`(value: Double) throws {
    let message = try read(written(CUE_MSG_DONE) { $0.f64(CUE_TAG_VALUE, value) })
    #expect(throws: Misbehaviour.self) { try message.f64(CUE_TAG_VALUE) }
  }

  @Test(arguments: [
    [UInt8(0xff)], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
    [0x61, 0x80],
  ])
  func `with text that is not UTF-8 is refused`(bytes: [UInt8]) throws {
    let message = try read(written(CUE_MSG_DONE) { $0.sound(CUE_TAG_TEXT, bytes) })
    #expect(throws: Misbehaviour(.notUTF8)) {
      try message.text(CUE_TAG_TEXT)
    }
  }

  @Test func `a message that is too long is refused before it is complete`() throws {
    func header(_ length: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + [0x80, 0, 0, 0, 1, 0, 0, 0]
    }
    #expect(try WorkerMessage.Header(header(CUE_MESSAGE_TO_HOST_MAX)[...]).length == 1 << 20)
    for length in [CUE_MESSAGE_TO_HOST_MAX + 1, 1 << 31, .max] {
      #expect(throws: Misbehaviour.self) { try WorkerMessage.Header(header(length)[...]) }
    }
  }

  /// Everything that is ever asked of a message.
  private func ask(_ message: WorkerMessage) {
    for tag: UInt32 in 0...120 {
      _ = try? message.u32(tag)
      _ = try? message.i32(tag)
      _ = try? message.u64(tag)
      _ = try? message.f64(tag)
      _ = try? message.texts(tag)
      _ = message.sound(tag)
      for group in (try? message.groups(tag)) ?? [] { _ = try? group.u32(tag) }
    }
    _ = try? PluginDescription(message)
    _ = try? ParameterDescription(message)
    _ = try? VoiceDescription(message)
    _ = try? Heard(message)
  }

  @Test func `of random bytes never ends the host`() throws {
    var random = Seeded(1)
    var header = written(CUE_MSG_DONE)
    for _ in 0..<3000 {
      let count = Int.random(in: 0...200, using: &random)
      let body = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      header[0] = UInt8(count)
      do throws(Misbehaviour) { ask(try read(header + body)) } catch {}
    }
  }

  /// Random bytes are hardly ever fields, so most of these are.
  @Test func `of random fields never ends the host, nor does what is read from it`() throws {
    var random = Seeded(2)
    let types = [CUE_MSG_BEGIN, CUE_MSG_SOUND, CUE_MSG_EVENT, CUE_MSG_HONOURED, CUE_MSG_DONE]
    var events = 0
    for _ in 0..<3000 {
      var reader = UtteranceReader(request: SpeechRequest(text: "Grüße 🎭"), granted: 1000)
      for _ in 0..<4 {
        let type = types.randomElement(using: &random) ?? CUE_MSG_DONE
        let bytes = written(type) { writer in
          for _ in 0..<Int.random(in: 0...6, using: &random) {
            let tag = UInt32.random(in: 0...120, using: &random)
            let count = [0, 1, 4, 4, 4, 8, 8, 8, 13].randomElement(using: &random) ?? 4
            let fill: UInt8? = [0, 1, 0x7f, 0xff, nil, nil].randomElement(using: &random) ?? nil
            writer.sound(
              tag, (0..<count).map { _ in fill ?? UInt8.random(in: 0...255, using: &random) })
          }
        }
        do throws(Misbehaviour) {
          let message = try read(bytes)
          ask(message)
          if try reader.read(message) != nil { events += 1 }
        } catch {}
      }
    }
    #expect(events > 100, "the fields were too random to be read")
  }
}

@Suite struct `The reader of an utterance` {
  private func reader(_ text: String = "Grüße dich", granted: Int = 100) -> UtteranceReader {
    UtteranceReader(request: SpeechRequest(text: text), granted: granted)
  }

  private func begin(_ sample: UInt32 = CUE_SAMPLE_S16, rate: UInt32 = 8000, channels: UInt32 = 1)
    throws -> WorkerMessage
  {
    try read(
      written(CUE_MSG_BEGIN) {
        $0.u32(CUE_TAG_SAMPLE, sample)
        $0.u32(CUE_TAG_RATE, rate)
        $0.u32(CUE_TAG_CHANNELS, channels)
      })
  }

  private func sound(_ bytes: [UInt8]) throws -> WorkerMessage {
    try read(written(CUE_MSG_SOUND) { $0.sound(CUE_TAG_SOUND, bytes) })
  }

  private func event(_ start: UInt32, _ length: UInt32, type: UInt32 = 1, frame: UInt32 = 0)
    throws -> WorkerMessage
  {
    try read(
      written(CUE_MSG_EVENT) {
        $0.u32(CUE_TAG_TYPE, type)
        $0.u32(CUE_TAG_OFFSET, start)
        $0.u32(CUE_TAG_LENGTH, length)
        $0.sound(CUE_TAG_FRAME, [UInt8(truncatingIfNeeded: frame), 0, 0, 0, 0, 0, 0, 0])
        $0.text(CUE_TAG_NAME, "a\nb")
      })
  }

  @Test func `The reader of an utterance turns messages into events`() throws {
    var reader = reader()
    let format = AudioFormat(sample: .int16, rateHertz: 8000)
    #expect(try reader.read(begin()) == .began(format))
    #expect(
      try reader.read(sound([1, 2, 3, 4]))
        == .sound(AudioBuffer(format: format, bytes: [1, 2, 3, 4])))
    #expect(reader.frames == 2)
    #expect(
      try reader.read(event(0, 7, frame: 3))
        == .mark(SpeechMark(kind: .word, frame: 3, textRange: 0..<7, name: "a b")))
    #expect(try reader.read(event(12, 0, frame: 3)) != nil, "the end of the text is a place in it")
  }

  @Test func `events of an unknown kind are skipped`() throws {
    var reader = reader()
    #expect(try reader.read(event(0, 0, type: 512)) == nil)
  }

  @Test(
    arguments: [(0, 3), (3, 1), (0, 13), (13, 0), (12, 1), (.max, .max), (0, .max)]
      as [(UInt32, UInt32)])
  func `refuses an event beside the text or inside a character`(start: UInt32, length: UInt32)
    throws
  {
    var reader = reader()
    #expect(throws: Misbehaviour.self) { try reader.read(event(start, length)) }
  }

  @Test(
    arguments: [
      (0, 8000, 1), (3, 8000, 1), (1, 0, 1), (1, 768_001, 1), (2, 8000, 0), (2, 8000, 65),
    ] as [(UInt32, UInt32, UInt32)])
  func `an invalid format is refused`(sample: UInt32, rate: UInt32, channels: UInt32) throws {
    var reader = reader()
    #expect(throws: Misbehaviour.self) {
      try reader.read(begin(sample, rate: rate, channels: channels))
    }
  }

  @Test func `refuses more sound than was granted`() throws {
    var reader = reader(granted: 2)
    _ = try reader.read(begin())
    _ = try reader.read(sound([1, 2, 3, 4]))
    #expect(throws: Misbehaviour(.tooMuchSound)) {
      try reader.read(sound([5, 6]))
    }
    reader.granted = 10
    #expect(throws: Misbehaviour.self, "half a frame") { try reader.read(sound([5])) }
  }

  @Test(
    arguments: [
      (1, 1, "speed", "clamped to 2.5"), (2, 2, "pitch", "ignored: x y"),
      (5, 3, "voice", "replaced by x y"), (13, 2, "phrase 2", "ignored: x y"),
      (14, 4, "pronunciation", "guessed, x y"), (99, 99, "something", "ignored: x y"),
    ] as [(UInt32, UInt32, String, String)])
  func `ignored settings of an utterance are reported`(
    field: UInt32, outcome: UInt32, name: String, words: String
  ) throws {
    var reader = reader()
    let message = try read(
      written(CUE_MSG_HONOURED) {
        $0.u32(CUE_TAG_FIELD, field)
        $0.u32(CUE_TAG_OUTCOME, outcome)
        $0.f64(CUE_TAG_VALUE, field == 13 ? 2 : 2.5)
        $0.text(CUE_TAG_TEXT, "x\u{1b}y")
      })
    #expect(try reader.read(message) == .shortfall(Shortfall(field: name, outcome: words)))
  }
}
