import CueModel
import CuePlugins
import Foundation
import TestSupport
import Testing

/// A plugin that makes sound longer or shorter, and what its tempo is called.
struct StretchPlugin: Sendable, CustomTestStringConvertible {
  let id: String
  let tempo: String
  var more: [String: String] = [:]
  /// The pitch that it gives a sine may be off by this many cents.
  let cents: Double

  static let sonic = StretchPlugin(id: "sonic", tempo: "tempo", cents: 5)
  static let finer = StretchPlugin(id: "rubberband", tempo: "tempo", cents: 1)
  static let short = StretchPlugin(
    id: "rubberband", tempo: "tempo", more: ["engine": "short"], cents: 1)
  static let faster = StretchPlugin(
    id: "rubberband", tempo: "tempo", more: ["engine": "faster"], cents: 5)
  static let varispeed = StretchPlugin(id: "varispeed", tempo: "speed", cents: 1)
  static let all = [sonic, finer, short, faster, varispeed]

  var testDescription: String { id + more.values.map { " " + $0 }.joined() }

  func effect(_ tempo: Double, pitch: Double = 0, blockFrames: Int = 16384) -> EffectClient {
    var parameters = more.map { (name: $0.key, value: $0.value) }
    parameters.append((self.tempo, "\(tempo)"))
    if pitch != 0 { parameters.append(("pitch", "\(pitch)")) }
    return builtEffect(id, parameters, blockFrames: blockFrames)
  }

  /// The number of the parameter for tempo.
  static let tempoId: UInt32 = 1
}

@Suite(.startsProcesses) struct `A plugin that stretches` {
  @Test(arguments: StretchPlugin.all, [(8000, 1), (22050, 1), (44100, 2), (192_000, 2)])
  func `changes no bit where it has nothing to do`(
    plugin: StretchPlugin, format: (rate: Int, channels: Int)
  ) throws {
    let noise = Sounds.noise(
      frames: 20_011, rateHertz: format.rate, channels: format.channels)
    #expect(try plugin.effect(1).whole(noise) == noise)
  }

  @Test(
    arguments: StretchPlugin.all,
    [
      (0.1, 8000, 1), (0.37, 22050, 1), (0.5, 44100, 2), (0.9, 48000, 1), (1.25, 22050, 2),
      (1.7, 44100, 1), (2, 96000, 1), (3.3, 22050, 1), (6, 16000, 1),
    ])
  func `makes sound as long as the tempo says, to the frame`(
    plugin: StretchPlugin, how: (tempo: Double, rate: Int, channels: Int)
  ) throws {
    for frames in [0, 1, 777, 30_000] {
      let sound = Sounds.noise(frames: frames, rateHertz: how.rate, channels: how.channels)
      let made = try plugin.effect(how.tempo).whole(sound)
      #expect(abs(Double(made.frameCount) - Double(frames) / how.tempo) <= 1, "\(frames) frames")
    }
  }

  @Test(arguments: StretchPlugin.all, [0.5, 1.25, 2.0])
  func `keeps the pitch, or moves it with the speed`(plugin: StretchPlugin, tempo: Double) throws {
    let sine = Sounds.sine(440, frames: 66_150)
    let made = try plugin.effect(tempo).whole(sine)
    let expected = plugin.id == "varispeed" ? 440 * tempo : 440
    let heard = Sounds.frequency(near: expected, in: made)
    #expect(abs(Sounds.cents(heard, expected)) < plugin.cents)
  }

  @Test(arguments: [StretchPlugin.sonic, .finer, .short], [-5.0, 3, 12])
  func `A plugin that stretches moves the pitch alone`(plugin: StretchPlugin, pitch: Double) throws
  {
    let sine = Sounds.sine(440, frames: 66_150)
    let made = try plugin.effect(1, pitch: pitch).whole(sine)
    #expect(abs(made.frameCount - sine.frameCount) <= 1)
    let expected = 440 * pow(2, pitch / 12)
    #expect(abs(Sounds.cents(Sounds.frequency(near: expected, in: made), expected)) < plugin.cents)
  }

  /// The center of the power from 400 to 5000 Hz, over the logarithm of the frequency, in semitones: the mean of ten windows of
  /// 46 ms, whose lines are wide enough for overtones to fall between the frequencies that are looked at.
  private func center(_ sound: AudioBuffer) -> Double {
    let samples = sound.floats
    let frames = 1024
    var (sum, weights) = (0.0, 0.0)
    for hertz in stride(from: 400.0, to: 5000, by: 20) {
      // Goertzel.
      let turn = 2 * cos(2 * Double.pi * hertz / Double(sound.format.rateHertz))
      for window in 0..<10 {
        let start = samples.count / 4 + window * samples.count / 25
        var (one, two) = (0.0, 0.0)
        for index in 0..<frames {
          let shape = 0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(frames))
          (two, one) = (one, Double(samples[start + index]) * shape + turn * one - two)
        }
        let power = one * one + two * two - turn * one * two
        sum += power * 12 * log2(hertz)
        weights += power
      }
    }
    return sum / weights
  }

  /// A pulse at `pitchHertz` through a resonance at 1500 Hz.
  private func voice(_ pitchHertz: Double) -> AudioBuffer {
    let rate = 22050.0
    var (one, two, phase) = (0.0, 0.0, 0.0)
    let radius = exp(-Double.pi * 300 / rate)
    let turn = 2 * radius * cos(2 * Double.pi * 1500 / rate)
    return AudioBuffer(
      float32: (0..<44100).map { _ in
        phase += pitchHertz / rate
        let pulse = phase >= 1 ? 1.0 : 0
        phase -= pulse
        (two, one) = (one, pulse + turn * one - radius * radius * two)
        return Float(one * 0.2)
      }, rateHertz: Int(rate))
  }

  @Test(arguments: [
    (pitch: -3.0, formants: -1.5), (pitch: 3, formants: 1.5), (pitch: 0, formants: 2),
    (pitch: -4, formants: 0),
  ])
  func `moves formants by themselves, so that one voice becomes two people`(
    pitch: Double, formants: Double
  ) throws {
    let own = voice(100)
    let effect = builtEffect(
      "rubberband",
      [
        ("formants", "on"), ("pitch", "\(pitch)"), ("formant-shift", "\(formants)"),
      ], blockFrames: 4096)
    let made = try effect.whole(own)
    #expect(made.frameCount == own.frameCount)
    let hertz = 100 * pow(2, pitch / 12)
    #expect(abs(Sounds.cents(Sounds.frequency(near: hertz, in: made), hertz)) < 20)
    let moved = center(made) - center(own)
    // A resonance that is narrower than what the library takes for a formant follows the pitch a little.
    #expect(abs(moved - formants) < 0.8, "moved by \(moved) semitones")
    #expect(try effect.whole(own) == made, "the same sound each time")
  }

  @Test(arguments: StretchPlugin.all, [0.7, 1.4])
  func `does not eat the first consonant`(plugin: StretchPlugin, tempo: Double) throws {
    // A burst of noise of 20 ms, then silence.
    let rate = 22050
    let burst = Sounds.noise(frames: rate / 50, rateHertz: rate).floats
    let sound = AudioBuffer(
      float32: burst + [Float](repeating: 0, count: rate), rateHertz: rate)
    let made = try plugin.effect(tempo).whole(sound).floats
    func energy(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
    let span = Int(Double(burst.count) / tempo)
    // It is as strong, and in its place: a stretcher smears it by a window at most.
    #expect(energy(made) > 0.4 * energy(burst) / Float(tempo))
    #expect(energy(made[..<(span + rate / 20)]) > 0.8 * energy(made))
    #expect(energy(made[..<(span / 2)]) > 0.1 * energy(made))
  }

  @Test(arguments: StretchPlugin.all, [1, 63, 1000, 16384])
  func `gives the same sound in blocks of any size`(plugin: StretchPlugin, block: Int) throws {
    let sound = Sounds.vowel(140, frames: block == 1 ? 3000 : 20_000)
    let changes = [
      EffectChange(parameter: StretchPlugin.tempoId, frame: 1001, value: 1),
      EffectChange(parameter: StretchPlugin.tempoId, frame: 2500, value: 0.8),
    ]
    let usual = try plugin.effect(1.3, blockFrames: 4096).whole(sound, changes: changes)
    #expect(try plugin.effect(1.3, blockFrames: block).whole(sound, changes: changes) == usual)
  }

  /// Rubber Band 3.1.2 reads beyond its window there, and made sound of what it found: a fault that ThreadSanitizer met as a
  /// crash of 'effect-fuzz'.
  @Test(arguments: [
    (44100, 6.5, 0.0, false), (44100, 8.5, 0, true), (44100, 5.5, -7, true),
    (192_000, 9.9, 0, true), (22050, 5, 0, false), (22050, 6.6, 0, true), (16000, 6.5, 0, false),
  ])
  func `takes the short window where the finer engine of Rubber Band would read beyond it`(
    rate: Int, tempo: Double, pitch: Double, isShort: Bool
  ) throws {
    let noise = Sounds.noise(frames: 60_000, rateHertz: rate)
    let finer = try StretchPlugin.finer.effect(tempo, pitch: pitch).whole(noise)
    let short = try StretchPlugin.short.effect(tempo, pitch: pitch).whole(noise)
    #expect((finer == short) == isShort)
    #expect(finer.floats.contains { $0 != 0 })
  }

  /// The short window loses strokes at eight times the tempo; at 8.0 the finer engine just reaches that far.
  @Test(arguments: [(44100, 7.0), (48000, 8), (96_000, 8), (16_000, 9.9)])
  func `takes the finer engine of Rubber Band where the short window would lose strokes`(
    rate: Int, tempo: Double
  ) throws {
    let noise = Sounds.noise(frames: 60_000, rateHertz: rate)
    let finer = try StretchPlugin.finer.effect(tempo).whole(noise)
    #expect(try StretchPlugin.short.effect(tempo).whole(noise) == finer)
  }

  @Test(arguments: StretchPlugin.all)
  func `changes its tempo at a frame, and is as long as the sum of the parts`(
    plugin: StretchPlugin
  ) throws {
    let sound = Sounds.vowel(140, frames: 80_000)
    let changes = [(0, 1.0), (10_000, 1.5), (30_001, 0.6), (45_000, 2.2), (60_000, 1.0)]
    let made = try plugin.effect(1).whole(
      sound,
      changes: changes.dropFirst().map {
        EffectChange(parameter: StretchPlugin.tempoId, frame: $0.0, value: $0.1)
      })
    var expected = 0.0
    for (index, change) in changes.enumerated() {
      let end = index + 1 < changes.count ? changes[index + 1].0 : sound.frameCount
      expected += Double(end - change.0) / change.1
    }
    #expect(abs(Double(made.frameCount) - expected) <= 1)
    // What comes before the first change and well after the last one is the input, bit by bit.
    #expect(made.frames(0..<10_000) == sound.frames(0..<10_000))
    let after = 19_000
    #expect(
      made.frames(made.frameCount - after..<made.frameCount)
        == sound.frames(sound.frameCount - after..<sound.frameCount))
  }

  @Test(arguments: StretchPlugin.all)
  func `does not click where the tempo changes`(plugin: StretchPlugin) throws {
    let sine = Sounds.sine(220, frames: 60_000)
    let made = try plugin.effect(1).whole(
      sine,
      changes: [
        EffectChange(parameter: StretchPlugin.tempoId, frame: 20_000, value: 1.5),
        EffectChange(parameter: StretchPlugin.tempoId, frame: 40_000, value: 1),
      ]
    ).floats
    // A sine of 220 Hz, or 330 from a faster tape, rises by no more than 2π·f/rate·peak a frame; half as much again for fades.
    let most: Float = 1.5 * 2 * .pi * 330 / 22050 * 0.5
    let steps = zip(made, made.dropFirst()).map { abs($0 - $1) }
    #expect((steps.max() ?? 0) < most)
  }

  @Test(arguments: StretchPlugin.all)
  func `A plugin that stretches says where a frame is heard`(plugin: StretchPlugin) throws {
    let effect = plugin.effect(2)
    let sound = Sounds.vowel(140, frames: 30_000)
    try effect.configure(rateHertz: 22050, channels: 1)
    try effect.begin(
      sound, changes: [EffectChange(parameter: StretchPlugin.tempoId, frame: 20_000, value: 0.5)],
      asking: [0, 10_000, 20_000, 21_000])
    #expect(try effect.finish().places == [0, 5000, 10_000, 12_000])
    #expect(try effect.flush(asking: [30_000]).places == [30_000])
  }

  @Test(arguments: StretchPlugin.all)
  func `a stretcher starts again when it is configured again`(plugin: StretchPlugin) throws {
    let effect = plugin.effect(1.3)
    let sound = Sounds.vowel(140, frames: 15_000)
    let first = try effect.whole(sound)
    #expect(try effect.whole(sound) == first)
    try effect.configure(rateHertz: 22050, channels: 1)
    try effect.begin(Sounds.noise(frames: 5000), changes: [], asking: [])
    effect.abandon()
    #expect(try effect.whole(sound) == first)
  }

  @Test(arguments: StretchPlugin.all)
  func `goes on after samples that are no numbers`(plugin: StretchPlugin) throws {
    var samples = Sounds.sine(440, frames: 66_150).floats
    let clean = samples
    for frame in 1000..<1010 { samples[frame] = .nan }
    let made = try plugin.effect(1.25).whole(AudioBuffer(float32: samples, rateHertz: 22050))
    for frame in 1000..<1010 { samples[frame] = 0 }
    let silenced = try plugin.effect(1.25).whole(AudioBuffer(float32: samples, rateHertz: 22050))
    #expect(made == silenced)
    #expect(samples != clean)
  }

  @Test(
    arguments: ["sonic", "rubberband", "varispeed", "dynamics", "whispering"], [7999, 192_001])
  func `refuses a rate beyond 8 to 192 kHz`(plugin: String, rate: Int) throws {
    let failure = try #require(throws: PluginFailure.self) {
      try builtEffect(plugin).configure(rateHertz: rate, channels: 1)
    }
    #expect(failure.kind == .refused(status: .rate))
    #expect(failure.isDue(to: .said("8,000 to 192,000 Hz, not of \(rate) Hz")))
  }

  @Test(arguments: [
    ("sonic", "tempo", "6.1", "tempo takes a number from 0.1 to 6"),
    ("rubberband", "pitch", "+25", "pitch takes a number from -24 to 24"),
    ("varispeed", "speed", "0", "speed takes a number from 0.1 to 10"),
    ("dynamics", "ceiling", "1", "ceiling takes a number from -48 to 0"),
    ("whispering", "amount", "2", "amount takes a number from 0 to 1"),
  ])
  func `refuses a setting beyond its range, and names the range`(
    plugin: String, name: String, value: String, words: String
  ) throws {
    let failure = try #require(throws: PluginFailure.self) {
      try builtEffect(plugin, [(name, value)]).start()
    }
    #expect(failure.kind == .refused(status: .invalid))
    #expect(failure.isDue(to: .said(words)), "\(failure.reason)")
  }
}

@Suite(.startsProcesses) struct `Where stretched sound is heard` {
  /// Bursts of 5 ms every 200 ms, in silence.
  private static let rate = 22050
  private static let bursts = (1...13).map { $0 * rate / 5 }

  private func train() -> AudioBuffer {
    var samples = [Float](repeating: 0, count: 14 * Self.rate / 5)
    let noise = Sounds.noise(frames: Self.rate / 200).floats
    for burst in Self.bursts {
      for (index, sample) in noise.enumerated() { samples[burst + index] = sample }
    }
    return AudioBuffer(float32: samples, rateHertz: Self.rate)
  }

  /// Where the strongest 5 ms are within 90 ms of `frame`.
  private func strongest(near frame: Int, in samples: [Float]) -> Int {
    let length = Self.rate / 200
    let reach = Self.rate * 9 / 100
    var best = (frame: 0, energy: Float(-1))
    for start in stride(
      from: max(0, frame - reach), to: min(frame + reach, samples.count - length), by: 22)
    {
      let energy = samples[start..<start + length].reduce(0) { $0 + $1 * $1 }
      if energy > best.energy { best = (start, energy) }
    }
    return best.frame
  }

  @Test(arguments: StretchPlugin.all)
  func `a frame is heard where the plugin reports, also after many changes`(plugin: StretchPlugin)
    throws
  {
    let effect = plugin.effect(1.3)
    let sound = train()
    let changes = [(9000, 0.7), (20_000, 1.0), (27_000, 1.8), (41_000, 0.9)].map {
      EffectChange(parameter: StretchPlugin.tempoId, frame: $0.0, value: $0.1)
    }
    try effect.configure(rateHertz: Self.rate, channels: 1)
    try effect.begin(sound, changes: changes, asking: Self.bursts)
    let first = try effect.finish()
    let samples = try first.sound.floats + effect.flush().floats
    for place in first.places {
      // A stretcher moves a burst by a pitch period or a part of its window at most.
      #expect(abs(strongest(near: place, in: samples) - place) < Self.rate / 40)
    }
  }

  /// Sonic by itself would be 110 ms early at the end of this, and half a second late in a minute of other speech.
  @Test func `Where stretched sound is heard does not drift away`() throws {
    var samples = Sounds.vowel(200, frames: 20 * Self.rate).floats
    let gap = Self.rate / 5
    let burst = samples.count - 2 * gap
    for frame in samples.count - 3 * gap..<samples.count { samples[frame] = 0 }
    let noise = Sounds.noise(frames: Self.rate / 200).floats
    for (index, sample) in noise.enumerated() { samples[burst + index] = sample }
    let effect = StretchPlugin.sonic.effect(0.5, pitch: 3)
    let made = try effect.whole(AudioBuffer(float32: samples, rateHertz: Self.rate)).floats
    #expect(abs(strongest(near: 2 * burst, in: made) - 2 * burst) < Self.rate / 30)
  }
}
