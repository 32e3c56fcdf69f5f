import CueModel
import CueStore
import Synchronization
import Testing

/// A clock that goes on a second with every look.
final class SteppingClock: WallClock {
  private let now = Mutex<Int64>(1_000_000)
  var millisecondsSince1970: Int64 {
    now.withLock { now in
      now += 1000
      return now
    }
  }
}

/// A library with one script.
struct ScriptFixture {
  let database: Database
  let scripts: Scripts
  let items: ScriptItems
  let versions: AudioVersions
  let casts: Casts
  let tasks: Tasks
  let outputs: Outputs
  let script: StoredScript

  init(_ place: Database.Place = .memory) throws {
    let clock = SteppingClock()
    database = try Database(place, modules: [Scripts.module])
    scripts = Scripts(database, clock: clock)
    items = ScriptItems(database, clock: clock)
    versions = AudioVersions(database)
    casts = Casts(database)
    tasks = Tasks(database, clock: clock)
    outputs = Outputs(database, clock: clock)
    script = try scripts.put(
      ScriptIdentity(path: "/scripts/train.fountain", name: "train.fountain", digest: "ab"),
      rules: "1.0")
  }

  /// Lines such as "NORA: Yes." as items; those of nobody are the narrator's.
  @discardableResult
  func put(_ lines: [String], rules: String = "1.0") throws -> [StoredItem] {
    try items.replace(
      lines.enumerated().map { ScriptFixture.item($1, at: 3 * $0) }, of: script.number, rules: rules
    )
  }

  static func item(_ line: String, at orderIndex: Int) -> StoredItem {
    let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
    let name = parts.count == 2 ? parts[0] : ""
    return StoredItem(
      orderIndex: orderIndex, sourceKind: name.isEmpty ? "action" : "dialogue", scene: "scene-1",
      text: parts[parts.count - 1], said: parts[parts.count - 1].lowercased(),
      character: name.lowercased(), rawName: name, tone: name.isEmpty ? "narrative" : "character")
  }

  /// Sound with a key that begins with `digits`.
  static func version(_ digits: String, voice: String = "slt") -> NewAudioVersion {
    let hexadecimal = digits + String(repeating: "0", count: 64 - digits.count)
    guard let key = ClipKey(hexadecimal: hexadecimal) else {
      preconditionFailure("\(digits) are no digits")
    }
    let clip = ClipEntry(
      key: key, format: AudioFormat(sample: .int16, rateHertz: 16_000), frames: 8000,
      byteCount: 16_200, checksum: "c\(digits)")
    return NewAudioVersion(
      clip: clip, plugin: "flite", voice: voice, voiceName: "Selma", characters: 12, costMicros: 34,
      settings: #"{"speed":1}"#)
  }

  /// Takes an item all the way to sound.
  func make(_ item: StoredItem, _ version: NewAudioVersion) throws {
    #expect(
      try items.apply([
        .moved(item.number, from: .textGenerated, to: .audioQueued),
        .moved(item.number, from: .audioQueued, to: .audioGenerating),
        .made(item.number, version),
      ]) == 3)
  }
}
