import Corpus
import CueAudio
import CueListening
import CueModel

/// How well the end of speech is found in sound whose true end is known.
struct Endpoints {
  let scratch: Scratch
  let utterances: Int

  init(utterances: Int) throws {
    scratch = try Scratch()
    self.utterances = utterances
  }

  func measure(into table: inout Table) throws {
    var spoken: [(rateHertz: Int, samples: [[Float]])] = []
    for voice in ["slt", "rms", "kal"] {
      var rateHertz = 0
      let samples = try Texts.lines(utterances).map { line in
        let sound = try speech(line, voice)
        rateHertz = sound.format.rateHertz
        return sound.floats
      }
      spoken.append((rateHertz, samples))
    }
    for room in EndpointCase.Room.allCases {
      var early = 0
      var late = 0
      var least = Double.infinity
      var most = -Double.infinity
      var seed: UInt64 = 1
      for voice in spoken {
        for (index, samples) in voice.samples.enumerated() {
          let pauses = [0.3, 0.5, 0.7, 1.0, 1.25, 1.5]
          seed += 1
          let one = EndpointCase(
            samples, voice.samples[(index + 1) % voice.samples.count], rateHertz: voice.rateHertz,
            room: room, pauseSeconds: pauses[index % pauses.count], seed: seed)
          let off = offset(one) * 1000
          if off < 0 { early += 1 }
          if !(off <= 50) { late += 1 }
          (least, most) = (min(least, off), max(most, off))
        }
      }
      func add(_ name: String, _ value: Double, _ unit: Measure.Unit, _ limit: Measure.Limit) {
        table.add(
          Measure(
            name: "endpointer, \(room.rawValue): \(name)", ours: value, unit: unit, limit: limit))
      }
      add("ended before", Double(early), .count, .most(0))
      add("more than 50 ms late", Double(late), .count, .most(0))
      add("earliest", least, .milliseconds, .none)
      add("latest", most, .milliseconds, .none)
    }
  }

  /// Seconds from the limit after the true end to where listening ended; infinite where it did not.
  private func offset(_ one: EndpointCase) -> Double {
    var settings = ListenSettings()
    settings.limits.end = one.limitSeconds
    var watch = TurnWatch(TurnEvidence(rateHertz: one.rateHertz, settings))
    watch.hear(one.samples)
    guard let end = watch.end, end.reason == .endOfSpeech else { return .infinity }
    return Double(end.frame - one.trueEndFrame) / Double(one.rateHertz) - one.limitSeconds
  }

  private func speech(_ line: String, _ voice: String) throws -> AudioBuffer {
    _ = try Program("/usr/bin/flite", "-voice", voice, "-t", line, "-o", scratch.ours).run()
    do {
      let reader = try SoundFileReader(path: scratch.ours)
      return try reader.read(atMost: 60 * reader.rateHertz)
        ?? AudioBuffer(float32: [], rateHertz: reader.rateHertz)
    } catch {
      throw BenchFailure(sentence: "flite made no sound of “\(line)”: \(error).")
    }
  }
}
