import CueABI
import CuePluginKit
import Glibc

/// A recognizer: it hears when there is sound and when there is silence, and calls each stretch of sound “sound”.
///
/// Put your engine where `window` is.
final class Detector: RecognizerPlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "starter-name", name: "starter-name", version: "1.0", licence: "MIT",
      summary: "Hears when there is sound.", concurrency: .perInstance, determinism: .always)
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "threshold", kind: .number(-90...0, initial: -40), unit: "dB",
        summary: "What is louder is sound, what is not is silence.")
    ]
  }

  private static let windowsASecond: UInt32 = 100
  /// Windows of sound that make a stretch.
  private static let enough = 10
  /// Windows of silence that end it.
  private static let pause = 20

  private var threshold = -40.0
  private var channels = 1
  private var windowFrames = 1
  private var frame = 0
  private var energy = 0.0
  private var framesInWindow = 0
  /// Windows of sound in a row, and of silence since.
  private var loud = 0
  private var quiet = 0
  private var isInSound = false
  private var words: [HeardWord] = []

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    if case .number(let decibels) = value { threshold = decibels }
  }

  func open(_ request: ListenRequest) throws(PluginFailure) -> [ListenShortfall] {
    guard request.format.rateHertz >= Detector.windowsASecond else {
      throw PluginFailure(CUE_E_RATE, "The rate goes from 100 to 768000 Hz.")
    }
    channels = Int(request.format.channels)
    windowFrames = Int(request.format.rateHertz / Detector.windowsASecond)
    (frame, energy, framesInWindow, loud, quiet) = (0, 0, 0, 0, 0)
    isInSound = false
    words = []
    // It hears that there is sound and not what is said, and says so.
    return request.phrases.indices.map { .phraseIgnored($0, because: "it hears sound, not words") }
  }

  /// The heart of a recognizer: sound comes in pieces of any length, and the result does not depend on them.
  func push(_ samples: [Float]) -> Transcript? {
    let before = words.count
    for start in stride(from: 0, to: samples.count, by: channels) {
      let sum = samples[start..<min(start + channels, samples.count)].reduce(0) { $0 + Double($1) }
      let sample = sum.isFinite ? sum / Double(channels) : 0
      energy += sample * sample
      frame += 1
      framesInWindow += 1
      guard framesInWindow == windowFrames else { continue }
      window(isLoud: energy / Double(windowFrames) > pow(10, threshold / 10))
      energy = 0
      framesInWindow = 0
    }
    return words.count > before ? transcript : nil
  }

  /// One more hundredth of a second.
  private func window(isLoud: Bool) {
    guard isLoud else {
      quiet += 1
      if quiet >= Detector.pause { isInSound = false }
      if !isInSound { loud = 0 }
      return
    }
    loud += 1
    quiet = 0
    if isInSound {
      words[words.count - 1].end = UInt64(frame)
    } else if loud == Detector.enough {
      let start = UInt64(frame - loud * windowFrames)
      words.append(HeardWord(text: "sound", start: start, end: UInt64(frame), confidence: -1))
      isInSound = true
    }
  }

  private var transcript: Transcript {
    let text = words.map(\.text).joined(separator: " ")
    // Nothing that was heard is ever taken back. Loudness does not show whether somebody spoke.
    return Transcript(
      text: text, stableBytes: text.utf8.count, words: words, noSpeech: words.isEmpty ? 1 : 0.5)
  }

  func finish() -> Transcript { transcript }

  func close() {}
}

/// The library's one exported function.
@c @implementation
public func cue_plugin_entry(_ host: UnsafePointer<cue_host>) -> UnsafePointer<cue_entry>? {
  unsafe PluginLibrary.enter(host, offering: [.recognizer(Detector.self)])
}
