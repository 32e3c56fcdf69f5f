import CueABI
import CuePluginKit
import ServicePlugin

/// Hands sound on as it comes, and words with it where the answer names their times.
final class SoundReader: AnswerReader {
  /// No piece that is handed on is longer: 0.1 to 0.5 s at the service's rates.
  private static let mostFrames = 4096

  private let sink: SpeechSink
  private let host: PluginHost
  private let key: String
  private let rateHertz: UInt32
  private let gain: Double
  private let text: String
  private let sent: RewrittenText
  private let isTimed: Bool

  private var samples: Samples
  private var beginning: SilentBeginning
  private var words: WordTimer
  private var objects = JsonStream()
  private var opening = Opening()
  /// The words of an answer that is not sound.
  private var writing: [UInt8] = []
  private var contentType = ""
  private var isWriting = false
  /// The answer is objects that hold sound, as asked for.
  private var readsObjects = false
  private var frames: UInt64 = 0
  private var hasBegun = false
  private var goesOn = true

  /// Prepares for the sound of `text`, which was sent as `sent`; `isTimed` answers are JSON objects with the sound.
  init(
    into sink: SpeechSink, host: PluginHost, key: String, rateHertz: UInt32, gain: Double,
    text: String, sent: RewrittenText, isTimed: Bool
  ) {
    self.sink = sink
    self.host = host
    self.key = key
    self.rateHertz = rateHertz
    self.gain = gain
    self.text = text
    self.sent = sent
    self.isTimed = isTimed
    samples = Samples(gain: gain)
    beginning = SilentBeginning(gain: gain)
    words = WordTimer(text: text, sent: sent, rateHertz: rateHertz)
  }

  var hasGiven: Bool { frames > 0 }

  var soFar: String {
    let tenths = frames * 10 / UInt64(rateHertz)
    return frames == 0 ? "no sound" : "\(tenths / 10).\(tenths % 10) s of sound"
  }

  func begin(_ head: AnswerHead) {
    samples = Samples(gain: gain)
    beginning = SilentBeginning(gain: gain)
    words = WordTimer(text: text, sent: sent, rateHertz: rateHertz)
    objects = JsonStream()
    opening = Opening()
    writing = []
    contentType = head.contentType
    let isText = contentType.hasPrefix("text/") && contentType != "text/event-stream"
    isWriting = isText || contentType.contains("html") || contentType.contains("xml")
    // Sound where objects were asked for is still sound, only without times.
    readsObjects = isTimed && !contentType.hasPrefix("audio/")
    if isTimed, !readsObjects { sink.ignored(.events) }
    if !readsObjects, contentType.contains("json") || contentType == "text/event-stream" {
      isWriting = true
    }
  }

  func take(_ bytes: [UInt8]) throws(PluginFailure) -> Bool {
    if isWriting {
      writing += bytes.prefix(max(0, 4096 - writing.count))
      if writing.count >= 4096 { throw notSound(writing) }
      return true
    }
    if readsObjects { return try takeObjects(bytes) }
    switch opening.take(bytes) {
    case .undecided: return true
    case .sound(let sound): return give(sound)
    case .writing(let start):
      isWriting = true
      return try take(start)
    }
  }

  private func takeObjects(_ bytes: [UInt8]) throws(PluginFailure) -> Bool {
    let whole: [[UInt8]]
    do throws(JsonStream.TooLong) {
      whole = try objects.take(bytes)
    } catch {
      throw PluginFailure(CUE_E_SERVICE, "ElevenLabs sent a piece of sound without end.")
    }
    for object in whole {
      guard let json = Json(parsing: object) else {
        throw PluginFailure(CUE_E_SERVICE, "ElevenLabs sent damaged JSON, after \(soFar).")
      }
      if json["audio_base64"] == nil, json["detail"] != nil || json["error"] != nil {
        throw notSound(object)
      }
      // Words first: they are not to come later than the sound that holds them.
      if let alignment = Alignment(json["alignment"]) {
        words.take(alignment, pieceAtFrame: frames + UInt64(beginning.heldFrames))
      }
      guard let encoded = json["audio_base64"]?.text else { continue }
      guard let sound = base64Decoded(encoded) else {
        throw PluginFailure(CUE_E_SERVICE, "ElevenLabs sent damaged base64, after \(soFar).")
      }
      guard give(sound) else { return false }
    }
    return true
  }

  private func give(_ bytes: [UInt8]) -> Bool { give(beginning.take(samples.take(bytes))) }

  private func give(_ sound: [Int16]) -> Bool {
    guard goesOn, !sound.isEmpty else { return goesOn }
    if !hasBegun {
      hasBegun = true
      goesOn = sink.begin16Bit(rateHertz: rateHertz)
    }
    let end = frames + UInt64(sound.count)
    for word in words.due(from: frames, before: end) where goesOn {
      goesOn = sink.event(.word, atFrame: word.frame, textRange: word.textRange)
    }
    frames = end
    // What came all at once can still be cancelled, or heard, piece by piece.
    for start in stride(from: 0, to: sound.count, by: Self.mostFrames) where goesOn {
      goesOn = sink.sound(Array(sound[start..<min(start + Self.mostFrames, sound.count)]))
    }
    return goesOn
  }

  func finish() throws(PluginFailure) -> Bool {
    if isWriting { throw notSound(writing) }
    if !readsObjects, !give(opening.rest()) { return false }
    if objects.isInObject {
      throw PluginFailure(
        CUE_E_NETWORK, "The sound from ElevenLabs was cut off in the middle, after \(soFar).")
    }
    guard hasGiven || beginning.heldFrames > 0 else {
      throw PluginFailure(CUE_E_SERVICE, "ElevenLabs answered without any sound.", detail: 200)
    }
    guard beginning.hasSound || !hasWords(text) else {
      throw PluginFailure(CUE_E_UNSUPPORTED, "ElevenLabs answered with silence.", detail: 200)
    }
    guard give(beginning.rest()) else { return false }
    if samples.isOdd {
      host.log(.warning, "The sound from ElevenLabs ended within a sample, after \(soFar).")
    }
    if readsObjects, words.hasParted {
      host.log(.debug, "The service's characters are not the text's: some words have no time.")
    }
    return goesOn
  }

  private func notSound(_ body: [UInt8]) -> PluginFailure {
    .notSound(from: "ElevenLabs", body, contentType: contentType, key: key)
  }
}
