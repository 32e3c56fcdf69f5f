import CueABI
import CuePlugins

/// Checks of a recognizer: sound that is not speech, calls out of order, advice.
enum RecognizerOddChecks {
  static let all: [Check] = [
    Check(
      "recognizer-noises", level: 4,
      "Fans, keyboards and music contain no words.",
      "The recognizer gets three and a half seconds of white noise, of keyboard clicks, and of a soft melody. The text is empty, or the recognizer itself reports doubt (confidence below 0.5, or no_speech of at least 0.5). Anything else is a warning."
    ) { bench in
      let session = try bench.startPlugin()
      for (what, sound) in noises {
        let heard = try session.listen(sound)
        bench.done = "\(what) was heard."
        let isUnsure =
          (heard.final?.noSpeech ?? 0) >= 0.5 || (0..<0.5).contains(heard.final?.confidence ?? -1)
        try bench.warn(
          unless: heard.text.isEmpty || isUnsure,
          "The text is empty, or the recognizer reports low confidence.",
          "It is “\(heard.text)”.")
      }
    },
    Check(
      "recognizer-short", level: 4,
      "A user may stop listening just after the start.",
      "The recognizer gets streams of one frame, of 10 ms and of 30 ms. Each ends with a final result."
    ) { bench in
      let session = try bench.startPlugin()
      for frames in [1, 160, 480] {
        let heard = try session.listen(Signals.noise(frames: frames, level: 0.01, seed: 6))
        bench.done = "A stream of \(frames) frames was heard."
        try bench.require(
          heard.status == CUE_OK && heard.final != nil, "It ends with a final result.",
          "It ended with \(Status.name(heard.status)).")
      }
    },
    Check(
      "recognizer-stereo", level: 4,
      "The same sound in two channels has to give the same words.",
      "The recognizer gets the same sound in one channel and in two. The text is the same. Recognizers that take only one channel are skipped."
    ) { bench in
      try bench.skip(bench.voice.determinism == CUE_DETERMINISM_NONE, "it is not deterministic")
      let session = try bench.startPlugin()
      let sound = RecognizerChecks.keys(rateHertz: 16_000)
      let one = try session.listen(sound).text
      try RecognizerChecks.forget(session)
      let two = try session.listen(sound.flatMap { [$0, $0] }, HearingRequest(channels: 2))
      try bench.skip(two.status == CUE_E_FORMAT, "it takes one channel")
      bench.done = "The same sound was heard in one channel and in two."
      try bench.require(one == two.text, "“\(one)” is heard both times.", "“\(two.text)” was.")
    },
    Check(
      "recognizer-order", level: 4, needsWorker: true,
      "A host with a mistake pushes sound into a closed stream.",
      "push and finish are called without a stream and after finish, and open while a stream is open. Each is refused with a status of the interface. close is called twice. Then a stream is recognized as usual."
    ) { bench in
      let session = try bench.startPlugin()
      let orders = [
        (CUE_ORDER_PUSH_CLOSED, "push was called without a stream"),
        (CUE_ORDER_FINISH_CLOSED, "finish was called without a stream"),
        (CUE_ORDER_OPEN_TWICE, "open was called while a stream was open"),
        (CUE_ORDER_PUSH_FINISHED, "push was called after finish"),
        (CUE_ORDER_FINISH_TWICE, "finish was called twice"),
        (CUE_ORDER_CLOSE_TWICE, "close was called twice"),
      ]
      for (order, what) in orders {
        bench.done = "\(what)."
        let tried = try session.attempt(CUE_TRY_ORDER) { $0.u32(CUE_TAG_OFFSET, order) }
        guard order != CUE_ORDER_CLOSE_TWICE, tried.status != CUE_E_UNSUPPORTED else { continue }
        try bench.require(
          tried.status < 0 && Status.isKnown(tried.status),
          "It is refused with a status of the interface.",
          "It answered \(Status.name(tried.status)).")
      }
      bench.done = "A stream was heard after calls in the wrong order."
      let heard = try session.listen(Signals.noise(frames: 8000, level: 0.01, seed: 7))
      try bench.requireOK(heard.status, "It ends with CUE_OK.", how: "ended with")
    },
    Check(
      "recognizer-endpoint", level: 5,
      "An endpoint can end a line, so it must not come too early.",
      "The recognizer gets sound with pauses of 200 ms, and then three seconds of silence. Each endpoint that it reports is after the end of the sound, not beyond what was given so far, and not before an earlier endpoint. Recognizers that report no endpoints are skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let sound = RecognizerChecks.keys(rateHertz: 16_000)
      let all = sound + Signals.silence(frames: 48_000)
      let heard = try session.listen(all, blockFrames: 800)
      try bench.skip(heard.endpoints.isEmpty, "it reports no endpoints")
      // The last pause is part of the sound.
      let speechEnd = sound.count - 16_000 / 5
      bench.done =
        "\(speechEnd) frames of sound were heard, with pauses of 200 ms, and then silence."
      var last = 0
      for endpoint in heard.endpoints {
        try bench.require(
          endpoint.frame >= speechEnd - 1600, "No endpoint lies within the sound or its pauses.",
          "One is at frame \(endpoint.frame).")
        try bench.require(
          endpoint.frame <= endpoint.taken + 800, "No endpoint is beyond what was given so far.",
          "One is at frame \(endpoint.frame), and \(endpoint.taken + 800) frames had been given.")
        try bench.require(
          endpoint.frame >= last, "Endpoints come in order.",
          "One is at \(endpoint.frame), and an earlier one was at \(last).")
        last = endpoint.frame
      }
    },
  ]

  /// Sound without speech, each 56,000 frames at 16,000 Hz.
  private static let noises: [(String, [Float])] = {
    let frames = 56_000
    var clicks = Signals.silence(frames: frames)
    for (number, start) in stride(from: 1000, to: frames - 400, by: 2900).enumerated() {
      let click = Signals.noise(frames: 300, level: 0.3, seed: UInt64(number))
      for (index, sample) in click.enumerated() {
        clicks[start + index] = sample * Float(300 - index) / 300
      }
    }
    let melody = [262.0, 330, 392, 523, 392, 330, 262].flatMap {
      Signals.tone(frames: frames / 7, hertz: $0, rateHertz: 16_000, level: 0.08)
    }
    return [
      ("White noise", Signals.noise(frames: frames, level: 0.05, seed: 8)),
      ("The clicks of a keyboard", clicks), ("A soft melody", melody),
    ]
  }()
}
