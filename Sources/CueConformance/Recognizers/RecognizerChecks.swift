import CueABI
import CuePlugins

/// Checks of a recognizer.
enum RecognizerChecks {
  /// Five keys of a telephone, with pauses: sound that some recognizers may hear, and all must survive.
  ///
  /// The pauses last 200 ms, or `pauseMilliseconds`.
  static func keys(rateHertz: Int, pauseMilliseconds: Int = 200) -> [Float] {
    let pause = Signals.silence(frames: rateHertz * pauseMilliseconds / 1000)
    return [(697.0, 1209.0), (770, 1336), (852, 1477), (941, 1336), (697, 1477)].reduce(pause) {
      let low = Signals.tone(frames: rateHertz / 5, hertz: $1.0, rateHertz: rateHertz, level: 0.4)
      let high = Signals.tone(frames: rateHertz / 5, hertz: $1.1, rateHertz: rateHertz, level: 0.4)
      return $0 + zip(low, high).map { $0 + $1 } + pause
    }
  }

  /// If the descriptor says so, earlier sound may have an effect, until a reset.
  static func forget(_ session: Session) throws {
    guard session.bench.voice.determinism != CUE_DETERMINISM_ALWAYS else { return }
    try session.ask(CUE_MSG_RESET)
  }

  static let all =
    hearing + RecognizerOddChecks.all + RecognizerSpeechChecks.all
    + RecognizerStreamChecks.all + RecognizerEnduranceChecks.all

  private static let hearing: [Check] = [
    Check(
      "recognizer-hears", level: 3, isGate: true,
      "A stream of sound ends with one result.",
      "The recognizer gets a second of soft noise, block by block. It gives one final result and ends with CUE_OK."
    ) { bench in
      let heard = try bench.startPlugin().listen(
        Signals.noise(frames: 16_000, level: 0.01, seed: 1))
      bench.done = "A second of soft noise was heard."
      try bench.require(
        heard.status == CUE_OK, "It ends with CUE_OK.",
        "It ended with \(Status.name(heard.status)): \(heard.answer?.sentence ?? "")")
      let finals = heard.results.count { $0.isFinal }
      try bench.require(finals == 1, "There is one final result.", "There were \(finals).")
      try bench.require(
        heard.results.last?.isFinal == true, "Nothing comes after it.", "A partial came.")
    },
    Check(
      "recognizer-nothing", level: 3,
      "A stream may end without any sound.",
      "A stream is finished without sound. There is one final result, with empty text."
    ) { bench in
      let heard = try bench.startPlugin().listen([])
      bench.done = "A stream was finished without sound."
      try bench.require(
        heard.status == CUE_OK && heard.final != nil, "There is a final result.",
        "It ended with \(Status.name(heard.status)).")
      try bench.require(heard.text.isEmpty, "Its text is empty.", "It is “\(heard.text)”.")
    },
    Check(
      "recognizer-formats", level: 3,
      "Sound comes at many sample rates and with several channels.",
      "The recognizer gets half a second in 16 bits and in float, at 8,000 to 48,000 Hz, with one channel and with two. It hears it, or refuses it with CUE_E_FORMAT or CUE_E_RATE."
    ) { bench in
      let session = try bench.startPlugin()
      for sample in [CUE_SAMPLE_S16, CUE_SAMPLE_F32] {
        for rate in [8000, 16_000, 44_100, 48_000] {
          for channels in [1, 2] {
            let heard = try session.listen(
              Signals.noise(frames: rate / 2 * channels, level: 0.01, seed: 2),
              HearingRequest(sample: sample, rateHertz: rate, channels: channels))
            bench.done = "Sound of \(rate) Hz and \(channels) channels was heard."
            try bench.require(
              [CUE_OK, CUE_E_FORMAT, CUE_E_RATE].contains(heard.status),
              "It is heard, or refused with CUE_E_FORMAT or CUE_E_RATE.",
              "It ended with \(Status.name(heard.status)).")
          }
        }
      }
    },
    Check(
      "recognizer-silence", level: 4,
      "If a recognizer hears words in silence, a line ends that nobody has spoken.",
      "The recognizer gets five seconds of silence. The text is empty."
    ) { bench in
      let heard = try bench.startPlugin().listen(Signals.silence(frames: 80_000))
      bench.done = "Five seconds of silence were heard."
      try bench.require(heard.text.isEmpty, "The text is empty.", "It is “\(heard.text)”.")
    },
    Check(
      "recognizer-hum", level: 4,
      "The hum of machines contains no words.",
      "The recognizer gets three seconds of a 50 Hz hum. The text is empty, or the recognizer itself reports that nobody spoke."
    ) { bench in
      let hum = Signals.tone(frames: 48_000, hertz: 50, rateHertz: 16_000, level: 0.05)
      let heard = try bench.startPlugin().listen(hum)
      bench.done = "Three seconds of a hum were heard."
      let isUnsure =
        (heard.final?.noSpeech ?? 0) >= 0.5 || (0..<0.5).contains(heard.final?.confidence ?? -1)
      try bench.require(
        heard.text.isEmpty || isUnsure,
        "The text is empty, or the recognizer reports low confidence.",
        "It is “\(heard.text)”.")
    },
    Check(
      "recognizer-any-cut", level: 4,
      "How sound is cut into blocks must not change the result.",
      "The recognizer gets the same sound in blocks of 4,000, 160 and 37 frames, and as a whole. The text is the same each time."
    ) { bench in
      try bench.skip(bench.voice.determinism == CUE_DETERMINISM_NONE, "it is not deterministic")
      let sound = keys(rateHertz: 16_000)
      let session = try bench.startPlugin()
      let even = try session.listen(sound)
      for blockFrames in [160, 37, sound.count] {
        try forget(session)
        let other = try session.listen(sound, blockFrames: blockFrames)
        bench.done = "The same sound was heard in blocks of \(blockFrames) frames."
        try bench.require(
          even.text == other.text, "“\(even.text)” is heard, as in blocks of 4,000.",
          "“\(other.text)” was.")
      }
    },
    Check(
      "recognizer-repeats", level: 4,
      "Earlier streams must not change later results.",
      "One instance hears the same sound three times, the third time after a reset. The text is the same each time. A recognizer that is deterministic from a fresh state is reset each time; one that is not deterministic is skipped."
    ) { bench in
      try bench.skip(bench.voice.determinism == CUE_DETERMINISM_NONE, "it is not deterministic")
      let sound = keys(rateHertz: 16_000)
      let session = try bench.startPlugin()
      let first = try session.listen(sound).text
      try forget(session)
      let second = try session.listen(sound).text
      try session.ask(CUE_MSG_RESET)
      let third = try session.listen(sound).text
      bench.done = "The same sound was heard three times."
      try bench.require(
        first == second && first == third, "“\(first)” is heard each time.",
        "“\(second)” and “\(third)” were.")
    },
    Check(
      "recognizer-odd-samples", level: 4,
      "Sound comes from devices, and devices can be broken.",
      "The recognizer gets float sound with NaN, infinities, huge and subnormal numbers. It ends with a result, or with a status of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      for odd in [Float.nan, .infinity, -.infinity, 3e38, .leastNonzeroMagnitude, 32_768] {
        var sound = Signals.noise(frames: 8000, level: 0.01, seed: 3)
        for index in stride(from: 100, to: 8000, by: 777) { sound[index] = odd }
        bench.done = "Float sound with \(odd) in it was heard."
        let heard = try session.listen(sound, HearingRequest(sample: CUE_SAMPLE_F32))
        try bench.requireKnown(
          heard.status, "It ends with a result, or a status of the interface.", how: "ended with")
      }
    },
    Check(
      "recognizer-odd-phrases", level: 4,
      "Expected phrases come from scripts, which may contain anything.",
      "Streams are opened for odd phrases: empty, 5,000 bytes long, not UTF-8, of signs and emoji, and for two hundred phrases. Each is opened, or refused with a status of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      let odd: [(String, [[UInt8]])] = [
        ("empty", [[]]), ("5,000 bytes long", [Array(String(repeating: "la ", count: 1667).utf8)]),
        ("not UTF-8", [[0x67, 0xff, 0xc0]]), ("of signs", [Array("?! — … 😀 <b>".utf8)]),
        ("two hundred", (0..<200).map { Array("number \($0) of them".utf8) }),
      ]
      for (what, phrases) in odd {
        var request = HearingRequest()
        request.phrases = phrases.map { (CUE_PHRASE_EXPECTED, $0) }
        bench.done = "A stream was opened for phrases that are \(what)."
        let heard = try session.listen(Signals.noise(frames: 1600, level: 0.01, seed: 4), request)
        try bench.requireKnown(
          heard.status, "It is opened, or refused with a status of the interface.",
          how: "ended with")
      }
    },
    Check(
      "recognizer-partials", level: 5,
      "Cue ends lines by partial results, so what they call stable must not change.",
      "The recognizer gets sound, and partial results are requested. Their revisions rise. The number of stable bytes never falls, and every later result begins with them."
    ) { bench in
      var request = HearingRequest()
      request.partials = true
      let heard = try bench.startPlugin().listen(keys(rateHertz: 16_000), request, blockFrames: 800)
      bench.done = "Sound was heard with partial results."
      var revision = -1
      var stable: [UInt8] = []
      for result in heard.results {
        try bench.require(
          result.revision > revision, "Revisions rise.",
          "\(result.revision) came after \(revision).")
        let text = Array(result.text.utf8)
        try bench.require(
          text.starts(with: stable),
          "“\(String(decoding: stable, as: UTF8.self))” was called stable, and does not change.",
          "“\(result.text)” came.")
        try bench.require(
          result.stableBytes >= stable.count && result.stableBytes <= text.count,
          "At least \(stable.count) bytes stay stable, and at most all of them are.",
          "\(result.stableBytes) of \(text.count) were.")
        revision = result.revision
        stable = Array(text.prefix(result.stableBytes))
      }
    },
    Check(
      "recognizer-partials-asked-for", level: 5,
      "A host that did not ask for partial results cannot handle them.",
      "The recognizer gets sound, and no partial results are requested. None comes."
    ) { bench in
      let heard = try bench.startPlugin().listen(keys(rateHertz: 16_000), blockFrames: 800)
      bench.done = "Sound was heard, and no partial results were requested."
      let partials = heard.results.count { !$0.isFinal }
      try bench.require(partials == 0, "None comes.", "\(partials) came.")
    },
    Check(
      "recognizer-words", level: 5,
      "Hosts look for a word at the time where it was heard.",
      "The recognizer gets sound. The words of the result are in order, lie within the sound, and have a confidence of at most 1."
    ) { bench in
      let sound = keys(rateHertz: 16_000)
      let heard = try bench.startPlugin().listen(sound)
      bench.done = "\(sound.count) frames of sound were heard."
      guard let final = heard.final else { throw Verdict.skipped("there is no result") }
      var end = 0
      for word in final.words {
        try bench.require(
          word.start >= end && word.end >= word.start && word.end <= sound.count,
          "Words follow each other and lie within the sound.",
          "“\(word.text)” lies at \(word.start) to \(word.end), and an earlier one ended at \(end)."
        )
        try bench.require(
          word.confidence <= 1, "Confidence is at most 1.",
          "That of “\(word.text)” is \(word.confidence).")
        end = word.end
      }
      try bench.require(
        final.confidence <= 1 && final.noSpeech <= 1, "Confidence is at most 1.",
        "It is \(final.confidence), and no_speech is \(final.noSpeech).")
    },
    Check(
      "recognizer-cancel", level: 5,
      "When a user stops listening, the recognizer has to stop soon.",
      "A minute of sound is given at once, and the stream is cancelled, three times. At least once, it ends within two seconds. This limit is long, so that a busy machine fails no plugin; recognizer-cancel-soon has a shorter one."
    ) { bench in try cancels(bench, within: 2000) },
    Check(
      "recognizer-cancel-soon", level: 9,
      "A user who continues to speak must not wait for earlier sound.",
      "A minute of sound is given at once, and the stream is cancelled, three times. At least once, it ends within 200 ms."
    ) { bench in try cancels(bench, within: 200) },
    Check(
      "recognizer-after-cancel", level: 5,
      "A cancelled stream must not affect the next one.",
      "The recognizer hears sound, then a stream with different sound is cancelled in the middle, then it hears the first sound again. The text is the same."
    ) { bench in
      try bench.skip(bench.voice.determinism == CUE_DETERMINISM_NONE, "it is not deterministic")
      let session = try bench.startPlugin()
      let sound = keys(rateHertz: 16_000)
      let first = try session.listen(sound).text
      var hearing = Hearing()
      let number = try session.send(CUE_MSG_LISTEN) { HearingRequest().write(&$0) }
      guard try session.untilTaken(number, &hearing) else {
        throw Verdict.skipped("it does not take 16-bit sound at 16,000 Hz")
      }
      try session.send(CUE_MSG_AUDIO, to: number) {
        $0.sound(CUE_TAG_SOUND, Signals.int16Bytes(Array(sound.prefix(8000))))
      }
      _ = try session.untilTaken(number, &hearing)
      try session.send(CUE_MSG_CANCEL, to: number)
      _ = try session.finish(number)
      try forget(session)
      let again = try session.listen(sound).text
      bench.done = "Sound was heard again, after a stream that was cancelled."
      try bench.require(first == again, "“\(first)” is heard, as before.", "“\(again)” was.")
    },
  ]

  /// Cancels a stream with much sound to hear.
  private static func cancels(_ bench: Bench, within limit: Int) throws {
    let milliseconds = limit * bench.patience
    let session = try bench.startPlugin()
    let minute = Signals.int16Bytes(Signals.noise(frames: 16_000, level: 0.01, seed: 5))
    for attempt in 1...3 {
      var hearing = Hearing()
      let number = try session.send(CUE_MSG_LISTEN) { HearingRequest().write(&$0) }
      guard try session.untilTaken(number, &hearing) else {
        throw Verdict.skipped("it does not take 16-bit sound at 16,000 Hz")
      }
      try session.send(CUE_MSG_AUDIO, to: number) {
        $0.sound(CUE_TAG_SOUND, [[UInt8]](repeating: minute, count: 60).joined().map { $0 })
      }
      bench.done = "A minute of sound was given at once, and the stream cancelled."
      // By then it has begun, or is done.
      _ = try session.poll(number, within: 20)
      try session.send(CUE_MSG_CANCEL, to: number)
      if try session.end(of: number, within: milliseconds) != nil { return }
      try bench.require(attempt < 3, "It ends within \(milliseconds) ms.", "It did not.")
      _ = try session.finish(number)
    }
  }
}
