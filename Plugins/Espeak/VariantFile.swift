import Glibc

/// A file of espeak that describes a variant, which changes the sound of its voices.
struct VariantFile {
  private var numbers: [String: [Int]] = [:]

  /// Reads the file at `path`, which has a name and numbers in each line; nil if it cannot be read.
  init?(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // The longest such file has 5 KB.
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    self.init(text: String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// Reads the lines of a file.
  init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let name = words.first, !name.hasPrefix("#"), !name.hasPrefix("/") else { continue }
      numbers[name.lowercased()] = words.dropFirst().compactMap { Int($0) }
    }
  }

  /// Whether it does not sound like a person.
  ///
  /// The bounds lie between those of espeak's own variants. Robots have an echo of at least 40 % (people: at most 8 %), a roughness of at
  /// least 25 (people: 5), or a single pitch. Whispers have a voicing below 25 (people: at least 30).
  var isNovelty: Bool {
    let echo = numbers["echo"] ?? []
    if echo.count > 1, echo[1] >= 400 { return true }
    if let roughness = numbers["roughness"]?.first, roughness >= 20 { return true }
    if let voicing = numbers["voicing"]?.first, voicing < 25 { return true }
    let pitch = numbers["pitch"] ?? []
    return pitch.count > 1 && pitch[0] == pitch[1]
  }
}
