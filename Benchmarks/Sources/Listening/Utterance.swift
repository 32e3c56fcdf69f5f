import CueCasting
import CueModel
import Glibc

/// Sound of a line, and where its speech ends.
struct Utterance {
  let samples: [Int16]
  let rateHertz: Int
  /// The first sample after the last audible one of the voice.
  let speechEnd: Int

  var seconds: Double { Double(samples.count) / Double(rateHertz) }

  /// Silence before and after what is said.
  static let leadSeconds = 0.35
  static let tailSeconds = 0.5
}

/// Says lines with one of flite's voices, each once.
final class Speaker {
  let name: String
  private let voice: NormalizedVoice
  private var said: [String: [Int16]] = [:]
  private var rateHertz = 16000

  init(_ tree: Tree, _ name: String) {
    self.name = name
    voice = tree.voice(tree.plugin("flite"), name)
  }

  deinit { voice.quit() }

  /// What is said, in clean, with a hiss of two parts in 32,768 beneath it: no room is silent to the last bit.
  func say(_ parts: [Part], speed: Double) throws -> Utterance {
    var samples: [Int16] = []
    for part in parts {
      samples += try speech(part.text, speed: speed)
      samples += Array(repeating: 0, count: Int(part.pauseSeconds * Double(rateHertz)))
    }
    let lead = Int(Utterance.leadSeconds * Double(rateHertz))
    let end = (samples.lastIndex { abs(Int($0)) > 150 } ?? 0) + 1
    samples = Array(repeating: 0, count: lead) + samples
    samples += Array(repeating: 0, count: Int(Utterance.tailSeconds * Double(rateHertz)))
    return Utterance(samples: samples, rateHertz: rateHertz, speechEnd: lead + end)
  }

  private func speech(_ text: String, speed: Double) throws -> [Int16] {
    let key = "\(speed) \(text)"
    if let samples = said[key] { return samples }
    var request = SpeechRequest(text: text)
    request.speed = speed
    var samples: [Int16] = []
    _ = try voice.speak(request, cancellation: Cancellation()) { event in
      if case .sound(let sound) = event {
        rateHertz = sound.format.rateHertz
        samples += sound.int16s
      }
    }
    said[key] = samples
    return samples
  }
}
