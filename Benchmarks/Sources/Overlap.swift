import CueListening
import CueRehearsal
import Glibc

/// Actors who begin before their partner has ended.
///
/// The microphone hears the actor and, where it does, the partner's loudspeaker; its time is that of the partner's sound.
struct Overlap {
  /// How long before the partner's last sound the actor begins, in seconds; nil for after it.
  var early: Double?
  /// How much quieter the partner comes back, in decibels; nil for headphones.
  var echoDecibels: Double?
  /// Whether the actor may interrupt the partner.
  var bargesIn = false

  /// The way of the partner's sound through a device and the room, in seconds.
  static let echoDelay = 0.12
}

extension Beats {
  /// The result of an overlap.
  private struct Overlapped {
    var result: Result
    /// How long the partner spoke on after the actor had begun, in seconds.
    var spokeOn: Double
    /// Whether the partner was cut although the actor had not begun.
    var isSelfCut: Bool
  }

  /// Takes all figures of actors who begin early.
  func measureOverlap(into table: inout Table) throws {
    let tries = overlapTries()
    let after = try overlapped(tries, Overlap())
    for seconds in [0.2, 0.5, 1, 2] {
      let name = "overlap, \(seconds) s early"
      let kept = try overlapped(tries, Overlap(early: seconds))
      let whole = zip(kept, after).count { $0.result.said >= $1.result.said }
      table.add(
        percent("\(name): of \(tries.count) lines, no word lost, %", whole, tries.count, least: 95))
      let barging = try overlapped(tries, Overlap(early: seconds, bargesIn: true))
      let silent = barging.count { $0.spokeOn <= 0.25 }
      table.add(
        percent("\(name), --barge-in: silent within 250 ms, %", silent, tries.count, least: 95))
      let heard = zip(barging, after).count { $0.result.said >= $1.result.said }
      table.add(
        percent("\(name), --barge-in: no word lost, %", heard, tries.count, least: 95))
    }
    for decibels in [10.0, 20, 30, 40] {
      let name = "overlap, 1 s early, echo of −\(Int(decibels)) dB"
      let kept = try overlapped(tries, Overlap(early: 1, echoDecibels: decibels))
      let whole = zip(kept, after).count { $0.result.said >= $1.result.said }
      table.add(percent("\(name): no word lost, %", whole, tries.count))
      let barging = try overlapped(
        tries, Overlap(early: 1, echoDecibels: decibels, bargesIn: true))
      table.add(
        percent(
          "\(name), --barge-in: silent within 250 ms, %", barging.count { $0.spokeOn <= 0.25 },
          tries.count))
      let alone = try overlapped(
        tries, Overlap(echoDecibels: decibels, bargesIn: true))
      table.add(
        percent(
          "echo of −\(Int(decibels)) dB, --barge-in: the partner interrupts itself, %",
          alone.count { $0.isSelfCut }, tries.count))
    }
  }

  private func percent(_ name: String, _ count: Int, _ all: Int, least: Double? = nil) -> Measure {
    Measure(
      name: name, ours: 100 * Double(count) / Double(max(1, all)), unit: .percent,
      limit: least.map { .least($0) } ?? .none)
  }

  /// Lines after one of a partner who speaks for some seconds.
  private func overlapTries() -> [Try] {
    var random = RepeatableGenerator(seed: 11)
    let lines = speeches.indices.filter {
      $0 > 0 && speeches[$0 - 1].split(separator: " ").count >= 16
        && speeches[$0].split(separator: " ").count < 40
    }
    return (0..<count).map { number in
      Try(
        speech: lines[Int.random(in: lines.indices, using: &random)],
        voice: ActingVoices.all[number % ActingVoices.all.count],
        place: Performance.Place.allCases[0])
    }
  }

  private func overlapped(_ tries: [Try], _ overlap: Overlap) throws -> [Overlapped] {
    try inLanes(tries) { attempt, number, room in
      let speech = try room.voices.say(speeches[attempt.speech], attempt.voice)
      let partnerVoice = attempt.voice == "slt" ? "rms" : "slt"
      let partner = try room.voices.say(speeches[attempt.speech - 1], partnerVoice)
      let rate = speech.rateHertz
      let last = Double((partner.samples.lastIndex { $0.magnitude > 0.01 } ?? 0) + 1)
      let end = last / Double(partner.rateHertz)
      let begin = overlap.early.map { end - $0 } ?? end + 0.8
      var performance = Performance(rateHertz: rate)
      let first = speech.samples.firstIndex { $0.magnitude > 0.01 } ?? 0
      performance.rest(begin - Double(first) / Double(rate))
      performance.say(speech)
      var sound = performance.heard(in: attempt.place)
      if let decibels = overlap.echoDecibels {
        let gain = Float(pow(10, -decibels / 20))
        let step = Double(partner.rateHertz) / Double(rate)
        let delay = Int(Overlap.echoDelay * Double(rate))
        for frame in 0..<Int(Double(partner.samples.count) / step) where frame + delay < sound.count
        {
          sound[frame + delay] += gain * partner.samples[Int(Double(frame) * step)]
        }
      }
      var settings = ActorListening()
      settings.rules.language = "en"
      settings.hearsEarly = true
      settings.bargesIn = overlap.bargesIn
      var cut: Double?
      let result = try rehearse(
        attempt, performance, PreparedMicrophone(sound, rateHertz: rate), room,
        RehearsedPart(
          from: attempt.speech, part: CueRehearsal.Part(voice: room.speaker, voiceID: partnerVoice),
          settings: settings, partnerCut: { cut = $0 }))
      // A partner who was not cut has ended by themselves.
      return Overlapped(
        result: result, spokeOn: min(cut ?? end, end) - begin,
        isSelfCut: cut.map { $0 < min(begin, end) } ?? false)
    }
  }
}
