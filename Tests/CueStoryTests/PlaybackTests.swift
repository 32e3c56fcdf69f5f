import CueModel
import Testing

@testable import CueStory

private func dials(_ rate: Double) -> StoryDials {
  var dials = StoryDials()
  dials.rate = PlaybackRate(dial: rate)
  return dials
}

@Suite struct `The history of what is played` {
  @Test func `is exact, however often dials are turned`() {
    var chance = SplitMix(seed: 3)
    var history = PlaybackHistory(tick: 777, dials: dials(1))
    var (frame, tick) = (0, 777)
    for _ in 0..<5000 {
      let count = Int(abs(chance.around()) * 300)
      tick += count * history.last.dials.rate.thousandths
      frame += count
      #expect(history.tick(at: frame) == tick)
      history.turn(dials(0.25 + abs(chance.around()) * 1.75), at: frame)
      if history.stretches.count > 20 { history.forget(before: frame - 100) }
    }
    #expect(history.tick(at: frame) == tick)
    #expect(history.stretches.count <= 21)
  }

  @Test func `a turn of a dial discards the future after it`() {
    var history = PlaybackHistory(tick: 0, dials: dials(1))
    history.turn(dials(2), at: 1000)
    history.turn(dials(0.5), at: 400)
    #expect(history.tick(at: 400) == 400_000)
    #expect(history.tick(at: 600) == 500_000)
    #expect(history.stretches.count == 2)
    history.turn(dials(0.5), at: 700, to: 0)
    #expect(history.tick(at: 701) == 500)
    #expect(history.tick(at: 699) == 549_500)
  }

  @Test(arguments: [0.25, 0.333, 1, 1.7, 2])
  func `The history of what is played finds the frame of a tick`(rate: Double) {
    let stretch = PlaybackHistory(tick: 10_000, dials: dials(rate)).last
    for frame in [-7, 0, 1, 5, 1003] {
      let tick = stretch.tick(at: frame)
      #expect(stretch.frame(of: tick) == frame)
      #expect(stretch.frame(of: tick + stretch.dials.rate.thousandths / 2 - 1) == frame)
      #expect(stretch.frame(of: tick - stretch.dials.rate.thousandths / 2 + 1) == frame)
    }
  }

  @Test func `The history of what is played says where a take is entered`() throws {
    let place = TimelinePlace(start: 500_000, length: 1_000_000)
    let half = PlaybackRate(dial: 0.5)
    let early = PlaybackHistory(tick: 100_000, dials: dials(2)).last
    let ahead = try #require(TakeEntry(early, place: place, recorded: half))
    #expect(ahead.startFrame == 200)
    #expect(ahead.endFrame == 700)
    #expect(ahead.sourceFrame == 0)
    let late = PlaybackHistory(tick: 600_250, dials: dials(2)).last
    let inside = try #require(TakeEntry(late, place: place, recorded: half))
    #expect(inside.startFrame == 0)
    #expect(inside.sourceFrame == 200.5)
    #expect(
      TakeEntry(
        PlaybackHistory(tick: 1_500_000, dials: dials(1)).last, place: place, recorded: half) == nil
    )
  }
}

@Suite struct `The click` {
  private let click = ClickTrack(rateHertz: 8000, beatsPerMinute: 120)

  /// The frames at which something begins to sound.
  private func onsets(_ samples: [Float]) -> [Int] {
    var found: [Int] = []
    var silent = Int.max / 2
    for frame in 0..<samples.count / 2 {
      if abs(samples[2 * frame]) > 1e-4 {
        if silent > 40 { found.append(frame) }
        silent = 0
      } else {
        silent += 1
      }
    }
    return found
  }

  private func played(_ history: PlaybackHistory, frames: Int, block: Int) -> [Float] {
    var samples: [Float] = []
    for start in stride(from: 0, to: frames, by: block) {
      var sum = [Float](repeating: 0, count: 2 * block)
      click.add(to: &sum, from: start, history, heard: 0..<Int.max)
      samples += sum
    }
    return samples
  }

  @Test(arguments: [0.25, 0.5, 1, 2]) func `follows the master rate, and sounds the same`(
    rate: Double
  ) {
    let history = PlaybackHistory(tick: 0, dials: dials(rate))
    let samples = played(history, frames: 40_000, block: 80)
    let beat = Int(4000 / rate)
    let beats = stride(from: 0, to: 40_000, by: beat).map { $0 }
    // A click begins softly: its first frame is silent.
    #expect(onsets(samples).map { $0 - 1 } == beats)
    let one = Array(samples[(2 * beat)..<(2 * (beat + click.frames))])
    let usual = played(PlaybackHistory(tick: 0, dials: dials(1)), frames: 8000, block: 80)
    #expect(one == Array(usual[8000..<(8000 + 2 * click.frames)]))
    #expect(samples == played(history, frames: 40_000, block: 1000))
  }

  @Test func `misses no beat and doubles none where the dial is turned`() {
    var history = PlaybackHistory(tick: 0, dials: dials(1))
    var expected: [Int] = []
    for (frame, rate) in [(1001, 2.0), (3333, 0.5), (9999, 0.25), (20_000, 1.7)] {
      history.turn(dials(rate), at: frame)
    }
    for beat in 0..<20 {
      let tick = click.tick(ofBeat: beat)
      if let frame = (0..<40_000).first(where: { history.tick(at: $0) >= tick }) {
        expected.append(frame)
      }
    }
    let found = click.beats(in: 0..<40_000, history)
    #expect(found.map(\.frame) == expected)
    #expect(found.map(\.beat) == Array(0..<expected.count))
  }

  @Test func `may begin anywhere, and goes on where it began`() {
    let history = PlaybackHistory(tick: 1_000_000, dials: dials(1))
    #expect(click.beats(in: 0..<8000, history).map(\.frame) == [3000, 7000])
    var sum = [Float](repeating: 0, count: 2000)
    click.add(to: &sum, from: 2990, history, heard: 0..<3000)
    #expect(sum.allSatisfy { $0 == 0 })
  }
}
