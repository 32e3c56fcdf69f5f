import CueModel
import CueStore
import TestSupport
import Testing

@testable import CueStory

/// A take that says of each of its frames at which played frame it was sung.
@Sendable private func counting(_ frame: Int, _ played: Float) -> Int16 {
  Int16(truncatingIfNeeded: frame % 30_000)
}

extension Home {
  /// Records over story 1; `frames` are those of the take.
  fileprivate func record(
    _ loop: Loop, dials: StoryDials? = nil, latency: Int? = nil, marker: Int? = nil,
    from start: Int? = nil, stopAt frame: Int? = nil, _ settings: RecorderSettings? = nil,
    effects: @escaping () throws -> StoryEffects = { noEffects }
  ) throws -> RecordedTake {
    var view = try shelf.view("1")
    if let dials { view = try shelf.turn(dials, of: view) }
    let story = PlayedStory(view) { path($0, of: view) }
    let player = StoryPlayer(story, on: loop.device, effects: effects, clock: loop.clock)
    var settings = settings ?? RecorderSettings()
    settings.latencyFrames = latency ?? loop.latency
    let recorder = StoryRecorder(player, loop.microphone, settings: settings, clock: loop.clock)
    return try recorder.record(
      into: view, on: shelf, marker: marker, from: start, stoppingAt: frame)
  }

  fileprivate func samples(_ take: StoredTake) throws -> [Int16] {
    try Fixtures.sound(inFile: path(take, of: shelf.view("1"))).int16s
  }
}

@Suite struct `A take that is recorded` {
  @Test(arguments: [0, 1, 79, 240, 1711], [0, 63, 1000])
  func `begins and ends at its frames, whatever the latency`(
    latency: Int, preRoll: Int
  ) throws {
    let home = try Home()
    try home.story(5000, 9000)
    // The third take begins where the first one ends.
    let loop = Loop(latency: latency, sing: counting)
    let done = try home.record(loop, from: (5000 - preRoll) * 1000, stopAt: preRoll + 6007)
    #expect(done.end == .stopped)
    #expect(done.damage.isEmpty)
    #expect(done.take.number == 3)
    #expect(try home.samples(done.take) == (0..<6007).map { Int16($0 + preRoll) })
    #expect(try home.shelf.view("1").timeline().places[2].start == 5_000_000)
  }

  @Test func `hears the others play, from their places`() throws {
    let home = try Home()
    try home.story(5000, 9000)
    let loop = Loop(latency: 100) { _, played in Int16(played * 32768) }
    let done = try home.record(loop, from: 4_000_000, stopAt: 7000)
    let second = noise(9000, seed: 1)
    let expected = Array(second[5000...]) + [Int16](repeating: 0, count: 2000)
    #expect(try home.samples(done.take) == expected)
  }

  @Test func `remembers rate and pitch as they were heard`() throws {
    let home = try Home()
    try home.story()
    let done = try home.record(
      Loop(latency: 0, sing: counting), dials: turned(0.5, pitch: 1), stopAt: 4000)
    #expect(done.take.recordedRate == 500)
    #expect(done.take.recordedPitch == -1_100_000)
    #expect(done.take.frames == 4000)
  }

  @Test func `is silent up to a marker that is later than its place`() throws {
    let home = try Home()
    try home.story(3000)
    let loop = Loop(latency: 10, sing: counting)
    let done = try home.record(loop, marker: 500_000, from: 0, stopAt: 4000)
    let expected = [Int16](repeating: 0, count: 500) + (500..<4000).map { Int16($0) }
    #expect(try home.samples(done.take) == expected)
  }

  @Test func `ends by itself at the longest that a take may be`() throws {
    let home = try Home()
    try home.story()
    // The double plays as fast as it can, and a busy machine may write later than that.
    var settings = RecorderSettings()
    settings.ringSeconds = 400
    let done = try home.record(Loop(latency: 33, sing: counting), settings)
    #expect(done.end == .atLimit)
    #expect(done.damage.isEmpty)
    #expect(done.take.frames == 300 * 8000)
  }

  @Test func `a take without a frame, a tail or the pen is not kept`() throws {
    let home = try Home()
    try home.story(5000)
    #expect(throws: StoryFailure.noTake(name: "", .empty)) {
      try home.record(Loop(latency: 0, sing: counting), stopAt: 0)
    }
    #expect(throws: StoryFailure.noTail(leastSeconds: 5001.0 / 8000, seconds: 0.625)) {
      try home.record(Loop(latency: 0, sing: counting), stopAt: 5000)
    }
    #expect(try home.shelf.view("1").takes.count == 1)
    #expect(try home.findings.isEmpty)
    #expect(try home.record(Loop(latency: 0, sing: counting), stopAt: 5001).take.frames == 5001)
  }

  @Test func `is kept as damaged where the microphone vanishes`() throws {
    let home = try Home()
    try home.story()
    var faults = Loop.Faults()
    faults.goneAt = 3200
    let done = try home.record(Loop(latency: 200, faults, sing: counting))
    #expect(done.end == .microphone)
    #expect(done.take.damages == [.microphoneLost])
    #expect(try home.samples(done.take) == (0..<3000).map { Int16($0) })
  }

  @Test func `is whole where a file that stands for a microphone ends`() throws {
    let home = try Home()
    try home.story()
    var faults = Loop.Faults()
    faults.endsAt = 3200
    let done = try home.record(Loop(latency: 0, faults, sing: counting))
    #expect(done.end == .microphone)
    #expect(done.damage.isEmpty)
    #expect(done.take.frames == 3200)
  }

  @Test func `keeps its places where sound was lost, and is damaged`() throws {
    let home = try Home()
    try home.story()
    var faults = Loop.Faults()
    faults.lost = (1600, 320)
    let done = try home.record(Loop(latency: 0, faults, sing: counting), stopAt: 4000)
    #expect(done.take.damages == [.overruns(1)])
    let expected = (0..<4000).map { (1600..<1920).contains($0) ? 0 : Int16($0) }
    #expect(try home.samples(done.take) == expected)
  }

  /// A sound server that another program kept from its work played the story later than the take was recorded to.
  @Test func `is damaged where the device had nothing to play`() throws {
    let home = try Home()
    try home.story()
    var faults = Loop.Faults()
    faults.gaps = 2
    let done = try home.record(Loop(latency: 0, faults, sing: counting), stopAt: 8000)
    #expect(done.take.damages == [.outputLate(2)])
    #expect(done.take.frames == 8000)
  }

  @Test func `is damaged where the clocks drift further than a quarter of a percent`() throws {
    let home = try Home()
    try home.story()
    var faults = Loop.Faults()
    // A tenth: the double's device and microphone themselves run up to a fifth of a second apart.
    faults.speed = 0.9
    var settings = RecorderSettings()
    settings.burstFrames = 80
    let done = try home.record(Loop(latency: 0, faults, sing: counting), stopAt: 80_000, settings)
    #expect(done.take.damages.contains { if case .drifted = $0 { true } else { false } })
  }
}

@Suite struct `The clocks of playing and capturing` {
  /// What one of them gains from the first sample to the punch, and from there to the last.
  @Test(arguments: [(slip: 0, drift: 0), (slip: 0, drift: 900), (slip: -700, drift: 0)])
  func `are compared by the middle of samples that jump`(slip: Int, drift: Int) {
    var clocks = ClockDrift()
    for sample in 0...100 {
      if sample == 40 { clocks.punch() }
      let jump = sample * 37 % 81 - 40
      let gained = sample < 40 ? 0 : slip + drift * (sample - 40) / 60
      clocks.take(capturedFrame: sample * 800 + jump + gained, playedFrame: sample * 800)
    }
    // Half of the nine samples' own way, and what their middle jumps.
    let exactness = 40 + abs(drift) / 12
    #expect(abs(clocks.slipFrames - slip) <= exactness)
    #expect(abs(clocks.driftFrames - drift) <= exactness + abs(drift) / 12)
  }

  /// As a null device does that does not keep time.
  @Test func `are not compared where an output takes sound as fast as it is made`() {
    var clocks = ClockDrift()
    for sample in 0...100 {
      if sample == 40 { clocks.punch() }
      clocks.take(capturedFrame: sample * 800, playedFrame: sample * 100_000)
    }
    #expect(clocks.slipFrames == 0 && clocks.driftFrames == 0)
  }
}

/// A busy machine keeps the thread of the microphone from reading: that was taken for clocks that go apart.
@Suite struct `The clock of a microphone` {
  /// A read each 10 ms at 48 kHz, `percent` of them late by up to 300 ms.
  private func clock(late percent: Int, seed: UInt64) -> CaptureClock {
    var chance = SplitMix(seed: seed)
    var clock = CaptureClock(rateHertz: 48_000)
    for read in 1...200 {
      let isLate = Int(chance.next() % 100) < percent
      let delay = isLate ? Int64(chance.next() % 300) : 0
      clock.take(frame: read * 480, milliseconds: 1000 + Int64(read) * 10 + delay)
    }
    return clock
  }

  @Test(arguments: [0, 20, 50, 80], 1...5)
  func `is right while one read of ten is in time`(percent: Int, seed: Int) throws {
    let frame = try #require(clock(late: percent, seed: UInt64(seed)).frame(at: 4000))
    // Reads that are late by chance as little as a millisecond, 48 frames.
    #expect(abs(frame - 144_000) <= 10 * 48)
  }

  /// PulseAudio reports 0.15 to 0.65 s for the first reads of an output's monitor: that was taken for clocks that go apart.
  @Test func `does not depend on the latency that a device reports`() throws {
    let ring = CaptureRing(mostFrames: 480_000, rateHertz: 48_000)
    let format = AudioFormat(sample: .int16, rateHertz: 48_000, channels: 1)
    for read in 0..<200 {
      let sound = CapturedSound(
        AudioBuffer(silentFrames: 480, format: format), startFrame: read * 480,
        latencyFrames: max(0, 31_000 - read * 480))
      ring.put(sound, start: read * 480, at: Int64(read) * 10)
      #expect(ring.newestFrame(at: Int64(read) * 10) == (read + 1) * 480)
    }
  }

  @Test func `a microphone has no clock before the first read`() {
    #expect(CaptureClock(rateHertz: 48_000).frame(at: 0) == nil)
  }
}

@Suite struct `A drum that was recorded at half the speed` {
  /// Strokes of the first take at rate 1, in frames; the drum falls in with them.
  private static let beats = (0..<8).map { 6000 + $0 * 12_000 }

  // A millisecond by varispeed, ten by stretching.
  @Test(arguments: [(true, 48), (false, 480)]) func `plays at twice the speed, in time`(
    isLinked: Bool, tolerance: Int
  ) throws {
    let home = try Home()
    _ = try home.shelf.begin("duet", player: "ann", rateHertz: 48_000)
    try home.add(drum(104_000, strokes: Self.beats))
    // At 0.5 x the beats are heard at twice the time, and the drummer plays on them.
    let slow = Self.beats.map { 2 * $0 }
    let taken = drum(220_000, strokes: slow)
    let loop = Loop(latency: 900, rateHertz: 48_000) { frame, _ in
      frame < taken.count ? taken[frame] : 0
    }
    let done = try home.record(
      loop, dials: turned(0.5, linked: isLinked), stopAt: 216_000,
      effects: { sharedEffects("rubberband", engine: "finer") })
    #expect(done.damage.isEmpty)
    #expect(try home.samples(done.take) == Array(taken[..<216_000]))
    var view = try home.shelf.view("1")
    view = try home.shelf.turn(turned(1, linked: isLinked), of: view)
    var story = try home.played()
    story.takes.removeFirst()
    let rig = Rig(story, sharedEffects("rubberband", engine: "finer"))
    rig.play(108_000)
    let found = strokes(in: rig.left, gap: 5000)
    try #require(found.count == Self.beats.count)
    for (frame, beat) in zip(found, Self.beats) { #expect(abs(frame - beat) <= tolerance) }
  }
}
