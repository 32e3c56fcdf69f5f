import Foundation
import TestSupport
import Testing

@testable import CueStore

/// A library with rows in every table, closed, and what it holds.
private struct Kept {
  let folder: TemporaryFolder
  let path: String
  static let modules = [Speeches.module, Practices.module, Scripts.module]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("library.db")
    try fill()
  }

  private func fill() throws {
    let clock = SteppingClock()
    let database = try Database(.file(path), modules: Kept.modules)
    let speeches = Speeches(database, clock: clock)
    let practices = Practices(database, clock: clock)
    for number in 1...4 {
      let speech = try speeches.add(
        title: "Speech \(number)",
        content: String(repeating: "Words of speech \(number), one after the other. ", count: 12),
        language: "en")
      try practices.set(["rate": "\(number)"], of: speech.number)
      try practices.setPlace(7 * number, in: speech)
      var session = PracticeRecord()
      session.end = "text"
      session.words = 40 + number
      try practices.add(session, of: speech.number)
    }
    // The highest number is in no row any more.
    _ = try speeches.remove(4)
    let scripts = Scripts(database, clock: clock)
    let script = try scripts.put(
      ScriptIdentity(path: "/scripts/train.fountain", name: "train.fountain", digest: "ab"),
      rules: "1.0")
    let items = ScriptItems(database, clock: clock)
    let kept = try items.replace(
      (0..<40).map { ScriptFixture.item("NORA: Line \($0), and some words more.", at: $0) },
      of: script.number, rules: "1.0")
    try items.queue(kept.map(\.number))
    try items.apply(
      kept.enumerated().flatMap { index, item -> [ItemChange] in
        [
          .moved(item.number, from: .audioQueued, to: .audioGenerating),
          .made(item.number, ScriptFixture.version(String(1000 + index, radix: 16))),
        ]
      })
    try Casts(database).set(
      [StoredRole(character: "nora", name: "NORA", voice: "flite://slt", isLocked: true)],
      of: script.number)
    try Casts(database).setAlias("NORA (V.O.)", "nora", of: script.number)
    let task = try Tasks(database, clock: clock).add(
      script: script.number, name: "t", options: "{}")
    try Outputs(database, clock: clock).put([
      StoredOutput(
        path: "/out.wav", script: script.number, task: task.number, digest: "cd", byteCount: 12,
        modifiedNanoseconds: 5)
    ])
  }

  /// Why a library is refused or found damaged; nothing where all is well.
  static func finding(_ path: String) -> StoreFailure? {
    do throws(StoreFailure) {
      try Database(.file(path), modules: modules).check()
      return nil
    } catch { return error }
  }

  /// Every value of every row, as far as it can be read; numbers that are used next may only grow.
  static func content(_ path: String) -> [String] {
    do throws(StoreFailure) {
      let database = try Database(remainsOf: path)
      var lines = try database.rows("SELECT type || name || ifnull(sql, '') FROM sqlite_schema") {
        $0.text(0)
      }
      let tables = try database.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' "
          + "AND name <> 'table_digest'"
      ) { $0.text(0) }
      for table in tables {
        let columns = try database.rows(
          "SELECT name FROM pragma_table_info(?1)", .text(table)
        ) { $0.text(0) }
        let row = columns.map { "typeof(\"\($0)\") || quote(\"\($0)\")" }.joined(
          separator: " || ',' || ")
        lines += try database.rows("SELECT \(row) FROM \(table) NOT INDEXED") {
          table + $0.text(0)
        }
        lines += try database.rows(
          "SELECT seq FROM sqlite_sequence WHERE name = ?1 AND seq < 4", .text(table)
        ) { "\(table) goes on after \($0.integer(0))" }
      }
      return lines.sorted()
    } catch { return [] }
  }
}

@Suite struct `Damage to a library` {
  @Test func `is found wherever a byte is flipped that changes what it holds`() throws {
    let kept = try Kept()
    #expect(Kept.finding(kept.path) == nil)
    let whole = try Data(contentsOf: URL(filePath: kept.path))
    let content = Kept.content(kept.path)
    try #require(content.count > 120)
    var (harmful, missed) = (0, [String]())
    var place = 0
    while place < whole.count {
      let bit = UInt8(1 << (place % 8))
      var bytes = whole
      bytes[place] ^= bit
      let copy = try TemporaryFolder()
      let path = copy.path("library.db")
      try bytes.write(to: URL(filePath: path))
      let finding = Kept.finding(path)
      // A copy of its own: what was opened may have been repaired or brought up to date.
      let other = copy.path("other.db")
      try bytes.write(to: URL(filePath: other))
      if Kept.content(other) != content {
        harmful += 1
        if finding == nil { missed.append("bit \(bit) of byte \(place)") }
      }
      place += place < 200 ? 7 : 331
    }
    #expect(harmful > 100, "only \(harmful) flips did harm")
    #expect(missed.isEmpty, "\(missed.count) of \(harmful) were missed: \(missed)")
  }

  @Test func `is found where another program has taken a trigger away`() throws {
    let kept = try Kept()
    do {
      let database = try Database(remainsOf: kept.path)
      try database.run("DROP TRIGGER digest_update_speech")
    }
    #expect(Kept.finding(kept.path)?.reason == .changedSchema(path: kept.path))
  }

  @Test func `a value that was changed without the triggers is found`() throws {
    let kept = try Kept()
    do {
      let database = try Database(remainsOf: kept.path)
      let trigger = try #require(
        try database.rows(
          "SELECT sql FROM sqlite_schema WHERE name = 'digest_update_speech'", read: { $0.text(0) }
        ).first)
      try database.run("DROP TRIGGER digest_update_speech")
      try database.run("UPDATE speech SET title = 'Changed' WHERE number = 2")
      try database.run(trigger)
    }
    #expect(
      Kept.finding(kept.path)?.reason
        == .changedTable(path: kept.path, table: "speech", rows: 3, expected: 3))
  }

  @Test(arguments: [0, 100, 4096, 20_000])
  func `is found where the file ends early`(count: Int) throws {
    let kept = try Kept()
    let whole = try Data(contentsOf: URL(filePath: kept.path))
    try whole.prefix(count).write(to: URL(filePath: kept.path))
    let finding = Kept.finding(kept.path)
    #expect(finding?.kind == .damaged)
    if count == 0 { #expect(finding?.reason == .emptied(path: kept.path)) }
    // Looking at it does not make it again.
    #expect(Kept.finding(kept.path)?.kind == .damaged)
  }

  @Test func `committed and rolled back transactions are not damage`()
    throws
  {
    let kept = try Kept()
    let database = try Database(.file(kept.path), modules: Kept.modules)
    try database.check()
    let speeches = Speeches(database, clock: SteppingClock())
    #expect(throws: StoreFailure.self) {
      try database.transaction { () throws(StoreFailure) in
        try database.change("DELETE FROM speech")
        throw StoreFailure(.noJob(1))
      }
    }
    try database.check()
    _ = try speeches.remove(1)
    try database.check()
    #expect(try Scripts(database, clock: SteppingClock()).remove(1))
    try database.check()
    #expect(
      try database.rows("SELECT row_count FROM table_digest WHERE name = 'speakable_audio'") {
        $0.integer(0)
      } == [0])
    _ = try speeches.add(title: "Next", content: "Words.", language: "en")
    #expect(try speeches.speech(titled: "Next")?.number == 5)
    try database.check()
  }

  @Test func `is found in a copy, too, and a copy holds all`() throws {
    let kept = try Kept()
    let content = Kept.content(kept.path)
    let copy = kept.folder.path("copy.db")
    try Database(.file(kept.path), modules: Kept.modules).copy(to: copy)
    #expect(Kept.content(copy) == content)
    #expect(Kept.finding(copy) == nil)
    var bytes = try Data(contentsOf: URL(filePath: copy))
    let place = try #require(bytes.range(of: Data("Words of speech 2".utf8))).lowerBound
    bytes[place + 9] ^= 2
    try bytes.write(to: URL(filePath: copy))
    #expect(
      Kept.finding(copy)?.reason
        == .changedTable(path: copy, table: "speech", rows: 3, expected: 3))
  }

  @Test func `costs only the rows that it struck when the library is rebuilt`() throws {
    let kept = try Kept()
    var bytes = try Data(contentsOf: URL(filePath: kept.path))
    // A page in the middle of the items' pages is no longer valid.
    let place = try #require(bytes.range(of: Data("Line 12, and some".utf8))).lowerBound
    let page = place / 4096 * 4096
    bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0xA5, count: 4096))
    try bytes.write(to: URL(filePath: kept.path))
    #expect(Kept.finding(kept.path) != nil)
    let path = kept.folder.path("new.db")
    let rebuilt = try Database(.file(path), modules: Kept.modules)
    let saved = try rebuilt.take(remainsOf: kept.path)
    func rows(_ table: String) -> SavedTable? { saved.first { $0.name == table } }
    #expect(rows("speech") == SavedTable(name: "speech", rows: 3, expected: 3))
    #expect(rows("cast_role") == SavedTable(name: "cast_role", rows: 1, expected: 1))
    let items = try #require(rows("speakable_item"))
    #expect(items.expected == 40 && items.rows < 40)
    try rebuilt.check()
    let speeches = Speeches(rebuilt, clock: SteppingClock())
    #expect(try speeches.all().map(\.title).sorted() == ["Speech 1", "Speech 2", "Speech 3"])
    #expect(try speeches.add(title: "Next", content: "W.", language: "en").number == 5)
  }

  @Test func `that leaves nothing to read leaves an empty library, and no trap`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("library.db")
    try Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 31) }).write(
      to: URL(filePath: path))
    let rebuilt = try Database(.file(folder.path("new.db")), modules: Kept.modules)
    #expect(try rebuilt.take(remainsOf: path).allSatisfy { $0.rows == 0 && $0.expected == nil })
    try rebuilt.check()
  }
}

@Suite struct `A library of an older program` {
  @Test func `gets digests of what it holds, and is checked by them from then on`() throws {
    let kept = try Kept()
    do {
      // As the first version left it.
      let database = try Database(remainsOf: kept.path)
      try TableDigests(database).suspend()
      try database.run("DROP TABLE table_digest")
      try database.run("DROP TABLE library")
      try database.run("PRAGMA user_version = 1")
    }
    try FileManager.default.removeItem(atPath: LibraryMark.path(kept.path))
    #expect(Kept.finding(kept.path) == nil)
    let database = try Database(.file(kept.path), modules: Kept.modules)
    #expect(try database.rows("PRAGMA user_version") { $0.integer(0) } == [2])
    #expect(try Speeches(database, clock: SteppingClock()).all().count == 3)
  }
}
