import CueListening
import CueRehearsal

// Recordings of people, with a pause where they were silent anyhow.
extension Beats {
  /// A recording in two parts, before and after its longest silence within.
  private struct Halves {
    var text: String
    var rateHertz: Int
    var first: Speech
    var second: Speech
  }

  /// Takes the figures of people.
  func measurePeople(into table: inout Table) throws {
    let halves = try HumanRecording.installed().compactMap(Beats.halves)
    guard !halves.isEmpty else {
      table.note("beats, people: no recordings here; see 'make recordings'")
      return
    }
    let own = Beats(turns: turns, speeches: halves.map(\.text), count: halves.count)
    func results(pause: Double) throws -> [Result] {
      let tries = halves.indices.map { Try(speech: $0, voice: "person", place: .allCases[0]) }
      return try own.inLanes(tries) { attempt, number, cast in
        let half = halves[number]
        var performance = Performance(rateHertz: half.rateHertz)
        performance.rest(0.3)
        performance.say(half.first)
        performance.rest(pause)
        performance.say(half.second)
        var settings = ActorListening()
        settings.rules.language = "en"
        return try own.rehearse(
          attempt, performance,
          PreparedMicrophone(performance.heard(in: attempt.place), rateHertz: half.rateHertz), cast,
          RehearsedPart(
            from: number + 1, part: CueRehearsal.Part(voice: cast.partner), settings: settings))
      }
    }
    let without = try results(pause: 0)
    for seconds in [1.0, 2, 3, 6] {
      let with = try results(pause: seconds)
      table.add(
        Measure(
          name:
            "beats, \(halves.count) recordings of people, \(Int(seconds)) s: words right, %; without a pause",
          ours: Beats.percent(with), direct: Beats.percent(without), unit: .percent, limit: .none))
      table.add(
        Measure(
          name:
            "beats, people, \(Int(seconds)) s: the partner cut in with more than 3 words unsaid",
          ours: Double(with.count { $0.unsaid > 3 }), unit: .count, limit: .most(0)))
    }
  }

  /// `recording` before and after its longest silence within; nil if that is shorter than 80 ms.
  ///
  /// Where words begin is not known: they are spread evenly.
  private static func halves(_ recording: HumanRecording) -> Halves? {
    let utterance = recording.utterance
    let samples = utterance.samples.prefix(utterance.speechEnd).map { Float($0) / 32768 }
    let rate = utterance.rateHertz
    let loud = samples.map(\.magnitude).sorted()[samples.count * 95 / 100]
    let hop = rate / 100
    let isSilent = stride(from: 0, to: samples.count - hop, by: hop).map { start in
      samples[start..<start + hop].allSatisfy { $0.magnitude < loud / 10 }
    }
    var best = 0..<0
    var start = 0
    for (place, silent) in isSilent.enumerated() where !silent {
      // Neither the silence before the first word, nor the one after the last.
      if place - start > best.count, start > 0 { best = start..<place }
      start = place + 1
    }
    guard best.count >= 8 else { return nil }
    let cut = (best.lowerBound + best.upperBound) / 2 * hop
    let starts = ExpectedWords.starts(in: recording.text)
    let length = Double(max(1, recording.text.utf8.count))
    let words = starts.map { (byte: $0, frame: Int(Double($0) / length * Double(samples.count))) }
    return Halves(
      text: recording.text, rateHertz: rate,
      first: Speech(
        samples: Array(samples[..<cut]), rateHertz: rate, words: words.filter { $0.frame < cut }),
      second: Speech(
        samples: Array(samples[cut...]), rateHertz: rate,
        words: words.filter { $0.frame >= cut }.map { ($0.byte, $0.frame - cut) }))
  }
}
