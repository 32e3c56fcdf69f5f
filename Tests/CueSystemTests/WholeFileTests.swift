import Foundation
import TestSupport
import Testing

@testable import CueSystem

@Suite struct `A file that is written as a whole` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
  }

  @Test func `is read as it was written, and replaces another`() throws {
    let path = folder.path("a")
    for count in [0, 1, 70_000, 3] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      try WholeFile.write(bytes, to: path)
      #expect(try WholeFile.read(path) == bytes)
    }
    #expect(try names() == ["a"])
  }

  @Test func `has the permissions that are asked for`() throws {
    let path = folder.path("secret")
    try WholeFile.write([1], to: path, permissions: 0o600, isSynced: true)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `leaves nothing behind where it is not finished`() throws {
    do {
      let file = try PartialFile(folder.path("a"))
      try file.append([1, 2, 3])
      #expect(try names().count == 1)
    }
    #expect(try names().isEmpty)
    try WholeFile.makeFolder(folder.path("b/c"))
    #expect(throws: WholeFile.WriteError.cannotComplete(SystemError(EISDIR))) {
      try WholeFile.write([1], to: folder.path("b"))
    }
    #expect(try names() == ["b"])
  }

  @Test func `of one name may be written twice at once`() throws {
    let one = try PartialFile(folder.path("a"))
    let two = try PartialFile(folder.path("a"))
    try one.append([1])
    try two.append([2])
    try one.finish()
    #expect(try WholeFile.read(folder.path("a")) == [1])
    try two.finish()
    #expect(try WholeFile.read(folder.path("a")) == [2])
  }

  @Test func `A file that is written as a whole fails with the system's reason`() {
    #expect(throws: WholeFile.WriteError.cannotCreate(SystemError(ENOENT))) {
      try WholeFile.write([], to: folder.path("no/where"))
    }
    #expect(throws: WholeFile.ReadError.system(SystemError(ENOENT))) {
      try WholeFile.read(folder.path("nothing"))
    }
    #expect(throws: WholeFile.ReadError.system(SystemError(EISDIR))) {
      try WholeFile.read(folder.path("."))
    }
    #expect(SystemError(ENOENT).words == "No such file or directory")
  }

  @Test func `A file that is written as a whole is read only up to a limit`() throws {
    let path = folder.path("long")
    try WholeFile.write([UInt8](repeating: 7, count: 100), to: path)
    #expect(try WholeFile.read(path, limit: 100).count == 100)
    #expect(throws: WholeFile.ReadError.tooLong) { try WholeFile.read(path, limit: 99) }
  }

  @Test func `may lie in folders that have to be made`() throws {
    let deep = folder.path("a/b/c")
    try WholeFile.makeFolder(deep)
    try WholeFile.makeFolder(deep + "/")
    try WholeFile.makeFolder("/")
    try WholeFile.write([1], to: deep + "/file")
    let error = WholeFile.FolderError(path: deep + "/file/d", system: SystemError(ENOTDIR))
    #expect(throws: error) { try WholeFile.makeFolder(deep + "/file/d/e") }
  }
}
