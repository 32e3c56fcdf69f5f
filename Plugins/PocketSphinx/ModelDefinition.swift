/// The file `mdef` of a model: which phones it has in which surroundings.
enum ModelDefinition {
  /// Whether a file of `size` bytes that begins with `bytes` holds all that it says it does.
  ///
  /// Text is left to the library to judge. The binary form, as sphinxbase writes it: "BMDF", a version, the length of a
  /// description and this, then ten numbers, of which the second to ninth count phones, states of a phone, senones of
  /// phones alone, senones, transition matrices, sequences, contexts and nodes of a tree; all in the machine's order.
  static func isWhole(_ bytes: [UInt8], size: Int) -> Bool {
    func number(_ at: Int) -> Int? {
      guard at >= 0, at + 4 <= bytes.count else { return nil }
      return Int(
        Int32(bitPattern: bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }))
    }
    let start = String(decoding: bytes.prefix(4), as: UTF8.self)
    guard start == "BMDF" else { return start == "0.3\n" || bytes.first == UInt8(ascii: "#") }
    guard let description = number(8), (0..<bytes.count).contains(description) else { return false }
    let counts = (0..<10).map { number(12 + description + $0 * 4) ?? -1 }
    guard counts.dropLast().allSatisfy({ (0..<1 << 24).contains($0) }) else { return false }
    let (phones, states, sequences, nodes) = (counts[1], counts[2], counts[6], counts[8])
    return size >= 12 + description + 40 + 12 * phones + 2 * states * sequences + 8 * nodes
  }
}
