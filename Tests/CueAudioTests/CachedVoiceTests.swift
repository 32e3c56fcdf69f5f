import CueAudio
import CueModel
import Synchronization
import TestSupport
import Testing

/// A cache in memory.
private final class DoubleCache: SoundCache {
  private struct Full: Error {}
  private let clips = Mutex<[ClipKey: Clip]>([:])
  private let isBroken: Bool

  init(isBroken: Bool = false) { self.isBroken = isBroken }

  var count: Int { clips.withLock { $0.count } }

  func entry(_ key: ClipKey) throws -> ClipEntry? {
    if isBroken { throw Full() }
    return try clip(key).map { clip in
      ClipEntry(
        key: key, format: clip.sound.format, frames: clip.sound.frameCount, byteCount: 0,
        checksum: "")
    }
  }
  func clip(_ key: ClipKey) throws -> Clip? {
    if isBroken { throw Full() }
    return clips.withLock { $0[key] }
  }
  func claim(_ key: ClipKey) throws -> Bool { true }
  func release(_ key: ClipKey) {}
  func put(_ clip: Clip, for key: ClipKey) throws -> ClipEntry {
    if isBroken { throw Full() }
    clips.withLock { $0[key] = clip }
    return ClipEntry(
      key: key, format: clip.sound.format, frames: clip.sound.frameCount, byteCount: 0, checksum: ""
    )
  }
}

/// A voice that cannot do what it is asked.
private final class ShortVoice: Voice {
  let name = "short"
  let event: SpeechEvent
  init(_ event: SpeechEvent) { self.event = event }
  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try receive(event)
    try receive(.began(AudioFormat(sample: .int16, rateHertz: 1000)))
    try receive(.sound(AudioBuffer(int16: [1, 2], rateHertz: 1000)))
    return .finished
  }
}

@Suite struct `A voice whose sound is kept` {
  private let cache = DoubleCache()
  private let voice = DoubleVoice()

  private func key(_ request: SpeechRequest) -> ClipKey? {
    let digits = request.text.utf8.map { String($0, radix: 16) }.joined().prefix(64)
    return ClipKey(hexadecimal: digits + String(repeating: "0", count: 64 - digits.count))
  }

  private func cached(_ voice: any Voice, _ cache: DoubleCache? = nil) -> CachedVoice {
    CachedVoice(voice, in: cache ?? self.cache, key: key)
  }

  private struct Heard: Equatable {
    var formats: [AudioFormat] = []
    var samples: [Int16] = []
    var marks: [SpeechMark] = []
    /// Marks that came after the sound that holds them.
    var late = 0
    var outcome: SpeechOutcome?
  }

  private func hear(
    _ voice: any Voice, _ text: String, _ cancellation: Cancellation = Cancellation(),
    each: (SpeechEvent) throws -> Void = { _ in }
  ) throws -> Heard {
    var heard = Heard()
    heard.outcome = try voice.speak(SpeechRequest(text: text), cancellation: cancellation) {
      switch $0 {
      case .began(let format): heard.formats.append(format)
      case .sound(let sound): heard.samples += sound.int16s
      case .mark(let mark):
        heard.marks.append(mark)
        if mark.frame < heard.samples.count { heard.late += 1 }
      default: break
      }
      try each($0)
    }
    return heard
  }

  @Test(arguments: ["One", "One two three.", String(repeating: "many words ", count: 140)])
  func `says the same the second time, and does not speak`(text: String) throws {
    let first = try hear(cached(voice), text)
    #expect(first.samples.count == text.utf8.count * 20 && first.late == 0)
    let second = try hear(cached(voice), text)
    #expect(second == first)
    #expect(voice.requests.count == 1)
    _ = try hear(cached(voice), "another")
    #expect(voice.requests.count == 2)
  }

  @Test func `A voice whose sound is kept hands sound on as it comes`() throws {
    var first: Int?
    _ = try hear(cached(voice), "One two three four five six") { event in
      if case .sound(let sound) = event, first == nil { first = sound.frameCount }
      #expect(cache.count == 0)
    }
    #expect(first == voice.chunkFrames)
    #expect(cache.count == 1)
  }

  @Test func `keeps nothing that was cancelled or failed`() throws {
    let cancellation = Cancellation()
    let heard = try hear(cached(voice), "One two three four five six", cancellation) { event in
      if case .sound = event { cancellation.cancel() }
    }
    #expect(heard.outcome == .cancelled && cache.count == 0)
    #expect(throws: (any Error).self) {
      try hear(cached(voice), "One two three four") { event in
        if case .sound = event { throw CancelledBySomebody() }
      }
    }
    #expect(cache.count == 0)
  }

  private struct CancelledBySomebody: Error {}

  @Test func `kept sound stops when it is cancelled`() throws {
    let text = String(repeating: "many words ", count: 60)
    let all = try hear(cached(voice), text).samples.count
    let cancellation = Cancellation()
    let heard = try hear(cached(voice), text, cancellation) { event in
      if case .sound = event { cancellation.cancel() }
    }
    #expect(heard.outcome == .cancelled && heard.samples.count < all && !heard.samples.isEmpty)
    #expect(voice.requests.count == 1)
  }

  @Test func `sound with ignored settings is not kept`() throws {
    let short = ShortVoice(.shortfall(Shortfall(field: "speed", outcome: "ignored")))
    _ = try hear(cached(short), "One")
    #expect(cache.count == 0)
  }

  @Test func `speaks where nothing can be kept`() throws {
    let broken = DoubleCache(isBroken: true)
    for _ in 0..<2 {
      #expect(try hear(cached(voice, broken), "One").samples.count == 60)
    }
    let nameless = CachedVoice(voice, in: cache) { _ in nil }
    #expect(try hear(nameless, "One").samples.count == 60)
    #expect(voice.requests.count == 3 && cache.count == 0)
  }

  @Test func `a kept line is not prepared by the voice`() throws {
    let cached = cached(voice)
    cached.expect(SpeechRequest(text: "One"))
    _ = try hear(cached, "One")
    cached.expect(SpeechRequest(text: "One"))
    cached.expect(SpeechRequest(text: "Two"))
    #expect(voice.expected.map(\.text) == ["One", "Two"])
  }
}
