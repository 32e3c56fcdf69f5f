import CueListening
import CueModel
import CueText

// Speakers who pause and are listened to once: in practice, and by `listen --expect`.
extension Beats {
  /// Takes the figures of speakers who pause.
  func measureAlone(into table: inout Table) throws {
    let tries = sample(1)
    let without = try heardAlone(tries) { _ in 0 }
    for seconds in [1.0, 2, 3, 6] {
      let with = try heardAlone(tries) { _ in seconds }
      func percent(_ results: [Result]) -> Double { Beats.percent(results) }
      table.add(
        Measure(
          name:
            "practice and listen, \(tries.count) lines, a pause of \(Int(seconds)) s: words right, %; without",
          ours: percent(with), direct: percent(without), unit: .percent, limit: .none))
      table.add(
        Measure(
          name: "practice and listen, \(Int(seconds)) s: cut off with more than 3 words unsaid",
          ours: Double(with.count { $0.unsaid > 3 }), unit: .count, limit: .most(0)))
    }
  }

  private func heardAlone(
    _ tries: [Try], _ pause: @escaping @Sendable (Try) -> Double
  ) throws -> [Result] {
    try inLanes(tries) { attempt, number, cast in
      let text = speeches[attempt.speech]
      let speech = try cast.voices.say(text, attempt.voice)
      let place = attempt.pauses[0].byte
      var performance = Performance(rateHertz: speech.rateHertz)
      performance.rest(0.3)
      performance.say(speech, 0..<place)
      performance.rest(pause(attempt))
      performance.say(speech, place..<Int.max)
      let listener = TurnListener(
        PreparedMicrophone(
          performance.heard(in: attempt.place), rateHertz: performance.rateHertz))
      let cancellation = Cancellation()
      try listener.open(cancellation: cancellation)
      var settings = ListenSettings()
      settings.midLineSilenceSeconds = TurnRules.midLineSilenceSeconds
      cast.ear.who = "\(attempt.voice), line \(attempt.speech)"
      _ = try listener.begin(
        cast.ear, expecting: .line(SceneLine(text)), language: "en", settings,
        cancellation: cancellation)
      try listener.listenToEnd(
        reading: 0.1, cancellation: cancellation, again: {}, tell: { _, _ in })
      var result = Result()
      guard let heard = try listener.finish(cancellation: cancellation)?.result else {
        return result
      }
      result.unsaid = performance.unsaid(at: heard.end.frame)
      let match = ExpectedLine(text, language: "en").match(heard.lineWords)
      let outcomes = zip(match.words, match.outcomes).filter { !$0.0.isOptional }.map(\.1)
      result.words = outcomes.count
      result.said = outcomes.count { if case .said = $0 { true } else { false } }
      turns.trace("\(cast.ear.who): \(heard.end), \(result.said) of \(result.words)")
      return result
    }
  }
}
