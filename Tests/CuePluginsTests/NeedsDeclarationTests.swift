import Foundation
import TestSupport
import Testing

@testable import CuePlugins

@Suite struct `What a plugin declares` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The folder without links.
  private var place: ExactPath { RealPath.resolvedOrSame(ExactPath(folder.path)) }

  /// Writes a library with these needs in a note, or without one; answers its path.
  @discardableResult
  private func library(_ text: String?, as name: String = "libx.so") throws -> String {
    let notes = text.map { [("CUE", UInt32(1), Array($0.utf8))] } ?? []
    try Data(ElfFile(notes: notes).bytes).write(to: URL(filePath: folder.path(name)))
    return folder.path(name)
  }

  private func declared(_ path: String) throws -> PluginDeclaration {
    try PluginDeclaration(path: path, isProgram: !path.hasSuffix(".so"))
  }

  @Test func `is in a note of its file`() throws {
    let declaration = try declared(try library("run\n$own"))
    #expect(declaration.needs == (try needs("$own\nrun")))
    #expect(declaration.isDeclared && !declaration.isProgram)
    #expect(declaration.file == place.appending("libx.so"))
  }

  @Test func `is in a text beside a program or a library`() throws {
    let program = try folder.write("#!/bin/sh\n", as: "owl", isProgram: true)
    try folder.write("network\n", as: "owl.needs")
    #expect(try declared(program).needs.all == [.network])
    let path = try library(nil)
    try folder.write("run\n", as: "libx.so.needs")
    #expect(try declared(path).needs.all == [.run])
  }

  @Test func `may be missing`() throws {
    let declaration = try declared(try library(nil))
    #expect(!declaration.isDeclared && declaration.needs == .none)
    try folder.write("", as: "libx.so.needs")
    #expect(try declared(folder.path("libx.so")).isDeclared)
  }

  @Test func `may stand in both if both are equal`() throws {
    let path = try library("run\nnetwork")
    try folder.write("# same\nnetwork\nrun\n", as: "libx.so.needs")
    #expect(try declared(path).needs.all.count == 2)
    try folder.write("run\n", as: "libx.so.needs")
    let file = place.appending("libx.so")
    #expect(throws: DeclarationError.contradiction(file, place.appending("libx.so.needs"))) {
      try declared(path)
    }
  }

  @Test func `is found through a link to the plugin, beside the link as well`() throws {
    try folder.makeFolders("real")
    try library("run", as: "real/libx.so")
    let link = folder.path("libx.so")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "real/libx.so")
    #expect(try declared(link).needs.all == [.run])
    #expect(try declared(link).file == place.appending("real/libx.so"))
    try folder.write("network", as: "libx.so.needs")
    #expect(throws: DeclarationError.self) { try declared(link) }
    try library(nil, as: "real/libx.so")
    #expect(try declared(link).needs.all == [.network])
  }

  @Test func `that is wrong is refused with its file and line`() throws {
    let path = try library(nil)
    let text = place.appending("libx.so.needs")
    try folder.write("run\nread:/\n", as: "libx.so.needs")
    #expect(throws: DeclarationError.needs(text, NeedsError(line: 2, .wholeSystem))) {
      try declared(path)
    }
    try folder.write(String(repeating: "read:/a\n", count: 10_000), as: "libx.so.needs")
    #expect(throws: DeclarationError.needs(text, NeedsError(line: 0, .tooLong))) {
      try declared(path)
    }
  }

  @Test func `cannot be a folder, a pipe or a link to nowhere`() throws {
    let path = try library(nil)
    let text = folder.path("libx.so.needs")
    let file = place.appending("libx.so.needs")
    try folder.makeFolders("libx.so.needs")
    #expect(throws: DeclarationError.unreadable(file, errno: EISDIR)) { try declared(path) }
    try FileManager.default.removeItem(atPath: text)
    #expect(unsafe mkfifo(text, 0o600) == 0)
    #expect(throws: DeclarationError.unreadable(file, errno: ESPIPE)) { try declared(path) }
    try FileManager.default.removeItem(atPath: text)
    try FileManager.default.createSymbolicLink(atPath: text, withDestinationPath: "nowhere")
    #expect(throws: DeclarationError.unreadable(file, errno: ENOENT)) { try declared(path) }
  }

  @Test func `in a damaged library is refused`() throws {
    let bytes = ElfFile(notes: [("CUE", 1, Array("run".utf8))]).bytes
    try Data(bytes[..<70]).write(to: URL(filePath: folder.path("libx.so")))
    let file = place.appending("libx.so")
    #expect(throws: DeclarationError.damaged(file, .truncated)) {
      try declared(folder.path("libx.so"))
    }
  }
}
