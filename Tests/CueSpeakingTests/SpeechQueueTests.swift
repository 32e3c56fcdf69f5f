import CueModel
import CueSpeaking
import CueSystem
import Synchronization
import TestSupport
import Testing

/// A clip of this many frames, all of one value.
private final class DoubleClip: ClipReader {
  let rateHertz = 1000
  let channels = 1
  private var left: Int
  private let value: Float

  init(frames: Int, value: Float) {
    left = frames
    self.value = value
  }

  func nextSound(atMost frames: Int) -> AudioBuffer? {
    guard left > 0 else { return nil }
    let some = min(left, frames)
    left -= some
    return AudioBuffer(
      float32: Array(repeating: value, count: some), rateHertz: rateHertz, channels: 1)
  }
}

/// Fails before it makes any sound.
private final class RefusingVoice: Voice {
  let name = "refusing"
  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome { throw PluginFailure.double() }
}

/// A chain: its first line is said by one voice, and all others by another.
private final class TurningVoice: Voice {
  let name = "first,second"
  private(set) var speakerName = ""
  private let voice = DoubleVoice("second")

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    speakerName = speakerName.isEmpty ? "first" : "second"
    return try voice.speak(request, cancellation: cancellation, receive: receive)
  }
}

/// A queue with voices of 1000 Hz whose bytes last 20 frames, and its results.
private final class Stand: Sendable {
  private struct State {
    var made: [String] = []
    var opened: [String] = []
  }

  struct NoClip: Error {}

  private let state = Mutex(State())
  /// The voices that were made, as CHANNEL:NAME.
  var made: [String] { state.withLock { $0.made } }
  /// The clips that were opened.
  var opened: [String] { state.withLock { $0.opened } }

  func queue(
    hasChannels: Bool = true, _ change: @escaping @Sendable (DoubleVoice) -> Void = { _ in }
  ) -> SpeechQueue {
    var tools = SpeakingTools(
      makeVoice: { [self] channel, name in
        state.withLock { $0.made.append("\(channel):\(name)") }
        let voice = DoubleVoice(name)
        change(voice)
        return voice
      },
      openClip: { [self] path in
        state.withLock { $0.opened.append(path) }
        guard path != "missing" else { throw NoClip() }
        return DoubleClip(frames: 30, value: 0.25)
      })
    tools.hasChannels = hasChannels
    return SpeechQueue(tools)
  }
}

extension SpeakingEvent {
  /// In a word and the number of its item.
  fileprivate var word: String? {
    switch what {
    case .prepared(let path): "prepared \(path)"
    case .began(let item, _): "began \(channel)/\(item)"
    case .ended(let item): "ended \(channel)/\(item)"
    case .failed(let item, _, _): "failed \(channel)/\(item)"
    case .standIn(let item, _, _): "stand-in \(channel)/\(item)"
    case .speaking(let isSpeaking): "speaking \(isSpeaking)"
    default: nil
    }
  }
}

@Suite struct `A queue of speech` {
  private let stand = Stand()
  private let output = MemoryOutput()

  @discardableResult
  private func play(
    _ queue: SpeechQueue, gains: SpeechQueue.Gains = [:], isLive: Bool = false,
    _ tell: (SpeakingEvent) -> Void = { _ in }
  ) throws -> (outcome: SpeechQueue.Outcome, events: [String]) {
    var events: [String] = []
    let outcome = try queue.play(
      into: output, isLive: isLive, gains: gains, cancellation: Cancellation()
    ) { event in
      if let word = event.word { events.append(word) }
      tell(event)
    }
    return (try #require(outcome), events)
  }

  @Test func `a clip after speech starts with the next frame`() throws {
    let queue = stand.queue()
    queue.add(.speak("ab"))
    queue.add(.sound(path: "bell"))
    let (outcome, events) = try play(queue)
    #expect(
      events == [
        "prepared bell", "speaking true", "began 0/1", "ended 0/1", "speaking false", "began 0/2",
        "ended 0/2",
      ])
    #expect(stand.opened == ["bell"])
    // Two bytes are 40 frames; no frame is between, and none is lost.
    #expect(output.samples == DoubleVoice.samples(of: "ab") + Array(repeating: 8192, count: 30))
    #expect(outcome.finished == 2 && outcome.failed == 0 && outcome.seconds == 0.07)
    #expect(output.isInOrder)
  }

  /// The events named the chain, also in items that a stand-in said without a word because a service had failed before.
  @Test(arguments: [true, false])
  func `reports which voice says each item`(isLive: Bool) throws {
    let queue = SpeechQueue(
      SpeakingTools(
        makeVoice: { _, _ in TurningVoice() }, openClip: { _ in throw Stand.NoClip() }))
    queue.add(.speak("ab"))
    queue.add(.speak("cd"))
    var said: [String] = []
    try play(queue, isLive: isLive) { event in
      if case .said(let item, let voice) = event.what { said.append("\(item) \(voice)") }
    }
    #expect(said == ["1 first", "2 second"])
  }

  /// The words that waited to be heard were taken back with the ones that never began.
  @Test(arguments: [true, false])
  func `leaves what waits where the next words fail before they begin`(isLive: Bool) throws {
    // The last voice is made when the failure of the one before has been dealt with.
    let isBehind = Monitor(false)
    let tools = SpeakingTools(
      makeVoice: { _, name in
        if name == "third" { isBehind.change { $0 = true } }
        return name == "second" ? RefusingVoice() : DoubleVoice(name)
      }, openClip: { _ in throw Stand.NoClip() })
    let queue = SpeechQueue(tools)
    // 80 bytes are 1.6 s: less than a channel is ahead.
    let words = String(repeating: "a", count: 80)
    queue.add(.speak(words, voice: "first"))
    queue.add(.pause(seconds: 0.1))
    queue.add(.speak("never", voice: "second"))
    queue.add(.speak("cc", voice: "third"))
    let (outcome, events) = try play(queue, isLive: isLive) { event in
      if case .began(item: 1, _) = event.what { isBehind.wait { $0 ? () : nil } }
    }
    #expect(outcome.finished == 3 && outcome.failed == 1)
    #expect(
      events.filter { $0.contains("ended") || $0.contains("failed") } == [
        "ended 0/1", "ended 0/2", "failed 0/3", "ended 0/4",
      ])
    #expect(
      output.samples == DoubleVoice.samples(of: words) + Array(repeating: 0, count: 100)
        + DoubleVoice.samples(of: "cc"))
  }

  @Test func `plays a lone clip, and a negative pause takes no time`() throws {
    let queue = stand.queue()
    queue.add(.pause(seconds: -3))
    queue.add(.sound(path: "bell"))
    queue.add(.pause(seconds: 0.02))
    queue.add(.sound(path: "bell"))
    let (_, events) = try play(queue)
    #expect(!events.contains("prepared bell"))
    #expect(output.samples.count == 30 + 20 + 30)
    #expect(output.silences == [20])
  }

  @Test func `A queue of speech plays two channels at once`() throws {
    let queue = stand.queue()
    // 15 bytes are 0.3 s.
    queue.add(.speak(String(repeating: "a", count: 15)), channel: 0)
    queue.add(.speak(String(repeating: "b", count: 15)), channel: 1)
    #expect(try play(queue).outcome.seconds == 0.3)
    #expect(output.samples == DoubleVoice.samples(of: "aaaaaaaaaaaaaaa").map { $0 * 2 })
    #expect(Set(stand.made) == ["0:", "1:"])
  }

  @Test func `plays all in the main channel where channels have no voices of their own`()
    throws
  {
    let queue = stand.queue(hasChannels: false)
    queue.add(.speak("aaa"), channel: 0)
    queue.add(.speak("bbb"), channel: 1)
    #expect(try play(queue).outcome.seconds == 0.12)
    #expect(stand.made == ["0:"])
  }

  @Test func `a second call is ignored while a queue plays, and added items are played`()
    throws
  {
    let queue = stand.queue()
    queue.add(.speak("ab"))
    var isIgnored = false
    var hasAdded = false
    let (outcome, events) = try play(queue) { event in
      guard case .began = event.what, !hasAdded else { return }
      hasAdded = true
      do {
        isIgnored =
          try queue.play(into: MemoryOutput(), cancellation: Cancellation(), tell: { _ in }) == nil
      } catch { Issue.record(error) }
      queue.add(.speak("cd"))
      queue.add(.speak("ef"), channel: 3)
    }
    #expect(isIgnored)
    #expect(outcome.finished == 3)
    #expect(events.contains("ended 0/2") && events.contains("ended 3/1"))
    #expect(!queue.isPlaying)
    // And all of it is gone.
    #expect(try play(queue).outcome.finished == 0)
  }

  @Test func `stop silences every channel at once, also repeatedly`() throws {
    let queue = stand.queue { $0.framesPerByte = 8000 }
    for channel in 0..<3 {
      queue.add(.speak("long"), channel: channel)
      queue.add(.speak("never"), channel: channel)
    }
    var began = 0
    let (outcome, events) = try play(queue, isLive: true) { event in
      if case .began = event.what { began += 1 }
      if began == 3 { for _ in 0..<100 { queue.cancelAll() } }
    }
    #expect(outcome.isCancelled && outcome.finished == 0)
    #expect(events.last == "speaking false")
    #expect(output.entries.last == .cut)
    #expect(try play(queue).outcome.finished == 0)
    for _ in 0..<100 { queue.cancelAll() }
  }

  @Test func `goes on where it was paused, without a gap`() throws {
    let hold = PlaybackHold()
    let queue = stand.queue()
    let words = String(repeating: "a", count: 40)
    queue.add(.speak(words))
    var statuses: [SpeakingStatus] = []
    var framesAtPause = 0
    _ = try queue.play(into: output, isLive: true, hold: hold, cancellation: Cancellation()) {
      event in
      switch event.what {
      case .pulse(let pulse) where pulse > 0 && statuses == [.speaking]: hold.pause()
      case .status(let status):
        statuses.append(status)
        guard status == .paused else { break }
        framesAtPause = output.frames
        hold.resume()
      default: break
      }
    }
    #expect(statuses == [.speaking, .paused, .speaking, .idle])
    #expect(framesAtPause < 800)
    #expect(output.samples == DoubleVoice.samples(of: words))
  }

  @Test func `waits until it is resumed`() throws {
    let (hold, lines) = (PlaybackHold(), Monitor<[String]>([]))
    hold.pause()
    let queue = stand.queue()
    queue.add(.speak("ab"))
    try Threads.start("cue-test") {
      _ = try? queue.play(
        into: MemoryOutput(), hold: hold, cancellation: Cancellation()
      ) { event in
        switch event.what {
        case .status(let status): lines.change { $0.append(status.rawValue) }
        default: break
        }
      }
      lines.change { $0.append("over") }
    }
    lines.wait { $0.contains("paused") ? () : nil }
    lines.change { $0.append("resumed") }
    hold.resume()
    let all = lines.wait { $0.contains("over") ? $0 : nil }
    #expect(all == ["paused", "resumed", "speaking", "idle", "over"])
  }

  @Test func `can be stopped while it is paused`() throws {
    let hold = PlaybackHold()
    hold.pause()
    let queue = stand.queue()
    queue.add(.speak("ab"))
    var statuses: [SpeakingStatus] = []
    let outcome = try queue.play(
      into: output, hold: hold, cancellation: Cancellation()
    ) { event in
      guard case .status(let status) = event.what else { return }
      statuses.append(status)
      if status == .paused { queue.cancelAll() }
    }
    #expect(outcome?.isCancelled == true && statuses == [.paused, .stopped, .idle])
    #expect(output.samples.isEmpty)
  }

  @Test func `shares its voices with another queue`() throws {
    let first = stand.queue()
    first.add(.speak("ab"))
    try play(first)
    let second = SpeechQueue(sharingVoicesOf: first, hasChannels: false)
    second.add(.speak("cd"), channel: 1)
    #expect(try play(second).outcome.finished == 1)
    #expect(stand.made == ["0:"])
  }

  @Test func `makes a clip louder in truth, and keeps the mix below full scale`() throws {
    #expect(abs(ClipGain.linear(decibels: 6) * 0.25 - 0.4988) < 0.001)
    #expect(ClipGain.linear(decibels: 0) == 1)
    let queue = stand.queue()
    queue.add(.sound(path: "bell", gainDecibels: 6))
    try play(queue)
    #expect(output.samples.allSatisfy { abs(Int($0) - 16344) <= 1 })
    let loud = MemoryOutput()
    let other = stand.queue()
    for channel in 0..<3 { other.add(.sound(path: "bell", gainDecibels: 12), channel: channel) }
    _ = try other.play(into: loud, cancellation: Cancellation(), tell: { _ in })
    #expect(loud.samples.count == 30)
    // Three times 1 is 1: turned down, and not cut off at 32768.
    #expect(loud.samples.allSatisfy { $0 >= 32_700 })
  }

  @Test func `a queue reports the begin and end of speech, and level and pulse in between`()
    throws
  {
    let queue = stand.queue()
    queue.add(.speak(String(repeating: "a", count: 20)))
    queue.add(.sound(path: "bell"))
    var levels: [Double] = []
    var pulses: [Double] = []
    var statuses: [SpeakingStatus] = []
    var order: [String] = []
    try play(queue) { event in
      switch event.what {
      case .level(let level): levels.append(level)
      case .pulse(let pulse):
        pulses.append(pulse)
        order.append("pulse")
      case .status(let status): statuses.append(status)
      case .speaking(let isSpeaking): order.append("\(isSpeaking)")
      default: break
      }
    }
    #expect(order.first == "true" && order.last == "pulse" || order.last == "false")
    #expect(order.filter { $0 != "pulse" } == ["true", "false"])
    #expect((levels + pulses).allSatisfy { (0...1).contains($0) })
    #expect(levels.contains { $0 > 0 } && levels.last == 0)
    #expect(pulses.contains { $0 > 0 } && pulses.last == 0)
    #expect(statuses == [.speaking, .playing, .idle])
  }

  @Test func `a queue continues after a failed item, and reports why`() throws {
    let queue = stand.queue { if $0.name == "bad" { $0.failure = (10, .double()) } }
    queue.add(.speak("ab", voice: "bad"))
    queue.add(.sound(path: "missing"))
    queue.add(.speak("cd"))
    let (outcome, events) = try play(queue)
    #expect(outcome.finished == 1 && outcome.failed == 2)
    #expect(events.filter { $0.hasPrefix("failed") } == ["failed 0/1", "failed 0/2"])
    // Words whose voice failed in their middle are not heard.
    #expect(output.samples == DoubleVoice.samples(of: "cd"))
  }

  @Test
  func `lets time go by where there are only pauses, and does nothing where there is nothing`()
    throws
  {
    let queue = stand.queue()
    #expect(try play(queue).outcome.seconds == 0)
    #expect(output.entries.isEmpty)
    queue.add(.pause(seconds: 0.5))
    queue.add(.pause(seconds: 0.25), channel: 2)
    #expect(try play(queue).outcome.seconds == 0.5)
  }

  @Test func `gives the same sound each time, whatever its channels are doing`() throws {
    func sound() throws -> [Int16] {
      let output = MemoryOutput()
      let queue = Stand().queue()
      for channel in 0..<4 {
        queue.add(.pause(seconds: Double(channel) * 0.013), channel: channel)
        queue.add(.speak("words of channel \(channel)"), channel: channel)
        queue.add(.sound(path: "bell", gainDecibels: -3), channel: channel)
      }
      _ = try queue.play(
        into: output, isLive: false, gains: [1: 0.5], cancellation: Cancellation(),
        tell: { _ in })
      return output.samples
    }
    let first = try sound()
    for _ in 0..<20 { #expect(try sound() == first) }
  }
}

@Suite struct `A chorus` {
  @Test
  func
    `has a voice of its own for each, also for one name, and lasts as long as the longest`()
    throws
  {
    let stand = Stand()
    let queue = stand.queue { if $0.name == "slow" { $0.framesPerByte = 50 } }
    let output = MemoryOutput()
    let chorus = Chorus("abcd", voices: ["same", "same", "slow"])
    let gains = chorus.add(to: queue)
    #expect(gains.count == 3)
    #expect(gains.values.allSatisfy { abs($0 - 1 / 3.0.squareRoot()) < 1e-12 })
    let outcome = try queue.play(
      into: output, isLive: false, gains: gains, cancellation: Cancellation(), tell: { _ in })
    #expect(outcome?.seconds == 0.2)
    #expect(stand.made.sorted() == ["0:same", "1:same", "2:slow"])
    // The engines are there for the next time.
    _ = chorus.add(to: queue)
    _ = try queue.play(into: output, gains: gains, cancellation: Cancellation(), tell: { _ in })
    #expect(stand.made.count == 3)
    #expect(Chorus("x", voices: []).parts.isEmpty)
  }

  @Test func `varies by its seed, within what was asked, and the first begins at once`() {
    var chorus = Chorus("x", voices: Array(repeating: "v", count: 40))
    chorus.onsetSeconds = 0.1
    chorus.speedVariation = 0.05
    chorus.pitchVariation = 0.5
    chorus.seed = 7
    let parts = chorus.parts
    #expect(parts == chorus.parts)
    #expect(parts.map(\.onsetSeconds).min() == 0)
    #expect(parts.allSatisfy { (0...0.1).contains($0.onsetSeconds) })
    #expect(parts.allSatisfy { (0.95...1.05).contains($0.spoken.speed) })
    #expect(parts.allSatisfy { (-0.5...0.5).contains($0.spoken.pitchSemitones) })
    #expect(Set(parts.map(\.spoken.speed)).count == 40)
    var other = chorus
    other.seed = 8
    #expect(other.parts != parts)
    let still = Chorus("x", voices: ["v"]).parts
    #expect(still.map(\.onsetSeconds) == [0] && still.map(\.spoken.speed) == [1])
    #expect(still.map(\.spoken.pitchSemitones) == [0])
  }
}

@Suite struct `Speech that is fitted` {
  /// A voice whose speech takes 2 s ÷ speed, within what it can.
  private final class Pace: Voice {
    let name = "pace"
    var speeds = 0.1...10.0
    private(set) var asked: [Double] = []

    func speak(
      _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
    ) throws -> SpeechOutcome {
      asked.append(request.speed)
      let speed = min(max(request.speed, speeds.lowerBound), speeds.upperBound)
      let format = AudioFormat(sample: .int16, rateHertz: 1000)
      try receive(.began(format))
      try receive(.mark(SpeechMark(kind: .word, frame: 0, textRange: 0..<1)))
      try receive(.sound(AudioBuffer(silentFrames: Int(2000 / speed), format: format)))
      return .finished
    }
  }

  /// Drops frames evenly.
  private final class Skip: Effect {
    let name = "skip"
    let tempo: Double
    let latencyFrames = 0
    let tailFrames = 0
    private var waiting: [EffectOutput] = []
    init(_ tempo: Double) { self.tempo = tempo }
    func parameters() -> [EffectParameter] { [] }
    func configure(rateHertz: Int, channels: Int) {}
    func begin(_ sound: AudioBuffer, changes: [EffectChange], asking frames: [Int]) {
      let count = Int((Double(sound.frameCount) / tempo).rounded())
      waiting.append(
        EffectOutput(
          sound: AudioBuffer(float32: Array(repeating: 0, count: count), rateHertz: 1000),
          places: frames.map { Int(Double($0) / tempo) }))
    }
    func finish() -> EffectOutput { waiting.removeFirst() }
    func flush(asking frames: [Int]) -> EffectOutput {
      EffectOutput(sound: AudioBuffer(float32: [], rateHertz: 1000), places: frames)
    }
    func abandon() { waiting = [] }
  }

  private let request = SpeechRequest(text: "x")

  @Test func `is said faster or slower first, which is enough within the rates of voices`() throws {
    for (target, speed) in [(1.0, 2.0), (4, 0.5), (2.02, 1)] {
      let voice = Pace()
      let fitter = SpeechFitter(voice) { _ in
        Issue.record("no effect is needed")
        return nil
      }
      let fitted = try #require(
        try fitter.fit(request, to: target, cancellation: Cancellation()))
      #expect(fitted.isFitted && abs(fitted.speed - speed) < 0.001 && fitted.tempo == 1)
      #expect(fitted.ownSeconds == 2)
      #expect(voice.asked.count <= 2)
    }
  }

  @Test func `goes through an effect for what the voice cannot do`() throws {
    let voice = Pace()
    voice.speeds = 0.8...1.25
    let fitter = SpeechFitter(voice) { Skip($0) }
    let fitted = try #require(try fitter.fit(request, to: 1, cancellation: Cancellation()))
    #expect(fitted.isFitted && abs(fitted.tempo - 1.6) < 0.001)
    #expect(fitted.clip.marks.map(\.frame) == [0])
    // An effect has its limits, too, and what was reached is reported.
    let short = try #require(try fitter.fit(request, to: 0.1, cancellation: Cancellation()))
    #expect(!short.isFitted && short.tempo == 2)
  }

  @Test func `short speech stays unchanged if that is allowed`() throws {
    let voice = Pace()
    let fitted = try #require(
      try SpeechFitter(voice).fit(
        request, to: 5, onlyShortens: true, cancellation: Cancellation()))
    #expect(fitted.seconds == 2 && fitted.speed == 1 && voice.asked == [1])
  }
}

@Suite struct `A scripted engine` {
  @Test func `a scripted engine reads base64, and refuses anything else`() {
    #expect(ScriptedSpeech.lines(ofBase64: "WyJoZWxsbyIsIndvcmxkIl0=") == ["hello", "world"])
    for wrong in ["", "hello", "WyJoZWxsbyI", "aGVsbG8=", "WzFd", "====", "W==="] {
      #expect(ScriptedSpeech.lines(ofBase64: wrong) == nil, "\(wrong)")
    }
  }

  @Test func `hears its lines in order, then nothing`() {
    let script = ScriptedSpeech(["hello", "world"], scale: 0)
    let heard = (0..<3).map { _ in script.listen(cancellation: Cancellation()) { _ in } }
    #expect(heard == ["hello", "world", ""])
  }

  @Test func `A scripted engine takes its time by the clock`() {
    let clock = VirtualClock()
    let script = ScriptedSpeech(["hello"], clock: clock)
    _ = script.listen(cancellation: Cancellation()) { _ in }
    #expect(clock.waits == [120, 40])
    var pulses: [Double] = []
    script.speak("text", cancellation: Cancellation()) { what in
      if case .pulse(let pulse) = what { pulses.append(pulse) }
    }
    #expect(clock.milliseconds == 160 + 300)
    #expect(pulses.first == 0.35 && pulses.last == 0 && pulses.count == 8)
    #expect(pulses.dropFirst().dropLast().allSatisfy { (0.28...0.52).contains($0) })
  }

  @Test func `hears nothing where it is stopped meanwhile`() {
    let clock = VirtualClock()
    let script = ScriptedSpeech(["hello", "world"], clock: clock)
    clock.onWait { if $0 == 1 { script.stop() } }
    #expect(script.listen(cancellation: Cancellation()) { _ in } == "")
    #expect(script.listen(cancellation: Cancellation()) { _ in } == "world")
  }

  @Test func `is headless by the environment, where a forced value wins over CI`() {
    #expect(Headless.isWanted(["CI": "true"]) && Headless.isWanted(["CUE_HEADLESS": "YES"]))
    #expect(!Headless.isWanted(["CI": "true", "CUE_HEADLESS": "0"]))
    #expect(!Headless.isWanted([:]) && !Headless.isWanted(["CI": "no"]))
    #expect(Headless.transcript(.number, last: "x") == "42")
    #expect(Headless.transcript(.freeform, last: "x") == "x")
  }

  @Test func `logs lines of one form, with the first 48 characters of a text`() {
    let lines = Mutex<[String]>([])
    let log = SpeakingLog("VoiceIO") { line in lines.withLock { $0.append(line) } }
    log.tell(.warn, "x \(SpeakingLog.excerpt(String(repeating: "a", count: 60)))")
    #expect(lines.withLock { $0 } == ["[VoiceIO][warn] x " + String(repeating: "a", count: 48)])
    #expect(SpeakingLog.excerpt("a\nb") == "a b")
  }
}
