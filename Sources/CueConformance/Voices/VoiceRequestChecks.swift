import CueABI

/// Checks of a voice: requests for more than a text.
enum VoiceRequestChecks {
  static let all: [Check] = [
    Check(
      "voice-only-text", level: 4, needsWorker: true,
      "A request may have a text and nothing else.",
      "A line is said with NULL for all other texts, and without tones."
    ) { bench in
      let said = try bench.startPlugin().say(VoiceChecks.line) {
        $0.instruments = [(CUE_TAG_NULLS, 1)]
      }
      bench.done = "The voice was asked to say a line. All other texts were NULL."
      try bench.requireOK(said.status, "It is said.")
    },
    Check(
      "voice-only-reads", level: 4, needsWorker: true,
      "Request and sink belong to the host, which reads them again.",
      "A line is said. The voice writes neither to the request nor to the sink."
    ) { bench in
      let said = try bench.startPlugin().say(VoiceChecks.line) {
        $0.speed = 1.1
        $0.language = "en"
      }
      try bench.require(
        said.seen(CUE_TAG_CHANGED) == 0, "The request and the sink do not change.",
        "The voice wrote to one of them.")
    },
    Check(
      "voice-speed", level: 4,
      "Speed is a factor: 2 is twice as fast.",
      "A line is said at five speeds of the voice's range, from 0.5 to 2. Each is shorter than the one before. The last is as long as its speed requires, within 40 %."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      let speeds = [0.5, 0.7, 1, 1.4, 2].filter { traits.can(speed: $0) }
      try bench.skip(speeds.count < 2, "it has one speed")
      var last: (speed: Double, seconds: Double)?
      var first: (speed: Double, seconds: Double)?
      for speed in speeds {
        let said = try session.say(VoiceChecks.line) { $0.speed = speed }
        bench.done = "A line was said at speed \(speed)."
        try bench.requireOK(said.status, "It is said.")
        if said.honours(CUE_FIELD_SPEED) {
          throw Verdict.skipped("it reports that speed is not honoured")
        }
        if let last {
          try bench.require(
            said.seconds < last.seconds,
            "It lasts less than the \(last.seconds) seconds at \(last.speed).",
            "It lasted \(said.seconds) seconds.")
        }
        last = (speed, said.seconds)
        first = first ?? (speed, said.seconds)
      }
      guard let first, let last else { return }
      let expected = first.seconds * first.speed / last.speed
      try bench.require(
        (0.6...1.4).contains(last.seconds / expected),
        "It lasts about \(expected) seconds, as it took \(first.seconds) at \(first.speed).",
        "It lasted \(last.seconds) seconds.")
    },
    Check(
      "voice-pitch", level: 4,
      "Pitch is in semitones: twelve are an octave.",
      "A line is said four semitones below the voice's own pitch, at that pitch, and four above it, within its range. The fundamental frequency rises each time."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      let pitches = [-4.0, 0, 4].filter {
        $0 == 0
          || (traits.pitch.minimum...max(traits.pitch.minimum, traits.pitch.maximum)).contains($0)
      }
      try bench.skip(pitches.count < 2, "it has one pitch")
      var last: (pitch: Double, hertz: Double)?
      for pitch in pitches {
        let said = try session.say(VoiceChecks.line) { $0.pitch = pitch }
        bench.done = "A line was said at a pitch of \(pitch) semitones."
        if said.honours(CUE_FIELD_PITCH) {
          throw Verdict.skipped("it reports that pitch is not honoured")
        }
        guard let hertz = Measures.pitchHertz(said.samples, rateHertz: max(1, said.rate)) else {
          throw Verdict.skipped("its sound has no pitch that can be measured")
        }
        if let last {
          try bench.require(
            hertz > last.hertz * 1.03, "It is higher than the \(last.hertz) Hz at \(last.pitch).",
            "It was \(hertz) Hz.")
        }
        last = (pitch, hertz)
      }
    },
    Check(
      "voice-pitch-keeps-time", level: 4,
      "If a voice speaks higher, it must not speak faster.",
      "A line is said at the voice's own pitch and four semitones above it. Both last as long, within 10 %."
    ) { bench in
      let session = try bench.startPlugin()
      try bench.skip(try session.traits().pitch.maximum < 4, "its range does not go that high")
      let own = try session.say(VoiceChecks.line)
      let high = try session.say(VoiceChecks.line) { $0.pitch = 4 }
      bench.done = "A line was said at a pitch of 4 semitones."
      try bench.require(
        (0.9...1.1).contains(high.seconds / own.seconds),
        "It lasts about \(own.seconds) seconds.", "It lasted \(high.seconds) seconds.")
    },
    Check(
      "voice-volume", level: 4,
      "Volume is a gain: 0.5 is half the level.",
      "A line is said at a volume of 0.5 and of 1. The second has twice the level, within a quarter."
    ) { bench in
      let session = try bench.startPlugin()
      let soft = try session.say(VoiceChecks.line) { $0.volume = 0.5 }
      let own = try session.say(VoiceChecks.line) { $0.volume = 1 }
      bench.done = "A line was said at a volume of 0.5 and of 1."
      try bench.skip(soft.honours(CUE_FIELD_VOLUME), "it reports that volume is not honoured")
      let ratio = Measures.level(own.samples) / max(Measures.level(soft.samples), 1e-9)
      try bench.require(
        (1.5...2.5).contains(ratio), "The second has twice the level.", "It has \(ratio) times.")
    },
    Check(
      "voice-silent", level: 4,
      "Silence is as long as the line is, so that times can be known without sound.",
      "A line is said with CUE_SPEECH_SILENT. All its samples are silent."
    ) { bench in
      let session = try bench.startPlugin()
      let said = try session.say(VoiceChecks.line) { $0.isSilent = true }
      bench.done = "A line was said with CUE_SPEECH_SILENT."
      try bench.skip(said.honours(CUE_FIELD_VOLUME), "it reports that volume is not honoured")
      let peak = Measures.peak(said.samples)
      try bench.require(
        said.status == CUE_OK && peak < 0.001, "It is silent.",
        "It answered \(Status.name(said.status)), and its peak was \(peak).")
    },
    Check(
      "voice-volume-high", level: 4,
      "A voice that cannot speak as loudly as wanted has to say so.",
      "A line is said at a volume of 1000. It reaches full scale, or the voice reports what it did instead."
    ) { bench in
      let said = try bench.startPlugin().say(VoiceChecks.line) { $0.volume = 1000 }
      bench.done = "A line was said at a volume of 1000."
      let peak = Measures.peak(said.samples)
      try bench.require(
        said.honours(CUE_FIELD_VOLUME) || peak > 0.95,
        "It reaches full scale, or it is reported with honoured.",
        "It answered \(Status.name(said.status)), and its peak was \(peak).")
    },
    Check(
      "voice-language-unknown", level: 4,
      "A user has to learn that a voice does not speak the language of a line.",
      "A line is said in a language that none of the voices lists. The voice says it and reports which language it used instead, or refuses it with CUE_E_LANGUAGE. A plugin whose voices list no languages is skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let languages = try session.voices().flatMap(\.languages).map { $0.prefix(2).lowercased() }
      try bench.skip(languages.isEmpty, "its voices list no languages")
      guard let unknown = ["fo", "ie", "xh"].first(where: { !languages.contains($0) }) else {
        return
      }
      var request = SpokenRequest(VoiceChecks.line)
      request.language = unknown
      bench.done = "A line was requested in the language “\(unknown)”, which no voice lists."
      let said = try session.speak(request)
      try bench.require(
        said.status == CUE_E_LANGUAGE || said.honours(CUE_FIELD_LANGUAGE),
        "It is reported with honoured, or refused with CUE_E_LANGUAGE.",
        "It answered \(Status.name(said.status)) and reported nothing.")
    },
    Check(
      "voice-clamps-aloud", level: 4,
      "If a voice cannot do all that was asked, the user has to be informed.",
      "A speed of 1000 and a pitch of 500 semitones are requested. The voice reports each with honoured, or refuses it with CUE_E_INVALID."
    ) { bench in
      let session = try bench.startPlugin()
      for (field, name) in [
        (CUE_FIELD_SPEED, "a speed of 1000"), (CUE_FIELD_PITCH, "a pitch of 500"),
      ] {
        var request = SpokenRequest("Good evening.")
        if field == CUE_FIELD_SPEED { request.speed = 1000 } else { request.pitch = 500 }
        bench.done = "A line was requested with \(name)."
        let said = try session.speak(request, mostSeconds: 20)
        try bench.require(
          said.status < 0 || said.honours(field), "It is reported with honoured, or refused.",
          "It answered \(Status.name(said.status)) and did not report it.")
      }
    },
    Check(
      "voice-forgets-request", level: 4,
      "The settings of one line must not affect the next one.",
      "A line is said, then another one with a different speed, pitch, volume and voice, then the first again. It lasts as long as before, within 5 %, and is as loud."
    ) { bench in
      let session = try bench.startPlugin()
      let first = try session.say(VoiceChecks.line)
      let other = try session.voices().last { !$0.isVariant }?.id ?? ""
      _ = try session.say("Something else.") {
        $0.speed = 1.5
        $0.pitch = 3
        $0.volume = 0.3
        $0.voice = other
      }
      let again = try session.say(VoiceChecks.line)
      bench.done =
        "A line was said again, after another one with a different speed, pitch, volume and voice."
      try bench.require(
        (0.95...1.05).contains(again.seconds / first.seconds),
        "It lasts \(first.seconds) seconds, as before.", "It lasted \(again.seconds) seconds.")
      let ratio = Measures.level(again.samples) / max(Measures.level(first.samples), 1e-9)
      try bench.require(
        (0.8...1.25).contains(ratio), "It is as loud as before.", "It had \(ratio) times the level."
      )
    },
    Check(
      "voice-odd-numbers", level: 6,
      "Programs with mistakes send numbers such as NaN.",
      "Lines are requested with NaN, infinities, negative and huge numbers as speed, pitch and volume. The voice says each in some way, or refuses it with a status of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      for value in [Double.nan, .infinity, -.infinity, -1, 0, 1e300, .leastNonzeroMagnitude] {
        for field in ["speed", "pitch", "volume"] {
          var request = SpokenRequest("Good evening.")
          switch field {
          case "speed": request.speed = value
          case "pitch": request.pitch = value
          default: request.volume = value
          }
          bench.done = "A line was requested with \(field) \(value)."
          let said = try session.speak(request, mostSeconds: 20)
          try VoiceChecks.requireSaidOrRefused(said, bench)
        }
      }
    },
    Check(
      "voice-request-fuzz", level: 6,
      "There are too many possible requests to test by hand.",
      "Sixty lines of random words are said with random speed, pitch, volume, seed, tones, direction and context. The voice says each in some way, or refuses it with a status of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      let voices = try session.voices().filter { !$0.isVariant }.map(\.id)
      for _ in 1...60 {
        let request = fuzzed(&bench.chance, voices)
        bench.done =
          "A line was requested: \(request.quoted), speed \(request.speed ?? 1), pitch "
          + "\(request.pitch ?? 0), volume \(request.volume ?? 1), \(request.tones.count) tones, voice “\(request.voice)”."
        let said = try session.speak(request, mostSeconds: 5)
        try VoiceChecks.requireSaidOrRefused(said, bench)
      }
    },
  ]

  /// A random request.
  static func fuzzed(_ chance: inout Chance, _ voices: [String]) -> SpokenRequest {
    let words = [
      "the", "night", "is", "long", "&", "<b>", "3.5", "¿qué?", "naïve", "—", "…", "Mr.", "\n", "x",
      "WHY", "don’t", "😀", "100%", "\t", "a-b-c", "http://x.y/z", "ß", "''", "\u{200b}",
    ]
    var request = SpokenRequest(
      (0..<Int.random(in: 0...12, using: &chance)).map { _ in
        words[Int.random(in: 0..<words.count, using: &chance)]
      }.joined(separator: " "))
    request.speed = Double.random(in: 0.1...6, using: &chance)
    request.pitch = Double.random(in: -36...36, using: &chance)
    request.volume = Double.random(in: 0...4, using: &chance)
    request.seed = UInt32.random(in: 0...UInt32.max, using: &chance)
    request.events = UInt32.random(in: 0...15, using: &chance)
    request.voice = Bool.random(using: &chance) ? voices.randomElement(using: &chance) ?? "" : ""
    request.language = ["", "en", "de-AT", "xx", "nonsense"].randomElement(using: &chance) ?? ""
    let labels = ["tense", "playful", "", "sad", "nonsense"]
    request.tones = (0..<Int.random(in: 0...20, using: &chance)).map { _ in
      (labels.randomElement(using: &chance) ?? "", Double.random(in: 0...1, using: &chance))
    }
    request.direction = ["", "whispering, from the wings"].randomElement(using: &chance) ?? ""
    request.previous = ["", "Who goes there?"].randomElement(using: &chance) ?? ""
    request.next = ["", "Nobody."].randomElement(using: &chance) ?? ""
    return request
  }
}
