import CueModel
import CueStore
import CueStory
import Glibc
import Processes

/// How exactly takes of a story are played at other speeds, how many, how soon a dial is heard, and what that costs.
struct StoryBench {
  let tree: Tree
  let isQuick: Bool
  /// What alone is measured: positions, live, dials, opening, canvas, cost, mixing, drift or loop; all where it is empty.
  let only: String

  func measure(into table: inout Table) throws {
    func wants(_ part: String) -> Bool { only.isEmpty || only == part }
    if wants("positions") {
      try measurePositions(into: &table)
      try measurePitch(into: &table)
      try measureDrag(into: &table)
    }
    let live = StoryLive(tree: tree, isQuick: isQuick)
    if wants("live") { try live.measure(into: &table) }
    if wants("dials") { try live.measureDials(into: &table) }
    if wants("opening") { try measureOpening(into: &table) }
    if wants("canvas") { try StoryCanvas(tree: tree, isQuick: isQuick).measure(into: &table) }
    if wants("cost") { try measureCost(into: &table) }
    if wants("mixing") { try StoryMixing(tree: tree, isQuick: isQuick).measure(into: &table) }
    if wants("drift") { try StoryDrift(tree: tree, isQuick: isQuick).measure(into: &table) }
    if wants("loop") { try StoryLoop(tree: tree, isQuick: isQuick).measure(into: &table) }
  }

  // MARK: - Positions

  /// What strokes are put where, by node rate: 24 of them, half a second apart where they are heard.
  private func measurePositions(into table: inout Table) throws {
    for (name, engine, linked, limits) in [
      ("varispeed", "finer", true, [(0.0, 8.0, 1.0, 1.0)]),
      // Ratios of 0.125 have a row of their own, too: there strokes are furthest off.
      (
        "R3", "finer", false,
        [(0, 1.25, 3, 5), (0, 0.2, 0, 0), (1.25, 2, 8, 12), (2, 4, 25, 35), (4, 8, 0, 0)]
      ),
      ("R3, short window", "short", false, [(0, 2, 7, 12), (0, 0.2, 0, 0), (2, 8, 0, 0)]),
    ] {
      var errors: [Double: [Double]] = [:]
      var wrongLengths = 0
      for recorded in [0.25, 0.5, 1, 2] {
        for master in [0.25, 0.5, 1, 1.6, 2] where recorded != master {
          let (found, isLong) = try strokes(engine, recorded, master, linked)
          errors[recorded / master, default: []] += found
          wrongLengths += isLong ? 0 : 1
        }
      }
      for (least, ratio, middle, most) in limits {
        let all = errors.filter { $0.key > least && $0.key <= ratio }.flatMap(\.value)
        let beyond = least > 0 ? "beyond \(rounded(least, 2)) and " : ""
        let text = "\(name), strokes at ratios \(beyond)up to \(rounded(ratio, 2)): off by"
        guard !all.isEmpty else { continue }
        table.add(
          Measure(
            name: text + ", median", ours: median(all), unit: .milliseconds,
            limit: middle > 0 ? .most(middle) : .none))
        table.add(
          Measure(
            name: text + ", p95", ours: share(0.95, of: all), unit: .milliseconds,
            limit: most > 0 ? .most(most) : .none))
      }
      table.add(
        Measure(
          name: "\(name): lengths that are off by more than a frame", ours: Double(wrongLengths),
          unit: .count, limit: .most(0)))
    }
  }

  /// How far strokes are off, in milliseconds, and whether the take is as long as it must be.
  private func strokes(
    _ engine: String, _ recorded: Double, _ master: Double, _ linked: Bool
  ) throws -> ([Double], Bool) {
    var sound = try StorySound(tree: tree)
    let count = isQuick ? 8 : 24
    let node = master / recorded
    let places = (0..<count).map { Int((0.25 + 0.5 * Double($0)) * 48_000 * node) }
    let frames = Int(Double(count) * 24_000 * node)
    let take = try sound.take(
      1, StorySound.drum(frames, strokes: places), recordedAt: recorded, linked: linked)
    let story = PlayedStory(
      rateHertz: 48_000, takes: [take], dials: StorySound.dials(master, linked: linked))
    let renderer = StoryRenderer(
      story, effects: StorySound.effects(tree, engine), clock: StandingTime())
    defer { renderer.end() }
    let length = Int((Double(frames) / node).rounded())
    let left = renderer.left(length + 4800)
    // Where the middle of a stroke is, on a tape of that speed or unchanged.
    let own = StorySound.drum(9600, strokes: [4800])
    let late = StorySound.middle(own, near: 4800, within: 2400) - 4800
    let errors = places.map { place in
      let expected = Double(place) / node + (linked ? late / node : late)
      let found = StorySound.middle(left, near: Int(expected), within: 9600)
      return abs(found - expected) / 48
    }
    return (errors, left[(length + 1)...].allSatisfy { $0 == 0 })
  }

  // MARK: - Pitch

  private func measurePitch(into table: inout Table) throws {
    for (name, linked, hertz) in [("linked", true, 880.0), ("unlinked", false, 440.0)] {
      var sound = try StorySound(tree: tree)
      let samples = (0..<192_000).map { Float(0.4 * sin(2 * .pi * 440 * Double($0) / 48_000)) }
      let take = try sound.take(1, samples, recordedAt: 1, linked: linked)
      let renderer = StoryRenderer(
        PlayedStory(
          rateHertz: 48_000, takes: [take], dials: StorySound.dials(2, linked: linked)),
        effects: StorySound.effects(tree, "finer"), clock: StandingTime())
      defer { renderer.end() }
      let made = AudioBuffer(float32: renderer.left(90_000), rateHertz: 48_000)
      table.add(
        Measure(
          name: "thousandths of a cent that 440 Hz at 2 x are off \(Int(hertz)) Hz, \(name)",
          ours: (Stretch.cents(hertz, in: made).magnitude * 1000).rounded(), unit: .count,
          limit: .most(5000)))
    }
  }

  // MARK: - Dragging

  /// A dial that is dragged for two seconds, thirty events a second, and half a second later.
  private func measureDrag(into table: inout Table) throws {
    for (name, engine, linked) in [
      ("varispeed", "finer", true), ("R3", "finer", false), ("R3, short window", "short", false),
    ] {
      var sound = try StorySound(tree: tree)
      let places = (0..<60).map { 12_000 + $0 * 24_000 }
      let take = try sound.take(
        1, StorySound.drum(61 * 24_000, strokes: places), recordedAt: 1, linked: linked)
      let renderer = StoryRenderer(
        PlayedStory(rateHertz: 48_000, takes: [take], dials: StorySound.dials(1, linked: linked)),
        effects: StorySound.effects(tree, engine), clock: StandingTime())
      defer { renderer.end() }
      _ = renderer.left(48_000)
      for index in 0..<60 {
        renderer.turn(StorySound.dials(1 + 0.25 * sin(Double(index) / 9), linked: linked))
        _ = renderer.left(1600)
      }
      _ = renderer.left(24_000)
      let first = renderer.playedFrame
      let left = renderer.left(8 * 48_000)
      let stretch = renderer.played.last
      let errors = places.compactMap { place -> Double? in
        let frame = stretch.frame(of: place * 1000) - first
        guard frame > 4800, frame < left.count - 9600 else { return nil }
        return abs(Double(StorySound.loudest(left, near: frame + 40, within: 9600) - frame - 40))
          / 48
      }
      table.add(
        Measure(
          name: "\(name): strokes off, half a second after a dial was dragged, p95",
          ours: share(0.95, of: errors), unit: .milliseconds, limit: .most(linked ? 2 : 12)))
    }
  }

  // MARK: - Large stories

  private func measureOpening(into table: inout Table) throws {
    let folder = try TemporaryFolder()
    let database = try Database(.file(folder.path("library.db")), modules: [Stories.module])
    for ending in ["-wal", "-shm"] { _ = folder.path("library.db" + ending) }
    let shelf = StoryShelf(database, folder: folder.path("stories"), clock: FixedDate())
    let view = try shelf.begin("long", player: "ann")
    let count = isQuick ? 1000 : 10_000
    try shelf.stories.transaction { () throws(StoreFailure) in
      var head = ""
      for number in 0..<count {
        let digits = String(number, radix: 16)
        let id = String(repeating: "0", count: 32 - digits.count) + digits
        let take = StoredTake(
          id: id, parent: head, author: "ann", channels: 1, isFloat: false,
          frames: 96_000 + number, digest: id + id, recordedRate: 1000, recordedPitch: 0)
        _ = try shelf.stories.add(take, to: view.story.number)
        head = id
      }
      var changed = view.story
      changed.head = head
      try shelf.stories.update(changed)
    }
    var times: [Double] = []
    for _ in 0..<5 {
      let start = bench_now()
      let story = PlayedStory(try shelf.view("long")) { shelf.path($0.id, of: view.story.id) }
      times.append(Double(bench_now() - start) / 1e6)
      guard story.takes.count == count else {
        throw BenchFailure(sentence: "The story has \(story.takes.count) takes.")
      }
    }
    table.add(
      Measure(
        name: "opening a story of \(count) takes, median of 5", ours: median(times),
        unit: .milliseconds, limit: .most(100)))
  }

  // MARK: - Cost

  private func measureCost(into table: inout Table) throws {
    let seconds = isQuick ? 5 : 20
    let frames = seconds * 48_000
    for (engine, library, tracks, most) in [
      ("finer", "rubberband", 8, 1.15), ("sonic", "sonic", 24, 1.4),
    ] {
      guard unsafe access(tree.direct(library), X_OK) == 0 else {
        put("Left out: \(tree.direct(library)) is not built.\n", to: STDERR_FILENO)
        continue
      }
      var sound = try StorySound(tree: tree)
      let samples = StorySound.asKept(
        StorySound.tone(Int(Double(frames) * 1.25), hertz: 180))
      let first = try sound.take(1, samples, recordedAt: 1, linked: false)
      let takes = (1...tracks).map {
        sound.take($0, first.path, frames: first.frames, recordedAt: 1, linked: false)
      }
      let renderer = StoryRenderer(
        PlayedStory(rateHertz: 48_000, takes: takes, dials: StorySound.dials(1.25, linked: false)),
        effects: StorySound.effects(tree, engine), clock: StandingTime())
      defer { renderer.end() }
      _ = renderer.left(4800)
      let start = bench_own_cpu() + bench_children_cpu()
      _ = renderer.left(frames - 9600)
      let ours = Double(bench_own_cpu() + bench_children_cpu() - start) / 1e6
      let scratch = try Scratch()
      try scratch.writeSound(AudioBuffer(float32: samples, rateHertz: 48_000).bytes)
      let program = [tree.direct(library), "48000", "1.25", scratch.text, scratch.direct]
      guard let taken = Double(try RunningProgram(program).receiveLine()) else {
        throw BenchFailure(sentence: "\(program[0]) gave no time.")
      }
      table.add(
        Measure(
          name: "\(tracks) takes by \(engine) at 1.25 x for \(seconds) s, CPU of all",
          ours: ours, direct: taken / 1e6 * Double(tracks), unit: .milliseconds,
          limit: .ratio(most)))
    }
  }
}

/// A date that does not move.
private struct FixedDate: WallClock {
  let millisecondsSince1970: Int64 = 1_000_000
}
