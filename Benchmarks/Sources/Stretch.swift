import CueAudio
import CueModel
import CuePlugins
import Glibc
import Processes

/// Time-stretch through the host against the library in a small C program: how long it takes, how long the result is, and
/// whether it is in tune.
///
/// Cue's time is that of what `host process` does between reading and writing: blocks through the worker, one more on its way
/// than it needs. Both begin with sound in memory and an engine that is ready, and end when all of the result is there. Host
/// and worker run side by side, so Cue's time is the processor time of the one that has more to do, which is the time that
/// passes on a machine with nothing else to do.
struct Stretch {
  struct Engine {
    let name: String
    let tempo: String
    let mostRatio: Double
    let mostCents: Double

    static let all = [
      Engine(name: "rubberband", tempo: "tempo", mostRatio: 1 / 0.95, mostCents: 1),
      Engine(name: "sonic", tempo: "tempo", mostRatio: 1 / 0.85, mostCents: 5),
    ]
  }

  let tree: Tree
  let pairs: Int
  let speech: AudioBuffer

  /// 56 s of espeak's speech.
  init(tree: Tree, pairs: Int) throws {
    self.tree = tree
    self.pairs = pairs
    var samples: [Float] = []
    let voice = tree.voice(tree.plugin("espeak"))
    _ = try voice.speak(
      SpeechRequest(text: Texts.long(characters: 1200)), cancellation: Cancellation()
    ) { event in
      if case .sound(let sound) = event { samples += sound.floats }
    }
    voice.quit()
    let frames = 56 * 22050
    guard samples.count >= frames else {
      throw BenchFailure(sentence: "espeak said only \(samples.count / 22050) s.")
    }
    speech = AudioBuffer(float32: Array(samples.prefix(frames)), rateHertz: 22050)
  }

  func measure(into table: inout Table) throws {
    // A library that is not installed has no plugin.
    for engine in Engine.all where unsafe access(tree.plugin(engine.name), F_OK) == 0 {
      for rate in [22050, 44100] {
        let sound = speech(at: rate)
        for tempo in [0.5, 1.25, 2.0] { try measure(engine, sound, tempo, into: &table) }
      }
      try measurePitch(engine, into: &table)
    }
    try measureTape(into: &table)
  }

  private func speech(at rate: Int) -> AudioBuffer {
    guard rate != speech.format.rateHertz else { return speech }
    let resampler = Resampler(
      from: speech.format, to: AudioFormat(sample: .float32, rateHertz: rate))
    let first = resampler.process(speech)
    return AudioBuffer(format: first.format, bytes: first.bytes + resampler.finish().bytes)
  }

  private func measure(
    _ engine: Engine, _ sound: AudioBuffer, _ tempo: Double, into table: inout Table
  ) throws {
    let scratch = try Scratch()
    let rate = sound.format.rateHertz
    try scratch.writeSound(sound.bytes)
    let direct = [
      tree.direct(engine.name), "\(rate)", "\(tempo)", scratch.text, scratch.direct,
    ]
    var times: (ours: [Double], direct: [Double]) = ([], [])
    var made = AudioBuffer(float32: [], rateHertz: rate)
    for _ in 0..<pairs {
      let (result, time) = try ours(engine.name, engine.tempo, tempo, sound)
      made = result
      times.ours.append(time)
      guard let taken = Double(try RunningProgram(direct).receiveLine()) else {
        throw BenchFailure(sentence: "\(direct[0]) gave no time.")
      }
      times.direct.append(taken / 1e6)
    }
    let name = "\(engine.name): 56 s at \(rate) Hz, tempo \(tempo)"
    table.add(
      Measure(
        name: name + ", CPU, min of \(pairs)", ours: times.ours.min() ?? 0,
        direct: times.direct.min() ?? 0, unit: .milliseconds, limit: .ratio(engine.mostRatio)))
    let expected = Double(sound.frameCount) / tempo
    table.add(
      Measure(
        name: name + ": frames too many or too few",
        ours: (Double(made.frameCount) - expected).magnitude.rounded(), unit: .count,
        limit: .most(1)))
  }

  /// What becomes of `sound`, and the milliseconds of processor time that takes.
  private func ours(
    _ plugin: String, _ parameter: String, _ tempo: Double, _ sound: AudioBuffer
  ) throws -> (AudioBuffer, Double) {
    let file = PluginFile(
      path: tree.plugin(plugin), name: plugin, isProgram: false, id: plugin)
    var setup = PluginSetup(file: file, worker: WorkerSettings(workerPath: tree.worker))
    setup.parameters = [(parameter, "\(tempo)")]
    let effect = EffectClient(setup)
    defer { effect.quit() }
    let chain = EffectChain([effect])
    try chain.configure(rateHertz: sound.format.rateHertz, channels: 1)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(Double(sound.bytes.count) / tempo) + 65536)
    var waiting = 0
    let start = (host: bench_own_cpu(), worker: bench_children_cpu())
    for at in stride(from: 0, to: sound.frameCount, by: 16384) {
      try chain.begin(
        sound.frames(at..<min(at + 16384, sound.frameCount)), changes: [], asking: [])
      waiting += 1
      guard waiting > chain.usefulBlocks else { continue }
      bytes += try chain.finish().sound.bytes
      waiting -= 1
    }
    for _ in 0..<waiting { bytes += try chain.finish().sound.bytes }
    bytes += try chain.flush().bytes
    let worker = bench_children_cpu() - start.worker
    // The effect works in the worker; where that seems to cost nothing, it is not counted.
    guard worker > 1_000_000 else {
      throw BenchFailure(sentence: "The processor time of the worker of \(plugin) was not counted.")
    }
    let time = max(bench_own_cpu() - start.host, worker)
    return (AudioBuffer(format: sound.format, bytes: bytes), Double(time) / 1e6)
  }

  // In tune.

  private func measurePitch(_ engine: Engine, into table: inout Table) throws {
    for tempo in [0.5, 1.25, 2.0] {
      let made = try ours(engine.name, engine.tempo, tempo, Stretch.sine()).0
      table.add(
        Measure(
          name: "\(engine.name): thousandths of a cent that 440 Hz are off, tempo \(tempo)",
          ours: (Stretch.cents(440, in: made).magnitude * 1000).rounded(), unit: .count,
          limit: .most(engine.mostCents * 1000)))
    }
  }

  private func measureTape(into table: inout Table) throws {
    let made = try ours("varispeed", "speed", 2, Stretch.sine()).0
    table.add(
      Measure(
        name: "varispeed: thousandths of a cent that 880 Hz are off, speed 2",
        ours: (Stretch.cents(880, in: made).magnitude * 1000).rounded(), unit: .count,
        limit: .most(1000)))
  }

  /// Four seconds of 440 Hz.
  private static func sine() -> AudioBuffer {
    AudioBuffer(
      float32: (0..<88_200).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 22050)) },
      rateHertz: 22050)
  }

  /// How far the sine in the middle of `sound` is from `hertz`.
  ///
  /// The phase of Σ x(n)·w(n)·e^(−2πi·f·n), w a Hann window of 0.2 s, turns by 2π·(f′ − f)·0.1 s from one place to another 0.1 s
  /// later.
  static func cents(_ hertz: Double, in sound: AudioBuffer) -> Double {
    let samples = sound.floats
    let rate = Double(sound.format.rateHertz)
    let (shift, length) = (Int(rate / 10), Int(rate / 5))
    let start = (samples.count - shift - length) / 2
    func phase(_ first: Int) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<length {
        let window = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / Double(length))
        let angle = 2 * .pi * hertz * Double(first + index) / rate
        real += Double(samples[first + index]) * window * cos(angle)
        imaginary -= Double(samples[first + index]) * window * sin(angle)
      }
      return atan2(imaginary, real)
    }
    let turned = phase(start + shift) - phase(start)
    let turn = atan2(sin(turned), cos(turned))
    return 1200 * log2(1 + turn / (2 * .pi * Double(shift) / rate) / hertz)
  }
}
