import CueAudio
import CueModel
import CuePlugins
import CueStory
import Glibc

/// Takes that are made for measures of stories, and effects of the tree.
struct StorySound {
  static let rateHertz = 48_000
  let tree: Tree
  private let folder: TemporaryFolder
  private var made = 0

  init(tree: Tree) throws {
    self.tree = tree
    folder = try TemporaryFolder()
  }

  /// A take of `samples` from tick 0 on that was recorded at `rate`, as a story played linked or not.
  mutating func take(
    _ number: Int, _ samples: [Float], recordedAt rate: Double, linked: Bool
  ) throws -> PlayedTake {
    made += 1
    let path = folder.path("\(made).wav")
    let format = AudioFormat(sample: .int16, rateHertz: StorySound.rateHertz)
    let file = try GrowingSoundFile(path: path, format: format)
    let sound = AudioBuffer(float32: samples, rateHertz: StorySound.rateHertz)
    try file.append(AudioBuffer(int16: sound.int16s, rateHertz: StorySound.rateHertz))
    try file.close()
    return take(number, path, frames: samples.count, recordedAt: rate, linked: linked)
  }

  /// Another take of the same file.
  func take(
    _ number: Int, _ path: String, frames: Int, recordedAt rate: Double, linked: Bool
  ) -> PlayedTake {
    let recorded = StorySound.dials(rate, linked: linked).asHeard
    return PlayedTake(
      number: number, path: path,
      format: AudioFormat(sample: .int16, rateHertz: StorySound.rateHertz), frames: frames,
      recorded: recorded,
      place: TimelinePlace(
        start: 0, length: ChainTimeline.ticks(frames: frames, recordedAt: recorded.rate)))
  }

  static func dials(_ rate: Double, linked: Bool) -> StoryDials {
    var dials = StoryDials()
    dials.rate = PlaybackRate(dial: rate)
    dials.isLinked = linked
    return dials
  }

  /// Effects of the tree, each plugin in one worker; `engine` is Rubber Band's, or another stretcher's name.
  static func effects(_ tree: Tree, _ engine: String) -> StoryEffects {
    func plugin(_ name: String, _ parameters: [(name: String, value: String)]) -> EffectEngine {
      var setup = PluginSetup(
        file: PluginFile(path: tree.plugin(name), name: name, isProgram: false, id: name),
        worker: WorkerSettings(workerPath: tree.worker))
      setup.parameters = parameters
      return EffectEngine(setup)
    }
    let tape = plugin("varispeed", [("quality", "fast")])
    let stretch =
      engine == "sonic" ? plugin("sonic", []) : plugin("rubberband", [("engine", engine)])
    return StoryEffects(
      areKept: true,
      make: { change in
        switch change {
        case .varispeed(let factor): tape.effect([("speed", factor)])
        case .stretch(let tempo, let semitones):
          stretch.effect([("tempo", tempo), ("pitch", semitones)])
        }
      }, end: { effect in (effect.name == "varispeed" ? tape : stretch).end(effect) })
  }

  /// Strokes of a drum at these frames.
  static func drum(_ frames: Int, strokes: [Int]) -> [Float] {
    var samples = [Float](repeating: 0, count: frames)
    for stroke in strokes {
      for index in 0..<min(600, frames - stroke) {
        samples[stroke + index] +=
          Float(0.5 * exp(-Double(index) / 90) * cos(2 * .pi * Double(index) / 30))
      }
    }
    return samples
  }

  /// A tone with some that go with it, as a voice has.
  static func tone(_ frames: Int, hertz: Double, level: Double = 0.1) -> [Float] {
    (0..<frames).map { frame in
      let phase = 2 * .pi * hertz * Double(frame) / Double(rateHertz)
      return Float(level * (sin(phase) + 0.5 * sin(2 * phase) + 0.25 * sin(3 * phase)))
    }
  }

  /// `samples` as a take keeps them: to the finer engine, a tone without the noise of 16 bits is a fifth less work.
  static func asKept(_ samples: [Float]) -> [Float] {
    let kept = AudioBuffer(float32: samples, rateHertz: rateHertz).int16s
    return AudioBuffer(int16: kept, rateHertz: rateHertz).floats
  }

  /// Where the stroke near `frame` is loudest: the middle of the 2 ms with the most energy.
  static func loudest(_ samples: [Float], near frame: Int, within reach: Int) -> Int {
    let window = rateHertz / 500
    let first = max(0, frame - reach)
    let last = min(samples.count - window, frame + reach)
    guard first < last else { return .max }
    var energy: Float = 0
    for index in first..<first + window { energy += samples[index] * samples[index] }
    var best = (energy: energy, frame: first)
    for start in first + 1..<last {
      energy += samples[start + window - 1] * samples[start + window - 1]
      energy -= samples[start - 1] * samples[start - 1]
      if energy > best.energy { best = (energy, start) }
    }
    return best.frame + window / 2
  }

  /// The middle of the energy of the stroke near `frame`.
  static func middle(_ samples: [Float], near frame: Int, within reach: Int) -> Double {
    var (sum, energy) = (0.0, 0.0)
    for index in max(0, frame - reach)..<max(0, min(samples.count, frame + reach)) {
      let power = Double(samples[index]) * Double(samples[index])
      sum += power * Double(index)
      energy += power
    }
    return energy > 0 ? sum / energy : .infinity
  }

  /// How sharply sound bends at the most.
  static func bend(_ samples: ArraySlice<Float>) -> Float {
    guard samples.count > 2 else { return 0 }
    var most: Float = 0
    for index in samples.startIndex + 1..<samples.endIndex - 1 {
      let bend: Float = samples[index - 1] - 2 * samples[index] + samples[index + 1]
      most = max(most, abs(bend))
    }
    return most
  }
}

/// A clock that stands still: rendering takes no time.
struct StandingTime: MonotonicTime {
  let milliseconds: Int64 = 0
  func wait(milliseconds: Int, cancellation: Cancellation) {}
}

extension StoryRenderer {
  /// The next frames, left, as if nobody had to wait for them.
  func left(_ frames: Int) -> [Float] {
    var left: [Float] = []
    left.reserveCapacity(frames)
    while left.count < frames {
      guard let sound = pull(min(480, frames - left.count)) else { break }
      let samples = sound.floats
      for index in 0..<sound.frameCount { left.append(samples[2 * index]) }
    }
    return left
  }
}

extension StoryPlayer {
  /// Where a take or the device failed, no figure counts; of a worker that ended, one take says why, and the others that it did.
  func checkAllPlayed() throws {
    let failures = Set((failedTakes.map(\.value) + [failure].compactMap { $0 }).map { "\($0)" })
    guard failures.isEmpty else {
      throw BenchFailure(sentence: "Takes failed: " + failures.sorted().joined(separator: "\n"))
    }
  }
}

/// The value below which this share of all values lies, 0…1.
func share(_ part: Double, of values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}
