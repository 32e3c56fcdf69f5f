import CueModel

/// Learns how fast a voice speaks, to estimate how long the rest will take.
struct PracticePace: Equatable {
  /// The pace that is assumed before a voice is heard counts as this many bytes that were heard.
  private static let weight = 60.0

  private var bytes = weight
  private var seconds = weight / SpeechPace.charactersPerSecond

  /// A voice said this many bytes of text at `rate`.
  mutating func heard(bytes count: Int, at rate: PracticeRate, took: Duration) {
    bytes += Double(count)
    seconds += took / .seconds(1) * rate.speedFactor
  }

  /// How long this many bytes will take.
  func duration(bytes count: Int, at rate: PracticeRate) -> Duration {
    .seconds(Double(count) * seconds / bytes / rate.speedFactor)
  }
}

extension PracticeReducer {
  /// How far `state` is, and how long the rest takes at that pace; `clock` is the session's.
  func progress(_ state: PracticeState, _ pace: PracticePace, at clock: Duration)
    -> PracticeProgress
  {
    let settings = state.settings
    let segments = text.segments(settings.granularity)
    guard let last = segments.last, segments.indices.contains(state.index) else {
      return PracticeProgress(number: 0, count: 0, timeLeft: .zero)
    }
    var left: Duration?
    if state.status == .finished {
      left = .zero
    } else if loop(state) == nil {
      let segment = segments[state.index]
      let factor = 1 + (settings.pause == .off ? 0 : settings.pauseFactor)
      var sum = Duration.zero
      for (pass, rate) in settings.rates.enumerated() {
        // Passes of this segment that are over do not come again.
        let from =
          pass < state.pass ? segment.range.upperBound : segment.range.lowerBound
        sum += pace.duration(bytes: last.range.upperBound - from, at: rate)
      }
      left = sum * factor
    }
    if let limit = settings.limit {
      let rest = max(limit - clock, .zero)
      left = left.map { min($0, rest) } ?? rest
    }
    return PracticeProgress(number: state.index + 1, count: state.count, timeLeft: left)
  }
}
