import CueScreenplay

/// Why nothing can be recorded of a script as requested.
package enum RecordingScriptError: Error, Equatable, Sendable {
  /// By the rules, nothing of it is said.
  case nothingIsSaid
  /// It has only this many scenes.
  case noSuchScene(Int, count: Int)
  /// There are only this many items.
  case noSuchItem(Int, count: Int)
  /// No character in it has that name; the keys of those who speak.
  case unknownCharacter(String, known: [String])
  /// These characters say nothing in these scenes.
  case nothingIsWanted
}

/// What is wanted of a script.
public struct RecordingWish: Sendable {
  /// What of it is said.
  public var rules = SpeakingRules.tableRead
  /// How it is said.
  public var speaking = SpeakingOptions()
  /// Numbers of scenes as they stand in the script, counted from 1; empty for all.
  public var scenes: [ClosedRange<Int>] = []
  /// Names of those who are heard; empty for all.
  ///
  /// NARRATOR is the narrator, unless a character is called that.
  public var characters: [String] = []
  /// Numbers of items that are made again, counted from 1.
  public var redone: [Int] = []

  /// All of it, as at a table read.
  public init() {}
}

/// The script of a recording: what is said, and which of it is wanted.
package struct RecordingScript: Sendable {
  /// The script.
  package let file: ScreenplayFile
  /// All that the rules have said, in order.
  package let items: [SpeakableItem]
  /// Places in ``items`` of those that are wanted.
  package let wanted: [Int]

  /// The items that are wanted.
  package var wantedItems: [SpeakableItem] { wanted.map { items[$0] } }

  /// Converts `file` into items; `speakers` has their speakers.
  package init(
    _ file: ScreenplayFile, _ speakers: Speakers, _ wish: RecordingWish
  ) throws(RecordingScriptError) {
    self.file = file
    var speaking = wish.speaking
    speaking.aliases = speakers.aliases
    items = SpeakableItems.items(of: file.screenplay, rules: wish.rules, options: speaking)
    guard items.contains(where: { $0.kind != .sound }) else { throw .nothingIsSaid }
    wanted = try RecordingScript.wanted(wish, speakers, file.screenplay, items)
  }

  private static func wanted(
    _ wish: RecordingWish, _ speakers: Speakers, _ screenplay: Screenplay,
    _ items: [SpeakableItem]
  ) throws(RecordingScriptError) -> [Int] {
    let sceneCount = screenplay.scenes.count { $0.id != "preamble" }
    for range in wish.scenes where range.upperBound > sceneCount {
      throw .noSuchScene(range.upperBound, count: sceneCount)
    }
    let keys = try characters(wish, speakers, items)
    for number in wish.redone where number > items.count {
      throw .noSuchItem(number, count: items.count)
    }
    let wanted = items.indices.filter { index in
      let item = items[index]
      let isInScenes =
        wish.scenes.isEmpty
        || wish.scenes.contains { range in
          Int(item.sceneID.dropFirst("scene-".count)).map(range.contains) ?? false
        }
      return isInScenes && (keys?.contains(speakers.key(of: item) ?? "") ?? true)
    }
    guard wanted.contains(where: { items[$0].kind != .sound }) else { throw .nothingIsWanted }
    return wanted
  }

  /// The keys of the wanted characters; nil for all.
  private static func characters(
    _ wish: RecordingWish, _ speakers: Speakers, _ items: [SpeakableItem]
  ) throws(RecordingScriptError) -> Set<String>? {
    guard !wish.characters.isEmpty else { return nil }
    let known = Set(items.compactMap { speakers.key(of: $0) }.filter { !$0.isEmpty })
    var keys: Set<String> = []
    for name in wish.characters {
      let key = CharacterName.key(of: name, aliases: speakers.aliases)
      if known.contains(key) {
        keys.insert(key)
      } else if key == "narrator" {
        keys.insert("")
      } else {
        throw .unknownCharacter(name, known: known.sorted())
      }
    }
    return keys
  }
}
