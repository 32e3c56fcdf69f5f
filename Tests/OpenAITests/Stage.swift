import Glibc
import Synchronization
import TestSupport

@testable import CuePluginKit
@testable import OpenAIPlugin

/// Voice and recognizer on their own, with a log and a listener.
///
/// Sendable, because they are cancelled from other threads, as their contract says.
final class Stage: @unchecked Sendable {
  static let key = "sk-0123456789abcdef0123456789abcdef"

  let voice: OpenAIVoice
  let recognizer: OpenAIRecognizer
  let log = LogBook()
  /// Serves as long as somebody may ask.
  private var vendor: Vendor?

  init(_ base: String, key: String = "") throws {
    voice = try OpenAIVoice(host: log.host)
    recognizer = try OpenAIRecognizer(host: log.host)
    try set(.base, base)
    try set(.model, "gpt-4o-mini-tts")
    try set(.listenModel, "whisper-1")
    if !key.isEmpty { try set(.key, key) }
    try set(.retries, 3)
    try set(.retryBase, 1)
  }

  convenience init(_ vendor: Vendor, key: String = "") throws {
    try self.init(vendor.address + "/v1", key: key)
    self.vendor = vendor
  }

  func set(_ setting: Setting, _ number: Double) throws { try set(setting, .number(number)) }
  func set(_ setting: Setting, _ text: String) throws { try set(setting, .text(text)) }

  private func set(_ setting: Setting, _ value: ParameterValue) throws {
    try voice.set(setting.rawValue, to: value)
    try recognizer.set(setting.rawValue, to: value)
  }

  deinit { withExtendedLifetime(vendor) {} }

  /// Speaks, and gives what was heard.
  @discardableResult
  func speak(
    _ request: SpeechRequest = .line("Stay."), _ listener: Listener = Listener()
  ) throws -> Listener {
    voice.callBegins()
    try voice.speak(request, into: listener.sink)
    return listener
  }

  /// Speaks, and gives how that failed.
  func failure(
    _ request: SpeechRequest = .line("Stay."), _ listener: Listener = Listener()
  ) -> PluginFailure? {
    failure { () throws(PluginFailure) in try voice.speak(request, into: listener.sink) }
  }

  func failure(_ body: () throws(PluginFailure) -> Void) -> PluginFailure? {
    do throws(PluginFailure) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// Listens to `samples`, cut into blocks, and gives all results, the final one last.
  func hear(
    _ samples: [Float], _ request: ListenRequest = .sound(), blockFrames: Int = 1600
  ) throws(PluginFailure) -> [Transcript] {
    recognizer.callBegins()
    _ = try recognizer.open(request)
    var results: [Transcript] = []
    let step = blockFrames * Int(request.format.channels)
    for start in stride(from: 0, to: samples.count, by: step) {
      let block = Array(samples[start..<min(start + step, samples.count)])
      if let told = try recognizer.push(block) { results.append(told) }
    }
    results.append(try recognizer.finish())
    recognizer.close()
    return results
  }
}

extension ListenRequest {
  /// A stream of sound in which anything may be heard.
  static func sound(
    _ phrases: [Phrase] = [], rateHertz: UInt32 = 16_000, channels: UInt32 = 1,
    partials: Bool = false, language: String = "", model: String = ""
  ) -> ListenRequest {
    ListenRequest(
      format: SoundFormat(isFloat: true, rateHertz: rateHertz, channels: channels),
      wantsPartials: partials, language: language, model: model, phrases: phrases, lexicon: [:])
  }
}

extension Phrase {
  static func said(_ text: String, _ role: UInt32, written: String = "") -> Phrase {
    Phrase(role: role, text: text, written: written)
  }
}

extension SpeechRequest {
  /// A plain line.
  static func line(
    _ text: String, voice: String = "", speed: Double = 1, pitch: Double = 0, volume: Double = 1,
    tones: [String] = [], direction: String = "", previous: String = "", language: String = "",
    seed: UInt32 = 0, events: EventKinds = [], form: TextForm = .plain
  ) -> SpeechRequest {
    SpeechRequest(
      form: form, text: text, language: language, voice: voice, speed: speed, pitch: pitch,
      volume: volume, events: events, tones: tones.map { Tone(label: $0, weight: 1) }, seed: seed,
      direction: direction, previousText: previous, nextText: "")
  }
}

/// Sound for the tests.
enum Sound {
  /// Samples as a service sends them.
  static func bytes(_ samples: [Int16]) -> [UInt8] {
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// `count` samples that differ.
  static func sawtooth(_ count: Int) -> [Int16] {
    (0..<count).map { Int16(truncatingIfNeeded: $0 &* 37) }
  }

  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A WAV file around `data`; `length` is what its header says of it.
  static func wave(
    _ data: [UInt8], rate: Int = 22_050, channels: Int = 1, bits: Int = 16, kind: Int = 1,
    length: Int? = nil, before: [UInt8] = []
  ) -> [UInt8] {
    let said = length ?? data.count
    let frame = channels * bits / 8
    return Array("RIFF".utf8) + number(min(said &+ 36, 0xFFFF_FFFF), 4) + Array("WAVE".utf8)
      + before + Array("fmt ".utf8) + number(16, 4) + number(kind, 2) + number(channels, 2)
      + number(rate, 4) + number(rate * frame, 4) + number(frame, 2) + number(bits, 2)
      + Array("data".utf8) + number(said, 4) + data
  }

  static func silence(_ seconds: Double, rate: Int = 16_000) -> [Float] {
    [Float](repeating: 0, count: Int(seconds * Double(rate)))
  }

  /// Syllables: bursts of a hum that swell and fade, four in a second.
  static func speech(_ seconds: Double, rate: Int = 16_000, level: Double = 0.3) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate)
      let swell = pow(sin(.pi * (time * 4).truncatingRemainder(dividingBy: 1)), 2)
      return Float(level * swell * sin(2 * .pi * 180 * time))
    }
  }

  /// A hum that stays as it is.
  static func hum(_ seconds: Double, rate: Int = 16_000, level: Double = 0.1) -> [Float] {
    (0..<Int(seconds * Double(rate))).map {
      Float(level * sin(2 * .pi * 50 * Double($0) / Double(rate)))
    }
  }

  /// White noise, the same each time.
  static func noise(_ seconds: Double, rate: Int = 16_000, level: Float) -> [Float] {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<Int(seconds * Double(rate))).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return (Float(state >> 40) / Float(1 << 23) - 1) * level
    }
  }

  /// `bytes` in pieces of 1, 3, 5, … bytes.
  static func oddPieces(_ bytes: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    var size = 1
    while !rest.isEmpty {
      pieces.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      size += 2
    }
    return pieces
  }
}

/// A form as a service takes it apart.
struct Form {
  var fields: [(name: String, value: String)] = []
  var file: [UInt8] = []

  init?(_ request: Vendor.Request) {
    guard let type = request.headers["content-type"],
      type.hasPrefix("multipart/form-data; boundary=")
    else { return nil }
    let boundary = Array("--\(type.dropFirst("multipart/form-data; boundary=".count))".utf8)
    for part in Form.split(request.body, by: boundary).dropFirst() {
      guard !part.starts(with: Array("--".utf8)) else { return }
      let pieces = Form.split(Array(part), by: Array("\r\n\r\n".utf8))
      guard pieces.count >= 2 else { return nil }
      let head = String(decoding: pieces[0], as: UTF8.self)
      let start = part.startIndex + pieces[0].count + 4
      let value = part[start...].dropLast(2)
      guard
        let name = head.split(separator: "name=\"").dropFirst().first?.prefix(while: { $0 != "\"" })
      else { return nil }
      if name == "file" {
        file = Array(value)
      } else {
        fields.append((String(name), String(decoding: value, as: UTF8.self)))
      }
    }
    return nil
  }

  subscript(name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Frames of 16-bit sound of one channel.
  var fileFrames: Int { (file.count - 44) / 2 }

  private static func split(_ bytes: [UInt8], by separator: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    var at = 0
    while at + separator.count <= bytes.count {
      if bytes[at] == separator[0], bytes[at...].starts(with: separator) {
        parts.append(bytes[start..<at])
        at += separator.count
        start = at
      } else {
        at += 1
      }
    }
    return parts + [bytes[start...]]
  }
}

/// A value that several threads may have.
final class Mutexed<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>
  init(_ value: Value) { mutex = Mutex(value) }
  var value: Value {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }
}
