import CueModel
import CueStore
import TestSupport

@testable import CueStory

/// A date that does not move.
struct FixedClock: WallClock {
  let millisecondsSince1970: Int64 = 1_000_000
}

/// A player's stories in a folder of their own.
struct Home {
  let folder: TemporaryFolder
  let shelf: StoryShelf
  let database: Database

  init(_ folder: TemporaryFolder? = nil) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    database = try Database(.file(folder.path("library.db")), modules: [Stories.module])
    shelf = StoryShelf(
      database, folder: folder.path("stories"), clock: FixedClock(), patienceMilliseconds: 0)
  }

  /// Adds a take of such samples, as heard through the story's dials.
  @discardableResult
  func add(
    _ samples: [Int16], to story: String = "1", channels: Int = 1, label: String = "take"
  ) throws -> StoredTake {
    let view = try shelf.view(story)
    let format = AudioFormat(
      sample: .int16, rateHertz: view.story.rateHertz, channels: channels)
    return try shelf.add(
      NewTake(format: format, label: label, recorded: view.story.dials.asHeard), to: view
    ) { write in
      // In pieces that fit nothing.
      for start in stride(from: 0, to: samples.count, by: 700 * channels) {
        let piece = Array(samples[start..<min(start + 700 * channels, samples.count)])
        try write(
          AudioBuffer(int16: piece, rateHertz: format.rateHertz, channels: channels))
      }
    }
  }

  /// A story "duet" of 8000 Hz with takes of these lengths in frames.
  @discardableResult
  func story(_ frames: Int..., player: String = "ann") throws -> StoryView {
    let view = try shelf.begin("duet", player: player, rateHertz: 8000)
    for (index, count) in frames.enumerated() { try add(noise(count, seed: UInt64(index))) }
    return try shelf.view("\(view.story.number)")
  }

  var findings: [StoryFinding] {
    get throws {
      var found: [StoryFinding] = []
      _ = try shelf.verify { found.append($0) }
      return found
    }
  }

  func path(_ take: StoredTake, of view: StoryView) -> String {
    shelf.path(take.id, of: view.story.id)
  }
}

/// Noise at a third of full scale.
func noise(_ frames: Int, seed: UInt64 = 1) -> [Int16] {
  var chance = SplitMix(seed: seed)
  return (0..<frames).map { _ in Int16(chance.around() * 10_000) }
}
