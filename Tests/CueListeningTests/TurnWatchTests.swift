import Corpus
import CueAudio
import CueModel
import Foundation
import TestSupport
import Testing

@testable import CueListening

private let rate = PlainSound.rateHertz

/// An end, by whatever rule.
private struct End: Equatable {
  let reason: ListenEnd.Reason
  let frame: Int

  init(_ reason: ListenEnd.Reason, _ frame: Int) { (self.reason, self.frame) = (reason, frame) }

  init?(_ end: ListenEnd?) {
    guard let end else { return nil }
    self.init(end.reason, end.frame)
  }
}

@Suite struct `A stretch of listening` {
  private func limits(
    start: Double = 0, end: Double = 0, stable: Double = 0, max: Double = 0, inactivity: Double = 0
  ) -> TurnLimits {
    var limits = TurnLimits()
    (limits.start, limits.end, limits.stable) = (start, end, stable)
    (limits.max, limits.inactivity) = (max, inactivity)
    return limits
  }

  private func watch(_ limits: TurnLimits, needsWords: Bool = false) -> TurnWatch {
    var settings = ListenSettings()
    settings.limits = limits
    return TurnWatch(TurnEvidence(rateHertz: rate, settings, needsWords: needsWords))
  }

  private func end(
    _ sound: [Float], _ limits: TurnLimits, texts: [(String, Double)] = [],
    needsWords: Bool = false, block: Int = 1000
  ) -> End? {
    var watch = watch(limits, needsWords: needsWords)
    var at = 0
    var texts = texts[...]
    while at < sound.count, watch.end == nil {
      var next = min(at + block, sound.count)
      if let text = texts.first { next = min(next, max(PlainSound.frames(text.1), at)) }
      watch.hear(Array(sound[at..<next]))
      at = next
      if let text = texts.first, PlainSound.frames(text.1) == at {
        watch.hear(text: text.0)
        texts = texts.dropFirst()
      }
    }
    return End(watch.end)
  }

  private func off(_ end: End?, from seconds: Double) -> Double {
    end.map { Double($0.frame) / Double(rate) - seconds } ?? .infinity
  }

  @Test func `has the limits of a line of dialogue`() {
    let limits = TurnLimits()
    #expect((limits.start, limits.end, limits.stable, limits.max) == (8, 0.8, 2, 60))
    #expect(limits.inactivity == 0)
  }

  @Test func `listening ends at the exact frame if nobody begins`() {
    #expect(end(PlainSound.quiet(9), TurnLimits()) == End(.timeout, PlainSound.frames(8)))
    #expect(end(PlainSound.quiet(9), limits(start: 0)) == nil)
  }

  @Test func `a speaker who begins just before the limit is heard`() {
    let sound = PlainSound.quiet(2.95) + PlainSound.voiced(1) + PlainSound.quiet(2)
    #expect((0...0.05).contains(off(end(sound, limits(start: 3, end: 0.8)), from: 3.95 + 0.8)))
    #expect(end(sound, limits(start: 2.8, end: 0.8))?.reason == .timeout)
  }

  @Test func `ends a talker at the frame, in the middle of a word`() {
    let talk =
      PlainSound.quiet(0.3)
      + (0..<40).flatMap { _ in PlainSound.voiced(0.4) + PlainSound.quiet(0.1) }
    #expect(end(talk, limits(max: 12)) == End(.max, PlainSound.frames(12)))
    let still = end(talk, limits(end: 0.8, max: 12), texts: [("so", 1), ("so it", 11.9)])
    #expect(still?.reason == .max)
  }

  @Test func `ends after the limit of silence, and not in a pause that is shorter`() {
    let sound =
      PlainSound.quiet(0.4) + PlainSound.voiced(1) + PlainSound.quiet(0.7) + PlainSound.voiced(0.5)
      + PlainSound.quiet(2)
    let end = end(sound, limits(end: 0.8))
    #expect(end?.reason == .endOfSpeech)
    #expect((0...0.05).contains(off(end, from: 2.6 + 0.8)))
    #expect((0...0.05).contains(off(self.end(sound, limits(end: 0.5)), from: 1.4 + 0.5)))
  }

  @Test func `hears no speech in one false frame or a key click`() {
    var sound = PlainSound.quiet(3)
    for at in [1.0, 2.0] {
      for frame in 0..<PlainSound.frames(0.02) {
        sound[PlainSound.frames(at) + frame] = frame % 2 == 0 ? 0.5 : -0.5
      }
    }
    var watch = watch(TurnLimits())
    watch.hear(sound)
    #expect(watch.evidence.meter.speechStartFrame == nil)
    // Nor does a click put off the end.
    var tail = PlainSound.quiet(0.4) + PlainSound.voiced(1) + PlainSound.quiet(2)
    for at in [1.7, 1.79, 2.0] {
      for frame in 0..<PlainSound.frames(0.02) {
        tail[PlainSound.frames(at) + frame] = frame % 2 == 0 ? 0.5 : -0.5
      }
    }
    #expect((0...0.05).contains(off(end(tail, limits(end: 0.8)), from: 1.4 + 0.8)))
  }

  @Test func `counts inactivity from the first text where nothing was loud`() {
    let end = end(PlainSound.quiet(9), limits(inactivity: 2), texts: [("  ", 3), ("hello", 5)])
    #expect(end == End(.endOfSpeech, PlainSound.frames(7)))
    #expect(self.end(PlainSound.quiet(9), limits(inactivity: 0), texts: [("hello", 5)]) == nil)
  }

  @Test func `counts inactivity from the last loud block, once there is a text`() {
    let sound = PlainSound.quiet(2.6) + PlainSound.voiced(0.5) + PlainSound.quiet(6)
    #expect(end(sound, limits(inactivity: 2)) == nil)
    let end = end(sound, limits(inactivity: 2), texts: [("yes", 3.0)])
    #expect(end?.reason == .endOfSpeech)
    // A block of the tracker is 23 ms long.
    #expect((-0.024...0.25).contains(off(end, from: 5.1)))
  }

  @Test func `begins to count again with each new text, and not with the same one`() {
    let texts = [("a", 1.0), ("a b", 2.5), ("a b", 3.5), ("", 3.9)]
    #expect(
      end(PlainSound.quiet(9), limits(inactivity: 2), texts: texts)
        == End(.endOfSpeech, PlainSound.frames(4.5)))
    #expect(
      end(PlainSound.quiet(9), limits(stable: 2), texts: texts)
        == End(.stable, PlainSound.frames(4.5)))
  }

  @Test func `listening needs words if the limits say so`() {
    let sound = PlainSound.quiet(0.4) + PlainSound.voiced(1) + PlainSound.quiet(2)
    #expect(end(sound, limits(end: 0.8), needsWords: true) == nil)
    let end = end(sound, limits(end: 0.8), texts: [("well", 1.2)], needsWords: true)
    #expect((0...0.05).contains(off(end, from: 2.2)))
  }

  @Test func `ends once, with the limit that comes first`() {
    var watch = watch(limits(start: 5, max: 5))
    // Two limits at one frame.
    watch.hear(PlainSound.quiet(6))
    let end = watch.end
    #expect(
      End(end) == End(.max, PlainSound.frames(5)) || End(end) == End(.timeout, PlainSound.frames(5))
    )
    watch.finish(.matched)
    watch.hear(text: "late")
    watch.hear(PlainSound.quiet(6))
    #expect(watch.end == end)
    for reason in [ListenEnd.Reason.matched, .cancelled, .endOfSpeech] {
      var other = self.watch(TurnLimits())
      other.finish(reason)
      other.finish(.cancelled)
      #expect(End(other.end) == End(reason, 0))
    }
  }

  @Test func `ends at the same frame in blocks of any size`() {
    let sound =
      PlainSound.quiet(0.4) + PlainSound.voiced(1.03) + PlainSound.quiet(0.5)
      + PlainSound.voiced(0.31) + PlainSound.quiet(2)
    let texts = [("one", 0.9), ("one two", 2.1)]
    for limits in [
      limits(end: 0.8), limits(stable: 1.1), limits(inactivity: 1.3), limits(max: 2.7),
    ] {
      let whole = end(sound, limits, texts: texts, block: sound.count)
      #expect(whole != nil)
      for block in [1, 7, 160, 161, 4096] {
        #expect(end(sound, limits, texts: texts, block: block) == whole)
      }
    }
  }

  @Test func `A stretch of listening names the rule that ended it`() {
    var watch = watch(limits(end: 0.8))
    watch.hear(PlainSound.quiet(0.4) + PlainSound.voiced(1) + PlainSound.quiet(2))
    #expect(watch.end?.rule == .silence)
    watch = self.watch(limits(max: 1))
    watch.hear(PlainSound.quiet(2))
    #expect(watch.end?.rule == .tooLong)
    watch = self.watch(limits(end: 0.8))
    watch.finish(.cancelled)
    #expect(watch.end?.rule == nil)
  }

  @Test func `listening ignores levels that are not numbers`() {
    let sound =
      PlainSound.quiet(0.4) + PlainSound.voiced(1) + [.nan, .infinity, -.infinity]
      + PlainSound.quiet(2)
    #expect((0...0.05).contains(off(end(sound, limits(end: 0.8)), from: 2.2)))
  }
}

@Suite(.startsProcesses) struct `Speech in a room` {
  private static func spoken(_ text: String, _ voice: String) throws -> AudioBuffer {
    let folder = try TemporaryFolder()
    let run = try Run(
      "/usr/bin/flite", ["-voice", voice, "-t", text, "-o", folder.path("x.wav")])
    #expect(run.status == 0)
    return try Fixtures.sound(inFile: folder.path("x.wav"))
  }

  @Test(arguments: EndpointCase.Room.allCases, ["slt", "kal"])
  func `has its end found within 50 ms, and never before it`(
    room: EndpointCase.Room, voice: String
  ) throws {
    let first = try Self.spoken("I had it in my pocket.", voice)
    let second = try Self.spoken("Somebody must have it.", voice)
    for (seed, pause) in [0.3, 1.2].enumerated() {
      let one = EndpointCase(
        first.floats, second.floats, rateHertz: first.format.rateHertz, room: room,
        pauseSeconds: pause, seed: UInt64(seed))
      var settings = ListenSettings()
      settings.limits.end = one.limitSeconds
      var watch = TurnWatch(TurnEvidence(rateHertz: one.rateHertz, settings))
      watch.hear(one.samples)
      let end = try #require(watch.end)
      let off = Double(end.frame - one.trueEndFrame) / Double(one.rateHertz) - one.limitSeconds
      #expect(end.reason == .endOfSpeech)
      #expect((0...0.05).contains(off), "a pause of \(pause) s: \(off) s")
    }
  }
}

/// SP-53.
@Suite struct `A short word` {
  private func end(_ words: [Double]) -> Double? {
    var settings = ListenSettings()
    settings.limits.end = 0
    settings.limits.stable = 0
    settings.limits.inactivity = 0.4
    settings.limits.endExtra = 0.3
    var watch = TurnWatch(TurnEvidence(rateHertz: 1000, settings))
    for (number, time) in words.enumerated() {
      watch.hear([Float](repeating: 0, count: Int(time * 1000) - watch.evidence.frame))
      watch.hear(text: String(repeating: "word ", count: number + 1))
    }
    watch.hear([Float](repeating: 0, count: 3000))
    return watch.end.map { Double($0.frame) / 1000 }
  }

  @Test func `after a short word, the silence that ends the line is longer`() {
    #expect(end([0]) == 0.7)
    #expect(end([0, 0.6]) == 1.0)
  }

  @Test(arguments: [(0.2, 0.7), (0.9, 0.4)])
  func `A short word counts by its sound as well`(length: Double, silence: Double) throws {
    var settings = ListenSettings()
    settings.limits.end = 0.4
    settings.limits.endExtra = 0.3
    var watch = TurnWatch(TurnEvidence(rateHertz: 16000, settings))
    watch.hear(room(seconds: 5, speech: 1.0...1.0 + length).floats)
    let end = try #require(watch.end)
    let waited = Double(end.frame) / 16000 - 1 - length
    #expect((silence...silence + 0.08).contains(waited), "\(waited)")
  }
}
