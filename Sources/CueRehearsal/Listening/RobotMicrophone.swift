import CueModel
import CueScreenplay
import Glibc

/// A microphone at which a voice says the actor's lines, so that a rehearsal that listens can run without a person.
///
/// Its sound waits for its reader, as a file's does, and is the same each time. It stands for a quiet room: noise is under
/// everything, so that a recognizer can distinguish speech from it.
public final class RobotMicrophone: LineMicrophone {
  /// How the robot acts.
  public struct Acting: Equatable, Sendable {
    /// From the opening of the microphone to the first word.
    public var delaySeconds = 0.3
    /// A silence before the word in the middle of the line.
    public var pauseSeconds = 0.0
    /// How far the noise is below the line's mean level, in dB.
    public var signalToNoiseDecibels = 45.0
    /// How long somebody can wait after the line.
    public var silenceSeconds = 60.0

    /// Promptly and fluently, in a quiet room.
    public init() {}
  }

  /// Its name, with that of the voice.
  public var name: String { "robot:" + part.voice.name }
  /// Its sound waits.
  public var isLive: Bool { false }
  private let part: Part
  private let manner: Acting
  private var line: Line?
  private var format = AudioFormat(sample: .float32, rateHertz: 16000)
  private var samples: [Float] = []
  private var noiseLevel: Float = 0
  /// Frames a second of the line at hand.
  package var rateHertz: Int { format.rateHertz }
  /// Frames of this opening that were read.
  package private(set) var position = 0
  /// Where the line's first word begins and its last one ends, in frames of this opening.
  ///
  /// It ends with its last 10 ms that are 6 dB above the noise, or 40 dB below full scale where that is earlier: what is quieter
  /// is not audible.
  package private(set) var spoken = 0..<0
  /// Where the pause within the line is.
  package private(set) var pause = 0..<0
  /// Silences within the line of 100 ms and more, its pause among them.
  package private(set) var holds: [Range<Int>] = []
  private var noise = Noise()

  /// A robot.
  ///
  /// - Parameters:
  ///   - part: the voice that says the actor's lines, and how
  ///   - manner: when they do
  public init(_ part: Part, _ manner: Acting = Acting()) {
    self.part = part
    self.manner = manner
  }

  /// Has `line` said as soon as the microphone is open.
  public func prepare(_ line: Line) { self.line = line }

  /// Says the line.
  public func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat {
    precondition(wanted == nil, "a robot has a format of its own")
    samples = []
    position = 0
    guard let line else { return format }
    let (said, middle) = try say(line, cancellation)
    let delay = silence(manner.delaySeconds)
    let hold = middle < said.count ? silence(manner.pauseSeconds) : []
    samples = delay + said[..<middle] + hold + said[middle...] + silence(manner.silenceSeconds)
    let first = said.firstIndex(where: Self.isHeard) ?? 0
    noiseLevel = noise(below: said)
    let last = lastHeard(said)
    spoken = delay.count + first..<delay.count + hold.count + last
    pause = delay.count + middle..<delay.count + middle + hold.count
    holds = Self.silences(in: samples, spoken, atLeast: format.frames(inSeconds: 0.1))
    self.line = nil
    return format
  }

  /// The next of the sound, with the room's noise.
  public func read(atMost frames: Int, cancellation: Cancellation) -> CapturedSound? {
    guard !cancellation.isCancelled, position < samples.count else { return nil }
    let end = min(position + frames, samples.count)
    defer { position = end }
    let heard = samples[position..<end].map { max(-1, min(1, $0 + noiseLevel * noise.next())) }
    return CapturedSound(
      AudioBuffer(float32: heard, rateHertz: format.rateHertz), startFrame: position)
  }

  /// Sound waits, and none is dropped.
  public func flush() {}

  /// The line is over, whatever was heard of it.
  public func close() { samples = [] }

  /// Whether a sample is more than the silence that engines begin and end with: −40 dB.
  private static func isHeard(_ sample: Float) -> Bool { sample.magnitude > 0.01 }

  /// Where the last of `said` ends that is heard above silence and the noise.
  private func lastHeard(_ said: [Float]) -> Int {
    let hop = format.frames(inSeconds: 0.01)
    // Evenly spread between −1 and 1, noise has a mean square of a third; 6 dB more are four times the power.
    let least = 4 * noiseLevel * noiseLevel / 3
    var last = said.lastIndex(where: Self.isHeard) ?? 0
    var power = said[max(0, last + 1 - hop)..<min(last + 1, said.count)].reduce(0) { $0 + $1 * $1 }
    while last >= hop, power < least * Float(hop) {
      power += said[last - hop] * said[last - hop] - said[last] * said[last]
      last -= 1
    }
    return last
  }

  /// Stretches of `range` in which nothing is heard for this many frames.
  private static func silences(
    in samples: [Float], _ range: Range<Int>, atLeast frames: Int
  ) -> [Range<Int>] {
    var silences: [Range<Int>] = []
    var start = range.lowerBound
    for frame in range where isHeard(samples[frame]) {
      if frame - start >= frames { silences.append(start..<frame) }
      start = frame + 1
    }
    return silences
  }

  /// The amplitude of noise so far below `said`; of −60 dB where nothing is said.
  private func noise(below said: [Float]) -> Float {
    let sum = said.reduce(0.0) { $0 + Double($1) * Double($1) }
    let mean = said.isEmpty || sum == 0 ? 1e-6 : sum / Double(said.count)
    let level = (mean * pow(10, -manner.signalToNoiseDecibels / 10)).squareRoot()
    // Evenly spread between −1 and 1, noise has a mean square of a third.
    return Float(level * 3.0.squareRoot())
  }

  private func silence(_ seconds: Double) -> [Float] {
    Array(repeating: 0, count: format.frames(inSeconds: seconds))
  }

  /// The line's sound as one channel, and the frame of the word in its middle.
  private func say(
    _ line: Line, _ cancellation: Cancellation
  ) throws -> (samples: [Float], middle: Int) {
    let said = try part.voice.collect(
      part.request(for: line, previous: "", next: ""), cancellation: cancellation)
    guard let clip = said?.clip else { return ([], 0) }
    let own = clip.sound.format
    let samples = clip.sound.monoFloats
    let words = clip.marks.filter { $0.kind == .word }.map(\.frame)
    format = AudioFormat(sample: .float32, rateHertz: own.rateHertz)
    let middle = words.isEmpty ? samples.count / 2 : words[words.count / 2]
    return (samples, min(middle, samples.count))
  }
}

/// White noise between −1 and 1, the same each time.
private struct Noise {
  private var state: UInt32 = 1

  mutating func next() -> Float {
    // Numerical Recipes' linear congruential generator.
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(bitPattern: state)) / Float(Int32.max)
  }
}
