import CueStore

extension TakeDamage {
  private var record: (name: String, value: Int) {
    switch self {
    case .overruns(let count): ("overruns", count)
    case .lostFrames(let count): ("lost", count)
    case .slipped(let frames): ("slipped", frames)
    case .drifted(let frames): ("drifted", frames)
    case .microphoneLost: ("microphone-lost", 1)
    case .outputLost: ("output-lost", 1)
    case .diskFull: ("disk-full", 1)
    case .interrupted: ("interrupted", 1)
    case .outputLate(let blocks): ("output-late", blocks)
    }
  }

  private init?(_ name: String, _ value: Int) {
    switch name {
    case "overruns": self = .overruns(value)
    case "lost": self = .lostFrames(value)
    case "slipped": self = .slipped(frames: value)
    case "drifted": self = .drifted(frames: value)
    case "microphone-lost": self = .microphoneLost
    case "output-lost": self = .outputLost
    case "disk-full": self = .diskFull
    case "interrupted": self = .interrupted
    case "output-late": self = .outputLate(value)
    default: return nil
    }
  }

  /// What a take keeps of `damage`: words that ``damage(in:)`` reads; empty for none.
  package static func text(_ damage: [TakeDamage]) -> String {
    StoryRecord(damage.map(\.record)).text
  }

  /// What a take keeps, read; words that this version does not know are left out.
  package static func damage(in text: String) -> [TakeDamage] {
    text.split(separator: " ").compactMap { word in
      let halves = word.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let value = Int(halves[1]) else { return nil }
      return TakeDamage(String(halves[0]), value)
    }
  }
}

extension StoredTake {
  /// What went wrong while it was recorded.
  package var damages: [TakeDamage] { TakeDamage.damage(in: damage) }
}
