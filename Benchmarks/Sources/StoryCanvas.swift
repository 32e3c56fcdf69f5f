import CueAssembly
import CueStore
import CueStory
import CueSystem
import Glibc
import Processes

/// How soon the canvas of a long story draws, and how much memory a long story takes while it plays.
struct StoryCanvas {
  let tree: Tree
  let isQuick: Bool
  private var takeCount: Int { isQuick ? 1000 : 10_000 }

  func measure(into table: inout Table) throws {
    let folder = try TemporaryFolder()
    let home = folder.path("home")
    defer { _ = try? Program("/bin/rm", "-rf", home).run() }
    let title = try story(in: home + "/data/cue")
    unsafe setenv("CUE_HOME", home, 1)
    unsafe setenv("TERM", "xterm-256color", 1)
    defer { unsafe unsetenv("CUE_HOME") }
    for (columns, rows) in [(80, 24), (200, 60)] {
      let start = bench_now()
      let canvas = try ProgramAtTerminal(
        [tree.host, "story", "open", title, "--device", "null", "--microphone", "null"],
        columns: columns, rows: rows)
      var first = try canvas.drawn(since: start)
      while !first.text.contains(title) { first = try canvas.drawn(since: start) }
      // The words and the waveforms that come after the first picture.
      usleep(500_000)
      let keys = isQuick ? 8 : 40
      for (what, ahead, key) in [("canvas", "", "\u{1b}[D"), ("tree", "t", "\u{1b}[A")] {
        if !ahead.isEmpty { _ = try canvas.press(ahead) }
        usleep(200_000)
        var times: [Double] = []
        for _ in 0..<keys {
          times.append(try canvas.press(key).milliseconds)
          usleep(50_000)
        }
        let name = "\(what) of \(takeCount) takes, \(columns) × \(rows), drawn after a key"
        table.add(
          Measure(
            name: name + ", median", ours: median(times), unit: .milliseconds, limit: .most(20)))
        table.add(
          Measure(
            name: name + ", p95", ours: share(0.95, of: times), unit: .milliseconds, limit: .none))
      }
    }
    try measureMemory(into: &table)
  }

  /// The title of a story in which each take answers the one before; all have the same sound.
  private func story(in folder: String) throws -> String {
    try WholeFile.makeFolder(folder, permissions: 0o700)
    let database = try Database(.file(folder + "/library.db"), modules: UserLibrary.modules)
    let shelf = StoryShelf(database, folder: folder + "/stories", clock: SystemClock())
    let view = try shelf.begin("A long story", player: "ann")
    let frames = 2 * StorySound.rateHertz
    var sound = try StorySound(tree: tree)
    let take = try sound.take(
      1, StorySound.tone(frames, hertz: 180), recordedAt: 1, linked: true)
    var links: [String] = []
    try shelf.stories.transaction { () throws(StoreFailure) in
      var changed = view.story
      for number in 0..<takeCount {
        let digits = String(number, radix: 16)
        let id = String(repeating: "0", count: 32 - digits.count) + digits
        _ = try shelf.stories.add(
          StoredTake(
            id: id, parent: changed.head, author: "ann", channels: 1, isFloat: false,
            frames: frames, digest: id + id, recordedRate: 1000, recordedPitch: 0),
          to: view.story.number)
        links.append(shelf.path(id, of: view.story.id))
        changed.head = id
      }
      try shelf.stories.update(changed)
    }
    if let slash = links[0].lastIndex(of: "/") {
      try WholeFile.makeFolder(String(links[0][..<slash]), permissions: 0o700)
    }
    for link in links {
      guard unsafe Glibc.link(take.path, link) == 0 else {
        throw BenchFailure(sentence: "\(link) could not be made.")
      }
    }
    return view.story.title
  }

  /// What it takes to play ten seconds in the middle of many long takes, of which two sound, over that of three.
  private func measureMemory(into table: inout Table) throws {
    let seconds = isQuick ? 20 : 300
    let frames = seconds * StorySound.rateHertz
    var sound = try StorySound(tree: tree)
    let first = try sound.take(
      1, StorySound.tone(frames, hertz: 180), recordedAt: 1, linked: false)
    var sizes: [Double] = []
    // The first time is not counted: what it takes is kept.
    for count in [3, 3, takeCount] {
      let places = ChainTimeline(
        lengths: Array(repeating: first.place.length, count: count)
      ).places
      let takes = places.enumerated().map { number, place in
        PlayedTake(
          number: number + 1, path: first.path, format: first.format, frames: frames,
          recorded: first.recorded, place: place)
      }
      let story = PlayedStory(
        rateHertz: StorySound.rateHertz, takes: takes,
        dials: StorySound.dials(0.8, linked: false))
      let renderer = StoryRenderer(
        story, from: places[count / 2].start + first.place.length / 4,
        effects: StorySound.effects(tree, "sonic"), clock: StandingTime())
      _ = renderer.left(10 * StorySound.rateHertz)
      sizes.append(Memory.writtenByProcesses())
      renderer.end()
    }
    table.add(
      Measure(
        name: "memory while \(takeCount) takes of \(seconds) s play, over that while 3 do",
        ours: sizes[2], direct: sizes[1], unit: .megabytes, limit: .mostAbove(4)))
  }
}
