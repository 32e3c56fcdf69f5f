import Corpus
import CueAudio
import CueModel
import Foundation
import Testing

@Suite struct `The loudness of a block` {
  @Test func `is the mean square in decibels, and −160 for silence`() {
    let square = (0..<1024).map { Float($0 % 64 < 32 ? 0.5 : -0.5) }
    #expect(abs(Loudness.decibels(of: square) - -6.0206) < 0.0001)
    #expect(Loudness.decibels(of: [Float](repeating: 0, count: 1024)) == -160)
    #expect(Loudness.decibels(of: [Float]()) == -160)
    #expect(NoiseTracker.blockFrames(rateHertz: 44100) == 1024)
    #expect(NoiseTracker.blockFrames(rateHertz: 16000) == 372)
  }
}

@Suite struct `A noise tracker` {
  @Test(arguments: [(-47.4, false), (-47.3, true)])
  func `a noise tracker calls 12 dB above the moving floor loud`(decibels: Double, isLoud: Bool) {
    var tracker = NoiseTracker()
    let isFirstLoud = tracker.hear(decibels: -60, endingAtFrame: 1024)
    let isSecondLoud = tracker.hear(decibels: decibels, endingAtFrame: 2048)
    #expect(!isFirstLoud && isSecondLoud == isLoud)
    #expect(tracker.lastLoudFrame == (isLoud ? 2048 : nil))
  }

  @Test func `is never loud in its first block`() {
    var tracker = NoiseTracker()
    let isLoud = tracker.hear(decibels: 0, endingAtFrame: 1024)
    #expect(!isLoud)
    #expect(tracker.floorDecibels == 0)
  }

  @Test func `only moves forward`() {
    var tracker = NoiseTracker()
    tracker.hear(decibels: -60, endingAtFrame: 1024)
    tracker.hear(decibels: -20, endingAtFrame: 5000)
    tracker.hear(decibels: -20, endingAtFrame: 3000)
    #expect(tracker.lastLoudFrame == 5000)
  }
}

private let rate = PlainSound.rateHertz

@Suite struct `A meter of speech` {
  @Test func `knows where speech began, to a hop or two`() throws {
    var meter = SpeechMeter(rateHertz: rate, silenceSeconds: 5)
    meter.hear(PlainSound.quiet(0.5) + PlainSound.voiced(1))
    let start = try #require(meter.speechStartFrame)
    #expect(abs(start - PlainSound.frames(0.5)) <= PlainSound.frames(0.02))
  }

  @Test func `leaves out what it is not to measure`() {
    var meter = SpeechMeter(rateHertz: rate, silenceSeconds: 5)
    meter.ignore(untilFrame: PlainSound.frames(0.05))
    meter.hear(PlainSound.voiced(0.05) + PlainSound.quiet(1))
    #expect(meter.speechStartFrame == nil)
    meter.ignore(untilFrame: meter.frames + PlainSound.frames(0.75))
    meter.hear(PlainSound.voiced(0.5) + PlainSound.voiced(0.24) + PlainSound.quiet(0.5))
    #expect(meter.speechStartFrame == nil)
    meter.hear(PlainSound.voiced(0.3))
    #expect(meter.speechStartFrame != nil)
  }

  @Test(arguments: [1, 7, 160, 161, 4096])
  func `hears hop by hop what it hears at once`(block: Int) {
    let sound = PlainSound.quiet(0.4) + PlainSound.voiced(1.03) + PlainSound.quiet(0.5)
    var whole = SpeechMeter(rateHertz: rate, silenceSeconds: 5)
    whole.hear(sound)
    var cut = SpeechMeter(rateHertz: rate, silenceSeconds: 5)
    var hops = 0
    for start in stride(from: 0, to: sound.count, by: block) {
      var rest = sound[start..<min(start + block, sound.count)]
      while !rest.isEmpty {
        let (taken, hasEnded) = cut.hearHop(rest)
        rest = rest.dropFirst(taken)
        hops += hasEnded ? 1 : 0
      }
    }
    #expect(cut == whole)
    #expect(hops == sound.count / cut.hopFrames)
  }

  @Test func `a meter ignores samples that are not numbers`() {
    var meter = SpeechMeter(rateHertz: rate, silenceSeconds: 5)
    meter.hear(
      PlainSound.quiet(0.4) + PlainSound.voiced(1) + [.nan, .infinity, -.infinity]
        + PlainSound.quiet(1))
    #expect(meter.isSilent(seconds: 0.8))
    #expect(meter.depthDecibels?.isFinite == true)
  }
}

/// Vowels of 0.6 s, a tone with overtones that moves a little, in a room with noise.
private struct RingingRoom {
  private var state = UInt32(3)
  let decaySeconds: Double
  var clicksAt: [Double] = []

  init(decaySeconds: Double) { self.decaySeconds = decaySeconds }

  private mutating func noise() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(bitPattern: state)) / Float(Int32.max)
  }

  /// `seconds` of sound at 16 kHz with a voice in `voiced`, followed by a tail of noise that decays.
  mutating func samples(_ seconds: Double, voiced: [ClosedRange<Double>]) -> [Float] {
    (0..<Int(seconds * 16000)).map { frame in
      let time = Double(frame) / 16000
      var sample = 0.005 * noise()
      if voiced.contains(where: { $0.contains(time) }) {
        // 150 Hz, 10 more and less three times a second.
        let turns = 150 * time - 10 / (2 * .pi * 3) * cos(2 * .pi * 3 * time)
        for overtone in 1...5 { sample += 0.08 * Float(sin(2 * .pi * Double(overtone) * turns)) }
      } else if let end = voiced.map(\.upperBound).filter({ $0 < time }).max() {
        sample += 0.1 * Float(pow(10, -3 * (time - end) / decaySeconds)) * noise()
      }
      if clicksAt.contains(where: { time >= $0 && time < $0 + 0.008 }) { sample += 0.2 * noise() }
      return sample
    }
  }
}

@Suite struct `A silence after the last word of a line` {
  /// When there has been silence for 0.25 s, in seconds after the end of the voice.
  private func silent(_ room: RingingRoom, voiced: [ClosedRange<Double>]) -> Double? {
    var room = room
    var meter = SpeechMeter(rateHertz: 16000, silenceSeconds: 5)
    let samples = room.samples(4, voiced: voiced)
    for start in stride(from: 0, to: samples.count, by: 160) {
      meter.hear(samples[start..<start + 160])
      if meter.isSilentOrFading(seconds: 0.25) {
        return Double(start + 160) / 16000 - (voiced.last?.upperBound ?? 0)
      }
    }
    return nil
  }

  @Test func `is found in a room that rings as soon as in one that does not`() throws {
    let dead = try #require(silent(RingingRoom(decaySeconds: 0.01), voiced: [1.0...2.0]))
    let ringing = try #require(silent(RingingRoom(decaySeconds: 0.4), voiced: [1.0...2.0]))
    #expect((0.24...0.29).contains(dead), "\(dead)")
    #expect((0.24...0.36).contains(ringing), "\(ringing)")
  }

  @Test func `a silence is found after a key click`() throws {
    var room = RingingRoom(decaySeconds: 0.01)
    room.clicksAt = [2.08, 2.2]
    let found = try #require(silent(room, voiced: [1.0...2.0]))
    #expect((0.24...0.3).contains(found), "\(found)")
  }

  /// A closure of 120 ms before a stop, in a room that fills it.
  @Test(arguments: [0.01, 0.2, 0.4, 0.6]) func `the gap between two syllables is not a silence`(
    decay: Double
  ) throws {
    let syllables = [1.0...1.5, 1.62...1.8, 1.92...2.2]
    let found = try #require(silent(RingingRoom(decaySeconds: decay), voiced: syllables))
    #expect(found > 0.2, "\(found)")
  }
}

@Suite struct `A breath after the last word of a line` {
  /// When there has been silence for 0.25 s, in seconds after a word of 1 s that ends in this much noise, 20 dB below it and
  /// 25 dB above the room.
  private func silent(breathSeconds: Double) -> Double? {
    var noise = CorpusNoise(9)
    var meter = SpeechMeter(rateHertz: rate, silenceSeconds: 5)
    let room = noise.white(PlainSound.frames(1 + 1 + breathSeconds + 2))
    let samples = room.enumerated().map { frame, noise -> Float in
      let time = Double(frame) / Double(rate) - 1
      if (1..<1 + breathSeconds).contains(time) { return 0.03 * noise }
      guard (0..<1).contains(time) else { return 0.0015 * noise }
      let voice = (1...5).reduce(0.0) { $0 + sin(2 * .pi * Double($1) * 150 * time) }
      return Float(0.15 * voice * (1 + 0.6 * sin(2 * .pi * 4 * time)))
    }
    for start in stride(from: 0, to: samples.count, by: 160) {
      meter.hear(samples[start..<min(start + 160, samples.count)])
      if meter.isSilentOrFading(seconds: 0.25) { return Double(start) / Double(rate) - 2 }
    }
    return nil
  }

  @Test(arguments: [0.2, 0.3, 0.4]) func `a breath is not silence`(breath: Double) throws {
    let found = try #require(silent(breathSeconds: breath))
    #expect((breath + 0.22...breath + 0.3).contains(found), "\(found)")
  }

  @Test func `sound that lasts longer than a breath is silence`() throws {
    let found = try #require(silent(breathSeconds: 2))
    #expect((0.45...0.7).contains(found), "\(found)")
  }
}

@Suite struct `Quiet words in a room that rings` {
  /// A loud word of 0.4 s, and `quietSeconds` of voice 16 dB below it that hardly changes its level, as walls make it.
  private func samples(quietSeconds: Double, _ isVoice: Bool = true) -> [Float] {
    var noise = CorpusNoise(5)
    let hiss = noise.white(PlainSound.frames(0.5 + 0.4 + quietSeconds + 3))
    return hiss.enumerated().map { frame, hiss in
      let time = Double(frame) / Double(rate) - 0.5
      guard (0..<0.4 + quietSeconds).contains(time) else { return 0.0005 * hiss }
      let level = time < 0.4 ? 0.4 : 0.063 * pow(10, 2.3 / 20 * sin(2 * .pi * 4 * time))
      guard isVoice || time < 0.4 else { return Float(level) * hiss }
      let turns = 150 * time - 10 / (2 * .pi * 3) * cos(2 * .pi * 3 * time)
      let voice = (1...5).reduce(0.0) { $0 + sin(2 * .pi * Double($1) * turns) }
      return Float(level * voice) + 0.0005 * hiss
    }
  }

  /// When it has been silent for 0.8 s, in seconds after the loud word.
  private func silent(_ samples: [Float]) -> Double? {
    var meter = SpeechMeter(rateHertz: rate, silenceSeconds: 5)
    for start in stride(from: 0, to: samples.count, by: 160) {
      meter.hear(samples[start..<min(start + 160, samples.count)])
      if meter.isSilentOrFading(seconds: 0.8) { return Double(start) / Double(rate) - 0.9 }
    }
    return nil
  }

  @Test func `quiet words are not silence, however even they are`() throws {
    let found = try #require(silent(samples(quietSeconds: 1.5)))
    #expect((2.25...2.4).contains(found), "\(found)")
  }

  @Test func `quiet words are distinguished from noise that begins after the last word`() throws {
    let found = try #require(silent(samples(quietSeconds: 1.5, false)))
    #expect((0.75...0.95).contains(found), "\(found)")
  }
}

@Suite struct `The time in which a voice sounds` {
  private func voiced(_ samples: [Float], rateHertz: Int = 16000) -> Double {
    var meter = SpeechMeter(rateHertz: rateHertz, silenceSeconds: 5)
    meter.ignore(untilFrame: rateHertz / 20)
    meter.hear(samples)
    return meter.voicedSeconds
  }

  @Test func `the voiced time counts a voice, and almost nothing of noises`() {
    var room = RingingRoom(decaySeconds: 0.1)
    let seconds = voiced(room.samples(3, voiced: [1.0...1.6]))
    #expect((0.4...0.7).contains(seconds), "\(seconds)")
    room = RingingRoom(decaySeconds: 0.4)
    room.clicksAt = [0.5, 1, 1.5, 2]
    #expect(voiced(room.samples(3, voiced: [])) < 0.05)
    // A cough: a second of noise that swells and decays.
    let cough = room.samples(3, voiced: []).enumerated().map { frame, sample in
      sample * Float(1 + 50 * exp(-pow((Double(frame) / 16000 - 1.5) / 0.15, 2)))
    }
    #expect(voiced(cough) < 0.05)
    // A hum is steady, and a voice is not.
    #expect(voiced(sine(100, frames: 48000, rateHertz: 16000).floats) < 0.1)
  }

  @Test(arguments: [8000, 11025, 16000, 44100, 48000, 192_000])
  func `The time in which a voice sounds is the same at any rate`(rateHertz: Int) {
    let samples = (0..<2 * rateHertz).map { frame -> Float in
      let time = Double(frame) / Double(rateHertz)
      guard (1.0...1.4).contains(time) else { return 0 }
      return (1...8).reduce(0) { $0 + 0.05 * Float(sin(2 * .pi * 130 * Double($1) * time)) }
    }
    let seconds = voiced(samples, rateHertz: rateHertz)
    #expect((0.3...0.46).contains(seconds), "\(seconds)")
  }
}
