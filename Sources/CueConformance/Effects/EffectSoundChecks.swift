import CueABI
import Glibc

/// Checks of an effect: whether it does what it says, in frames, decibels and semitones.
enum EffectSoundChecks {
  static let all: [Check] = [
    Check(
      "effect-tail", level: 4,
      "Hosts cut the sound after the tail, so an effect has to declare the whole tail.",
      "A second of a tone is sent through the effect, and it is flushed. After the place where the last frame is heard, plus the declared tail and 64 frames, nothing is above -80 dB."
    ) { bench in
      let session = try bench.startPlugin()
      let sound = Signals.tone(frames: 48_000, hertz: 440, rateHertz: 48_000, level: 0.4)
      let run = try session.passage(sound, asking: sound.count - 1)
      bench.done = "A second of a tone was sent through it, and it was flushed."
      let last = run.samples.lastIndex { abs($0) > 1e-4 } ?? 0
      let place = run.place ?? sound.count - 1
      try bench.require(
        last <= place + run.tail + 64,
        "Nothing sounds after frame \(place + run.tail), because it declares a tail of \(run.tail) frames.",
        "It sounded up to frame \(last).")
    },
    Check(
      "effect-most-frames", level: 4,
      "Blocks are short for live sound and long for files.",
      "The effect is configured for blocks of at most 1, 63, 480 and 16,384 frames, and gets blocks of this length. The result is the same as with 1,024, within a millionth."
    ) { bench in
      let sound = Array(EffectChecks.tone.prefix(20_000))
      let usual = try bench.startPlugin().passage(sound, mostFrames: 1024).samples
      for most in [1, 63, 480, 16_384] {
        let part = most == 1 ? Array(sound.prefix(2000)) : sound
        let expected = most == 1 ? try bench.startPlugin().passage(part).samples : usual
        let made = try bench.startPlugin().passage(part, mostFrames: most).samples
        bench.done =
          "It was configured for blocks of at most \(most) frames, and got blocks of this length."
        try bench.require(
          made.count == expected.count, "The number of frames is the same: \(expected.count).",
          "\(made.count) came.")
        let at = zip(expected, made).enumerated().first { abs($0.element.0 - $0.element.1) > 1e-6 }
        try bench.require(
          at == nil, "The result is the same.", "Frame \(at?.offset ?? 0) is different.")
      }
    },
    Check(
      "effect-gain", level: 4,
      "A gain has to be exact: 6 dB is twice the level.",
      "A parameter in dB whose name ends with “gain” is set to -12, -6 and 6, if its range allows it. The level of a soft tone changes by this amount, within 0.01 dB. Effects without such a parameter are skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let gain = try session.parameters().first {
        $0.type == CUE_PARAM_NUMBER && $0.unit == "dB" && $0.name.hasSuffix("gain")
      }
      guard let gain else { throw Verdict.skipped("it has no gain in dB") }
      let sound = Signals.tone(frames: 48_000, hertz: 440, rateHertz: 48_000, level: 0.05)
      func level(_ decibels: Double) throws -> Double {
        _ = try session.set(gain, decibels)
        return Measures.level(try session.passage(sound).samples.dropFirst(12_000).prefix(24_000))
      }
      guard (gain.minimum...gain.maximum).contains(0) else {
        throw Verdict.skipped("the range of its gain does not contain 0 dB")
      }
      let own = try level(0)
      for decibels in [-12.0, -6, 6] where (gain.minimum...gain.maximum).contains(decibels) {
        let measured = 20 * log10(try level(decibels) / own)
        bench.done = "A tone was sent through it with \(gain.name) set to \(decibels) dB, and to 0."
        try bench.require(
          abs(measured - decibels) <= 0.01, "The level differs by \(decibels) dB.",
          "It differs by \(measured) dB.")
      }
    },
    Check(
      "effect-speed", level: 4,
      "At twice the speed, a line has to last half as long.",
      "A parameter with the name “tempo” or “speed” is set to values from 0.25 to 4 within its range. N frames become N divided by the value, within a hundredth and 1,024 frames, plus the tail. At 1 they become exactly N plus the tail. Effects without such a parameter are skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let speed = try speed(of: session)
      let sound = Signals.tone(frames: 96_000, hertz: 440, rateHertz: 48_000, level: 0.4)
      for factor in [1, 0.25, 0.5, 0.8, 1.25, 2, 4]
      where (speed.minimum...speed.maximum).contains(factor) {
        _ = try session.set(speed, factor)
        let run = try session.passage(sound)
        let frames = run.heardFrames
        let expected = Int((Double(sound.count) / factor).rounded())
        let slack = factor == 1 ? 0 : 1024 + expected / 100
        bench.done =
          "\(sound.count) frames were sent through it with \(speed.name) set to \(factor)."
        try bench.require(
          (expected - slack...expected + run.tail + slack).contains(frames),
          "\(expected) frames come out.", "\(frames) came.")
      }
    },
    Check(
      "effect-speed-pitch", level: 4,
      "A tempo keeps the pitch; a speed changes it, as on a tape.",
      "A tone of 440 Hz is sent through the effect with “tempo” set to 0.8 and 1.25. It still has 440 Hz, within 10 cents. With “speed”, the frequency is multiplied by the speed. Effects with neither are skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let speed = try speed(of: session)
      for factor in [0.8, 1.25] where (speed.minimum...speed.maximum).contains(factor) {
        _ = try session.set(speed, factor)
        bench.done = "A tone of 440 Hz was sent through it with \(speed.name) set to \(factor)."
        try sounds(bench, session, at: speed.name == "tempo" ? 440 : 440 * factor)
      }
    },
    Check(
      "effect-pitch", level: 4,
      "A pitch has to be exact: twelve semitones are an octave.",
      "A tone of 440 Hz is sent through the effect with a parameter “pitch” in st set to -7, -3, 4 and 7. The pitch changes by this amount, within 10 cents. Effects without such a parameter are skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let pitch = try pitch(of: session)
      for semitones in [-7.0, -3, 4, 7] where (pitch.minimum...pitch.maximum).contains(semitones) {
        _ = try session.set(pitch, semitones)
        bench.done = "A tone of 440 Hz was sent through it with \(pitch.name) set to \(semitones)."
        try sounds(bench, session, at: 440 * exp2(semitones / 12))
      }
    },
    Check(
      "effect-pitch-keeps-time", level: 4,
      "A change of pitch must not change the length.",
      "Two seconds of a tone are sent through the effect with “pitch” set to -7 and 7. As many frames come out as went in, plus at most the tail. Effects without a pitch are skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let pitch = try pitch(of: session)
      let sound = Signals.tone(frames: 96_000, hertz: 440, rateHertz: 48_000, level: 0.4)
      for semitones in [-7.0, 7] where (pitch.minimum...pitch.maximum).contains(semitones) {
        _ = try session.set(pitch, semitones)
        let run = try session.passage(sound)
        let frames = run.heardFrames
        bench.done =
          "\(sound.count) frames were sent through it with \(pitch.name) set to \(semitones)."
        try bench.require(
          (sound.count...sound.count + run.tail).contains(frames),
          "\(sound.count) frames come out.", "\(frames) came.")
      }
    },
    Check(
      "effect-change-counts", level: 5,
      "A live change has to have the same result as a setting.",
      "Each live number is set to both ends of its range, once before a second of a tone, and once by a change at its first frame. Both results have the same level in the last quarter, within a hundredth, and the same number of frames, within a hundredth and 2,048."
    ) { bench in
      let session = try bench.startPlugin()
      let live = try session.parameters().filter { $0.flags & CUE_PARAM_LIVE != 0 && $0.isNumber }
      try bench.skip(live.isEmpty, "it has no live parameter")
      let sound = Signals.tone(frames: 48_000, hertz: 440, rateHertz: 48_000, level: 0.2)
      for parameter in live {
        for value in parameter.bounds {
          _ = try session.set(parameter, value)
          let before = try session.passage(sound).samples
          _ = try session.set(parameter, parameter.initial)
          let inside = try session.passage(sound, changing: (0, parameter.number, value)).samples
          _ = try session.set(parameter, parameter.initial)
          bench.done =
            "\(parameter.name) was set to \(value) before a tone, and by a change at its first frame."
          try bench.require(
            abs(before.count - inside.count) <= before.count / 100 + 2048,
            "The number of frames is the same: \(before.count).", "\(inside.count) came.")
          let levels = [before, inside].map {
            Measures.level($0.dropFirst($0.count / 2).dropLast($0.count / 4))
          }
          try bench.require(
            abs(levels[0] - levels[1]) <= levels[0] / 100 + 1e-4, "The level is \(levels[0]).",
            "It was \(levels[1]).")
        }
      }
    },
    Check(
      "effect-changes-smoothly", level: 6,
      "A sudden change of gain is heard as a click.",
      "Each live number is changed from its default to three quarters of its range in the middle of a tone. Near the change, the sound bends less than twelve times as sharply as far from it. More is a warning."
    ) { bench in
      let session = try bench.startPlugin()
      let live = try session.parameters().filter { $0.flags & CUE_PARAM_LIVE != 0 && $0.isNumber }
      try bench.skip(live.isEmpty, "it has no live parameter")
      let sound = Signals.tone(frames: 48_000, hertz: 220, rateHertz: 48_000, level: 0.1)
      // At a point where the sound is far from zero, so that a jump is visible.
      let frame = 24_055
      for parameter in live {
        let value = parameter.minimum + (parameter.maximum - parameter.minimum) * 0.75
        let run = try session.passage(
          sound, asking: frame, changing: (frame, parameter.number, value))
        _ = try session.set(parameter, parameter.initial)
        let place = run.place ?? frame
        let bends = Measures.bends(run.samples)
        // If the change was a tempo, the sound after it may be short.
        let after = max(0, run.samples.count - place) / 2
        let near = bends[clamped: place - 480..<place + after].max() ?? 0
        let far = max(
          bends[clamped: place / 4..<max(place / 4, place - 480)].max() ?? 0,
          bends[clamped: place + after..<place + max(after, after * 7 / 4)].max() ?? 0)
        bench.done =
          "\(parameter.name) was changed from \(parameter.initial) to \(value) in the middle of a tone."
        try bench.warn(
          unless: near <= 12 * far + 1e-4, "The sound bends no more sharply than \(12 * far).",
          "It bent by \(near), which is heard as a click.")
      }
    },
  ]

  /// The parameter that sets the speed; without one the check is skipped.
  private static func speed(of session: Session) throws -> ParameterInfo {
    let speed = try session.parameters().first {
      $0.type == CUE_PARAM_NUMBER && ($0.name == "tempo" || $0.name == "speed")
        && ($0.minimum...$0.maximum).contains(1)
    }
    guard let speed else { throw Verdict.skipped("it has neither a tempo nor a speed") }
    return speed
  }

  /// The parameter that sets the pitch; without one the check is skipped.
  private static func pitch(of session: Session) throws -> ParameterInfo {
    let pitch = try session.parameters().first {
      $0.type == CUE_PARAM_NUMBER && $0.name == "pitch" && $0.unit == "st"
    }
    guard let pitch else { throw Verdict.skipped("it has no pitch in semitones") }
    return pitch
  }

  /// Sends a tone of 440 Hz through it, and measures the output.
  private static func sounds(_ bench: Bench, _ session: Session, at hertz: Double) throws {
    let sound = Signals.tone(frames: 96_000, hertz: 440, rateHertz: 48_000, level: 0.4)
    let made = try session.passage(sound).samples
    // The engine may smooth its edges.
    let middle = Array(made[made.count / 4..<made.count * 3 / 4])
    let measured = Measures.toneHertz(middle, rateHertz: 48_000)
    let cents = 1200 * log2(measured / hertz)
    try bench.require(
      abs(cents) <= 10, "It has \(hertz) Hz.", "It has \(measured) Hz, \(cents) cents off.")
  }
}

/// The output of sound that was sent through an effect as a whole.
struct EffectPassage {
  var samples: [Float] = []
  /// Where the requested frame is heard.
  var place: Int?
  var tail = 0
  var latency = 0

  /// Frames without those that the host drops.
  var heardFrames: Int { samples.count - latency }
}

extension Session {
  /// Sends sound of one channel at 48 kHz through the effect, in the longest blocks it was prepared for, and takes the rest.
  func passage(
    _ samples: [Float], mostFrames: Int = 1024, asking frame: Int? = nil,
    changing change: (frame: Int, parameter: UInt32, value: Double)? = nil
  ) throws -> EffectPassage {
    let answer = try configure(rateHertz: 48_000, channels: 1, mostFrames: mostFrames)
    try bench.skip(
      answer.status == CUE_E_RATE || answer.status == CUE_E_FORMAT,
      "it does not take one channel at 48,000 Hz")
    bench.done =
      "It was configured for one channel at 48,000 Hz and blocks of \(mostFrames) frames."
    try bench.require(
      answer.status == CUE_OK, "It answers CUE_OK.",
      "It answered \(Status.name(answer.status)): \(answer.sentence)")
    var passage = EffectPassage()
    passage.tail = answer.seen(CUE_TAG_TAIL) ?? 0
    passage.latency = answer.seen(CUE_TAG_LATENCY) ?? 0
    for at in stride(from: 0, to: samples.count, by: mostFrames) {
      let end = min(at + mostFrames, samples.count)
      let changes = change.map { (at..<end).contains($0.frame) ? [$0] : [] } ?? []
      let made = try process(
        Array(samples[at..<end]),
        changes: changes.map { ($0.frame - at, $0.parameter, $0.value) },
        asking: end == samples.count ? frame.map { [$0] } ?? [] : [])
      bench.done = "A block of \(end - at) frames was sent through it."
      try bench.require(
        made.status == CUE_OK, "It is processed.",
        "It answered \(Status.name(made.status)): \(made.sentence)")
      passage.samples += made.samples
      passage.place = made.places.first ?? passage.place
    }
    passage.samples += try flush().samples
    return passage
  }
}

extension Collection where Index == Int {
  /// The part of `range` that exists.
  fileprivate subscript(clamped range: Range<Int>) -> SubSequence {
    self[range.clamped(to: startIndex..<endIndex)]
  }
}
