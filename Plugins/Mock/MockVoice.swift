import CueABI
import CuePluginKit
import Glibc

/// A voice whose sound is computed from its text, so that a test can say in advance what it will hear.
///
/// Each character lasts 60 ms at speed 1, at 16 kHz: text of n characters gives 960·n / speed frames. A space is silent, all
/// else is a sine of 220 Hz times 2^(pitch/12), at a quarter of full scale times the volume. A word of the request's lexicon
/// lasts as many characters as its pronunciation has.
final class MockVoice: VoicePlugin {
  static let framesPerCharacter = 960.0
  static let rateHertz: UInt32 = 16000

  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "mock", name: "Mock voice", version: "1.0", licence: "Apache-2.0",
      summary: "A tone for every character, for tests and for trying things out.",
      concurrency: .perInstance, determinism: .always)
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "latency", kind: .integer(0...60_000, initial: 0), unit: "ms",
        summary: "How long it thinks before the first sound."),
      Parameter(
        id: 2, name: "chunk", kind: .integer(1...10_000, initial: 100), unit: "ms",
        summary: "How much sound it hands on at a time."),
      Parameter(
        id: 3, name: "fail-after", kind: .integer(-1...1_000_000, initial: -1), unit: "characters",
        summary: "Fails when it has said that many characters; -1: never."),
      Parameter(
        id: 4, name: "key", kind: .text(initial: ""), summary: "A secret that nothing uses.",
        isSecret: true),
    ]
  }

  private let host: PluginHost
  private var latencyMilliseconds = 0
  private var chunkMilliseconds = 100
  private var failAfterCharacters = -1
  /// The line whose text comes in pieces, and the words of it that are not whole yet.
  private var line: MockLine?
  private var unsaid = ""

  init(host: PluginHost) { self.host = host }

  func set(_ id: UInt32, to value: ParameterValue) {
    guard case .number(let number) = value else { return }
    switch id {
    case 1: latencyMilliseconds = Int(number)
    case 2: chunkMilliseconds = Int(number)
    default: failAfterCharacters = Int(number)
    }
  }

  var traits: VoiceTraits {
    var traits = VoiceTraits()
    traits.events = [.word]
    traits.maximumTextBytes = 2_000_000
    traits.readsLexicon = true
    traits.speed = 0.05...20
    traits.pitch = -48...48
    return traits
  }

  func voices() -> [VoiceInfo] {
    var low = VoiceInfo(id: "low", name: "Low", languages: ["en", "et"])
    low.isDefault = true
    low.gender = .male
    var high = VoiceInfo(id: "high", name: "High", languages: ["en"])
    high.gender = .female
    high.determinism = .always
    low.rateHertz = Self.rateHertz
    high.rateHertz = Self.rateHertz
    return [low, high]
  }

  func soundFingerprint(voice: String) -> String { "mock 1.0 \(voice)" }

  func speak(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure) {
    guard var line = try begun(request, sink) else { return }
    guard !request.text.isEmpty else { return }
    _ = try line.say(request.text, chunkMilliseconds, failAfterCharacters)
  }

  /// The line of `request`, once what it asks for was checked; nil if it was cancelled.
  private func begun(
    _ request: SpeechRequest, _ sink: SpeechSink
  ) throws(PluginFailure) -> MockLine? {
    guard ["", "low", "high"].contains(request.voice) else {
      throw PluginFailure(CUE_E_VOICE, "The mock voice has no “\(request.voice)”: low and high.")
    }
    guard request.text.utf8.count <= 2_000_000 else {
      throw PluginFailure(CUE_E_TEXT_TOO_LONG, "The text is longer than 2,000,000 bytes.")
    }
    if request.form != .plain { sink.ignored(.textForm) }
    let own = request.voice == "high" ? ["en"] : ["en", "et"]
    let language = request.language.lowercased().prefix { $0 != "-" && $0 != "_" }
    if !language.isEmpty, !own.contains(String(language)) { sink.replaced(.language, by: "en") }
    let speed = min(max(request.speed, 0.05), 20)
    if speed != request.speed { sink.clamped(.speed, to: speed) }
    let pitch = min(max(request.pitch, -48), 48)
    if pitch != request.pitch { sink.clamped(.pitch, to: pitch) }
    wait(sink.cancelFlag)
    guard !sink.cancelFlag.isSet else { return nil }
    return MockLine(request, speed: speed, pitch: pitch, sink)
  }

  /// Thinks for as long as the script says, and wakes for a cancel.
  private func wait(_ cancelFlag: CancelFlag) {
    var left = latencyMilliseconds
    while left > 0, !cancelFlag.isSet {
      usleep(UInt32(min(left, 5)) * 1000)
      left -= 5
    }
  }
}

/// Text in pieces: each word is said when the blank after it has come.
extension MockVoice: StreamingVoicePlugin {
  func beginLine(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure) {
    unsaid = ""
    line = try begun(request, sink)
    try addText(request.text)
  }

  func addText(_ text: String) throws(PluginFailure) {
    unsaid += text
    guard let blank = unsaid.unicodeScalars.lastIndex(where: \.properties.isWhitespace) else {
      return
    }
    let end = unsaid.unicodeScalars.index(after: blank)
    let whole = String(unsaid.unicodeScalars[..<end])
    unsaid = String(unsaid.unicodeScalars[end...])
    _ = try line?.say(whole, chunkMilliseconds, failAfterCharacters)
  }

  func endLine() throws(PluginFailure) {
    _ = try line?.say(unsaid, chunkMilliseconds, failAfterCharacters)
  }

  func closeLine() {
    line = nil
    unsaid = ""
  }
}

/// A line on its way: what it says depends on all that it has said.
struct MockLine {
  private let request: SpeechRequest
  private let speed: Double
  private let step: Double
  private let sink: SpeechSink
  private var hasBegun = false
  private var frame = 0
  private var offset = 0
  private var characters = 0
  /// How many characters it has said, as their pronunciations count.
  private var said = 0.0
  private var words = Words()

  init(_ request: SpeechRequest, speed: Double, pitch: Double, _ sink: SpeechSink) {
    self.request = request
    self.speed = speed
    self.sink = sink
    let octave = request.voice == "high" ? 2.0 : 1.0
    step = 2 * Double.pi * 220 * octave * exp2(pitch / 12) / Double(MockVoice.rateHertz)
  }

  /// Says `text`, which ends between words; false once the host wants no more.
  mutating func say(
    _ text: String, _ chunkMilliseconds: Int, _ failAfterCharacters: Int
  ) throws(PluginFailure) -> Bool {
    guard !text.isEmpty else { return true }
    guard hasBegun || sink.begin16Bit(rateHertz: MockVoice.rateHertz) else { return false }
    hasBegun = true
    let chunkFrames = Int(MockVoice.rateHertz) * chunkMilliseconds / 1000
    var chunk: [Int16] = []
    chunk.reserveCapacity(chunkFrames)
    let ends = Self.ends(of: text, request.lexicon)
    let start = offset
    for (index, character) in text.unicodeScalars.enumerated() {
      if characters == failAfterCharacters {
        _ = sink.sound(chunk)
        throw PluginFailure(CUE_E_SERVICE, "The mock voice was set to fail here.")
      }
      characters += 1
      let isSpace = character.properties.isWhitespace
      if let word = words.began(isSpace: isSpace, in: text, at: offset - start),
        request.events.contains(.word),
        !sink.event(
          .word, atFrame: UInt64(frame),
          textRange: word.lowerBound + start..<word.upperBound + start)
      {
        return false
      }
      offset += UTF8.width(character)
      let end = Int(((said + ends[index]) * MockVoice.framesPerCharacter / speed).rounded())
      while frame < end {
        let loudness = isSpace ? 0 : 8192 * request.volume
        chunk.append(
          Int16(max(-32768, min(32767, (sin(Double(frame) * step) * loudness).rounded()))))
        frame += 1
        if chunk.count == chunkFrames {
          guard sink.sound(chunk) else { return false }
          chunk.removeAll(keepingCapacity: true)
        }
      }
    }
    said += ends.last ?? 0
    return sink.sound(chunk)
  }

  /// After each character, how many are said.
  private static func ends(of text: String, _ lexicon: [String: String]) -> [Double] {
    let scalars = Array(text.unicodeScalars)
    guard !lexicon.isEmpty else { return (0..<scalars.count).map { Double($0 + 1) } }
    var ends: [Double] = []
    var start = 0
    while start < scalars.count {
      let isLetter = scalars[start].properties.isAlphabetic
      let end =
        scalars[start...].firstIndex { $0.properties.isAlphabetic != isLetter } ?? scalars.count
      var word = ""
      word.unicodeScalars.append(contentsOf: scalars[start..<end])
      let said =
        lexicon[word.lowercased()].map { Double($0.unicodeScalars.count) }
        ?? Double(end - start)
      let before = ends.last ?? 0
      for place in 1...(end - start) {
        ends.append(before + said * Double(place) / Double(end - start))
      }
      start = end
    }
    return ends
  }
}

/// Finds where words begin while a text is walked.
private struct Words {
  private var inWord = false

  /// The bytes of the word that begins at `offset`, if one does.
  mutating func began(isSpace: Bool, in text: String, at offset: Int) -> Range<Int>? {
    defer { inWord = !isSpace }
    guard !isSpace, !inWord else { return nil }
    let start = text.utf8.index(text.startIndex, offsetBy: offset)
    let rest = text.unicodeScalars[start...].prefix { !$0.properties.isWhitespace }
    return offset..<(offset + Substring(rest).utf8.count)
  }
}
