/// Ids of sound that was heard to its end, by voice: what a next line can continue.
struct RequestIDHistory {
  private static let most = 3
  private static let lifetimeSeconds = 2.0 * 3600
  private var heard: [String: [(id: String, seconds: Double)]] = [:]

  /// Ids of the voice's last lines that are not too old, the oldest first.
  func ids(for voice: String, nowSeconds now: Double) -> [String] {
    (heard[voice] ?? []).filter { now - $0.seconds <= Self.lifetimeSeconds }.map(\.id)
  }

  /// Remembers that sound `id` was read completely.
  mutating func add(_ id: String, for voice: String, nowSeconds now: Double) {
    heard[voice, default: []].append((id, now))
    heard[voice] = heard[voice]?.suffix(Self.most)
  }

  /// Forgets everything.
  mutating func forget() { heard.removeAll() }
}
