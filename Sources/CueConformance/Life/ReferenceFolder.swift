import CueSystem

/// A folder with what plugins gave for some requests: it is filled, or compared with.
///
/// `PLUGIN/NAME.wav` holds sound as 32-bit float, `PLUGIN/NAME.txt` heard text.
public struct ReferenceFolder: Sendable {
  /// Its path.
  public let path: String
  /// Whether it is filled; otherwise it is compared with.
  public let isRecorded: Bool

  /// The folder at `path`.
  public init(path: String, isRecorded: Bool) {
    self.path = path
    self.isRecorded = isRecorded
  }

  /// The path of a file in it; characters that names of files do not have are replaced.
  private func file(_ plugin: String, _ name: String, _ ending: String) -> String {
    func plain(_ text: String) -> String {
      String(text.map { $0.isLetter || $0.isNumber || "-_. ".contains($0) ? $0 : "_" })
    }
    return "\(path)/\(plain(plugin))/\(plain(name)).\(ending)"
  }

  /// What is kept; nil if nothing is.
  func read(_ plugin: String, _ name: String, _ ending: String) -> [UInt8]? {
    try? WholeFile.read(file(plugin, name, ending), limit: 400_000_000)
  }

  /// Keeps `bytes`; false if that is not possible.
  func write(_ bytes: [UInt8], _ plugin: String, _ name: String, _ ending: String) -> Bool {
    let path = file(plugin, name, ending)
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    do {
      try WholeFile.makeFolder(folder, permissions: 0o755)
      try WholeFile.write(bytes, to: path, permissions: 0o644)
      return true
    } catch { return false }
  }
}

/// Sound in a file of a reference folder: RIFF WAVE with 32-bit float samples (format 3).
struct ReferenceSound: Equatable {
  let samples: [Float]
  let rateHertz: Int
  let channels: Int

  init(samples: [Float], rateHertz: Int, channels: Int) {
    self.samples = samples
    self.rateHertz = rateHertz
    self.channels = channels
  }

  private static let headBytes = 44

  /// The bytes of the file.
  var bytes: [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let sound = Signals.floatBytes(samples)
    return Array("RIFF".utf8) + number(36 + sound.count, 4) + Array("WAVEfmt ".utf8)
      + number(16, 4) + number(3, 2) + number(channels, 2) + number(rateHertz, 4)
      + number(rateHertz * channels * 4, 4) + number(channels * 4, 2) + number(32, 2)
      + Array("data".utf8) + number(sound.count, 4) + sound
  }

  /// The sound in such bytes; nil if they are others.
  init?(bytes: [UInt8]) {
    func number(_ at: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(bytes[at + $1]) << ($1 * 8) }
    }
    guard bytes.count >= ReferenceSound.headBytes, bytes.starts(with: Array("RIFF".utf8)),
      number(20, 2) == 3, number(34, 2) == 32, number(22, 2) > 0,
      number(40, 4) == bytes.count - ReferenceSound.headBytes
    else { return nil }
    channels = number(22, 2)
    rateHertz = number(24, 4)
    samples = Signals.floats(Array(bytes[ReferenceSound.headBytes...]))
  }
}
