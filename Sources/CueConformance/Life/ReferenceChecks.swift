import CueABI

/// Checks of a plugin against what it gave earlier: with --record and --against.
enum ReferenceChecks {
  static let all: [Check] = [
    Check(
      "plugin-as-recorded", level: 5,
      "A new version of a plugin should sound as the one before, unless its author wanted to change that.",
      "With --record FOLDER, what the plugin gives for some requests is kept: lines of at most eight voices, sound through an effect, the text of a recognizer. With --against FOLDER, it is compared with what was kept. Sound of a plugin that is deterministic is the same within a thousandth of full scale; other sound has the same format, the same length within a fifth, and the same level within 3 dB. Text is the same. Skipped without these options, and where nothing was kept."
    ) { bench in
      guard let reference = bench.reference else {
        throw Verdict.skipped("neither --record nor --against was given")
      }
      let session = try bench.startPlugin()
      var count = 0
      for (name, give) in try gifts(bench, session) {
        bench.done = "It was asked for this: \(name)."
        let gift = try give()
        if reference.isRecorded {
          try bench.require(
            reference.write(gift.bytes, bench.voice.id, name, gift.ending),
            "It is kept in \(reference.path).", "The file could not be written.")
        } else if let kept = reference.read(bench.voice.id, name, gift.ending) {
          try compare(gift, kept, bench)
        } else {
          continue
        }
        count += 1
      }
      try bench.skip(count == 0, "nothing of it was kept in \(reference.path)")
    }
  ]

  /// What a plugin gave.
  private enum Gift {
    case sound(ReferenceSound)
    case text(String)

    var ending: String {
      switch self {
      case .sound: "wav"
      case .text: "txt"
      }
    }

    var bytes: [UInt8] {
      switch self {
      case .sound(let sound): sound.bytes
      case .text(let text): Array(text.utf8)
      }
    }
  }

  private static func gifts(
    _ bench: Bench, _ session: Session
  ) throws -> [(String, () throws -> Gift)] {
    switch bench.voice.subject {
    case .voice:
      return try session.voices().filter { !$0.isVariant }.prefix(8).flatMap { voice in
        [VoiceChecks.line, "Nobody has come to the door. Who is it?"].enumerated().map {
          number, text in
          (
            "\(voice.id) \(number + 1)",
            {
              var request = SpokenRequest(text)
              request.voice = voice.id
              request.seed = 20_250_301
              let said = try session.speak(request)
              try VoiceChecks.requireSaid(said, bench)
              return Gift.sound(
                ReferenceSound(
                  samples: said.samples, rateHertz: said.rate,
                  channels: said.formats.first?.channels ?? 1))
            }
          )
        }
      }
    case .effect:
      let sounds = [
        ("tone", EffectChecks.tone), ("noise", Signals.noise(frames: 24_000, level: 0.4, seed: 71)),
      ]
      return sounds.map { name, sound in
        (
          name,
          {
            Gift.sound(
              ReferenceSound(samples: try session.run(sound), rateHertz: 48_000, channels: 1))
          }
        )
      }
    case .recognizer:
      return [
        (
          "keys",
          { Gift.text(try session.listen(RecognizerChecks.keys(rateHertz: 16_000)).text) }
        )
      ]
    default: return []
    }
  }

  private static func compare(_ gift: Gift, _ kept: [UInt8], _ bench: Bench) throws {
    switch gift {
    case .text(let text):
      try bench.require(
        Array(text.utf8) == kept, "It hears “\(String(decoding: kept, as: UTF8.self))”, as before.",
        "It heard “\(text)”.")
    case .sound(let sound):
      guard let kept = ReferenceSound(bytes: kept) else {
        throw Verdict.skipped("the file that was kept is no sound of --record")
      }
      try bench.require(
        sound.rateHertz == kept.rateHertz && sound.channels == kept.channels,
        "The format is \(kept.rateHertz) Hz and \(kept.channels) channels, as before.",
        "It is \(sound.rateHertz) Hz and \(sound.channels) channels.")
      if bench.voice.determinism == CUE_DETERMINISM_ALWAYS {
        let at = zip(sound.samples, kept.samples).enumerated().first {
          !(abs($0.element.0 - $0.element.1) <= 0.001)
        }
        return try bench.require(
          at == nil && sound.samples.count == kept.samples.count, "The sound is as before.",
          "It has \(sound.samples.count) samples, and had \(kept.samples.count)"
            + (at.map { "; number \($0.offset) is different." } ?? "."))
      }
      try bench.require(
        (0.8...1.25).contains(
          Double(sound.samples.count) / Double(max(1, kept.samples.count))),
        "It is as long as before.",
        "It has \(sound.samples.count) samples, and had \(kept.samples.count).")
      let ratio = Measures.level(sound.samples) / max(Measures.level(kept.samples), 1e-9)
      try bench.require(
        (0.7...1.41).contains(ratio), "It is as loud as before.", "It has \(ratio) times the level."
      )
    }
  }
}
