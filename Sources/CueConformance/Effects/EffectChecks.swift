import CueABI

/// Checks of an effect.
enum EffectChecks {
  static let tone = Signals.tone(frames: 24_000, hertz: 440, rateHertz: 48_000, level: 0.4)

  static let all = work + EffectSoundChecks.all + EffectEnduranceChecks.all

  private static func requireSilence(_ output: [Float], _ bench: Bench) throws {
    let peak = Measures.peak(output)
    try bench.require(peak < 1e-4, "Silence comes out.", "Its peak was \(peak).")
  }

  private static let work: [Check] = [
    Check(
      "effect-processes", level: 3, isGate: true,
      "An effect has to give sound.",
      "Half a second of a tone is sent through it as it comes, and the rest is taken: there is sound that can be heard."
    ) { bench in
      let output = try bench.startPlugin().run(tone)
      bench.done = "Half a second of a tone was sent through it."
      let level = Measures.level(output)
      try bench.require(
        !output.isEmpty && !(level < 0.001), "Sound that can be heard comes out.",
        output.isEmpty ? "None came." : "Its level was \(level).")
    },
    Check(
      "effect-sound-in-range", level: 3,
      "One sample that is not a number (NaN) destroys all sound that it is mixed with.",
      "A tone and noise are sent through it: all that comes out is finite, and no subnormal number."
    ) { bench in
      let output = try bench.startPlugin().run(
        tone + Signals.noise(frames: 24_000, level: 0.5, seed: 2))
      bench.done = "A tone and noise were sent through it."
      try bench.require(
        output.allSatisfy { $0.isFinite && !$0.isSubnormal },
        "Every sample is a finite number, and none subnormal.",
        "Sample \(output.firstIndex { !$0.isFinite || $0.isSubnormal } ?? 0) is not.")
    },
    Check(
      "effect-formats", level: 3,
      "Sound comes at many sample rates and with several channels.",
      "It is prepared for 8,000 to 192,000 Hz and 1, 2 and 6 channels, and given a block: it works, or refuses with CUE_E_RATE or CUE_E_FORMAT."
    ) { bench in
      let session = try bench.startPlugin()
      for rate in [8000, 22_050, 44_100, 48_000, 96_000, 192_000] {
        for channels in [1, 2, 6] {
          bench.done = "It was prepared for \(rate) Hz and \(channels) channels."
          let answer = try session.configure(rateHertz: rate, channels: channels, mostFrames: 256)
          guard answer.status == CUE_OK else {
            try bench.require(
              answer.status == CUE_E_RATE || answer.status == CUE_E_FORMAT,
              "It refuses with CUE_E_RATE or CUE_E_FORMAT.",
              "It answered \(Status.name(answer.status)).")
            continue
          }
          let made = try session.process(Signals.noise(frames: 256 * channels, level: 0.3, seed: 3))
          try bench.require(
            made.status == CUE_OK && made.samples.count.isMultiple(of: channels),
            "A block is processed.", "It answered \(Status.name(made.status)).")
        }
      }
    },
    Check(
      "effect-any-cut", level: 4,
      "How sound is cut into blocks must not change the result.",
      "The same sound is sent through it in blocks of 1,024 frames and in blocks of 1 to 1,500: the same comes out, within a millionth."
    ) { bench in
      let sound = tone + Signals.noise(frames: 12_000, level: 0.3, seed: 4)
      let even = try bench.startPlugin().run(sound)
      let odd = try bench.startPlugin().run(sound, blocks: [1, 7, 64, 1500, 333, 2, 1024])
      bench.done = "The same sound was sent through it in blocks of other lengths."
      try bench.require(
        even.count == odd.count, "As many frames come out: \(even.count).", "\(odd.count) came.")
      let at = zip(even, odd).enumerated().first { abs($0.element.0 - $0.element.1) > 1e-6 }?.offset
      try bench.require(at == nil, "The same comes out.", "Frame \(at ?? 0) is another.")
    },
    Check(
      "effect-no-frames", level: 4,
      "A block may be empty.",
      "A block of no frames is given before, between and after others: CUE_OK."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 1024)
      for part in [[], Array(tone.prefix(100)), [], Array(tone.prefix(1000)), []] {
        let made = try session.process(part)
        bench.done = "A block of \(part.count) frames was given, others were empty."
        try bench.requireOK(made.status, "It answers CUE_OK.")
      }
    },
    Check(
      "effect-guard-pages", level: 4, needsWorker: true,
      "The memory behind a block does not belong to the plugin.",
      "Blocks are given that lie before a page that cannot be read, and can only be read, with room for 64 frames that lies before a page that cannot be written."
    ) { bench in
      let session = try bench.startPlugin()
      for channels in [1, 2] {
        bench.done =
          "Blocks of \(channels) channels were given, with pages behind them that cannot be touched."
        guard
          try session.configure(rateHertz: 48_000, channels: channels, mostFrames: 512).status
            == CUE_OK
        else { continue }
        for frames in [512, 64, 1, 300] {
          let made = try session.process(
            Signals.noise(frames: frames * channels, level: 0.3, seed: 5), capacity: 64,
            guarded: true)
          try bench.requireOK(made.status, "It is processed.")
        }
      }
    },
    Check(
      "effect-silence", level: 4,
      "An effect must not add sound to silence.",
      "Half a second of silence is sent through it: what comes out is below -80 dB."
    ) { bench in
      let output = try bench.startPlugin().run(Signals.silence(frames: 24_000))
      bench.done = "Half a second of silence was sent through it."
      try requireSilence(output, bench)
    },
    Check(
      "effect-forgets", level: 4,
      "After a reset, an effect must not give sound from before.",
      "Sound is sent through it, it is reset and prepared anew, and silence sent through it: silence comes out."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.run(tone)
      _ = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 4096)
      _ = try session.process(Array(tone.prefix(2000)))
      try session.ask(CUE_MSG_RESET)
      let output = try session.run(Signals.silence(frames: 12_000))
      bench.done = "Sound was sent through it, it was reset and prepared anew, and given silence."
      try requireSilence(output, bench)
    },
    Check(
      "effect-ends", level: 4,
      "A host takes the rest until there is no more, so there has to be an end.",
      "Sound is sent through it and the rest taken, twice: the second time there is none."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.run(tone)
      let rest = try session.flush()
      bench.done = "Sound was sent through it, and the rest taken twice."
      try bench.require(
        rest.samples.isEmpty, "Nothing is left the second time.",
        "\(rest.samples.count) frames were.")
    },
    Check(
      "effect-place", level: 5,
      "Words are shown in time also behind an effect, so it has to say where a frame went.",
      "A click in silence is sent through it as it comes, and asked for where it is heard: its loudest frame lies there, within 64 frames."
    ) { bench in
      let session = try bench.startPlugin()
      let most = 4096
      try bench.skip(
        try session.configure(rateHertz: 48_000, channels: 1, mostFrames: most).status != CUE_OK,
        "it does not take one channel at 48,000 Hz")
      var output: [Float] = []
      var place = 0
      for block in 0..<6 {
        var samples = Signals.silence(frames: most)
        if block == 2 { samples[100] = 0.9 }
        let made = try session.process(samples, asking: block == 5 ? [2 * most + 100] : [])
        output += made.samples
        place = made.places.first ?? place
      }
      output += try session.flush().samples
      let peak = Measures.peak(output)
      let at = output.firstIndex { abs($0) == peak } ?? 0
      bench.done = "A click was sent through it at frame \(2 * most + 100)."
      try bench.skip(peak < 0.01, "it lets no click through")
      try bench.require(
        abs(at - place) <= 64, "It is heard at frame \(place), as it says.",
        "It was heard at \(at).")
    },
    Check(
      "effect-same-bytes", level: 5,
      "Hosts compare reproducible sound byte by byte.",
      "The same sound is sent through it in two processes: the same comes out. For CUE_DETERMINISM_NONE it is not asked."
    ) { bench in
      try bench.skip(
        bench.voice.determinism == CUE_DETERMINISM_NONE,
        "it does not say that its sound is reproducible")
      let one = try bench.startPlugin().run(tone)
      let two = try bench.startPlugin().run(tone)
      bench.done = "The same sound was sent through it in two processes."
      try bench.require(one == two, "The same comes out.", "Something else did.")
    },
    Check(
      "effect-unknown-change", level: 5,
      "A change of an unknown parameter is a mistake of the host and has to be refused.",
      "A change of a parameter that is not there, and one of a live parameter to infinity, are given with a block: CUE_E_INVALID."
    ) { bench in
      let session = try bench.startPlugin()
      let parameters = try session.parameters()
      _ = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 512)
      var changes = [((parameters.map(\.number).max() ?? 0) &+ 1000, 0.0)]
      for live in parameters where live.flags & CUE_PARAM_LIVE != 0 && live.isNumber {
        changes.append((live.number, .infinity))
      }
      for (number, value) in changes {
        let made = try session.process(
          Array(tone.prefix(512)), changes: [(10, number, value)])
        bench.done = "A block was given with parameter \(number) set to \(value) in it."
        try bench.require(
          made.status == CUE_E_INVALID, "It answers CUE_E_INVALID.",
          "It answered \(Status.name(made.status)).")
      }
    },
  ]
}
