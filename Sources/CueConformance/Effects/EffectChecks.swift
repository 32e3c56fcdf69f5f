import CueABI

/// Checks of an effect.
enum EffectChecks {
  static let tone = Signals.tone(frames: 24_000, hertz: 440, rateHertz: 48_000, level: 0.4)

  static let all =
    work + EffectSoundChecks.all + EffectFormatChecks.all + EffectStateChecks.all
    + EffectEnduranceChecks.all

  private static func requireSilence(_ output: [Float], _ bench: Bench) throws {
    let peak = Measures.peak(output)
    try bench.require(peak < 1e-4, "Silence comes out.", "Its peak was \(peak).")
  }

  private static let work: [Check] = [
    Check(
      "effect-processes", level: 3, isGate: true,
      "An effect has to give sound.",
      "Half a second of a tone is sent through the effect with its default settings, and flushed. There is audible sound."
    ) { bench in
      let output = try bench.startPlugin().run(tone)
      bench.done = "Half a second of a tone was sent through it."
      let level = Measures.level(output)
      try bench.require(
        !output.isEmpty && !(level < 0.001), "Audible sound comes out.",
        output.isEmpty ? "None came." : "Its level was \(level).")
    },
    Check(
      "effect-sound-in-range", level: 3,
      "One sample that is not a number (NaN) destroys all sound that it is mixed with.",
      "A tone and noise are sent through the effect. All samples that come out are finite and not subnormal."
    ) { bench in
      let output = try bench.startPlugin().run(
        tone + Signals.noise(frames: 24_000, level: 0.5, seed: 2))
      bench.done = "A tone and noise were sent through it."
      try bench.require(
        output.allSatisfy { $0.isFinite && !$0.isSubnormal },
        "Every sample is finite and not subnormal.",
        "Sample \(output.firstIndex { !$0.isFinite || $0.isSubnormal } ?? 0) is not.")
    },
    Check(
      "effect-formats", level: 3,
      "Sound comes at many sample rates and with several channels.",
      "The effect is configured for 8,000 to 192,000 Hz and 1, 2 and 6 channels, and gets a block. It works, or refuses with CUE_E_RATE or CUE_E_FORMAT."
    ) { bench in
      let session = try bench.startPlugin()
      for rate in [8000, 22_050, 44_100, 48_000, 96_000, 192_000] {
        for channels in [1, 2, 6] {
          bench.done = "It was configured for \(rate) Hz and \(channels) channels."
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
      "The same sound is sent through the effect in blocks of 1,024 frames, and in blocks of 1 to 1,500. The result is the same, within a millionth."
    ) { bench in
      let sound = tone + Signals.noise(frames: 12_000, level: 0.3, seed: 4)
      let even = try bench.startPlugin().run(sound)
      let odd = try bench.startPlugin().run(sound, blocks: [1, 7, 64, 1500, 333, 2, 1024])
      bench.done = "The same sound was sent through it in blocks of different lengths."
      try bench.require(
        even.count == odd.count, "The number of frames is the same: \(even.count).",
        "\(odd.count) came.")
      let at = zip(even, odd).enumerated().first { abs($0.element.0 - $0.element.1) > 1e-6 }?.offset
      try bench.require(at == nil, "The result is the same.", "Frame \(at ?? 0) is different.")
    },
    Check(
      "effect-no-frames", level: 4,
      "A block may be empty.",
      "The effect gets a block of no frames before, between and after others. It answers CUE_OK."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 1024)
      for part in [[], Array(tone.prefix(100)), [], Array(tone.prefix(1000)), []] {
        let made = try session.process(part)
        bench.done = "It got blocks with and without frames, the last one of \(part.count) frames."
        try bench.requireOK(made.status, "It answers CUE_OK.")
      }
    },
    Check(
      "effect-guard-pages", level: 4, needsWorker: true,
      "The memory after a block does not belong to the plugin.",
      "The effect gets read-only blocks; the page after each cannot be read. It has room for 64 frames; the page after it cannot be written."
    ) { bench in
      let session = try bench.startPlugin()
      for channels in [1, 2] {
        bench.done =
          "Blocks of \(channels) channels were given, with pages after them that cannot be accessed."
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
      "Half a second of silence is sent through the effect. The result is below -80 dB."
    ) { bench in
      let output = try bench.startPlugin().run(Signals.silence(frames: 24_000))
      bench.done = "Half a second of silence was sent through it."
      try requireSilence(output, bench)
    },
    Check(
      "effect-forgets", level: 4,
      "After a reset, an effect must not give earlier sound.",
      "Sound is sent through the effect. Then it is reset and configured again, and gets silence. Silence comes out."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.run(tone)
      _ = try session.configure(rateHertz: 48_000, channels: 1, mostFrames: 4096)
      _ = try session.process(Array(tone.prefix(2000)))
      try session.ask(CUE_MSG_RESET)
      let output = try session.run(Signals.silence(frames: 12_000))
      bench.done =
        "Sound was sent through it. Then it was reset and configured again, and got silence."
      try requireSilence(output, bench)
    },
    Check(
      "effect-reset-keeps", level: 4, needsWorker: true,
      "A host resets an effect between two sounds, without preparing it again.",
      "Sound is sent through the effect, it is flushed and reset, and the same sound is sent through it again, without configuring it. The result is the same, within a millionth, and its parameters have kept their values. A PROCESS after FLUSH without a reset is refused with CUE_E_STATE. An effect that is not deterministic is skipped."
    ) { bench in
      try bench.skip(
        bench.voice.determinism != CUE_DETERMINISM_ALWAYS, "it is not deterministic always")
      let session = try bench.startPlugin()
      let parameters = try session.parameters().filter { !$0.isOutput && !$0.bounds.isEmpty }
      let first = try session.run(tone)
      bench.done = "Sound was sent through it, it was flushed, and it got sound again."
      let late = try session.process(Array(tone.prefix(64))).status
      try bench.require(
        late == CUE_E_STATE, "It is refused with CUE_E_STATE.",
        "It answered \(Status.name(late)).")
      let before = try parameters.map { try session.value(of: $0.number).number }
      try session.ask(CUE_MSG_RESET)
      bench.done = "Sound was sent through it. Then it was reset, and got the same sound again."
      let again = try session.pass(tone)
      try bench.require(
        first.count == again.count, "As many frames come: \(first.count).",
        "\(again.count) came.")
      let difference = zip(first, again).map { abs($0 - $1) }.max() ?? 0
      try bench.require(
        difference <= 1e-6, "The sound is the same.", "It differs by \(difference).")
      let after = try parameters.map { try session.value(of: $0.number).number }
      try bench.require(
        before == after, "All parameters have their values.", "One has another value.")
    },
    Check(
      "effect-other-channels", level: 4,
      "Some effects make stereo of mono, or take a second sound; most do not.",
      "The effect is configured for more channels out than in, for fewer, and for a second sound. It works, or refuses with CUE_E_FORMAT."
    ) { bench in
      let session = try bench.startPlugin()
      for (input, output, side, what) in [
        (1, 2, 0, "one channel in and two out"), (2, 1, 0, "two channels in and one out"),
        (1, 1, 1, "one channel, and one of a second sound"),
      ] {
        bench.done = "It was configured for \(what)."
        let answer = try session.ask(CUE_MSG_CONFIGURE) {
          $0.u32(CUE_TAG_RATE, 48_000)
          $0.u32(CUE_TAG_CHANNELS, UInt32(input))
          $0.u32(CUE_TAG_OUTPUT_CHANNELS, UInt32(output))
          $0.u32(CUE_TAG_SIDE_CHANNELS, UInt32(side))
          $0.u32(CUE_TAG_MAX_FRAMES, 4096)
        }
        guard answer.status == CUE_OK else {
          try bench.require(
            answer.status == CUE_E_FORMAT, "It refuses with CUE_E_FORMAT.",
            "It answered \(Status.name(answer.status)).")
          continue
        }
        let frames = 4096
        let made = try session.process(
          Signals.noise(frames: frames * input, level: 0.3, seed: 3), capacity: frames)
        let rest = try session.flush()
        try bench.require(
          made.status == CUE_OK && rest.status == CUE_OK
            && (made.samples + rest.samples).count.isMultiple(of: output)
            && (made.samples + rest.samples).allSatisfy(\.isFinite),
          "A block is processed.", "It answered \(Status.name(made.status)).")
      }
    },
    Check(
      "effect-ends", level: 4,
      "A host flushes until there is no more sound, so there has to be an end.",
      "Sound is sent through the effect, and it is flushed twice. The second time, no sound comes."
    ) { bench in
      let session = try bench.startPlugin()
      _ = try session.run(tone)
      let rest = try session.flush()
      bench.done = "Sound was sent through it, and it was flushed twice."
      try bench.require(
        rest.samples.isEmpty, "No frames come the second time.",
        "\(rest.samples.count) frames came.")
    },
    Check(
      "effect-place", level: 5,
      "With an effect, words are still shown in time, so the effect has to report where a frame is heard.",
      "A click in silence is sent through the effect with its default settings. The effect is asked where the click is heard. Its loudest frame is there, within 64 frames."
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
      try bench.skip(peak < 0.01, "the click does not come out")
      try bench.require(
        abs(at - place) <= 64, "It is heard at frame \(place), as the effect reports.",
        "It was heard at \(at).")
    },
    Check(
      "effect-same-bytes", level: 5,
      "Hosts compare reproducible sound byte by byte.",
      "The same sound is sent through the effect in two processes. The result is the same. Effects with CUE_DETERMINISM_NONE are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.determinism == CUE_DETERMINISM_NONE,
        "it does not declare reproducible sound")
      let one = try bench.startPlugin().run(tone)
      let two = try bench.startPlugin().run(tone)
      bench.done = "The same sound was sent through it in two processes."
      try bench.require(one == two, "The result is the same.", "It was different.")
    },
    Check(
      "effect-unknown-change", level: 5,
      "A change of an unknown parameter is a mistake of the host and has to be refused.",
      "A block has a change of a parameter that does not exist, and another has a change of a live parameter to infinity. The effect answers CUE_E_INVALID."
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
