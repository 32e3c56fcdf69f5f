import Glibc

/// A recording of a person, and what is said in it.
struct HumanRecording {
  let text: String
  let utterance: Utterance

  /// Those of `Benchmarks/listening/recordings.txt` that are installed.
  static func installed() throws -> [HumanRecording] {
    let folders = ["/usr/share/pocketsphinx/test/data", "build/neural/recordings"]
    let list = String(
      decoding: contents(ofFile: "Benchmarks/listening/recordings.txt"), as: UTF8.self)
    return try list.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      guard let bar = line.firstIndex(of: "|") else {
        throw BenchFailure(sentence: "recordings.txt should have lines “FILE | TEXT”.")
      }
      let name = line[..<bar].split(separator: " ").joined()
      let text = line[line.index(after: bar)...].drop { $0 == " " }
      for folder in folders {
        let bytes = contents(ofFile: "\(folder)/\(name)")
        guard !bytes.isEmpty else { continue }
        return HumanRecording(
          text: String(text), utterance: try utterance(bytes, isRaw: name.hasSuffix(".raw")))
      }
      return nil
    }
  }

  /// 16-bit sound in one channel: a WAV file, or samples at 16,000 Hz.
  private static func utterance(_ bytes: [UInt8], isRaw: Bool) throws -> Utterance {
    var (rate, sound) = (16000, bytes[...])
    if !isRaw {
      func number(_ at: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
      }
      var at = 12
      var isFound = false
      while at + 8 <= bytes.count, !isFound {
        let (id, size) = (String(decoding: bytes[at..<at + 4], as: UTF8.self), number(at + 4, 4))
        if id == "fmt ", at + 24 <= bytes.count {
          guard number(at + 10, 2) == 1, number(at + 22, 2) == 16 else {
            throw BenchFailure(sentence: "A recording is not of one channel of 16 bits.")
          }
          rate = number(at + 12, 4)
        }
        if id == "data" {
          sound = bytes[(at + 8)..<min(bytes.count, at + 8 + size)]
          isFound = true
        }
        at += 8 + size + size % 2
      }
    }
    let first = sound.startIndex
    let spoken = stride(from: first, to: sound.endIndex - 1, by: 2).map {
      Int16(truncatingIfNeeded: Int(sound[$0]) | Int(sound[$0 + 1]) << 8)
    }
    let tail = [Int16](repeating: 0, count: Int(Utterance.tailSeconds * Double(rate)))
    return Utterance(samples: spoken + tail, rateHertz: rate, speechEnd: spoken.count)
  }
}
