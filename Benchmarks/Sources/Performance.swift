import CueCasting
import CueModel
import Glibc

/// What an actor does in one line, as sound: words and silences, one after the other.
struct Performance {
  /// Silence that somebody can wait for after it, in seconds.
  static let tailSeconds = 40.0

  let rateHertz: Int
  private(set) var samples: [Float] = []
  /// Where each word of the line begins, in bytes of the line and in frames of the sound.
  private(set) var words: [(byte: Int, frame: Int)] = []
  /// After the last sound that is heard.
  private(set) var endFrame = 0

  init(rateHertz: Int) { self.rateHertz = rateHertz }

  /// Adds a silence.
  mutating func rest(_ seconds: Double) {
    samples += Array(repeating: 0, count: Int(seconds * Double(rateHertz)))
  }

  /// Adds what `speech` says of the bytes `range` of its text.
  ///
  /// `offset` is the byte of the line at which that text begins; nil where it is not text of the line.
  mutating func say(_ speech: Speech, _ range: Range<Int>? = nil, at offset: Int? = 0) {
    let start = range.map { speech.frame(of: $0.lowerBound) } ?? 0
    let end = range.map { speech.frame(of: $0.upperBound) } ?? speech.samples.count
    let before = samples.count
    for mark in speech.words where (start..<end).contains(mark.frame) {
      if let offset { words.append((mark.byte + offset, before + mark.frame - start)) }
    }
    samples += speech.samples[start..<end]
    endFrame = (samples.lastIndex { $0.magnitude > 0.01 } ?? 0) + 1
  }

  /// How many words of the line were not yet begun at `frame`.
  func unsaid(at frame: Int) -> Int { words.count { $0.frame > frame } }

  /// The same in a room with walls and noise.
  func heard(in place: Place) -> [Float] {
    var sound = samples
    var random = RepeatableGenerator(seed: 7)
    if place.decaySeconds > 0 {
      sound = Room.ringing(sound, place.decaySeconds, rateHertz: rateHertz, &random)
    }
    let spoken = sound.filter { $0.magnitude > 0.01 }
    let power = spoken.reduce(0) { $0 + $1 * $1 } / Float(max(1, spoken.count))
    // Evenly spread between −1 and 1, noise has a mean square of a third.
    let noise = (3 * power).squareRoot() * Float(pow(10, -place.signalToNoise / 20))
    sound += Array(repeating: 0, count: Int(Performance.tailSeconds * Double(rateHertz)))
    return sound.map { max(-1, min(1, $0 + noise * Float.random(in: -1...1, using: &random))) }
  }

  /// Where it is heard.
  struct Place: CaseIterable {
    let name: String
    var signalToNoise = 45.0
    var decaySeconds = 0.0

    static let allCases = [
      Place(name: "clean"), Place(name: "20 dB", signalToNoise: 20),
      Place(name: "a room", signalToNoise: 30, decaySeconds: 0.4),
    ]
  }
}

/// A text as a voice says it, in one channel.
struct Speech {
  let samples: [Float]
  let rateHertz: Int
  /// Where each word begins, in bytes of the text and in frames.
  let words: [(byte: Int, frame: Int)]

  /// Where the word at `byte` begins, or the next after it.
  func frame(of byte: Int) -> Int { words.first { $0.byte >= byte }?.frame ?? samples.count }
}

/// Voices that act; each text is said once.
final class ActingVoices {
  static let all = ["slt", "rms", "awb", "kal16", "kal", "espeak"]

  private let setup: (String) -> NormalizedVoice
  private var clients: [String: NormalizedVoice] = [:]
  private var said: [String: Speech] = [:]

  init(_ setup: @escaping (String) -> NormalizedVoice) { self.setup = setup }

  func quit() { for client in clients.values { client.quit() } }

  /// `text` as the voice `name` says it.
  func say(_ text: String, _ name: String) throws -> Speech {
    let key = name + "\n" + text
    if let speech = said[key] { return speech }
    let plugin = name == "espeak" ? "espeak" : "flite"
    let client = clients[plugin] ?? setup(plugin)
    clients[plugin] = client
    var request = SpeechRequest(text: text)
    request.voice = name == "espeak" ? "gmw/en-US" : name
    request.wantsMarks = true
    guard let clip = try client.collect(request, cancellation: Cancellation())?.clip
    else { throw BenchFailure(sentence: "\(name) said nothing.") }
    let floats = clip.sound.floats
    let channels = clip.sound.format.channels
    let speech = Speech(
      samples: stride(from: 0, to: floats.count, by: channels).map { floats[$0] },
      rateHertz: clip.sound.format.rateHertz,
      words: clip.marks.filter { $0.kind == SpeechMark.Kind.word }.map {
        ($0.textRange.lowerBound, $0.frame)
      })
    said[key] = speech
    return speech
  }
}

/// A microphone that hears sound which was prepared, and goes on where it was when it is opened again.
final class PreparedMicrophone: Microphone {
  let name = "prepared"
  let isLive = false
  private let samples: [Float]
  private let format: AudioFormat
  private(set) var position = 0

  init(_ samples: [Float], rateHertz: Int) {
    self.samples = samples
    format = AudioFormat(sample: .float32, rateHertz: rateHertz)
  }

  func open(_ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation) -> AudioFormat {
    format
  }

  func read(atMost frames: Int, cancellation: Cancellation) -> CapturedSound? {
    guard !cancellation.isCancelled, position < samples.count else { return nil }
    let end = min(position + frames, samples.count)
    defer { position = end }
    return CapturedSound(
      AudioBuffer(float32: Array(samples[position..<end]), rateHertz: format.rateHertz),
      startFrame: position)
  }

  func flush() {}
  func close() {}
}
