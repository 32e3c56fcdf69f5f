import CueAudio
import CueGeneration
import CueModel
import CueScreenplay
import Foundation
import TestSupport

/// A script with clips that were made for it, and a folder for the results.
final class Stage {
  let screenplay: Screenplay
  let source: [UInt8]
  let cache = MemoryCache()
  private let folder: TemporaryFolder
  private(set) var items: [RenderedItem] = []
  var settings = RecordingSettings()

  /// The items of a Fountain script, without clips.
  init(
    _ fountain: String, isDualTogether: Bool = false, rules: SpeakingRules = .tableRead
  ) throws {
    source = Array(fountain.utf8)
    screenplay = try ScreenplayReader.read(source)
    var options = SpeakingOptions()
    options.isDualTogether = isDualTogether
    folder = try TemporaryFolder()
    items = SpeakableItems.items(of: screenplay, rules: rules, options: options).map {
      RenderedItem(item: $0, clip: nil, speaker: $0.rawCharacterName ?? "Narrator")
    }
  }

  /// Gives every item a clip.
  func render(_ clip: (Int, SpeakableItem) -> Clip?) {
    for index in items.indices {
      items[index].clip = clip(index, items[index].item).map(cache.add)
    }
  }

  /// Changes the item at a place.
  func change(_ place: Int, _ body: (inout RenderedItem) -> Void) { body(&items[place]) }

  func path(_ name: String) -> String { folder.path(name) }

  func write(_ name: String) throws -> RecordingReport {
    try CastRecording(items, of: screenplay, source: source, settings: settings)
      .write(to: path(name), from: cache)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// The names of all files in the folder.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }
}

/// All of a sound file.
func sound(at path: String) throws -> AudioBuffer {
  let reader = try SoundFileReader(path: path, raw: nil, cancellation: Cancellation())
  var samples: [Float] = []
  while let block = try reader.read(atMost: 65_536, cancellation: Cancellation()) {
    samples += block.floats
  }
  return AudioBuffer(float32: samples, rateHertz: reader.rateHertz, channels: reader.channels)
}

/// Noise from a seed, with less of it the higher it is, as in speech.
func noise(seconds: Double, rateHertz: Int, decibels: Double, seed: UInt64 = 1) -> [Float] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  let gain = Float(pow(10, decibels / 20))
  let share = Float(exp(-2 * .pi * 1000 / Double(rateHertz)))
  var last: Float = 0
  return (0..<Int((seconds * Double(rateHertz)).rounded())).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    last = share * last + (1 - share) * (Float(state >> 40) / Float(1 << 23) - 1)
    return 2 * gain * last
  }
}

/// A sine.
func tone(_ hertz: Double, seconds: Double, rateHertz: Int, amplitude: Double = 0.25) -> [Float] {
  (0..<Int((seconds * Double(rateHertz)).rounded())).map {
    Float(amplitude * sin(2 * .pi * hertz * Double($0) / Double(rateHertz)))
  }
}

/// Silence of this many seconds.
func silence(_ seconds: Double, rateHertz: Int) -> [Float] {
  [Float](repeating: 0, count: Int((seconds * Double(rateHertz)).rounded()))
}

func clip(_ samples: [Float], _ rateHertz: Int, marks: [SpeechMark] = []) -> Clip {
  Clip(
    sound: AudioBuffer(
      int16: AudioBuffer(float32: samples, rateHertz: rateHertz).int16s, rateHertz: rateHertz),
    marks: marks)
}
