import CueABI
import CuePlugins

/// A line that a voice is asked to say; members that are not set are not sent.
struct SpokenRequest {
  var text: [UInt8]
  var form: UInt32 = CUE_TEXT_PLAIN
  var voice = ""
  var language = ""
  var speed: Double?
  var pitch: Double?
  var volume: Double?
  var isSilent = false
  var isWhispered = false
  /// A factor on how far the pitch moves.
  var pitchRange: Double?
  var events: UInt32 = 0
  var seed: UInt32 = 0
  var tones: [(label: String, weight: Double)] = []
  /// Words and their pronunciations, as bytes: an odd one need not be UTF-8.
  var lexicon: [(word: [UInt8], pronunciation: [UInt8])] = []
  var direction = ""
  var previous = ""
  var next = ""
  /// Instruments: numbers by tag.
  var instruments: [(tag: UInt32, value: UInt32)] = []
  /// Frames that may be on their way; nil: as many as the plugin makes.
  var credit: UInt32?

  init(_ text: String) { self.text = Array(text.utf8) }
  init(bytes: [UInt8]) { text = bytes }

  /// The form in which a finding quotes it.
  var quoted: String {
    let shown = String(decoding: text.prefix(40), as: UTF8.self)
    let printable = String(
      String.UnicodeScalarView(
        shown.unicodeScalars.map { $0.properties.generalCategory == .control ? "·" : $0 }))
    return text.count > 40 ? "“\(printable)…” (\(text.count) bytes)" : "“\(printable)”"
  }

  func write(_ message: inout MessageWriter) {
    if form != CUE_TEXT_PLAIN { message.u32(CUE_TAG_TEXT_FORM, form) }
    if !text.isEmpty { message.sound(CUE_TAG_TEXT, text) }
    message.text(CUE_TAG_LANGUAGE, language)
    message.text(CUE_TAG_VOICE, voice)
    if let speed { message.f64(CUE_TAG_SPEED, speed) }
    if let pitch { message.f64(CUE_TAG_PITCH, pitch) }
    if let volume { message.f64(CUE_TAG_VOLUME, volume) }
    let flags = (isSilent ? CUE_SPEECH_SILENT : 0) | (isWhispered ? CUE_SPEECH_WHISPER : 0)
    if flags != 0 { message.u32(CUE_TAG_FLAGS, flags) }
    if let pitchRange { message.f64(CUE_TAG_PITCH_RANGE, pitchRange) }
    if events != 0 { message.u32(CUE_TAG_EVENTS, events) }
    if seed != 0 { message.u32(CUE_TAG_SEED, seed) }
    for tone in tones {
      message.group(CUE_TAG_TONE) {
        $0.text(CUE_TAG_NAME, tone.label)
        $0.f64(CUE_TAG_WEIGHT, tone.weight)
      }
    }
    for entry in lexicon {
      message.group(CUE_TAG_LEXICON) {
        $0.sound(CUE_TAG_NAME, entry.word)
        $0.sound(CUE_TAG_TEXT, entry.pronunciation)
      }
    }
    message.text(CUE_TAG_DIRECTION, direction)
    message.text(CUE_TAG_PREVIOUS, previous)
    message.text(CUE_TAG_NEXT, next)
    for instrument in instruments { message.u32(instrument.tag, instrument.value) }
    message.u32(CUE_TAG_CREDIT, credit ?? Utterance.credit)
  }
}

/// All messages of a line, in order: nothing in them is judged yet.
struct Utterance {
  static let credit: UInt32 = 4_800_000

  struct Event {
    let type: UInt32
    let frame: Int
    let offset: Int
    let length: Int
    let name: String
    /// Frames that the plugin had given when it reported this, if the worker says so.
    let position: Int?
  }

  struct Honoured {
    let field: UInt32
    let outcome: UInt32
    let value: Double
  }

  var formats: [(sample: UInt32, rate: Int, channels: Int)] = []
  var bytes: [UInt8] = []
  var hasSoundBeforeFormat = false
  var events: [Event] = []
  var honoured: [Honoured] = []
  var answer: Answer?
  /// The check had heard enough and cancelled.
  var wasCut = false

  var status: Int32 { answer?.returned ?? CUE_OK }
  var sentence: String { answer?.sentence ?? "" }
  var rate: Int { formats.first?.rate ?? 0 }

  var frameBytes: Int {
    guard let format = formats.first else { return 0 }
    let sample = format.sample == CUE_SAMPLE_S16 ? 2 : format.sample == CUE_SAMPLE_F32 ? 4 : 0
    return sample * format.channels
  }
  var frames: Int { frameBytes > 0 ? bytes.count / frameBytes : 0 }
  var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }

  func seen(_ tag: UInt32) -> Int? { answer?.seen(tag) }

  func honours(_ field: UInt32) -> Bool { honoured.contains { $0.field == field } }

  mutating func take(_ message: WorkerMessage) throws {
    switch message.type {
    case CUE_MSG_BEGIN:
      formats.append(
        (
          try message.u32(CUE_TAG_SAMPLE) ?? 0, Int(try message.u32(CUE_TAG_RATE) ?? 0),
          Int(try message.u32(CUE_TAG_CHANNELS) ?? 0)
        ))
    case CUE_MSG_SOUND:
      if formats.isEmpty { hasSoundBeforeFormat = true }
      bytes += message.sound(CUE_TAG_SOUND)
    case CUE_MSG_EVENT:
      events.append(
        Event(
          type: try message.u32(CUE_TAG_TYPE) ?? 0,
          frame: Int(clamping: try message.u64(CUE_TAG_FRAME) ?? 0),
          offset: Int(try message.u32(CUE_TAG_OFFSET) ?? 0),
          length: Int(try message.u32(CUE_TAG_LENGTH) ?? 0),
          name: try message.text(CUE_TAG_NAME),
          position: try message.u64(CUE_TAG_POSITION).map { Int(clamping: $0) }))
    case CUE_MSG_HONOURED:
      honoured.append(
        Honoured(
          field: try message.u32(CUE_TAG_FIELD) ?? 0,
          outcome: try message.u32(CUE_TAG_OUTCOME) ?? 0,
          value: try message.f64(CUE_TAG_VALUE) ?? 0))
    default: break
    }
  }

  /// The samples as numbers of full scale 1, channels interleaved.
  var samples: [Float] {
    guard let format = formats.first, frameBytes > 0 else { return [] }
    return unsafe bytes.withUnsafeBytes { raw in
      if format.sample == CUE_SAMPLE_S16 {
        return (0..<raw.count / 2).map {
          Float(unsafe raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) / 32768
        }
      }
      return (0..<raw.count / 4).map {
        unsafe raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)
      }
    }
  }
}

extension Session {
  /// Lets the plugin say `request`; after `mostSeconds` of sound it is cancelled.
  func speak(
    _ request: SpokenRequest, instance: UInt32 = 1, mostSeconds: Double? = nil,
    firstWithin milliseconds: Int = 20_000
  ) throws -> Utterance {
    let number = try send(CUE_MSG_SPEAK, instance: instance) { request.write(&$0) }
    return try hear(number, instance: instance, mostSeconds: mostSeconds, within: milliseconds)
  }

  func say(_ text: String, _ change: (inout SpokenRequest) -> Void = { _ in }) throws -> Utterance {
    var request = SpokenRequest(text)
    change(&request)
    bench.done = "The voice was asked to say \(request.quoted)."
    return try speak(request)
  }

  /// Receives a line to its end.
  func hear(
    _ number: UInt32, instance: UInt32 = 1, mostSeconds: Double? = nil,
    within milliseconds: Int = 20_000,
    grants: Bool = true, so far: Utterance = Utterance()
  ) throws -> Utterance {
    var utterance = far
    var granted = utterance.frames + Int(Utterance.credit)
    while true {
      let message = try next(of: number, within: milliseconds)
      guard message.type != CUE_MSG_DONE else {
        let answer = try Answer(message, [])
        if let failure = death(answer) { throw failure }
        utterance.answer = answer
        return utterance
      }
      try utterance.take(message)
      if let mostSeconds, !utterance.wasCut, utterance.seconds >= mostSeconds {
        utterance.wasCut = true
        try send(CUE_MSG_CANCEL, to: number, instance: instance)
      }
      if grants, granted - utterance.frames < Int(Utterance.credit) / 2 {
        granted += Int(Utterance.credit)
        try send(CUE_MSG_CREDIT, to: number, instance: instance) {
          $0.u32(CUE_TAG_CREDIT, Utterance.credit)
        }
      }
      // A voice that does not end would be heard for ever.
      guard utterance.bytes.count < 400_000_000 else {
        throw Verdict.failed(
          bench.finding(
            "The line ends.", "After \(Int(utterance.seconds)) seconds of sound it still went on."))
      }
    }
  }
}
