import CueModel
import Foundation
import Testing

@testable import CueStory

@Suite struct `A player` {
  @Test(arguments: [0.25, 0.333, 0.5, 1, 1.7, 2], [1, 80, 333])
  func `plays a take at its recorded rate bit by bit`(rate: Double, block: Int) throws {
    let home = try Home()
    var view = try home.story()
    view = try home.shelf.turn(turned(rate, pitch: 1.23), of: view)
    let samples = noise(5003)
    try home.add(samples)
    let rig = Rig(try home.played(), noEffects, block: block)
    rig.play(5100)
    #expect(
      rig.left == AudioBuffer(int16: samples, rateHertz: 8000).floats
        + Array(repeating: 0, count: 97))
    #expect(rig.left == rig.right)
  }

  @Test(arguments: [(0.5, true), (1.25, true), (0.7, false)])
  func `A player makes what a mix makes`(rate: Double, isLinked: Bool) throws {
    let home = try Home()
    try home.story(9000, 12_000, 5000)
    let dials = turned(rate, linked: isLinked)
    let mixed = try home.mixed(sharedEffects(), dials: dials).floats
    let rig = Rig(try home.played(dials), sharedEffects())
    rig.play(mixed.count)
    #expect(zip(rig.left, mixed).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `A player starts anywhere`() throws {
    let home = try Home()
    try home.story()
    let samples = noise(6000)
    try home.add(samples)
    let rig = Rig(try home.played(), from: 2_345_000, noEffects)
    rig.play(1000)
    #expect(rig.left == Array(AudioBuffer(int16: samples, rateHertz: 8000).floats[2345..<3345]))
  }

  @Test func `mixes gain, pan, mute and solo at once and without a click`() throws {
    let home = try Home()
    try home.story()
    let sine = (0..<16_000).map { Int16(8000 * sin(Double($0) * 2 * .pi * 200 / 8000)) }
    try home.add(sine)
    let rig = Rig(try home.played(), noEffects)
    rig.play(4000)
    let steady = bend(rig.left[1000..<4000])
    var mix = TrackMix()
    for change in 0..<4 {
      switch change {
      case 0: mix.gain = -1200
      case 1: mix.pan = -100
      case 2: mix.isMuted = true
      default: mix = TrackMix()
      }
      rig.renderer.buffer.set(mix, of: 1)
      let start = rig.frame
      rig.play(2000)
      #expect(bend(rig.left[(start - 5)..<(start + 2000)]) <= 2 * steady)
      #expect(bend(rig.right[(start - 5)..<(start + 2000)]) <= 2 * steady)
      let (left, right) = (rig.left.suffix(500).max()!, rig.right.suffix(500).max()!)
      switch change {
      case 0: #expect(abs(left / 0.2441 - 0.2512) < 0.01)
      case 1:
        #expect(left > 0.05)
        #expect(right == 0)
      case 2: #expect(left == 0)
      default: #expect(abs(left - 0.2441) < 0.001)
      }
    }
  }

  @Test func `A player opens only what sounds`() throws {
    let home = try Home()
    try home.story(8000)
    let view = try home.shelf.view("1")
    let path = home.path(view.takes[0], of: view)
    let takes = (0..<1000).map { index in
      PlayedTake(
        number: index + 1, path: path, format: view.takes[0].format(rateHertz: 8000), frames: 8000,
        recorded: StoryDials().asHeard,
        place: TimelinePlace(start: index * 4_000_000, length: 8_000_000))
    }
    let rig = Rig(PlayedStory(rateHertz: 8000, takes: takes), noEffects)
    var most = 0
    for _ in 0..<50 {
      rig.play(800)
      most = max(most, rig.renderer.openTakes)
    }
    #expect((2...4).contains(most))
  }

  @Test func `hears a take that is added while it plays`() throws {
    let home = try Home()
    try home.story(8000)
    var story = try home.played()
    let take = story.takes[0]
    story.takes = []
    let rig = Rig(story, noEffects)
    rig.play(3000)
    rig.requests.add(take)
    rig.play(5000)
    #expect(rig.left[..<3000].allSatisfy { $0 == 0 })
    let samples = AudioBuffer(int16: noise(8000, seed: 0), rateHertz: 8000).floats
    let first = try #require(rig.left.firstIndex { $0 != 0 })
    // What is rendered ahead is 250 ms, and the fade.
    #expect(first < 3000 + 2000 + 1024 + 100)
    #expect(Array(rig.left[(first + 90)...]) == Array(samples[(first + 90)...]))
  }

  @Test func `a damaged take is reported, and the others play`() throws {
    let home = try Home()
    try home.story(6000, 8000)
    let story = try home.played()
    #expect(unsafe chmod(story.takes[0].path, 0o644) == 0)
    #expect(unsafe truncate(story.takes[0].path, 100) == 0)
    let rig = Rig(story, noEffects)
    rig.play(4000)
    #expect(rig.failures == [1])
    let samples = AudioBuffer(int16: noise(8000, seed: 1), rateHertz: 8000).floats
    #expect(rig.left == Array(samples[..<4000]))
  }
}

@Suite struct `A dial that is turned while a story plays` {
  /// 400 Hz.
  private static let sine = (0..<48_000).map {
    Int16(8000 * sin(Double($0) * 2 * .pi * 400 / 8000))
  }

  @Test(arguments: [(true, "sonic"), (false, "sonic"), (false, "rubberband")])
  func `is heard soon, and without a click`(isLinked: Bool, stretcher: String) throws {
    let home = try Home()
    try home.story()
    try home.add(Self.sine)
    let story = try home.played(turned(1.1, linked: isLinked))
    let effects = sharedEffects(stretcher, engine: stretcher == "rubberband" ? "short" : nil)
    let (still, rig) = (Rig(story, effects), Rig(story, effects))
    still.play(12_000)
    rig.play(6000)
    let steady = bend(rig.left[3000..<6000])
    rig.requests.turn(turned(0.9, linked: isLinked))
    rig.play(6000)
    let heard = try #require((0..<12_000).first { abs(rig.left[$0] - still.left[$0]) > 1e-3 })
    // 30 ms, and less than a block.
    #expect((6000...6400).contains(heard))
    #expect(bend(rig.left[5900..<12_000]) <= 2 * steady)
    #expect(rig.renderer.buffer.history.last.frame <= heard + 1)
  }

  @Test func `leaves the takes in their places, by varispeed`() throws {
    let home = try Home()
    try home.story()
    let places = (0..<40).map { 1000 + $0 * 1000 }
    try home.add(drum(42_000, strokes: places))
    let rig = Rig(try home.played(), sharedEffects())
    var history = rig.renderer.buffer.history
    for rate in [0.5, 1.37, 2, 0.8, 1] {
      rig.play(5000)
      rig.requests.turn(turned(rate))
      rig.play(80)
      history = merged(history, rig.renderer.buffer.history)
    }
    rig.play(30_000)
    let found = strokes(in: rig.left, gap: 300)
    var expected: [Int] = []
    for place in places {
      if let frame = (0..<rig.frame).first(where: { history.tick(at: $0) >= place * 1000 }) {
        expected.append(frame)
      }
    }
    try #require(found.count == expected.count)
    // A millisecond.
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 8 })
  }

  /// The history of all that was played: the stretches of `later` after those of `earlier`.
  private func merged(_ earlier: PlaybackHistory, _ later: PlaybackHistory) -> PlaybackHistory {
    var all = earlier
    for stretch in later.stretches where stretch.frame > all.last.frame {
      all.turn(stretch.dials, at: stretch.frame, to: stretch.tick)
    }
    return all
  }

  @Test func `leaves no trace once it is back`() throws {
    let home = try Home()
    try home.story()
    let samples = noise(40_000)
    try home.add(samples)
    let rig = Rig(try home.played(), sharedEffects())
    rig.play(4000)
    rig.requests.turn(turned(0.5))
    rig.play(4000)
    rig.requests.turn(turned(1))
    rig.play(8000)
    let last = rig.renderer.buffer.history.last
    let tick = last.tick(at: rig.frame - 4000)
    let start = Int((Double(tick) / 1000).rounded())
    let floats = AudioBuffer(int16: samples, rateHertz: 8000).floats
    #expect(Array(rig.left[(rig.frame - 4000)...]) == Array(floats[start..<start + 4000]))
  }

  @Test func `is turned once for all that comes meanwhile`() throws {
    let home = try Home()
    try home.story()
    try home.add(Self.sine)
    let rig = Rig(try home.played(), sharedEffects())
    rig.play(4000)
    for index in 0..<60 {
      // Thirty a second.
      rig.requests.turn(turned(1 + Double(index) / 100))
      rig.play(267)
    }
    rig.play(4000)
    #expect(rig.renderer.buffer.history.last.dials.rate.thousandths == 1590)
    #expect(rig.renderer.turns <= 60)
    #expect(bend(rig.left[3900...]) <= 2.9 * bend(rig.left[1000..<3900]))
  }

  @Test func `moves the playhead within 50 ms`() throws {
    let home = try Home()
    try home.story()
    let samples = noise(40_000)
    try home.add(samples)
    let rig = Rig(try home.played(), noEffects)
    rig.play(4000)
    rig.requests.move(to: 30_000_000)
    rig.play(1000)
    let floats = AudioBuffer(int16: samples, rateHertz: 8000).floats
    // 30 ms until it begins, and 10 ms of fade.
    let start = rig.renderer.buffer.history.last.frame
    #expect(start - 4000 <= 320)
    #expect(Array(rig.left[(start + 80)..<5000]) == Array(floats[30_080..<30_000 + 5000 - start]))
  }
}
