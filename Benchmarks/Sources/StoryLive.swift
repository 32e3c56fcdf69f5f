import CueModel
import CueOutput
import CueStory
import CueSystem
import Glibc
import Processes

/// Stories that play in real time.
///
/// Tracks play for ten minutes on a sink of PulseAudio, or, where that is missing, on a device that is silent and takes as long as
/// the sound lasts. Dials are turned on the latter.
struct StoryLive {
  let tree: Tree
  let isQuick: Bool

  func measure(into table: inout Table) throws {
    let server = PulseServer.isInstalled(tree) ? try PulseServer() : nil
    defer { server?.end() }
    if server == nil { table.note("  no PulseAudio: on a silent device") }
    func device() -> any Device {
      server == nil ? SilentDevice() : PulseServer.device(tree)
    }
    let nodes = [0.8, 1.25, 1.6, 2]
    try measureTracks(8, "finer", nodes, linked: false, on: device(), into: &table)
    try measureTracks(24, "short", nodes, linked: false, on: device(), into: &table)
    try measureTracks(64, "sonic", nodes, linked: false, on: device(), into: &table)
    try measureTracks(100, "varispeed", [0.8, 1.25], linked: true, on: device(), into: &table)
    try measureTracks(80, "varispeed", [0.5], linked: true, on: device(), into: &table)
  }

  func measureDials(into table: inout Table) throws {
    try measureDials(8, "finer", into: &table)
    try measureDials(24, "short", into: &table)
    try measureDials(24, "varispeed", into: &table)
  }

  /// A story of this many takes that sound side by side at these node rates by turns, `seconds` long at rate 1.
  ///
  /// A take lasts `takeSeconds` and another follows it; the first of each track is shorter, so that they do not begin together
  /// later on.
  private func story(
    _ sound: inout StorySound, _ tracks: Int, _ nodes: [Double], linked: Bool, seconds: Int,
    takeSeconds: Int
  ) throws -> PlayedStory {
    let files = try nodes.enumerated().map { index, node in
      try sound.take(
        index + 1,
        StorySound.tone(
          Int(Double(takeSeconds * 48_000) * node), hertz: 130 + 20 * Double(index),
          level: 0.3 / Double(tracks)), recordedAt: 1 / node, linked: linked)
    }
    var takes: [PlayedTake] = []
    for track in 0..<tracks {
      let (file, node) = (files[track % nodes.count], nodes[track % nodes.count])
      var (start, length) = (0, takeSeconds * (track + 1) / tracks)
      if takeSeconds == seconds { length = seconds }
      while start < seconds {
        takes.append(
          PlayedTake(
            number: takes.count + 1, path: file.path, format: file.format,
            frames: Int(Double(length * 48_000) * node), recorded: file.recorded,
            place: TimelinePlace(start: start * 48_000_000, length: length * 48_000_000)))
        (start, length) = (start + length, takeSeconds)
      }
    }
    return PlayedStory(
      rateHertz: 48_000, takes: takes, dials: StorySound.dials(1, linked: linked))
  }

  private func measureTracks(
    _ tracks: Int, _ engine: String, _ nodes: [Double], linked: Bool, on device: any Device,
    into table: inout Table
  ) throws {
    var sound = try StorySound(tree: tree)
    let seconds = isQuick ? 10 : 606
    let story = try story(
      &sound, tracks, nodes, linked: linked, seconds: seconds, takeSeconds: isQuick ? 10 : 149)
    let tree = tree
    let player = StoryPlayer(
      story, on: device, effects: { StorySound.effects(tree, engine) })
    let start = (cpu: bench_own_cpu() + bench_children_cpu(), time: bench_now())
    try player.play()
    // Takes begin together, which is not what is measured.
    usleep(1_500_000)
    let early = (
      cpu: bench_own_cpu() + bench_children_cpu(), time: bench_now(),
      late: player.course.lateBlocks
    )
    sleep(UInt32(seconds - 6))
    let cpu = Double(bench_own_cpu() + bench_children_cpu() - early.cpu)
    let share = cpu / Double(bench_now() - early.time) * 100
    let course = player.course
    player.stop()
    try player.checkAllPlayed()
    let name =
      "\(tracks) takes by \(engine), at \(nodes.map { rounded($0, 2) }.joined(separator: "/")) x"
    table.add(
      Measure(
        name: "\(name): underruns in \(seconds - 6) s",
        ours: Double(course.lateBlocks - early.late), unit: .count, limit: .most(0)))
    table.add(
      Measure(name: "\(name): of a core", ours: share, unit: .percent, limit: .most(75)))
    let begun = rounded(Double(early.cpu - start.cpu) / 1e6, 0)
    table.note("  beginning together: \(early.late) underruns, \(begun) ms of CPU")
  }

  // MARK: - Dials

  /// Keeps what is played.
  private final class Kept: @unchecked Sendable {
    let samples = Monitor<[Float]>([])
  }

  /// A silent device that keeps what it is given.
  private final class KeepingDevice: Device {
    let name = "kept"
    private let device = SilentDevice()
    private let kept: Kept
    init(_ kept: Kept) { self.kept = kept }
    func open(_ format: AudioFormat, latencyFrames: Int) {
      device.open(format, latencyFrames: latencyFrames)
    }
    func write(_ sound: AudioBuffer, cancellation: Cancellation) {
      let floats = sound.floats
      kept.samples.change { samples in
        for index in 0..<sound.frameCount { samples.append(floats[2 * index]) }
      }
      device.write(sound, cancellation: cancellation)
    }
    func position() -> Int { device.position() }
    func drain(cancellation: Cancellation) { device.drain(cancellation: cancellation) }
    func flush() { device.flush() }
    func close() { device.close() }
  }

  /// Single turns, each from rest; then a dial that is dragged.
  private func measureDials(_ tracks: Int, _ engine: String, into table: inout Table) throws {
    var sound = try StorySound(tree: tree)
    let linked = engine == "varispeed"
    let turns = isQuick ? 8 : 20
    let story = try story(
      &sound, tracks, [0.9, 1.1], linked: linked, seconds: turns + 20, takeSeconds: turns + 20)
    let kept = Kept()
    let tree = tree
    let player = StoryPlayer(
      story, on: KeepingDevice(kept), effects: { StorySound.effects(tree, engine) })
    try player.play()
    usleep(2_000_000)
    var delays: [Double] = []
    var places: [Int] = []
    for turn in 0..<turns {
      let dials = StorySound.dials(turn % 2 == 0 ? 0.95 : 1, linked: linked)
      let start = bench_now()
      player.turn(dials)
      while player.playhead.dials != dials, bench_now() - start < 2_000_000_000 { usleep(500) }
      delays.append(Double(bench_now() - start) / 1e6)
      places.append(player.playhead.frame)
      usleep(700_000)
    }
    let late = player.course.lateTurns
    let before = player.course.lateBlocks
    for index in 0..<90 {
      player.turn(StorySound.dials(1 + 0.1 * sin(Double(index) / 9), linked: linked))
      usleep(33_333)
    }
    usleep(500_000)
    let dragged = player.course
    player.stop()
    try player.checkAllPlayed()
    let samples = kept.samples.change { $0 }
    let bends = places.map { place -> Double in
      let steady = max(
        StorySound.bend(samples[(place - 24_000)..<(place - 9600)]),
        StorySound.bend(samples[(place + 9600)..<(place + 24_000)]))
      return Double(StorySound.bend(samples[(place - 7200)..<(place + 4800)]) / steady)
    }
    let name = "\(tracks) takes by \(engine), a dial turned"
    table.note("  in ms, in order: \(delays.map { rounded($0, 0) }.joined(separator: " "))")
    table.add(
      Measure(
        name: "\(name): heard after, median of \(turns)", ours: median(delays),
        unit: .milliseconds, limit: .most(100)))
    table.add(
      Measure(
        name: "\(name): heard after, p95", ours: share(0.95, of: delays), unit: .milliseconds,
        limit: .most(130)))
    table.add(
      Measure(
        name: "\(name): sharpest bend ÷ steady", ours: bends.max() ?? 0, unit: .ratio,
        limit: .most(2)))
    table.add(
      Measure(
        name: "\(name): rendered too late, of \(turns)", ours: Double(late), unit: .count,
        limit: .none))
    table.add(
      Measure(
        name: "\(name), 30 events a second for 3 s: underruns",
        ours: Double(dragged.lateBlocks - before), unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(name), 30 events a second: rendered too late",
        ours: Double(dragged.lateTurns - late), unit: .count, limit: .none))
  }
}
