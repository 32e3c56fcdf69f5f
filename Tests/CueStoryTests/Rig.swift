import CueModel
import CuePlugins
import Glibc
import TestSupport

@testable import CueStory

/// Effects of the plugins that Cue comes with, all of one plugin in one worker.
func sharedEffects(_ stretcher: String = "sonic", engine: String? = nil) -> StoryEffects {
  func plugin(_ id: String, _ parameters: [(name: String, value: String)] = []) -> EffectEngine {
    var setup = PluginSetup(
      file: PluginFile(
        path: Places.product("libplugin-\(id).so"), name: id, isProgram: false, id: id),
      worker: WorkerSettings(workerPath: Places.product("cue-worker")))
    setup.parameters = parameters
    return EffectEngine(setup)
  }
  let tape = plugin("varispeed")
  let stretch = plugin(stretcher, engine.map { [("engine", $0)] } ?? [])
  return StoryEffects(
    areKept: true,
    make: { change in
      switch change {
      case .varispeed(let factor): tape.effect([("speed", factor)])
      case .stretch(let tempo, let semitones):
        stretch.effect([("tempo", tempo), ("pitch", semitones)])
      }
    },
    end: { effect in (effect.name == "varispeed" ? tape : stretch).end(effect) })
}

/// A story on a virtual clock: all that is rendered ahead is rendered before each block.
final class Rig {
  let renderer: StoryRenderer
  let block: Int
  /// What was heard, left.
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []
  private(set) var failures: [Int] = []

  init(
    _ story: PlayedStory, from tick: Int = 0, _ effects: StoryEffects, block: Int = 80,
    settings: RenderSettings = RenderSettings()
  ) {
    self.block = block
    var note: (Int) -> Void = { _ in }
    renderer = StoryRenderer(
      story, from: tick, effects: effects, settings: settings, clock: VirtualClock()
    ) { number, _ in note(number) }
    note = { [unowned self] in failures.append($0) }
  }

  deinit { renderer.end() }

  var requests: RenderRequests { renderer.requests }
  /// The next played frame.
  var frame: Int { left.count }

  func play(_ frames: Int) {
    let end = left.count + frames
    while left.count < end {
      while renderer.step() {}
      guard let sound = renderer.buffer.pull(min(block, end - left.count)) else { return }
      let samples = sound.floats
      for index in 0..<sound.frameCount {
        left.append(samples[2 * index])
        right.append(samples[2 * index + 1])
      }
    }
  }
}

extension Home {
  /// Story 1, as a player knows it.
  func played(_ dials: StoryDials? = nil) throws -> PlayedStory {
    let view = try shelf.view("1")
    var story = PlayedStory(view) { path($0, of: view) }
    if let dials { story.dials = dials }
    return story
  }
}

/// Dials at a rate.
func turned(_ rate: Double, linked: Bool = true, pitch: Double = 0) -> StoryDials {
  var dials = StoryDials()
  dials.rate = PlaybackRate(dial: rate)
  dials.isLinked = linked
  dials.pitch = PitchOffset(semitones: pitch)
  return dials
}

/// A drum: short strokes at these frames of a take, each a pulse that dies away.
func drum(_ frames: Int, strokes: [Int]) -> [Int16] {
  var samples = [Double](repeating: 0, count: frames)
  for stroke in strokes {
    for index in 0..<min(200, frames - stroke) {
      samples[stroke + index] +=
        20_000 * exp(-Double(index) / 25) * cos(2 * .pi * Double(index) / 9)
    }
  }
  return samples.map { Int16(max(-32_000, min(32_000, $0))) }
}

/// The frames at which strokes begin: where the level rises steeply after `gap` frames that were softer.
func strokes(in samples: [Float], gap: Int) -> [Int] {
  let loudest = samples.reduce(0) { max($0, abs($1)) }
  var found: [Int] = []
  for (frame, sample) in samples.enumerated() where abs(sample) > loudest * 0.35 {
    if let last = found.last, frame < last + gap { continue }
    found.append(frame)
  }
  return found
}

/// The largest second difference of a part of sound: how sharply it bends.
func bend(_ samples: ArraySlice<Float>) -> Float {
  let values = Array(samples)
  guard values.count > 2 else { return 0 }
  return (1..<values.count - 1).map { abs(values[$0 - 1] - 2 * values[$0] + values[$0 + 1]) }
    .max() ?? 0
}
