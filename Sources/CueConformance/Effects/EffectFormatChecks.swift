import CueABI
import Glibc

/// Checks of an effect: other rates, channels and levels than the usual ones.
enum EffectFormatChecks {
  static let all: [Check] = [
    Check(
      "effect-every-format", level: 4,
      "Sound comes at odd rates and with odd numbers of channels.",
      "The effect is configured for 8,000 to 192,000 Hz and 1, 2 and 3 channels, at 48,000 Hz also for 5, 6 and 8, or for as many of these as the check's time allows. Where it accepts that, a tone in each channel comes out of all channels as whole frames of finite numbers, at least as long as it went in if it has no tempo; silence comes out as silence. A tone in the first channel alone comes out of the first. What comes out at 48,000 Hz of one channel is then as in a fresh instance."
    ) { bench in
      let session = try bench.startPlugin()
      let usual = try bench.startPlugin().run(EffectChecks.tone)
      let limit = bench.left(.max) / 3
      for rate in [8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000] {
        for channels in rate == 48_000 ? [1, 2, 3, 5, 6, 8] : [1, 2, 3] {
          guard bench.left(.max) > limit else { continue }
          bench.done = "It was configured for \(rate) Hz and \(channels) channels."
          guard
            try session.configure(rateHertz: rate, channels: channels, mostFrames: 1024).status
              == CUE_OK
          else { continue }
          try requireChannels(bench, session, rate, channels)
        }
      }
      let again = try session.run(EffectChecks.tone)
      bench.done =
        "It was configured for one channel at 48,000 Hz, after many other formats, and got a tone."
      try requireSame(again, as: usual, bench)
    },
    Check(
      "effect-loud", level: 4,
      "Sound may go beyond full scale between two effects.",
      "A tone is sent through the effect at a quarter of full scale, and at 2 and 8 times full scale. What comes out is finite, and jumps from one side to the other no more often, so nothing wraps around; and it is not softer than the soft tone. After a reset, the soft tone comes out as before."
    ) { bench in
      let session = try bench.startPlugin()
      func tone(_ level: Double) -> [Float] {
        Signals.tone(frames: 24_000, hertz: 220, rateHertz: 48_000, level: level)
      }
      // How often two neighbours lie far from each other; a sine of 220 Hz moves by a thirtieth of its height.
      func tears(_ sound: [Float]) -> Int {
        let height = Measures.peak(sound)
        return zip(sound, sound.dropFirst()).count { abs($0 - $1) > height * 0.7 }
      }
      let soft = try session.run(tone(0.25))
      for level in [2.0, 8] {
        try session.ask(CUE_MSG_RESET)
        let loud = try session.run(tone(level))
        bench.done = "A tone of \(level) times full scale was sent through it."
        try bench.require(
          loud.allSatisfy(\.isFinite), "Every sample is a finite number.", "One is not.")
        // A fold bends the curve, and is meant; what wraps around tears it.
        let torn = [soft, loud].map { tears($0) }
        try bench.require(
          torn[1] <= torn[0] + 2, "The curve is as whole as that of a soft tone.",
          "It jumps from one side to the other \(torn[1]) times: samples beyond full scale wrap around."
        )
        try bench.require(
          Measures.level(loud) >= Measures.level(soft) * 0.7, "It is not softer than a soft tone.",
          "Its level is \(Measures.level(loud)), and that of a soft tone \(Measures.level(soft)).")
      }
      try session.ask(CUE_MSG_RESET)
      bench.done = "A soft tone was sent through it, after loud ones and a reset."
      try requireSame(try session.run(tone(0.25)), as: soft, bench)
    },
    Check(
      "effect-recovers", level: 5,
      "One wrong number must not silence an effect for the rest of the evening.",
      "The effect gets sound of 10 to the power of 30, and then silence, and noise of the smallest numbers. It may give anything for these. After a reset, and after being configured, it gives for a tone what a fresh instance gives, and only finite numbers."
    ) { bench in
      let usual = try bench.startPlugin().run(EffectChecks.tone)
      let session = try bench.startPlugin()
      for (what, isReset) in [("reset and configured", true), ("configured", false)] {
        _ = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 4096)
        for level in [Float(1e30), 1e38, 0, 1e-38] {
          // What it answers to such sound is its own affair.
          _ = try session.process(Signals.noise(frames: 2048, level: level, seed: 31))
        }
        if isReset { try session.ask(CUE_MSG_RESET) }
        let again = try session.run(EffectChecks.tone)
        bench.done = "It got very large numbers, was \(what), and got a tone."
        try bench.require(
          again.allSatisfy(\.isFinite), "Every sample is a finite number.", "One is not.")
        try requireSame(again, as: usual, bench)
      }
    },
    Check(
      "effect-places", level: 5,
      "Marks of a long line move with its sound, at every rate and for every block.",
      "A click is sent through the effect at eight places of its sound, at 16,000, 44,100 and 48,000 Hz. Each time the effect is asked where it is heard, and where the frames around it are. Its loudest frame is there, within 64 frames, and places never fall."
    ) { bench in
      let session = try bench.startPlugin()
      for rate in [16_000, 44_100, 48_000] {
        for number in 0..<8 {
          let at = 3000 + number * 1777
          let frames = 24_000
          guard
            try session.configure(rateHertz: rate, channels: 1, mostFrames: 2048).status == CUE_OK
          else { break }
          var output: [Float] = []
          var places: [Int] = []
          for start in stride(from: 0, to: frames, by: 2000) {
            var samples = Signals.silence(frames: 2000)
            if (start..<start + 2000).contains(at) { samples[at - start] = 0.9 }
            let isLast = start + 2000 >= frames
            let made = try session.process(
              samples, asking: isLast ? [0, at / 2, at, at + 500, frames - 1] : [])
            output += made.samples
            places += made.places
          }
          output += try session.flush().samples
          bench.done = "A click was sent through it at frame \(at), at \(rate) Hz."
          try bench.require(
            zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }, "Places never fall.",
            "They are \(places).")
          let peak = Measures.peak(output)
          guard peak >= 0.01, places.count == 5 else { continue }
          let heard = output.firstIndex { abs($0) == peak } ?? 0
          try bench.require(
            abs(heard - places[2]) <= 64,
            "It is heard at frame \(places[2]), as the effect reports.",
            "It was heard at \(heard).")
        }
      }
    },
  ]

  /// Requires the same sound, or, where the effect is not deterministic, sound of the same level.
  static func requireSame(_ sound: [Float], as usual: [Float], _ bench: Bench) throws {
    guard bench.voice.determinism == CUE_DETERMINISM_ALWAYS else {
      let levels = [usual, sound].map { Measures.level($0) }
      return try bench.require(
        levels[1].isFinite && abs(levels[0] - levels[1]) <= levels[0] / 2 + 1e-3,
        "It is as loud as in a fresh instance.", "Its level is \(levels[1]), not \(levels[0]).")
    }
    try bench.require(
      sound.count == usual.count, "As many frames come as in a fresh instance: \(usual.count).",
      "\(sound.count) came.")
    let at = zip(sound, usual).enumerated().first { !(abs($0.element.0 - $0.element.1) <= 1e-6) }
    try bench.require(
      at == nil, "The sound is the same as in a fresh instance.",
      "Frame \(at?.offset ?? 0) is different.")
  }

  private static func requireChannels(
    _ bench: Bench, _ session: Session, _ rate: Int, _ channels: Int
  ) throws {
    let frames = rate / 8
    // Each channel has a tone of its own, so that they are not taken for one.
    func inChannels(_ sounds: (Int) -> Bool) -> [Float] {
      let tones = (0..<channels).map { channel in
        Signals.tone(
          frames: frames, hertz: 440 + 110 * Double(channel), rateHertz: rate,
          level: sounds(channel) ? 0.3 : 0)
      }
      return (0..<frames).flatMap { frame in tones.map { $0[frame] } }
    }
    func levels(_ sound: [Float]) -> [Double] {
      (0..<channels).map { channel in
        Measures.level(
          stride(from: channel, to: sound.count, by: channels).map { sound[$0] })
      }
    }
    let what = "\(channels) channels at \(rate) Hz"
    let all = try session.send(inChannels { _ in true }, channels: channels)
    bench.done = "A tone in all of \(what) was sent through it."
    try bench.require(
      all.count.isMultiple(of: channels) && all.allSatisfy(\.isFinite),
      "Whole frames of finite numbers come out.", "\(all.count) samples came, or one is no number.")
    try bench.require(
      all.count >= frames * channels / 5, "About as many frames come out as went in: \(frames).",
      "\(all.count / channels) came.")
    let loud = levels(all)
    // A long delay has nothing to give yet.
    let isDelayed = loud.allSatisfy { $0 <= 1e-4 }
    try bench.require(
      isDelayed || loud.allSatisfy { $0 > 1e-4 }, "All channels sound.",
      "Their levels are \(loud).")
    _ = try session.configure(rateHertz: rate, channels: channels, mostFrames: 1024)
    let silent = try session.send(inChannels { _ in false }, channels: channels)
    bench.done = "Silence of \(what) was sent through it."
    try bench.require(
      Measures.peak(silent) < 1e-4, "Silence comes out.", "Its peak was \(Measures.peak(silent)).")
    guard channels > 1, !isDelayed else { return }
    _ = try session.configure(rateHertz: rate, channels: channels, mostFrames: 1024)
    let first = levels(try session.send(inChannels { $0 == 0 }, channels: channels))
    bench.done = "A tone in the first of \(what) was sent through it."
    try bench.require(
      first[0] > 1e-4, "The first channel sounds.", "Their levels are \(first).")
  }
}
