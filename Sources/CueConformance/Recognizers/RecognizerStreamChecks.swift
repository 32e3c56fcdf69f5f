import CueABI
import CuePlugins

/// Checks of a recognizer: stream after stream, in every form of sound.
enum RecognizerStreamChecks {
  static let all: [Check] = [
    Check(
      "recognizer-as-before", level: 5,
      "After an error, a cancel or a pause, the next line must be heard as always.",
      "Sound is heard in a fresh process. Then, in one process, each of these comes before it: a format that is refused, a stream without sound, a cancelled one, one that is cancelled before its sound, silence, noise, a pause, another language and phrases, a reset. Each time, the same is heard: the text, the words and their times, and one final result. A recognizer that is deterministic from a fresh state is reset each time."
    ) { bench in
      let sound = try heardSound(bench)
      let usual = try bench.startPlugin().listen(sound)
      let session = try bench.startPlugin()
      for event in befores {
        try event.make(session)
        try RecognizerChecks.forget(session)
        let heard = try session.listen(sound)
        bench.done = "Sound was heard after this: \(event.done)."
        try requireSame(heard, as: usual, bench)
      }
    },
    Check(
      "recognizer-first-stream", level: 5,
      "An engine that loads with its first stream must not forget what was asked of it meanwhile.",
      "The first stream of a fresh process is cancelled, has no sound, or is of a format that is refused. The next one is heard as in any other process, and the first as the tenth."
    ) { bench in
      let sound = try heardSound(bench)
      let other = try bench.startPlugin()
      _ = try other.listen(Signals.silence(frames: 3000))
      try RecognizerChecks.forget(other)
      let usual = try other.listen(sound)
      for event in befores.prefix(4) {
        let session = try bench.startPlugin()
        try event.make(session)
        try RecognizerChecks.forget(session)
        let heard = try session.listen(sound)
        bench.done = "Sound was heard after the first stream of a process: \(event.done)."
        try requireSame(heard, as: usual, bench)
      }
    },
    Check(
      "recognizer-fiftieth", level: 5,
      "An evening has hundreds of streams.",
      "Fifty short streams are heard in one process, each with the same sound. The text of each is the same; each has one final result, and nothing comes after it. The last leaves no descriptor, thread or process that the tenth did not leave."
    ) { bench in
      let session = try bench.startPlugin()
      let sound = Array(RecognizerChecks.keys(rateHertz: 16_000).prefix(16_000))
      let usual = try session.listen(sound)
      var tenth: Holdings?
      for number in 2...50 {
        try RecognizerChecks.forget(session)
        let heard = try session.listen(sound)
        bench.done = "The stream number \(number) was heard."
        try requireSame(heard, as: usual, bench)
        if number == 10 { tenth = try session.holdings() }
      }
      bench.done = "Fifty streams were heard."
      guard let tenth else { return }
      let excess = try session.holdings().excess(over: tenth, uses: 40)
      try bench.require(excess == nil, "They leave nothing behind.", "There were \(excess ?? "").")
    },
    Check(
      "recognizer-empty-sound", level: 4,
      "A microphone may give no sound for a moment.",
      "Sound is heard with empty pieces before, between and after its pieces, with one whose number of frames is less than it holds, and with one whose number is more. The text is the same as without, and each piece is taken with the right number of frames so far."
    ) { bench in
      let session = try bench.startPlugin()
      let sound = RecognizerChecks.keys(rateHertz: 16_000)
      let usual = try session.listen(sound)
      try RecognizerChecks.forget(session)
      var hearing = Hearing()
      let number = try session.send(CUE_MSG_LISTEN) { HearingRequest().write(&$0) }
      guard try session.untilTaken(number, &hearing) else {
        throw Verdict.skipped("it does not take 16-bit sound at 16,000 Hz")
      }
      var given = 0
      func push(_ samples: ArraySlice<Float>, frames: Int?, counting: Int) throws {
        try session.send(CUE_MSG_AUDIO, to: number) {
          if !samples.isEmpty { $0.sound(CUE_TAG_SOUND, Signals.int16Bytes(Array(samples))) }
          if let frames { $0.u32(CUE_TAG_FRAMES, UInt32(frames)) }
        }
        given += counting
        bench.done =
          "A piece of \(samples.count) frames was given\(frames.map { ", with the number \($0)" } ?? "")."
        guard try session.untilTaken(number, &hearing) else {
          return try bench.require(
            false, "It is taken.", "The stream ended with \(Status.name(hearing.status)).")
        }
        try bench.require(
          hearing.takenFrames.last == given, "\(given) frames are taken so far.",
          "\(hearing.takenFrames.last ?? 0) are, it says.")
      }
      try push([], frames: nil, counting: 0)
      for at in stride(from: 0, to: sound.count, by: 1000) {
        let piece = sound[at..<min(at + 1000, sound.count)]
        try push([], frames: 0, counting: 0)
        // What is beyond the number does not belong to the sound.
        try push(piece + piece.prefix(50), frames: piece.count, counting: piece.count)
      }
      try push([], frames: 0, counting: 0)
      try session.send(CUE_MSG_FINISH, to: number)
      while try session.untilTaken(number, &hearing) { continue }
      bench.done = "Sound was heard with empty pieces between its pieces."
      try requireSame(hearing, as: usual, bench)
      guard bench.setup.file.isProgram else { return }
      try RecognizerChecks.forget(session)
      let again = try session.listen(sound)
      bench.done = "Sound was heard after a stream with empty pieces."
      try requireSame(again, as: usual, bench)
    },
    Check(
      "recognizer-every-format", level: 4,
      "The same sound in another format has the same words.",
      "The same sound is heard at 8,000, 22,050, 44,100 and 48,000 Hz, as float, in two channels of which one is silent or both are the same, and louder than full scale. What is heard is the text at 16,000 Hz in 16 bits, or the format is refused. Words are at the same times, in frames of the stream's own rate, within a quarter of a second, and lie within its sound. With --voice, the sound is a line, of which half of the words may differ, and at 8,000 Hz all."
    ) { bench in
      let session = try bench.startPlugin()
      let usual = try session.listen(try heardSound(bench))
      try bench.skip(usual.status != CUE_OK, "it does not take 16-bit sound at 16,000 Hz")
      try bench.skip(usual.text.isEmpty, "it hears nothing in this sound")
      for rate in [8000, 16_000, 22_050, 44_100, 48_000] {
        let mono = try heardSound(bench, rateHertz: rate)
        for (what, sample, sound, channels) in [
          ("in 16 bits", CUE_SAMPLE_S16, mono, 1), ("as float", CUE_SAMPLE_F32, mono, 1),
          ("in two channels", CUE_SAMPLE_S16, mono.flatMap { [$0, $0] }, 2),
          ("as float in two channels", CUE_SAMPLE_F32, mono.flatMap { [$0, $0] }, 2),
        ] {
          try RecognizerChecks.forget(session)
          let heard = try session.listen(
            sound, HearingRequest(sample: sample, rateHertz: rate, channels: channels),
            blockFrames: rate / 4)
          bench.done = "Sound of \(rate) Hz \(what) was heard."
          if [CUE_E_FORMAT, CUE_E_RATE].contains(heard.status) { continue }
          try requireAlike(heard, usual, rate, mono.count, bench)
        }
      }
    },
    Check(
      "recognizer-one-final", level: 5,
      "A second result would end the next line.",
      "Streams are heard with and without partial results, with phrases, without sound, and in pieces of one frame. Each gives one final result, as the last message before its end, with a higher revision than all partials. A cancelled stream gives none after the cancel was answered."
    ) { bench in
      let session = try bench.startPlugin()
      let sound = RecognizerChecks.keys(rateHertz: 16_000)
      var partials = HearingRequest()
      partials.partials = true
      var phrases = partials
      phrases.phrases = [(CUE_PHRASE_EXPECTED, Array("one two".utf8))]
      for (what, samples, request, block) in [
        ("without partials", sound, HearingRequest(), 4000),
        ("with partials", sound, partials, 800),
        ("with phrases", sound, phrases, 1600), ("without sound", [], partials, 800),
        ("in pieces of one frame", Array(sound.prefix(300)), partials, 1),
        ("with partials, again", sound, partials, 800),
      ] {
        let heard = try session.listen(samples, request, blockFrames: block)
        bench.done = "A stream was heard \(what)."
        try bench.skip(
          [CUE_E_FORMAT, CUE_E_RATE].contains(heard.status),
          "it does not take 16-bit sound at 16,000 Hz")
        let finals = heard.results.count { $0.isFinal }
        try bench.require(
          finals == 1 && heard.results.last?.isFinal == true, "One final result comes, last.",
          "\(finals) came.")
        try RecognizerChecks.forget(session)
        // The end of a stream is its last message.
        try bench.require(
          try session.poll(0, within: 10) == nil, "Nothing comes after the end.", "Something did.")
      }
      try session.listenAndCancel()
      let heard = try session.listen(sound)
      bench.done = "A stream was heard after one that was cancelled."
      let finals = heard.results.count { $0.isFinal }
      try bench.require(finals == 1, "One final result comes.", "\(finals) came.")
    },
  ]

  private static let befores: [Call] = [
    Call("a stream that was cancelled") { try $0.listenAndCancel() },
    Call("a stream without sound") { _ = try $0.listen([]) },
    Call("a format that was refused") {
      _ = try $0.listen([], HearingRequest(rateHertz: 7))
    },
    Call("a stream that was cancelled before its sound") { session in
      var hearing = Hearing()
      let number = try session.send(CUE_MSG_LISTEN) { HearingRequest().write(&$0) }
      guard try session.untilTaken(number, &hearing) else { return }
      try session.send(CUE_MSG_CANCEL, to: number)
      let end = try session.finish(number)
      try session.bench.require(
        end.status == CUE_CANCELLED && !end.messages.contains { $0.type == CUE_MSG_FINAL },
        "A cancelled stream ends as cancelled, without a result.",
        "It ended with \(Status.name(end.status)).")
    },
    Call("silence") { _ = try $0.listen(Signals.silence(frames: 16_000)) },
    Call("noise") { _ = try $0.listen(Signals.noise(frames: 16_000, level: 0.3, seed: 61)) },
    Call("a stream with a pause") { session in
      var hearing = Hearing()
      let number = try session.send(CUE_MSG_LISTEN) { HearingRequest().write(&$0) }
      guard try session.untilTaken(number, &hearing) else { return }
      _ = try session.poll(number, within: 150)
      try session.send(CUE_MSG_FINISH, to: number)
      while try session.untilTaken(number, &hearing) { continue }
    },
    Call("a stream with phrases and partial results") { session in
      var request = HearingRequest()
      request.partials = true
      request.phrases = [(CUE_PHRASE_EXPECTED, Array("good evening".utf8))]
      _ = try session.listen(RecognizerChecks.keys(rateHertz: 16_000), request)
    },
    Call("a reset") { try $0.ask(CUE_MSG_RESET) },
  ]

  /// A line of a voice if the user has named one, else the keys of a telephone.
  private static func heardSound(_ bench: Bench, rateHertz: Int = 16_000) throws -> [Float] {
    // Whether a short pause ends a word may depend on how it is cut into windows, and so on the rate.
    guard bench.speaker != nil else {
      return RecognizerChecks.keys(rateHertz: rateHertz, pauseMilliseconds: 500)
    }
    return try bench.spoken(RecognizerSpeechChecks.lines[1], rateHertz: rateHertz).samples
  }

  private static func requireSame(_ heard: Hearing, as usual: Hearing, _ bench: Bench) throws {
    try bench.require(
      heard.status == usual.status, "It ends with \(Status.name(usual.status)), as usual.",
      "It ended with \(Status.name(heard.status)).")
    let finals = heard.results.count { $0.isFinal }
    try bench.require(
      finals == usual.results.count { $0.isFinal }, "There is one final result.",
      "There were \(finals).")
    guard bench.voice.determinism != CUE_DETERMINISM_NONE else { return }
    try bench.require(
      heard.text == usual.text, "“\(usual.text)” is heard, as usual.", "“\(heard.text)” was.")
    func words(_ hearing: Hearing) -> [String] {
      hearing.final?.words.map { "\($0.text) \($0.start) \($0.end)" } ?? []
    }
    try bench.require(
      words(heard) == words(usual), "The words and their times are as usual.",
      "They are \(words(heard).joined(separator: ", ")).")
  }

  private static func requireAlike(
    _ heard: Hearing, _ usual: Hearing, _ rate: Int, _ frames: Int, _ bench: Bench
  ) throws {
    try bench.requireOK(heard.status, "It ends with CUE_OK.", how: "ended with")
    for word in heard.final?.words ?? [] {
      try bench.require(
        word.end <= frames, "Words lie within the \(frames) frames of the sound.",
        "“\(word.text)” ends at \(word.end).")
    }
    guard bench.voice.determinism != CUE_DETERMINISM_NONE else { return }
    if bench.speaker == nil {
      try bench.require(
        heard.text == usual.text, "“\(usual.text)” is heard, as at 16,000 Hz.",
        "“\(heard.text)” was.")
    } else {
      let words = WordErrors.words(usual.text)
      let wrong = WordErrors.count(from: words, to: WordErrors.words(heard.text))
      // At 8,000 Hz, the sound lacks the upper half of what recognizers use.
      try bench.require(
        rate < 16_000 ? !heard.text.isEmpty : wrong * 2 <= max(2, words.count),
        "“\(usual.text)” is heard, as at 16,000 Hz.",
        "“\(heard.text)” was.")
    }
    for word in heard.final?.words ?? [] {
      guard
        let same = usual.final?.words.first(where: { other in
          other.text == word.text
            && heard.final?.words.count(where: { $0.text == word.text }) == 1
        })
      else { continue }
      let seconds = Double(word.start) / Double(rate) - Double(same.start) / 16_000
      try bench.require(
        abs(seconds) <= 0.25, "“\(word.text)” is at the same time as at 16,000 Hz.",
        "It is \(seconds) seconds later.")
    }
  }
}
