import CueABI
import CueModel

/// Turns a plugin's messages about one utterance into events, trusting none of them.
struct UtteranceReader {
  private var text: [UInt8]
  private(set) var format: AudioFormat?
  private(set) var frames = 0
  private var marks = 0
  private var lastMarkFrame = 0
  /// Frames that the plugin may have sent by now.
  var granted: Int

  init(request: SpeechRequest, granted: Int) {
    text = Array(request.text.utf8)
    self.granted = granted
  }

  /// Adds the next piece of a text that comes in pieces.
  mutating func add(_ piece: String) { text += piece.utf8 }

  /// The event of `message`; nil if it is not one.
  mutating func read(_ message: WorkerMessage) throws(Misbehaviour) -> SpeechEvent? {
    switch message.type {
    case CUE_MSG_BEGIN: .began(try begin(message))
    case CUE_MSG_SOUND: .sound(try sound(message))
    case CUE_MSG_EVENT: try mark(message).map { .mark($0) }
    case CUE_MSG_HONOURED: .shortfall(try Shortfall(message))
    default: nil
    }
  }

  private mutating func begin(_ message: WorkerMessage) throws(Misbehaviour) -> AudioFormat {
    guard format == nil else { throw Misbehaviour(.formatTwice) }
    let sample = try message.u32(CUE_TAG_SAMPLE) ?? 0
    let rate = try message.u32(CUE_TAG_RATE) ?? 0
    let channels = try message.u32(CUE_TAG_CHANNELS) ?? 0
    guard sample == CUE_SAMPLE_S16 || sample == CUE_SAMPLE_F32, (1...768_000).contains(rate),
      (1...64).contains(channels)
    else {
      throw Misbehaviour(.format(sample: sample, channels: channels, rateHertz: rate))
    }
    let begun = AudioFormat(
      sample: sample == CUE_SAMPLE_S16 ? .int16 : .float32, rateHertz: Int(rate),
      channels: Int(channels))
    format = begun
    return begun
  }

  private mutating func sound(_ message: WorkerMessage) throws(Misbehaviour) -> AudioBuffer {
    guard let format else {
      throw Misbehaviour(.soundBeforeFormat)
    }
    let bytes = message.sound(CUE_TAG_SOUND)
    guard bytes.count.isMultiple(of: format.frameByteCount) else {
      throw Misbehaviour(.halfFrame)
    }
    let buffer = AudioBuffer(format: format, bytes: bytes)
    frames += buffer.frameCount
    guard frames <= granted else {
      throw Misbehaviour(.tooMuchSound)
    }
    if format.sample == .float32, buffer.floats.contains(where: { !$0.isFinite }) {
      throw Misbehaviour(.notNumbers)
    }
    return buffer
  }

  private mutating func mark(_ message: WorkerMessage) throws(Misbehaviour) -> SpeechMark? {
    marks += 1
    guard marks <= 1000 + 64 * text.count else { throw Misbehaviour(.endlessEvents) }
    guard let kind = SpeechMark.Kind(rawValue: try message.u32(CUE_TAG_TYPE) ?? 0) else {
      return nil  // of a kind that a later version defines
    }
    let start = Int(try message.u32(CUE_TAG_OFFSET) ?? 0)
    let end = start + Int(try message.u32(CUE_TAG_LENGTH) ?? 0)
    guard end <= text.count, isBoundary(start), isBoundary(end) else {
      throw Misbehaviour(.eventBytes(start: start, end: end, count: text.count))
    }
    guard let frame = Int(exactly: try message.u64(CUE_TAG_FRAME) ?? 0), frame < 1 << 40 else {
      throw Misbehaviour(.eventTooLate)
    }
    guard frame >= lastMarkFrame else { throw Misbehaviour(.eventsBackInTime) }
    lastMarkFrame = frame
    return SpeechMark(
      kind: kind, frame: frame, textRange: start..<end,
      name: printable(try message.text(CUE_TAG_NAME)))
  }

  private func isBoundary(_ offset: Int) -> Bool {
    offset == text.count || UTF8.isContinuation(text[offset]) == false
  }
}
