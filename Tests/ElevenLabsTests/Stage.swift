import Synchronization
import TestSupport

@testable import CuePluginKit
@testable import ElevenLabsPlugin

/// A plugin on its own, with a log and a listener.
///
/// Sendable, because it is cancelled from other threads, as its contract says.
final class Stage: @unchecked Sendable {
  static let key = "sk_0123456789abcdef0123456789abcdef"

  let plugin: ElevenLabsVoice
  let log = LogBook()
  /// Serves as long as somebody may ask.
  private var vendor: Vendor?

  init(_ base: String, key: String = Stage.key) throws {
    plugin = try ElevenLabsVoice(host: log.host)
    try set(.base, base)
    if !key.isEmpty { try set(.key, key) }
    try set(.retries, 3)
    try set(.retryBase, 1)
  }

  convenience init(_ vendor: Vendor) throws {
    try self.init(vendor.address)
    self.vendor = vendor
  }

  func set(_ setting: Setting, _ number: Double) throws {
    try plugin.set(setting.rawValue, to: .number(number))
  }

  func set(_ setting: Setting, _ text: String) throws {
    try plugin.set(setting.rawValue, to: .text(text))
  }

  deinit { withExtendedLifetime(vendor) {} }

  /// Speaks, and gives what was heard.
  @discardableResult
  func speak(
    _ request: SpeechRequest = .line("Stay."), _ listener: Listener = Listener()
  ) throws -> Listener {
    plugin.callBegins()
    try plugin.speak(request, into: listener.sink)
    return listener
  }

  /// Speaks, and gives how that failed.
  func failure(
    _ request: SpeechRequest = .line("Stay."), _ listener: Listener = Listener()
  ) -> PluginFailure? {
    do throws(PluginFailure) {
      try plugin.speak(request, into: listener.sink)
      return nil
    } catch {
      return error
    }
  }
}

extension SpeechRequest {
  /// A plain line.
  static func line(
    _ text: String, voice: String = "v1", speed: Double = 1, pitch: Double = 0, volume: Double = 1,
    tones: [String] = [], direction: String = "", previous: String = "", next: String = "",
    language: String = "", seed: UInt32 = 0, events: EventKinds = [], form: TextForm = .plain
  ) -> SpeechRequest {
    SpeechRequest(
      form: form, text: text, language: language, voice: voice, speed: speed, pitch: pitch,
      volume: volume, events: events, tones: tones.map { Tone(label: $0, weight: 1) }, seed: seed,
      direction: direction, previousText: previous, nextText: next)
  }
}

/// Samples as the service sends them.
func bytes(of samples: [Int16]) -> [UInt8] {
  samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
}

/// `count` samples that differ.
func sawtooth(_ count: Int) -> [Int16] { (0..<count).map { Int16(truncatingIfNeeded: $0 &* 37) } }

/// `bytes` in pieces of 1, 2, 3, … bytes.
func oddPieces(_ bytes: [UInt8]) -> [[UInt8]] {
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

/// A value that several threads may have.
final class Mutexed<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>
  init(_ value: Value) { mutex = Mutex(value) }
  var value: Value {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }
}
