import CueABI
import CuePluginKit
import ServicePlugin

/// Reads the answer of a chat model, and passes on its sound as long as the model says the words of the text.
///
/// The answer is a stream of server-sent events: JSON objects with pieces of the sound and of its transcript.
final class ChatReader: AnswerReader {
  private static let mostFrames = 4096
  /// The longest line of the stream, in bytes; a second of sound takes 64,000.
  private static let longestLine = 16 << 20

  private let sink: SpeechSink
  private let courier: (name: String, key: String)
  private let text: String
  private let gain: Double
  private let expected: SaidWords

  private var line: [UInt8] = []
  private var samples: Samples
  private var beginning: SilentBeginning
  private var transcript = ""
  private var refusal = ""
  private var frames: UInt64 = 0
  private var isEvents = false
  private var writing: [UInt8] = []
  private var contentType = ""
  private var hasBegun = false
  private var goesOn = true

  /// For the answer to `text` from the service that users call `name`, to which `key` belongs.
  init(into sink: SpeechSink, name: String, key: String, gain: Double, text: String) {
    self.sink = sink
    courier = (name, key)
    self.text = text
    self.gain = gain
    expected = SaidWords(text)
    samples = Samples(gain: gain)
    beginning = SilentBeginning(gain: gain)
  }

  var hasGiven: Bool { frames > 0 }

  var soFar: String {
    let tenths = frames * 10 / UInt64(ChatOrder.rateHertz)
    return frames == 0 ? "no sound" : "\(tenths / 10).\(tenths % 10) s of sound"
  }

  private var nameAtStart: String { courier.name.prefix(1).uppercased() + courier.name.dropFirst() }

  func begin(_ head: AnswerHead) {
    line = []
    samples = Samples(gain: gain)
    beginning = SilentBeginning(gain: gain)
    (transcript, refusal) = ("", "")
    writing = []
    contentType = head.contentType
    isEvents = contentType == "text/event-stream" || contentType.isEmpty
  }

  func take(_ bytes: [UInt8]) throws(PluginFailure) -> Bool {
    guard isEvents else {
      writing += bytes.prefix(max(0, 4096 - writing.count))
      if writing.count >= 4096 { throw notSound() }
      return true
    }
    for byte in bytes {
      guard byte == 0x0A || byte == 0x0D else {
        line.append(byte)
        guard line.count <= Self.longestLine else {
          throw PluginFailure(CUE_E_SERVICE, "\(nameAtStart) sent a piece of sound without end.")
        }
        continue
      }
      let whole = line
      line = []
      guard try takeLine(whole) else { return false }
    }
    return true
  }

  /// Takes a line of the stream; lines without data are ignored.
  private func takeLine(_ line: [UInt8]) throws(PluginFailure) -> Bool {
    let start = Array("data:".utf8)
    guard line.starts(with: start) else { return true }
    let data = line.dropFirst(start.count).drop { $0 == 0x20 }
    if data.isEmpty || data.elementsEqual("[DONE]".utf8) { return true }
    guard let json = Json(parsing: data) else {
      throw PluginFailure(CUE_E_SERVICE, "\(nameAtStart) sent damaged JSON, after \(soFar).")
    }
    if json["error"] != nil {
      writing = Array(data)
      throw notSound()
    }
    let choice = json["choices"]?.list?.first
    let delta = choice?["delta"]
    if let more = delta?["refusal"]?.text { refusal += more }
    if let more = delta?["audio"]?["transcript"]?.text {
      transcript += more
      try check(isWhole: false)
    }
    guard let encoded = delta?["audio"]?["data"]?.text else { return goesOn }
    guard let sound = base64Decoded(encoded) else {
      throw PluginFailure(CUE_E_SERVICE, "\(nameAtStart) sent damaged base64, after \(soFar).")
    }
    return give(beginning.take(samples.take(sound)))
  }

  private func give(_ sound: [Int16]) -> Bool {
    guard goesOn, !sound.isEmpty else { return goesOn }
    if !hasBegun {
      hasBegun = true
      goesOn = sink.begin16Bit(rateHertz: ChatOrder.rateHertz)
    }
    frames += UInt64(sound.count)
    for start in stride(from: 0, to: sound.count, by: Self.mostFrames) where goesOn {
      goesOn = sink.sound(Array(sound[start..<min(start + Self.mostFrames, sound.count)]))
    }
    return goesOn
  }

  func finish() throws(PluginFailure) -> Bool {
    guard isEvents else { throw notSound() }
    guard try takeLine(line) else { return false }
    guard hasGiven || beginning.heldFrames > 0 else {
      let why = refusal.isEmpty ? transcript : refusal
      let quoted = why.isEmpty ? "" : ": “\(oneLine(scrubbed(why, courier.key), atMost: 200))”"
      throw PluginFailure(
        refusal.isEmpty ? CUE_E_SERVICE : CUE_E_UNSUPPORTED,
        "\(nameAtStart) answered without any sound\(quoted).", detail: 200)
    }
    guard beginning.hasSound || !hasWords(text) else {
      throw PluginFailure(CUE_E_UNSUPPORTED, "\(nameAtStart) answered with silence.", detail: 200)
    }
    try check(isWhole: true)
    return give(beginning.rest())
  }

  /// Throws if the transcript has other words than the text; without a transcript, nothing is checked.
  private func check(isWhole: Bool) throws(PluginFailure) {
    guard !transcript.isEmpty else { return }
    let said = SaidWords(transcript)
    guard !(isWhole ? expected.isSame(as: said) : expected.mayBegin(with: said)) else { return }
    throw PluginFailure(
      CUE_E_UNSUPPORTED,
      "\(nameAtStart) said other words than those of the line: “\(oneLine(scrubbed(transcript, courier.key), atMost: 120))”.",
      detail: 200)
  }

  private func notSound() -> PluginFailure {
    .notSound(from: nameAtStart, writing, contentType: contentType, key: courier.key)
  }
}

/// The words of a text in small letters and without punctuation, to compare a transcript with the text.
///
/// Words with digits match any words, because "5" may be transcribed as "five".
struct SaidWords: Equatable {
  private let words: [String]

  init(_ text: String) {
    words = text.lowercased().split { !($0.isLetter || $0.isNumber || "'’".contains($0)) }
      .map { $0.filter { $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty }
  }

  private static func hasDigit(_ word: String) -> Bool { word.contains(where: \.isNumber) }

  /// Whether `said` is all of it, and nothing else.
  func isSame(as said: SaidWords) -> Bool {
    if words.contains(where: Self.hasDigit) || said.words.contains(where: Self.hasDigit) {
      return letters(true) == said.letters(true) || mayBegin(with: said)
    }
    // One word may be transcribed as two: "goodnight", "good night".
    return letters(false) == said.letters(false)
  }

  /// Whether `said` may be its beginning; the last word may be incomplete.
  func mayBegin(with said: SaidWords) -> Bool {
    let place = words.firstIndex(where: Self.hasDigit) ?? words.count
    let other = said.words.firstIndex(where: Self.hasDigit) ?? said.words.count
    if place < words.count || other < said.words.count {
      // Only the words before the first number can be compared.
      let own = words[..<min(place, other)].joined()
      let theirs = said.words[..<min(place, other, said.words.count)].joined()
      return own.hasPrefix(theirs) || theirs.hasPrefix(own)
    }
    return letters(false).hasPrefix(said.letters(false))
  }

  private func letters(_ leavesNumbersOut: Bool) -> String {
    words.filter { !leavesNumbersOut || !Self.hasDigit($0) }.joined()
  }
}
