import CueScreenplay
import Glibc
import Testing

@Suite struct `The examples` {
  @Test func `The examples hold a scene worth an evening`() throws {
    let script = try SceneReader.read(Self.bytes(of: "the-last-train.fountain"))
    #expect(script.title == "The Last Train")
    #expect(script.scenes.count == 2)
    #expect(script.characters.count == 3)
    #expect((35...50).contains(script.lines.count { $0.kind == .dialogue }))
    #expect(script.lines.contains { !$0.beats.isEmpty })
    #expect(script.lines.contains { $0.text == "CUT TO:" })
    #expect(script.lines.allSatisfy { $0.kind != .dialogue || !$0.text.contains("(") })
  }

  @Test func `hold a short scene in plain text`() throws {
    let script = try SceneReader.read(Self.bytes(of: "short-scene.txt"))
    #expect(script.characters.map(\.name) == ["ALEX", "JAMIE"])
    #expect(script.characters.map(\.dialogueCount) == [3, 3])
  }

  private static func bytes(of name: String) throws -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = unsafe open("/\(root)/Examples/\(name)", O_RDONLY)
    try #require(file >= 0, "there is no Examples/\(name)")
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe read(file, &bytes, bytes.count)
    return Array(bytes[..<max(count, 0)])
  }
}
