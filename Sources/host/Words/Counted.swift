import CueStore

/// Counts, sizes and times in words.
enum Counted {
  static func clips(_ count: Int) -> String { count == 1 ? "1 clip" : "\(count) clips" }
  static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }

  /// As in 1.5 GB, by powers of 1000.
  static func bytes(_ count: Int) -> String {
    var value = Double(count)
    for unit in ["bytes", "kB", "MB", "GB"] {
      if value < 1000 { return unit == "bytes" ? "\(count) bytes" : "\(short(value)) \(unit)" }
      value /= 1000
    }
    return "\(short(value)) TB"
  }

  /// Two digits at least, three at most.
  private static func short(_ value: Double) -> String {
    value < 10 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
  }

  /// As in 1:02:03 or 2:03.
  static func time(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = whole / 60
    return minutes < 60
      ? "\(minutes):\(padded(whole % 60))"
      : "\(minutes / 60):\(padded(minutes % 60)):\(padded(whole % 60))"
  }

  /// The name of a status in JSON.
  static func member(_ status: ItemStatus) -> String {
    switch status {
    case .textGenerated: "text_generated"
    case .audioQueued: "audio_queued"
    case .audioGenerating: "audio_generating"
    case .audioComplete: "audio_complete"
    case .audioFailed: "audio_failed"
    }
  }
}
