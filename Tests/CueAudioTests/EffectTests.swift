import CueModel
import Testing

@testable import CueAudio

/// An effect that repeats each frame so often, comes late, and sounds on: by numbers that tests choose.
private final class Repeater: Effect {
  let name: String
  let times: Int
  let latencyFrames: Int
  let tailFrames: Int
  var failure: PluginFailure?
  private(set) var configured: [Int] = []
  private(set) var abandoned = 0
  private(set) var mostWaiting = 0
  private var waiting: [(samples: [Float], places: [Int])] = []
  private var late: [Float] = []

  init(_ name: String = "repeater", times: Int = 1, late: Int = 0, tail: Int = 0) {
    self.name = name
    self.times = times
    latencyFrames = late
    tailFrames = tail
  }

  func parameters() -> [EffectParameter] { [] }

  func configure(rateHertz: Int, channels: Int) {
    configured.append(rateHertz)
    waiting = []
    late = Array(repeating: -9, count: latencyFrames)
  }

  func begin(_ sound: AudioBuffer, changes: [EffectChange], asking frames: [Int]) {
    waiting.append((sound.floats, frames))
    mostWaiting = max(mostWaiting, waiting.count)
  }

  func finish() throws -> EffectOutput {
    if let failure { throw failure }
    let (samples, frames) = waiting.removeFirst()
    late += samples.flatMap { Array(repeating: $0, count: times) }
    let made = Array(late.prefix(late.count - latencyFrames))
    late.removeFirst(made.count)
    return output(made, frames)
  }

  func flush(asking frames: [Int]) throws -> EffectOutput {
    defer { late = [] }
    return output(late + Array(repeating: 7, count: tailFrames), frames)
  }

  private func output(_ samples: [Float], _ frames: [Int]) -> EffectOutput {
    EffectOutput(
      sound: AudioBuffer(float32: samples, rateHertz: configured.last ?? 1),
      places: frames.map { $0 * times + latencyFrames })
  }

  func abandon() { abandoned += 1 }
}

@Suite struct `A chain of effects` {
  private func block(_ samples: ClosedRange<Int>) -> AudioBuffer {
    AudioBuffer(float32: samples.map(Float.init), rateHertz: 100)
  }

  /// All output for blocks that are handed over ahead.
  private func run(_ chain: EffectChain, _ blocks: [AudioBuffer]) throws -> [Float] {
    try chain.configure(rateHertz: 100, channels: 1)
    var made: [Float] = []
    var waiting = 0
    for block in blocks {
      try chain.begin(block, changes: [], asking: [])
      waiting += 1
      guard waiting > chain.usefulBlocks else { continue }
      made += try chain.finish().sound.floats
      waiting -= 1
    }
    for _ in 0..<waiting { made += try chain.finish().sound.floats }
    return made + (try chain.flush().floats)
  }

  @Test func `a chain applies its effects in order`() throws {
    let chain = EffectChain([Repeater(times: 2), Repeater(times: 3)])
    let made = try run(chain, (0..<9).map { block($0 * 10...$0 * 10 + 9) })
    #expect(made == (0..<90).flatMap { Array(repeating: Float($0), count: 6) })
  }

  @Test func `a chain drops the latency at the start, and gives the rest at the end`() throws {
    let chain = EffectChain([
      Repeater(late: 13), Repeater(times: 2, late: 4), Repeater(late: 1),
    ])
    #expect(chain.latencyFrames == 0)
    for size in [1, 5, 40] {
      let blocks = stride(from: 0, to: 40, by: size).map { block($0...$0 + size - 1) }
      #expect(try run(chain, blocks) == (0..<40).flatMap { [Float($0), Float($0)] })
    }
  }

  @Test func `a chain sends the tail of one effect through the later ones`() throws {
    let chain = EffectChain([Repeater(tail: 2), Repeater(times: 2, tail: 1)])
    #expect(chain.tailFrames == 3)
    #expect(try run(chain, [block(1...1)]) == [1, 1, 7, 7, 7, 7, 7])
  }

  @Test func `a chain reports where a frame is heard after all effects`() throws {
    let chain = EffectChain([Repeater(times: 2, late: 5), Repeater(times: 3, late: 2)])
    try chain.configure(rateHertz: 100, channels: 1)
    try chain.begin(block(0...9), changes: [], asking: [0, 4])
    #expect(try chain.finish().places == [0, 24])
    #expect(try chain.flush(asking: [10]).places == [60])
  }

  @Test func `keeps a block waiting at every effect, so that all may work at once`() throws {
    let effects = [Repeater(), Repeater(), Repeater()]
    _ = try run(EffectChain(effects), (0..<12).map { block($0...$0) })
    #expect(effects.allSatisfy { $0.mostWaiting >= 2 })
  }
}

/// A voice that gives the given events.
private final class Reciter: Voice {
  let name = "reciter"
  var events: [SpeechEvent] = []
  var outcome = SpeechOutcome.finished
  private(set) var expected: [String] = []

  init(_ events: [SpeechEvent]) { self.events = events }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    for event in events {
      guard !cancellation.isCancelled else { return .cancelled }
      try receive(event)
    }
    return outcome
  }

  func expect(_ request: SpeechRequest) { expected.append(request.text) }
}

@Suite struct `A voice through an effect` {
  private static let format = AudioFormat(sample: .int16, rateHertz: 100)

  private func sound(_ samples: Int16...) -> SpeechEvent {
    .sound(AudioBuffer(int16: samples, rateHertz: 100))
  }

  private func word(_ frame: Int) -> SpeechEvent {
    .mark(SpeechMark(kind: .word, frame: frame, textRange: 0..<1))
  }

  private func speak(_ voice: EffectVoice) throws -> [SpeechEvent] {
    var events: [SpeechEvent] = []
    _ = try voice.speak(SpeechRequest(text: "x"), cancellation: Cancellation()) {
      events.append($0)
    }
    return events
  }

  @Test
  func `gives its sound changed, as floats of the same rate, and marks where they are heard now`()
    throws
  {
    let voice = EffectVoice(
      Reciter([
        .began(Self.format), word(0), word(3), sound(16384, -16384), sound(0, 8192), word(4),
      ]), through: EffectChain([Repeater(times: 2, late: 1)]))
    let events = try speak(voice)
    func floats(_ samples: Float...) -> SpeechEvent {
      .sound(AudioBuffer(float32: samples, rateHertz: 100))
    }
    #expect(
      events == [
        .began(AudioFormat(sample: .float32, rateHertz: 100)), word(0), floats(0.5, 0.5, -0.5),
        word(6), floats(-0.5, 0, 0, 0.25), word(8), floats(0.25),
      ])
  }

  @Test func `a voice through an effect starts again with every line, and after a restart`() throws
  {
    let effect = Repeater(late: 2)
    let failure = PluginFailure(
      plugin: "first", activity: .speaking, kind: .crashed(signal: 11), reason: .processEnded)
    let voice = EffectVoice(
      Reciter([
        .began(Self.format), sound(1, 2, 3), .startedOver(voice: "second", because: failure),
        .began(AudioFormat(sample: .int16, rateHertz: 200)),
        .sound(AudioBuffer(int16: [16384, 0], rateHertz: 200)),
      ]), through: effect)
    _ = try speak(voice)
    let events = try speak(voice)
    #expect(effect.configured == [100, 200, 100, 200])
    #expect(effect.abandoned == 2)
    #expect(events.contains(.startedOver(voice: "second", because: failure)))
  }

  @Test func `stops when it is cancelled, and gives no rest`() throws {
    let effect = Repeater(late: 2)
    let cancellation = Cancellation()
    let voice = EffectVoice(
      Reciter([.began(Self.format), sound(1, 2, 3), sound(4, 5, 6)]), through: effect)
    var heard = 0
    let outcome = try voice.speak(SpeechRequest(text: "x"), cancellation: cancellation) {
      if case .sound(let sound) = $0 {
        heard += sound.frameCount
        cancellation.cancel()
      }
    }
    #expect(outcome == .cancelled)
    #expect(heard == 3)
    #expect(effect.abandoned == 1)
  }

  @Test func `fails as the effect, and not as the voice`() throws {
    let effect = Repeater()
    let failure = PluginFailure(
      plugin: "repeater", activity: .processing, kind: .crashed(signal: 11), reason: .processEnded)
    effect.failure = failure
    let voice = EffectVoice(Reciter([.began(Self.format), sound(1)]), through: effect)
    #expect(throws: EffectFailure(failure)) { try self.speak(voice) }
  }

  @Test func `an effect passes the expected next line on to its voice`() {
    let reciter = Reciter([])
    EffectVoice(reciter, through: Repeater()).expect(SpeechRequest(text: "next"))
    #expect(reciter.expected == ["next"])
  }
}
