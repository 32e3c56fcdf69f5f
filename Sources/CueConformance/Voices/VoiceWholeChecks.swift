import CSystem
import CueABI
import Glibc

/// Checks of a voice: that it says all of a text, as loudly and as fast as it was asked.
enum VoiceWholeChecks {
  static let all: [Check] = [
    Check(
      "voice-whole-text", level: 4,
      "An actor who does not hear the end of a line does not know the cue.",
      "One to six sentences are said as one text. Each text lasts longer than the one before, without the silences at its ends: by 0.55 to 1.5 times what the sentence that was added lasts alone, and at most a second more. Then a long text of these sentences is said: 240 of them, or as many as a third of the check's time and the voice's limit allow. A sentence of it takes 0.8 to 1.3 times as long as one of the six."
    ) { bench in
      let session = try bench.startPlugin()
      var last = 0.0
      for count in 1...6 {
        let alone = try session.say(VoiceSoundChecks.sentences[count - 1]).soundingSeconds
        let whole = try session.say(
          VoiceSoundChecks.sentences.prefix(count).joined(separator: " ")
        ).soundingSeconds
        bench.done = "A text of \(count) sentences was said, and the last sentence alone."
        if count > 1 {
          try bench.require(
            (0.55 * alone...1.5 * alone + 1).contains(whole - last),
            "The last sentence adds about \(alone) seconds to the \(last) of the others.",
            "The text lasted \(whole) seconds.")
        }
        last = whole
      }
      let start = cue_now_milliseconds()
      _ = try session.say(VoiceSoundChecks.sentences.prefix(6).joined(separator: " "))
      let took = max(1, Int(cue_now_milliseconds() - start))
      var count = min(240, bench.left(.max) / 3 * 6 / took)
      let limit = try session.traits().mostTextBytes
      if limit > 0 { count = min(count, limit / 40) }
      guard count > 8 else { return }
      let text = (0..<count).map { VoiceSoundChecks.sentences[$0 % 6] }.joined(separator: " ")
      let said = try session.say(text)
      let each = said.soundingSeconds / Double(count)
      bench.done = "A text of \(count) sentences (\(text.utf8.count) bytes) was said."
      try bench.require(
        (0.8...1.3).contains(each / (last / 6)),
        "A sentence takes about \(last / 6) seconds, as in the text of six.",
        "It took \(each) seconds.")
    },
    Check(
      "voice-each-volume", level: 4,
      "A gain must not change anything but the level.",
      "A line is said at volumes of 0.1 to 16. The sound is that of volume 1, times the volume: what leaves full scale is clipped, and nothing else is different. The correlation with that sound is at least 0.9, and the level the same within 3 dB. A volume that is reported as clamped is the reported one. Voices that are not deterministic are compared by their level, at volumes below 1."
    ) { bench in
      let session = try bench.startPlugin()
      let own = try session.say(VoiceChecks.line)
      let isExact = try session.repetition() == .always
      for volume in [0.1, 0.25, 0.5, 0.9, 1.2, 2, 4, 16] where isExact || volume < 1 {
        let said = try session.say(VoiceChecks.line) { $0.volume = volume }
        bench.done = "A line was said at a volume of \(volume)."
        try bench.requireOK(said.status, "It is said.")
        let report = said.honoured.first { $0.field == CUE_FIELD_VOLUME }
        if report?.outcome == CUE_HONOURED_IGNORED {
          throw Verdict.skipped("it reports that volume is not honoured")
        }
        let gain = Float(report?.value ?? volume)
        let expected = own.samples.map { min(1, max(-1, $0 * gain)) }
        let levels = [expected, said.samples].map { Measures.level($0) }
        try bench.require(
          (0.7...1.42).contains(levels[1] / max(levels[0], 1e-9)) || levels[0] < 1e-4,
          "Its level is \(levels[0]).", "It is \(levels[1]).")
        guard isExact, said.frames == own.frames else { continue }
        // A sample that wraps around has the other sign.
        let clipped = zip(expected, said.samples).filter { abs($0.0) > 0.999 }
        let wrapped = clipped.count { $0.0 * $0.1 < 0 }
        try bench.require(
          wrapped * 50 <= clipped.count, "Samples beyond full scale are clipped.",
          "\(wrapped) of \(clipped.count) have the other sign.")
        let likeness = Measures.likeness(expected, said.samples)
        try bench.require(
          likeness >= 0.9, "The curve is the same, times \(gain) and clipped.",
          "It is another one: the correlation is \(likeness).")
      }
    },
    Check(
      "voice-silence-lasts", level: 4,
      "The length of a line is measured with silence, before it is said.",
      "A line is said, and said silently. Both last as long, within 2 %; with events, these are at the same places."
    ) { bench in
      let session = try bench.startPlugin()
      let events = try session.traits().events & CUE_EVENT_WORD
      let own = try session.say(VoiceChecks.line) { $0.events = events }
      let silent = try session.say(VoiceChecks.line) {
        $0.events = events
        $0.isSilent = true
      }
      bench.done = "A line was said, and said silently."
      let slack = try session.repetition() == .always ? 0.02 : 0.3
      try bench.require(
        abs(silent.seconds - own.seconds) <= own.seconds * slack,
        "It lasts \(own.seconds) seconds, as the line does.", "It lasted \(silent.seconds).")
      try bench.require(
        silent.events.map(\.offset) == own.events.map(\.offset), "The same events come.",
        "\(silent.events.count) came, and \(own.events.count) with sound.")
    },
    Check(
      "voice-each-speed", level: 4,
      "A speed in the declared range has to be possible.",
      "A line is said at both ends of the declared range of speed and at six speeds between them; where any speed is declared, from 0.5 to 2. None is reported as clamped. The length times the speed is that of speed 1, within a third, and each faster line is shorter."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      let range =
        traits.speed.maximum > 0 ? (traits.speed.minimum, traits.speed.maximum) : (0.5, 2)
      try bench.skip(range.1 <= range.0, "it has one speed")
      let own = try session.say(VoiceChecks.line).soundingSeconds
      var last = Double.infinity
      let isStrict = try session.repetition() == .always
      for step in 0...7 {
        let least = max(range.0, 0.1)
        let speed = step == 7 ? range.1 : least * pow(range.1 / least, Double(step) / 7)
        let said = try session.say(VoiceChecks.line) { $0.speed = speed }
        bench.done = "A line was said at a speed of \(speed), which is in the declared range."
        try bench.requireOK(said.status, "It is said.")
        let report = said.honoured.first { $0.field == CUE_FIELD_SPEED }
        if report?.outcome == CUE_HONOURED_IGNORED {
          throw Verdict.skipped("it reports that speed is not honoured")
        }
        try bench.require(report == nil, "It is not clamped.", "It is reported as clamped.")
        let seconds = said.soundingSeconds
        try bench.require(
          (0.66...1.5).contains(seconds * speed / own),
          "It lasts about \(own / speed) seconds.", "It lasted \(seconds).")
        try bench.require(
          seconds < last * (isStrict ? 1 : 1.2), "It is shorter than at a lower speed.",
          "It lasted \(seconds) seconds, and \(last) at a lower speed.")
        last = seconds
      }
    },
    Check(
      "voice-each-pitch", level: 4,
      "A pitch in the declared range has to be possible.",
      "A line is said at both ends of the declared range of pitch and at pitches between them, up to an octave. None is reported as clamped. The fundamental frequency rises with the pitch, and by 0.6 to 1.7 times as many semitones, within one. Voices without a pitch that can be measured are skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      let range = (max(-12, traits.pitch.minimum), min(12, traits.pitch.maximum))
      try bench.skip(range.1 <= range.0, "it has one pitch")
      func hertz(_ pitch: Double) throws -> Double? {
        let said = try session.say(VoiceChecks.line) { $0.pitch = pitch }
        bench.done =
          "A line was said at a pitch of \(pitch) semitones, which is in the declared range."
        try bench.requireOK(said.status, "It is said.")
        let report = said.honoured.first { $0.field == CUE_FIELD_PITCH }
        if report?.outcome == CUE_HONOURED_IGNORED {
          throw Verdict.skipped("it reports that pitch is not honoured")
        }
        try bench.require(report == nil, "It is not clamped.", "It is reported as clamped.")
        return Measures.pitchHertz(said.samples, rateHertz: max(1, said.rate))
      }
      guard let own = try hertz(0) else {
        throw Verdict.skipped("its sound has no pitch that can be measured")
      }
      for pitch in [range.0, range.0 / 2, range.1 / 2, range.1] where abs(pitch) >= 2 {
        guard let measured = try hertz(pitch) else { continue }
        // The measure knows nothing beyond these.
        guard (70...450).contains(own * exp2(pitch / 12)) else { continue }
        let semitones = 12 * log2(measured / own)
        let allowed = [pitch * 0.6, pitch * 1.7].sorted()
        try bench.require(
          (allowed[0] - 1...allowed[1] + 1).contains(semitones),
          "It is \(pitch) semitones from its own \(own) Hz.",
          "It is \(semitones) semitones from it.")
      }
    },
    Check(
      "voice-reports-truly", level: 4,
      "What a voice reports is shown to the user.",
      "A line without wishes is said: nothing is reported. A speed of 1000, a pitch of 500 and a volume of 1000 are asked for. A value that is reported as clamped is within the declared range, and a request for that value has the same sound, without a report. Fields and outcomes are those of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      let traits = try session.traits()
      let plain = try session.say(VoiceChecks.line)
      bench.done = "A line without wishes was said."
      try bench.require(
        plain.honoured.isEmpty, "Nothing is reported.",
        "The field \(plain.honoured.first?.field ?? 0) was.")
      let isExact = try session.repetition() == .always
      for (field, name, most) in [
        (CUE_FIELD_SPEED, "a speed of 1000", traits.speed.maximum),
        (CUE_FIELD_PITCH, "a pitch of 500", traits.pitch.maximum),
        (CUE_FIELD_VOLUME, "a volume of 1000", traits.mostVolume),
      ] {
        func ask(_ value: Double) throws -> Utterance {
          var request = SpokenRequest("Good evening.")
          switch field {
          case CUE_FIELD_SPEED: request.speed = value
          case CUE_FIELD_PITCH: request.pitch = value
          default: request.volume = value
          }
          return try session.speak(request, mostSeconds: 20)
        }
        let said = try ask(field == CUE_FIELD_PITCH ? 500 : 1000)
        bench.done = "A line was requested with \(name)."
        for report in said.honoured {
          try bench.require(
            (1...14).contains(report.field) || report.field >= CUE_PRIVATE_FIRST,
            "The reported field is one of the interface.", "It is \(report.field).")
          try bench.require(
            (1...4).contains(report.outcome) || report.outcome >= CUE_PRIVATE_FIRST,
            "The outcome is one of the interface.", "It is \(report.outcome).")
        }
        guard
          let report = said.honoured.first(where: { $0.field == field }),
          report.outcome == CUE_HONOURED_CLAMPED, report.value != 0
        else { continue }
        try bench.require(
          most == 0 || report.value <= most * 1.001 + 1e-6,
          "The value that was used is at most \(most), as the traits say.",
          "It is \(report.value).")
        let again = try ask(report.value)
        bench.done = "A line was requested with \(name), and with the value that was reported then."
        try bench.require(
          !again.honours(field), "Nothing is reported about a value that is possible.",
          "It was clamped again.")
        try bench.require(
          isExact
            ? again.bytes == said.bytes
            : abs(again.seconds - said.seconds) <= said.seconds * 0.3 + 0.05,
          "Both have the same sound.", VoiceEventChecks.difference(said, again))
      }
    },
  ]
}
