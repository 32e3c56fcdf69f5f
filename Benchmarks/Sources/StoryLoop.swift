import CueAssembly
import CueModel
import CuePlugins
import CueStore
import CueStory
import Glibc

/// Takes that are recorded from what a real sound server plays: a null sink and its monitor.
struct StoryLoop {
  let tree: Tree
  let isQuick: Bool

  func measure(into table: inout Table) throws {
    guard PulseServer.isInstalled(tree) else {
      put(
        "Left out: there is no PulseAudio, or the plugin 'pulse' is not built.\n", to: STDERR_FILENO
      )
      return
    }
    let server = try PulseServer()
    defer { server.end() }
    func device() -> DeviceClient { PulseServer.device(tree) }
    func microphone() -> MicrophoneClient {
      MicrophoneClient(PulseServer.setup(tree), device: "out.monitor")
    }
    let latency: Int
    do {
      latency = try LoopCalibrator(device(), microphone()).run(Cancellation()).measure.latencyFrames
    } catch { throw BenchFailure(sentence: "The loop could not be measured: \(error)") }
    var offsets: [Double] = []
    var drifts: [Double] = []
    var damaged = 0
    let runs = isQuick ? 5 : 20
    for _ in 0..<runs {
      let (offset, drift, damage) = try run(
        device(), microphone(), latency: latency, seconds: 3, tree)
      offsets.append(abs(offset))
      drifts.append(abs(drift))
      damaged += damage.isEmpty ? 0 : 1
      if !damage.isEmpty { table.note("  damage: \(damage)") }
    }
    table.add(
      Measure(
        name: "PulseAudio: onset off the punch, median of \(runs)", ours: median(offsets),
        unit: .milliseconds, limit: .most(10)))
    table.add(
      Measure(
        name: "PulseAudio: onset off the punch, p95", ours: share(0.95, of: offsets),
        unit: .milliseconds, limit: .most(20)))
    table.add(
      Measure(
        name: "PulseAudio: takes marked as damaged", ours: Double(damaged), unit: .count,
        limit: .none))
    let seconds = isQuick ? 30 : 290
    let (_, drift, damage) = try run(
      device(), microphone(), latency: latency, seconds: seconds, tree)
    table.add(
      Measure(
        name: "PulseAudio: drift over \(seconds) s", ours: abs(drift), unit: .milliseconds,
        limit: .most(5)))
    table.add(
      Measure(
        name: "PulseAudio: that take marked as damaged", ours: damage.isEmpty ? 0 : 1, unit: .count,
        limit: .none))
    if !damage.isEmpty { table.note("  damage: \(damage)") }
    table.note("  the loop takes \(latency) frames")
  }

  /// Records what the first take sounds like through the server, and compares its strokes, in milliseconds.
  private func run(
    _ device: DeviceClient, _ microphone: MicrophoneClient, latency: Int, seconds: Int, _ tree: Tree
  ) throws -> (onset: Double, drift: Double, damage: [TakeDamage]) {
    let folder = try TemporaryFolder()
    for ending in ["-wal", "-shm"] { _ = folder.path("library.db" + ending) }
    let database = try Database(.file(folder.path("library.db")), modules: [Stories.module])
    let shelf = StoryShelf(database, folder: "\(folder.path("stories"))", clock: LoopDate())
    var view = try shelf.begin("loop", player: "ann")
    let places = (0..<seconds).map { 24_000 + $0 * 48_000 }
    let samples = AudioBuffer(
      float32: StorySound.drum(seconds * 48_000, strokes: places), rateHertz: 48_000)
    let format = AudioFormat(sample: .int16, rateHertz: 48_000)
    _ = try shelf.add(
      NewTake(format: format, label: "strokes", recorded: view.story.dials.asHeard), to: view
    ) { try $0(AudioBuffer(int16: samples.int16s, rateHertz: 48_000)) }
    view = try shelf.view("loop")
    let player = StoryPlayer(
      PlayedStory(view) { shelf.path($0.id, of: view.story.id) }, on: device,
      effects: { StorySound.effects(tree, "short") })
    var settings = RecorderSettings()
    settings.latencyFrames = latency
    let recorder = StoryRecorder(player, microphone, settings: settings)
    let done = try recorder.record(into: view, on: shelf, stoppingAt: seconds * 48_000 + 480)
    let path = shelf.path(done.take.id, of: view.story.id)
    let bytes = contents(ofFile: path)
    let heard = AudioBuffer(format: format, bytes: Array(bytes[44...])).floats
    unsafe unlink(path)
    for take in view.takes { unsafe unlink(shelf.path(take.id, of: view.story.id)) }
    unsafe rmdir("\(shelf.folder)/\(view.story.id)")
    unsafe unlink(shelf.folder + "/lock")
    unsafe rmdir(shelf.folder)
    let whole = samples.floats
    func off(_ place: Int) -> Double {
      let found = StorySound.loudest(heard, near: place, within: 20_000)
      return Double(found - StorySound.loudest(whole, near: place, within: 20_000)) / 48
    }
    // Where a stroke lost frames, its loudest place says nothing about the clock: most of several do.
    let count = min(10, places.count / 2)
    let (first, last) = (places.prefix(count).map(off), places.suffix(count).map(off))
    return (off(places[0]), median(last) - median(first), done.damage)
  }
}

/// A date that does not move.
private struct LoopDate: WallClock {
  let millisecondsSince1970: Int64 = 1_000_000
}
