import CuePlugins
import Foundation
import Testing
import TestSupport

/// A bridge that offers a voice for each file of a folder, which it watches.
@Suite(.startsProcesses, .needsPython) struct `A bridge that watches a folder` {
  private static let source = """
    #!/usr/bin/python3
    import os, struct, sys
    def send(kind, request, *fields):
        body = b"".join(struct.pack("<HHI", tag, 0, len(value)) + value for tag, value in fields)
        os.write(1, struct.pack("<IHHI", len(body), kind, 0, request) + body)
    with open(sys.argv[0] + ".asked", "a") as file:
        file.write("asked\\n")
    while head := sys.stdin.buffer.read(12):
        length, kind, _, request = struct.unpack("<IHHI", head)
        sys.stdin.buffer.read(length)
        if kind == 2:
            for name in sorted(os.listdir(os.path.dirname(sys.argv[0]) + "/effects")):
                send(0x82, request, (10, name.encode()), (11, b"cue.voice/1"))
        send(0x80, request, (1, struct.pack("<i", 0)), (5, struct.pack("<I", 1)))
    """

  private let folder: TemporaryFolder
  private let file: PluginFile
  private var settings = WorkerSettings(workerPath: Places.product("cue-worker"))

  init() throws {
    folder = try TemporaryFolder()
    let path = try folder.write(Self.source, as: "bridge")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    file = PluginFile(path: path, name: "bridge", isProgram: true, id: "")
    settings.wall.isOff = true
  }

  private func watches(_ line: String) throws {
    _ = try folder.write("\(line)\n", as: "bridge.needs")
  }

  private func add(_ name: String, _ text: String = "") throws {
    try folder.makeFolders("effects")
    _ = try folder.write(text, as: "effects/\(name)")
  }

  /// What it offers, by a registry that begins with what is kept, and how often it was asked.
  private func offered() throws -> (ids: [String], asked: Int) {
    let registry = PluginRegistry(path: folder.path("registry"))
    let ids = registry.records(of: [file], settings).flatMap(\.plugins).map(\.id)
    let asked = try String(contentsOfFile: file.path + ".asked", encoding: .utf8)
    return (ids, asked.split(separator: "\n").count)
  }

  @Test func `is asked again when something was added, removed or replaced there`() throws {
    try watches("watch:\(folder.path("effects"))")
    try add("one")
    #expect(try offered() == (["one"], 1))
    #expect(try offered() == (["one"], 1))
    try add("two")
    #expect(try offered() == (["one", "two"], 2))
    try FileManager.default.removeItem(atPath: folder.path("effects/one"))
    #expect(try offered() == (["two"], 3))
    try add("two", "of another length")
    #expect(try offered() == (["two"], 4))
    #expect(try offered() == (["two"], 4))
  }

  @Test func `that is not there yet is asked again when it comes`() throws {
    try watches("watch:\(folder.path("later"))")
    try add("one")
    #expect(try offered() == (["one"], 1))
    #expect(try offered() == (["one"], 1))
    try folder.makeFolders("later")
    #expect(try offered() == (["one"], 2))
  }

  @Test func `is not asked again if it watches nothing`() throws {
    try add("one")
    #expect(try offered() == (["one"], 1))
    try add("two")
    #expect(try offered() == (["one"], 1))
  }
}
