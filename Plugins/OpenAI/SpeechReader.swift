import CueABI
import CuePluginKit
import ServicePlugin

/// Hands sound on as it comes: plain samples, or those of a WAV file, whatever was asked for.
final class SpeechReader: AnswerReader {
  /// No piece that is handed on is longer: 0.1 to 0.5 s at the usual rates.
  private static let mostFrames = 4096
  /// Beginnings of what is neither plain samples nor a WAV file, and what that is.
  private static let others: [(beginning: [UInt8], name: String)] =
    [
      ("ID3", "MP3"), ("OggS", "Ogg"), ("fLaC", "FLAC"), ("caff", "CAF"), ("FORM", "AIFF"),
    ].map { (Array($0.utf8), $1) } + [([0xFF, 0xFB], "MP3"), ([0xFF, 0xF3], "MP3")]
  private static let words = ["{", "<!", "<h", "<H", "<?"].map { Array($0.utf8) }

  private enum Kind: Equatable { case undecided, plain, wave, writing }

  private let sink: SpeechSink
  private let courier: (name: String, key: String)
  private let settings: Settings
  private let gain: Double
  private let hasWords: Bool

  private var kind = Kind.undecided
  private var held: [UInt8] = []
  private var writing: [UInt8] = []
  private var contentType = ""
  private var plainRate: UInt32 = 24_000
  private var wave = WaveReader()
  private var converter: MonoSamples?
  private var samples = Samples(gain: 1)
  private var beginning: SilentBeginning
  private var frames: UInt64 = 0
  private var rateHertz: UInt32 = 0
  private var hasBegun = false
  private var goesOn = true

  /// Reads the answer of the service that users call `name`, to which `key` belongs; `text` is to be said.
  init(
    into sink: SpeechSink, name: String, key: String, settings: Settings, gain: Double,
    text: String
  ) {
    self.sink = sink
    hasWords = ServicePlugin.hasWords(text)
    beginning = SilentBeginning(gain: gain)
    courier = (name, key)
    self.settings = settings
    self.gain = gain
  }

  var hasGiven: Bool { frames > 0 }

  var soFar: String {
    guard frames > 0, rateHertz > 0 else { return "no sound" }
    let tenths = frames * 10 / UInt64(rateHertz)
    return "\(tenths / 10).\(tenths % 10) s of sound"
  }

  private var nameAtStart: String { courier.name.prefix(1).uppercased() + courier.name.dropFirst() }

  func begin(_ head: AnswerHead) {
    kind = .undecided
    held = []
    writing = []
    wave = WaveReader()
    converter = nil
    samples = Samples(gain: gain)
    beginning = SilentBeginning(gain: gain)
    contentType = head.contentType
    let isWriting =
      ["text/", "application/json", "application/problem"].contains { contentType.hasPrefix($0) }
      || contentType.contains("html") || contentType.contains("xml")
    if isWriting { kind = .writing }
    plainRate = Self.rate(in: head.headers["content-type"] ?? "") ?? UInt32(settings.pcmRate)
  }

  /// 16000 of "audio/pcm; rate=16000".
  static func rate(in contentType: String) -> UInt32? {
    for part in contentType.lowercased().split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map { trimmed(String($0)) }
      if pair.count == 2, pair[0] == "rate", let rate = UInt32(pair[1]),
        (4000...384_000).contains(rate)
      {
        return rate
      }
    }
    return nil
  }

  func take(_ bytes: [UInt8]) throws(PluginFailure) -> Bool {
    switch kind {
    case .writing:
      writing += bytes.prefix(max(0, 4096 - writing.count))
      if writing.count >= 4096 { throw notSound() }
      return true
    case .plain: return give(samples.take(bytes), plainRate)
    case .wave: return try takeWave(bytes)
    case .undecided:
      held += bytes
      guard held.count >= 4 else { return true }
      return try decide()
    }
  }

  private func decide() throws(PluginFailure) -> Bool {
    let start = held
    held = []
    if start.starts(with: Array("RIFF".utf8)) {
      kind = .wave
    } else if Self.words.contains(where: { start.starts(with: $0) }) {
      kind = .writing
    } else if let other = Self.others.first(where: { start.starts(with: $0.beginning) }) {
      throw .notSound(
        from: nameAtStart, [], contentType: contentType, key: courier.key,
        but: "\(other.name) sound, which was not asked for")
    } else {
      kind = .plain
    }
    return try take(start)
  }

  private func takeWave(_ bytes: [UInt8]) throws(PluginFailure) -> Bool {
    let sound: [UInt8]
    do throws(WaveReader.Damage) {
      sound = try wave.take(bytes)
    } catch {
      throw PluginFailure(
        CUE_E_FORMAT,
        "\(nameAtStart) sent a WAV file that cannot be read, after \(soFar): \(error.reason).",
        detail: 200)
    }
    guard let format = wave.format else { return true }
    let converter = converter ?? MonoSamples(format, gain: gain)
    self.converter = converter
    return give(converter.samples(sound), format.rateHertz)
  }

  private func give(_ sound: [Int16], _ rate: UInt32) -> Bool {
    rateHertz = rate
    return give(beginning.take(sound))
  }

  private func give(_ sound: [Int16]) -> Bool {
    guard goesOn, !sound.isEmpty else { return goesOn }
    if !hasBegun {
      hasBegun = true
      goesOn = sink.begin16Bit(rateHertz: rateHertz)
    }
    frames += UInt64(sound.count)
    // What came all at once can still be cancelled, or heard, piece by piece.
    for start in stride(from: 0, to: sound.count, by: Self.mostFrames) where goesOn {
      goesOn = sink.sound(Array(sound[start..<min(start + Self.mostFrames, sound.count)]))
    }
    return goesOn
  }

  func finish() throws(PluginFailure) -> Bool {
    if kind == .undecided, !held.isEmpty, try !decide() { return false }
    if kind == .writing { throw notSound() }
    if wave.missingBytes > 0 {
      throw PluginFailure(
        CUE_E_NETWORK, "The sound from \(courier.name) was cut off in the middle, after \(soFar).")
    }
    guard hasGiven || beginning.heldFrames > 0 else {
      throw PluginFailure(CUE_E_SERVICE, "\(nameAtStart) answered without any sound.", detail: 200)
    }
    guard beginning.hasSound || !hasWords else {
      throw PluginFailure(CUE_E_UNSUPPORTED, "\(nameAtStart) answered with silence.", detail: 200)
    }
    return give(beginning.rest())
  }

  private func notSound() -> PluginFailure {
    .notSound(from: nameAtStart, writing, contentType: contentType, key: courier.key)
  }
}
