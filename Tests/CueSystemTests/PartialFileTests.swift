import Foundation
import TestSupport
import Testing

@testable import CueSystem

@Suite struct `A file that is not whole yet` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `has a name that cannot be foretold, and gets its own when it is finished`() throws {
    let first = try PartialFile(folder.path("a.txt"))
    let second = try PartialFile(folder.path("a.txt"))
    #expect(first.partialPath != second.partialPath)
    #expect(try names().allSatisfy { $0.hasPrefix(".a.txt.") && PartialFile.isPartial($0) })
    try first.append(Array("one".utf8))
    try first.finish()
    second.discard()
    #expect(try names() == ["a.txt"])
  }

  @Test func `that a killed program left is removed by the next that writes there, and no other`()
    throws
  {
    let left = ".b.wav.0123456789abcdef.part"
    try folder.write("half", as: left)
    for other in [".b.wav.part", ".b.wav.0123456789abcdeg.part", "b.part", ".hidden"] {
      try folder.write("mine", as: other)
    }
    let held = try PartialFile(folder.path("held.txt"))
    #expect(try !names().contains(left))
    try folder.write("half", as: left)
    #expect(PartialFile.removeAbandoned(folder.path(left)))
    #expect(!PartialFile.removeAbandoned(held.partialPath))
    #expect(try names().count == 5)
    try held.finish()
  }

  @Test func `is looked for when a program writes in a folder for the first time`() throws {
    let left = ".c.wav.00000000000000ff.part"
    try folder.write("half", as: left)
    try PartialFile(folder.path("c.wav")).finish()
    #expect(try names() == ["c.wav"])
  }

  /// A file of mode 0444 could be opened by nobody but root to see whether a program still writes it, and stayed for ever.
  @Test func `an unfinished file can be removed by its user, and gets its permissions at the end`()
    throws
  {
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    let file = try PartialFile(folder.path("take.wav"), permissions: 0o444)
    #expect(try mode(file.partialPath).map { $0 & 0o600 } == 0o600)
    try file.append(Array("sound".utf8))
    try file.finish(isSynced: true)
    #expect(try mode(folder.path("take.wav")).map { $0 & 0o222 } == 0)
    let open = try PartialFile(folder.path("notes.txt"))
    try open.finish()
    #expect(try mode(folder.path("notes.txt")).map { $0 & 0o600 } == 0o600)
  }

  @Test func `has a name that the system takes, however long its own is`() throws {
    let file = try PartialFile(folder.path(String(repeating: "long ", count: 40)))
    #expect(try names().count == 1)
    file.discard()
    #expect(try names().isEmpty)
  }

  @Test func `is left alone where it is a link to another file`() throws {
    try folder.write("mine", as: "mine.txt")
    let link = folder.path(".d.wav.0123456789abcdef.part")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path("mine.txt"))
    #expect(!PartialFile.removeAbandoned(link))
    #expect(try names() == [".d.wav.0123456789abcdef.part", "mine.txt"])
  }

  @Test func `takes what a database keeps beside it with it`() throws {
    let left = ".l.db.0123456789abcdef.part"
    for ending in ["", "-wal", "-shm", "-journal", ".id"] {
      try folder.write("half", as: left + ending)
    }
    try folder.write("mine", as: "l.db-wal")
    let file = try PartialFile(folder.path("l.db"))
    try folder.write("half", as: file.partialPath.split(separator: "/").last! + "-wal")
    file.discard()
    #expect(try names() == ["l.db-wal"])
  }

  @Test func `A file that is not whole yet without a name is in no folder`() throws {
    let descriptor = try UnnamedFile.open(in: folder.path)
    defer { close(descriptor) }
    #expect(Descriptor.write(Array("kept".utf8), to: descriptor) == 0)
    #expect(try names().isEmpty)
  }
}
