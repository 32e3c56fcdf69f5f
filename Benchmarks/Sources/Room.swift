import CueModel
import CueRehearsal
import CueScreenplay
import Glibc

/// The robot's microphone in a room: its walls ring, somebody types, and the partner's loudspeaker is heard.
final class Room: LineMicrophone {
  /// What the room does to the sound.
  struct Sounds {
    /// How long it takes until a sound is 60 dB quieter; 0 for a room without walls.
    var decaySeconds = 0.0
    /// Strokes of keys a second, in the middle; 0 for none.
    var keysPerSecond = 0.0
    /// How far the partner's last line is below what was played; nil where it is not heard.
    var echoDecibels: Double?
    /// How much of the end of that line is heard, in seconds: what a device and a room still hold when the microphone opens.
    ///
    /// The actor speaks at the same time.
    var echoSeconds = 0.5
    /// All of that line is heard, and the actor speaks after it.
    var repeatsLine = false

    var isSilent: Bool { decaySeconds <= 0 && keysPerSecond <= 0 && echoDecibels == nil }
  }

  private let robot: RobotMicrophone
  private let sounds: Sounds
  /// What the actor says for a line.
  private let words: (Line) -> String
  /// What the partner said last.
  private let partner: Nowhere
  private var random = RepeatableGenerator(seed: 42)
  private var echo: [Float] = []
  /// Frames of the echo that the actor waits for, and how many of them were read.
  private var waiting = (frames: 0, read: 0)
  private var walls: [(delay: Int, gain: Float)] = []
  private var past: [Float] = []
  private var keyFrame = 0

  init(
    _ robot: RobotMicrophone, _ sounds: Sounds, after partner: Nowhere,
    saying words: @escaping (Line) -> String = \.text
  ) {
    self.robot = robot
    self.sounds = sounds
    self.words = words
    self.partner = partner
  }

  var name: String { robot.name }
  var isLive: Bool { robot.isLive }
  func prepare(_ line: Line) {
    robot.prepare(
      Line(
        index: line.index, kind: line.kind, character: line.character, text: words(line),
        sceneIndex: line.sceneIndex))
  }

  func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat {
    let format = try robot.open(wanted, latencyFrames: latencyFrames, cancellation: cancellation)
    past = []
    walls = Self.walls(sounds.decaySeconds, rateHertz: format.rateHertz, &random)
    keyFrame = nextKey(after: 0)
    echo = []
    if let decibels = sounds.echoDecibels {
      guard partner.lastRateHertz == format.rateHertz || partner.lastLine.isEmpty else {
        throw BenchFailure(sentence: "The echo of a partner at another rate than the actor's.")
      }
      let gain = Float(pow(10, -decibels / 20))
      let frames = sounds.repeatsLine ? .max : format.frames(inSeconds: sounds.echoSeconds)
      echo = partner.lastLine.suffix(frames).map { $0 * gain }
    }
    waiting = (sounds.repeatsLine ? echo.count : 0, 0)
    return format
  }

  func read(atMost frames: Int, cancellation: Cancellation) -> CapturedSound? {
    if waiting.read < waiting.frames {
      let end = min(waiting.read + frames, waiting.frames)
      defer { waiting.read = end }
      // A quiet room, as around the robot.
      let sound = echo[waiting.read..<end].map {
        $0 + 0.001 * Float.random(in: -1...1, using: &random)
      }
      return CapturedSound(
        AudioBuffer(float32: sound, rateHertz: robot.rateHertz), startFrame: waiting.read)
    }
    guard let captured = robot.read(atMost: frames, cancellation: cancellation) else { return nil }
    guard !sounds.isSilent else { return captured }
    var samples = captured.sound.floats
    let start = captured.startFrame
    if !sounds.repeatsLine {
      for index in samples.indices where start + index < echo.count {
        samples[index] += echo[start + index]
      }
    }
    ring(&samples)
    type(&samples, from: start)
    return CapturedSound(
      AudioBuffer(
        float32: samples.map { max(-1, min(1, $0)) }, rateHertz: captured.sound.format.rateHertz),
      startFrame: waiting.frames + start)
  }

  func flush() {}
  func close() { robot.close() }

  /// Noise that decays, as the impulse response of a room: a thousand pulses a second of either sign, which the ear and a meter
  /// do not distinguish from dense noise.
  ///
  /// As much sound comes from the walls as from the speaker, as some two metres away. All of it together is as loud as the
  /// speaker alone.
  private static func walls(
    _ decaySeconds: Double, rateHertz: Int, _ random: inout RepeatableGenerator
  ) -> [(delay: Int, gain: Float)] {
    guard decaySeconds > 0 else { return [] }
    let spacing = rateHertz / 1000
    var walls: [(delay: Int, gain: Float)] = []
    // The first reflection comes 5 ms after the direct sound.
    for slot in stride(
      from: rateHertz / 200, to: Int(decaySeconds * Double(rateHertz)), by: spacing)
    {
      let delay = slot + Int.random(in: 0..<spacing, using: &random)
      let decibels = -60 * Double(delay) / (decaySeconds * Double(rateHertz))
      walls.append((delay, Float(pow(10, decibels / 20)) * (Bool.random(using: &random) ? 1 : -1)))
    }
    let energy = walls.reduce(0) { $0 + $1.gain * $1.gain }
    let half = Float(0.5).squareRoot()
    return [(0, half)] + walls.map { ($0.delay, $0.gain * half / energy.squareRoot()) }
  }

  /// `samples` as the walls of a room give them back, besides the sound itself.
  static func ringing(
    _ samples: [Float], _ decaySeconds: Double, rateHertz: Int,
    _ random: inout RepeatableGenerator
  ) -> [Float] {
    var sound = [Float](repeating: 0, count: samples.count)
    for (delay, gain) in walls(decaySeconds, rateHertz: rateHertz, &random) {
      for index in stride(from: delay, to: samples.count, by: 1) {
        sound[index] += gain * samples[index - delay]
      }
    }
    return sound
  }

  private func ring(_ samples: inout [Float]) {
    guard let longest = walls.last?.delay else { return }
    let start = past.count
    past += samples
    for index in samples.indices {
      var sum: Float = 0
      for (delay, gain) in walls where start + index >= delay {
        sum += gain * past[start + index - delay]
      }
      samples[index] = sum
    }
    if past.count > 2 * longest { past.removeFirst(past.count - longest) }
  }

  private func nextKey(after frame: Int) -> Int {
    guard sounds.keysPerSecond > 0 else { return .max }
    let spacing = Double(robot.rateHertz) / sounds.keysPerSecond
    return frame + Int(spacing * Double.random(in: 0.3..<1.7, using: &random))
  }

  /// A stroke of a key: 8 ms of noise that decays, a quarter of full scale at first.
  private func type(_ samples: inout [Float], from start: Int) {
    let length = robot.rateHertz * 8 / 1000
    while keyFrame < start + samples.count {
      for frame in keyFrame..<keyFrame + length where frame >= start {
        guard frame < start + samples.count else { break }
        let decay = Float(exp(-4 * Double(frame - keyFrame) / Double(length)))
        samples[frame - start] += 0.25 * decay * Float.random(in: -1...1, using: &random)
      }
      guard keyFrame + length <= start + samples.count else { break }
      keyFrame = nextKey(after: keyFrame)
    }
  }
}
