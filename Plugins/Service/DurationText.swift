/// Reads a duration of an HTTP header, such as "250ms", "1s", "6m0s", "1h2m3.5s": its seconds, or nil if `text` is not a
/// duration.
package func durationSeconds(_ text: String) -> Double? {
  let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("h", 3600), ("m", 60), ("s", 1),
  ]
  var rest = text.lowercased().utf8[...]
  var seconds = 0.0
  guard !rest.isEmpty else { return nil }
  while !rest.isEmpty {
    let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
      return nil
    }
    rest = rest[digits.endIndex...]
    guard let unit = units.first(where: { rest.starts(with: $0.name.utf8) }) else { return nil }
    rest = rest.dropFirst(unit.name.utf8.count)
    seconds += number * unit.seconds
  }
  return seconds
}

/// A time to wait, for people: "40 seconds", "6 minutes", "1 hour", "26 hours".
package func waitWords(seconds: Double) -> String {
  func count(_ number: Double, _ unit: String) -> String {
    let whole = Int(min(number.rounded(.up), 1_000_000))
    return "\(whole) \(unit)\(whole == 1 ? "" : "s")"
  }
  if seconds < 120 { return count(max(seconds, 1), "second") }
  if seconds < 2 * 3600 - 60, seconds != 3600 { return count(seconds / 60, "minute") }
  return count(seconds / 3600, "hour")
}
