import CueAudio
import Foundation
import Testing

@Suite struct `The way from the loudspeaker to the microphone is measured` {
  private struct Noise {
    var state: UInt64

    mutating func next() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 40) / Float(1 << 23) - 1
    }
  }

  /// `sweep` as a room gives it back: late by `latency`, with a decay of that RT60, quieter, in noise.
  private func room(
    _ sweep: [Float], rate: Int, latency: Int, decaySeconds: Double, noise level: Float
  ) -> [Float] {
    var noise = Noise(state: 7)
    var heard = (0..<sweep.count + latency + rate).map { _ in noise.next() * level }
    // The direct sound, and 400 reflections at random places that get weaker.
    var taps: [(Int, Float)] = [(0, 1)]
    if decaySeconds > 0 {
      for _ in 0..<400 {
        let place = Double(abs(noise.next())) * decaySeconds
        let gain = 0.25 * Float(pow(10, -3 * place / decaySeconds)) * (noise.next() > 0 ? 1 : -1)
        taps.append((Int(place * Double(rate)), gain))
      }
    }
    for (offset, gain) in taps {
      for (index, sample) in sweep.enumerated() where latency + offset + index < heard.count {
        heard[latency + offset + index] += 0.3 * gain * sample
      }
    }
    return heard
  }

  @Test(arguments: [8000, 16_000, 48_000], [0, 321, 4000])
  func `the way from the loudspeaker to the microphone is measured to the frame`(
    rate: Int, latency: Int
  ) throws {
    let sweep = LoopMeasure.sweep(rateHertz: rate)
    #expect(sweep.count == rate && sweep.allSatisfy { abs($0) <= 0.35 })
    let heard = room(sweep, rate: rate, latency: latency, decaySeconds: 0, noise: 0.002)
    let measure = try #require(LoopMeasure(of: sweep, in: heard, rateHertz: rate))
    #expect(measure.latencyFrames == latency)
    #expect(measure.confidence > 0.9)
    // A wire does not sound on.
    #expect((measure.decaySeconds ?? 0) < 0.05)
  }

  /// A null sink on an idle machine gave the sweep some milliseconds before what was captured when it was sent, and nothing
  /// was found.
  @Test(arguments: [(700, 0), (800, 0), (1000, 200)])
  func `the latency counts from when sound was sent, even if a server renders ahead`(
    place: Int, latency: Int
  )
    throws
  {
    let sweep = LoopMeasure.sweep(rateHertz: 8000)
    let heard = room(sweep, rate: 8000, latency: place, decaySeconds: 0, noise: 0.002)
    let measure = try #require(
      LoopMeasure(of: sweep, in: heard, rateHertz: 8000, sentAt: 800))
    #expect(measure.latencyFrames == latency)
    #expect(measure.confidence > 0.9)
  }

  @Test(arguments: [0.3, 0.6, 0.9])
  func `The way from the loudspeaker to the microphone is measured with the decay of the room`(
    decaySeconds: Double
  ) throws {
    let sweep = LoopMeasure.sweep(rateHertz: 16_000)
    let heard = room(
      sweep, rate: 16_000, latency: 1234, decaySeconds: decaySeconds, noise: 0.000_5)
    let measure = try #require(LoopMeasure(of: sweep, in: heard, rateHertz: 16_000))
    #expect(measure.latencyFrames == 1234)
    #expect(measure.confidence > LoopMeasure.leastConfidence)
    let decay = try #require(measure.decaySeconds)
    #expect(abs(decay - decaySeconds) < 0.25 * decaySeconds, "\(decay)")
  }

  @Test func `and not believed where the sweep was not heard`() {
    var noise = Noise(state: 3)
    let sweep = LoopMeasure.sweep(rateHertz: 16_000)
    let heard = (0..<40_000).map { _ in noise.next() * 0.1 }
    let measure = LoopMeasure(of: sweep, in: heard, rateHertz: 16_000)
    #expect((measure?.confidence ?? 0) < LoopMeasure.leastConfidence)
    #expect(
      LoopMeasure(of: sweep, in: Array(repeating: 0, count: 40_000), rateHertz: 16_000) == nil)
    #expect(LoopMeasure(of: sweep, in: Array(heard.prefix(100)), rateHertz: 16_000) == nil)
  }
}
