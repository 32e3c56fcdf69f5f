import CueModel

/// How long a text takes.
public enum ClipPace {
  /// This many clips of a voice show its pace.
  static let enough = 8

  /// How much there is to say: characters, a digit counted as the word it is said as.
  public static func length(_ request: ClipRequest) -> Int {
    request.requests.reduce(0) { $0 + length($1.text) }
  }

  private static func length(_ text: String) -> Int {
    text.utf8.reduce(0) { sum, byte in
      switch byte {
      case 0x30...0x39: sum + 6
      case 0x80..<0xc0: sum
      default: sum + 1
      }
    }
  }

  /// A speed that can be reckoned with.
  private static func speed(_ asked: Double?) -> Double { min(max(asked ?? 1, 0.1), 10) }

  static func silence(_ request: ClipRequest) -> Double {
    request.parts.reduce(0) { sum, part in
      if case .silence(let milliseconds) = part { sum + Double(milliseconds) / 1000 } else { sum }
    }
  }

  /// How long `request` takes at a pace that is usual.
  public static func estimatedSeconds(_ request: ClipRequest) -> Double {
    silence(request)
      + SpeechPace.seconds(toSay: length(request), atSpeed: speed(request.requests.first?.speed))
  }

  /// The clips that are much shorter or longer than their voice takes for such texts.
  ///
  /// A voice's pace is the median over its own clips, so that a slow voice is not blamed. A clip is missed where it takes less
  /// than a third of what its text would, or more than three times and two seconds.
  static func misses(
    _ plan: GenerationPlan, _ ends: [GenerationOutcome.End]
  ) -> [(job: Int, miss: ClipMiss)] {
    struct Manner: Hashable {
      var source: Int
      var voice: String
      var speed: Double
    }
    struct Measured {
      var job: Int
      var length: Int
      /// Digits counted as one each, as they may be said fast.
      var leastLength: Int
      var seconds: Double
    }
    var measured: [Manner: [Measured]] = [:]
    for (index, job) in plan.jobs.enumerated() {
      guard case .there(let entry, let choice, _) = ends[index] else { continue }
      let chosen = plan.roles[job.role].choices[choice]
      let manner = Manner(
        source: chosen.source, voice: chosen.delivery.voice,
        speed: job.request.requests.first?.speed ?? 1)
      measured[manner, default: []].append(
        Measured(
          job: index, length: length(job.request),
          leastLength: job.request.requests.reduce(0) { $0 + $1.text.unicodeScalars.count },
          seconds: entry.seconds - silence(job.request)))
    }
    var misses: [(job: Int, miss: ClipMiss)] = []
    for (manner, clips) in measured {
      let paces = clips.filter { $0.length >= 20 && $0.seconds > 0 }
        .map { Double($0.length) / $0.seconds }.sorted()
      let pace =
        paces.count >= enough
        ? paces[paces.count / 2] : SpeechPace.charactersPerSecond * speed(manner.speed)
      for clip in clips {
        let expected = Double(clip.length) / pace
        let isShort =
          clip.leastLength >= 12 && clip.seconds < Double(clip.leastLength) / pace / 3
        guard isShort || clip.seconds > 3 * expected + 2 else { continue }
        misses.append((clip.job, .length(seconds: clip.seconds, expected: expected)))
      }
    }
    return misses.sorted { $0.job < $1.job }
  }
}
