import CueStore
import CueSystem
import Foundation
import TestSupport
import Testing

/// A library for tests, and other modules than ours.
@Suite struct `A library` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path("library.db") }

  private func module(_ migrations: String...) -> StoreModule {
    StoreModule(name: "note", migrations: migrations)
  }

  private let first = "CREATE TABLE note(number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"
  private let second = "ALTER TABLE note ADD COLUMN mark TEXT NOT NULL DEFAULT 'none'"

  private func open(_ modules: StoreModule...) throws -> Database {
    try Database(.file(path), modules: modules)
  }

  private func failure(_ modules: StoreModule...) -> StoreFailure? {
    do throws(StoreFailure) {
      _ = try Database(.file(path), modules: modules)
      return nil
    } catch { return error }
  }

  private func marks(_ database: Database) throws -> [String] {
    try database.rows("SELECT mark FROM note ORDER BY number") { $0.text(0) }
  }

  @Test func `can be begun by several programs at the same moment`() throws {
    for round in 0..<40 {
      let path = folder.path("begun-\(round).db")
      let notes = module(first)
      let failures = ParallelMap.values(6, threads: 6) { _ in
        do throws(StoreFailure) {
          _ = try Database(.file(path), modules: [notes])
          return StoreFailure?.none
        } catch { return error }
      }
      #expect(failures == Array(repeating: nil, count: 6))
    }
  }

  @Test func `keeps what is written, in write-ahead mode, with foreign keys`() throws {
    do {
      let database = try open(module(first))
      try database.change("INSERT INTO note(text) VALUES(?1)", .text("kept"))
      #expect(try database.rows("PRAGMA journal_mode") { $0.text(0) } == ["wal"])
      #expect(try database.rows("PRAGMA foreign_keys") { $0.integer(0) } == [1])
    }
    #expect(try open(module(first)).rows("SELECT text FROM note") { $0.text(0) } == ["kept"])
  }

  @Test func `is brought up to date, and what it held stays`() throws {
    do {
      let database = try open(module(first))
      try database.change("INSERT INTO note(text) VALUES(?1)", .text("old"))
    }
    do {
      let database = try open(module(first, second))
      #expect(try marks(database) == ["none"])
    }
    #expect(try marks(open(module(first, second))) == ["none"])
  }

  @Test func `takes more modules later, and leaves those alone that it does not know`() throws {
    _ = try open(module(first))
    let more = StoreModule(name: "take", migrations: ["CREATE TABLE take(number INTEGER) STRICT"])
    _ = try open(more)
    let database = try open(module(first), more)
    #expect(
      try database.rows("SELECT name, version FROM module ORDER BY name") {
        "\($0.text(0)) \($0.integer(1))"
      } == ["note 1", "take 1"])
  }

  @Test func `of a newer program is refused, and not touched`() throws {
    _ = try open(module(first, second))
    let before = try Data(contentsOf: URL(filePath: path))
    let newer = failure(module(first))
    #expect(newer?.kind == .newer)
    #expect(newer?.reason == .newer(path: path, module: "note", found: 2, known: 1))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)

    let database = try open(module(first, second))
    try database.run("PRAGMA user_version = 7")
    #expect(
      failure(module(first, second))?.reason == .newer(path: path, module: nil, found: 7, known: 2))
  }

  @Test func `holds all of a transaction or nothing of it`() throws {
    let database = try open(module(first))
    #expect(throws: StoreFailure.self) {
      try database.transaction { () throws(StoreFailure) in
        try database.change("INSERT INTO note(text) VALUES(?1)", .text("half"))
        _ = try Database(.file("/nowhere/at all"), modules: [])
      }
    }
    #expect(try database.rows("SELECT text FROM note") { $0.text(0) }.isEmpty)
    try database.transaction { () throws(StoreFailure) in
      try database.change("INSERT INTO note(text) VALUES(?1)", .text("whole"))
    }
    #expect(try database.rows("SELECT text FROM note") { $0.text(0) } == ["whole"])
  }

  @Test func `that is no database is refused, and not touched`() throws {
    try folder.write(
      String(repeating: "This is a letter and no database. ", count: 100), as: "library.db")
    #expect(failure(module(first))?.kind == .damaged)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("This is a letter"))
  }

  @Test(.startsProcesses) func `A library of another program is refused`() throws {
    let run = try Run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('create table a(b)'); d.commit()",
        path,
      ])
    try #require(run.status == 0)
    #expect(failure(module(first))?.reason == .notOurs(path: path))
  }

  @Test func `A library with a damaged page is refused`() throws {
    do {
      let database = try open(module(first))
      for number in 0..<400 {
        try database.change(
          "INSERT INTO note(text) VALUES(?1)",
          .text("\(number) " + String(repeating: "x", count: 90)))
      }
    }
    var bytes = try Data(contentsOf: URL(filePath: path))
    try #require(bytes.count > 30_000)
    bytes.replaceSubrange(20_480..<24_576, with: Data(repeating: 0xA5, count: 4096))
    try bytes.write(to: URL(filePath: path))
    let damaged = failure(module(first))
    #expect(damaged?.kind == .damaged)
  }

  @Test func `a library in a missing folder cannot be used`() {
    let failure = #expect(throws: StoreFailure.self) {
      try Database(.file("/nowhere/library.db"), modules: [module(first)])
    }
    #expect(failure?.kind == .inaccessible)
  }

  @Test func `in memory is gone with its object`() throws {
    try Database(.memory, modules: [module(first)]).change(
      "INSERT INTO note(text) VALUES(?1)", .text("gone"))
    let database = try Database(.memory, modules: [module(first)])
    #expect(try database.rows("SELECT text FROM note") { $0.text(0) }.isEmpty)
  }
}
