import CueABI
import CuePlugins

/// What a recognizer heard, in order.
struct Hearing {
  struct Word {
    let text: String
    let start: Int
    let end: Int
    let confidence: Double
    let phrase: Int
  }

  struct Result {
    let isFinal: Bool
    let revision: Int
    let text: String
    let stableBytes: Int
    let start: Int
    let end: Int
    let confidence: Double
    let noSpeech: Double
    let words: [Word]
  }

  var results: [Result] = []
  var takenFrames: [Int] = []
  /// Where it advised to end, and how many frames it had taken by then.
  var endpoints: [(frame: Int, taken: Int)] = []
  var answer: Answer?

  var status: Int32 { answer?.status ?? CUE_OK }
  var final: Result? { results.last { $0.isFinal } }
  var text: String { final?.text ?? "" }

  mutating func take(_ message: WorkerMessage) throws {
    switch message.type {
    case CUE_MSG_PARTIAL, CUE_MSG_FINAL: results.append(try Result(message))
    case CUE_MSG_TAKEN: takenFrames.append(Int(clamping: try message.u64(CUE_TAG_FRAME) ?? 0))
    case CUE_MSG_ENDPOINT:
      endpoints.append(
        (Int(clamping: try message.u64(CUE_TAG_FRAME) ?? 0), takenFrames.last ?? 0))
    default: break
    }
  }
}

extension Hearing {
  /// Below 0 where it is not known.
  fileprivate static func likelihood(_ value: Double?) -> Double {
    guard let value, value != 0 else { return -1 }
    return value
  }
}

extension Hearing.Result {
  init(_ message: WorkerMessage) throws {
    isFinal = message.type == CUE_MSG_FINAL
    revision = Int(try message.u32(CUE_TAG_REVISION) ?? 0)
    text = try message.text(CUE_TAG_TEXT)
    stableBytes = Int(try message.u32(CUE_TAG_STABLE) ?? 0)
    start = Int(clamping: try message.u64(CUE_TAG_FRAME) ?? 0)
    end = Int(clamping: try message.u64(CUE_TAG_END) ?? 0)
    confidence = Hearing.likelihood(try message.f64(CUE_TAG_CONFIDENCE))
    noSpeech = Hearing.likelihood(try message.f64(CUE_TAG_NO_SPEECH))
    words = try message.groups(CUE_TAG_WORD).map { word in
      Hearing.Word(
        text: try word.text(CUE_TAG_TEXT), start: Int(clamping: try word.u64(CUE_TAG_FRAME) ?? 0),
        end: Int(clamping: try word.u64(CUE_TAG_END) ?? 0),
        confidence: Hearing.likelihood(try word.f64(CUE_TAG_CONFIDENCE)),
        phrase: Int(try word.u32(CUE_TAG_NUMBER) ?? 0))
    }
  }
}

/// How a recognizer is asked to listen.
struct HearingRequest {
  var sample: UInt32 = CUE_SAMPLE_S16
  var rateHertz = 16000
  var channels = 1
  var partials = false
  var language = ""
  var phrases: [(role: UInt32, text: [UInt8])] = []

  func write(_ message: inout MessageWriter) {
    message.u32(CUE_TAG_SAMPLE, sample)
    message.u32(CUE_TAG_RATE, UInt32(rateHertz))
    message.u32(CUE_TAG_CHANNELS, UInt32(channels))
    message.u32(CUE_TAG_PARTIALS, partials ? 1 : 0)
    message.text(CUE_TAG_LANGUAGE, language)
    for phrase in phrases {
      message.group(CUE_TAG_PHRASE) {
        $0.u32(CUE_TAG_ROLE, phrase.role)
        if !phrase.text.isEmpty { $0.sound(CUE_TAG_TEXT, phrase.text) }
      }
    }
  }
}

extension Session {
  /// Lets the recognizer hear `samples` in blocks of `blockFrames`, waiting for each to be taken.
  func listen(
    _ samples: [Float], _ request: HearingRequest = HearingRequest(), blockFrames: Int = 4000,
    instance: UInt32 = 1
  ) throws -> Hearing {
    var hearing = Hearing()
    let number = try send(CUE_MSG_LISTEN, instance: instance) { request.write(&$0) }
    guard try untilTaken(number, &hearing) else { return hearing }
    let frames = samples.count / request.channels
    var at = 0
    while at < frames {
      let block = samples[at * request.channels..<min(at + blockFrames, frames) * request.channels]
      let bytes =
        request.sample == CUE_SAMPLE_S16
        ? Signals.int16Bytes(Array(block)) : Signals.floatBytes(Array(block))
      try send(CUE_MSG_AUDIO, to: number, instance: instance) { $0.sound(CUE_TAG_SOUND, bytes) }
      guard try untilTaken(number, &hearing) else { return hearing }
      at += blockFrames
    }
    try send(CUE_MSG_FINISH, to: number, instance: instance)
    while try untilTaken(number, &hearing) { continue }
    return hearing
  }

  /// Receives up to the next TAKEN; false at the end of the stream.
  func untilTaken(_ number: UInt32, _ hearing: inout Hearing) throws -> Bool {
    while true {
      let message = try next(of: number)
      if message.type == CUE_MSG_DONE {
        let answer = try Answer(message, [])
        if let failure = death(answer) { throw failure }
        hearing.answer = answer
        return false
      }
      try hearing.take(message)
      if message.type == CUE_MSG_TAKEN { return true }
    }
  }
}
