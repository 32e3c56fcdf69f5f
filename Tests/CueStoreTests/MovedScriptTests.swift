import CueStore
import CueSystem
import Foundation
import TestSupport
import Testing

/// Scripts in folders that exist, because only a missing file counts as moved.
@Suite struct `A script whose folder is moved` {
  private let library: ScriptFixture
  private let folder: TemporaryFolder
  private var scripts: Scripts { library.scripts }
  private static let scene = (1...20).map { "NORA\nThis is line number \($0).\n" }.joined()

  init() throws {
    library = try ScriptFixture()
    folder = try TemporaryFolder()
  }

  /// What is at `path` in the folder, once `text` is there.
  private func write(_ text: String, at path: String) throws -> ScriptIdentity {
    let parent = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: folder.path(parent), withIntermediateDirectories: true)
    return identity(try folder.write(text, as: path), text)
  }

  private func identity(_ path: String, _ text: String) -> ScriptIdentity {
    let bytes = Array(text.utf8)
    return ScriptIdentity(
      path: SystemPath.absolute(path), name: (path as NSString).lastPathComponent,
      digest: ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...])),
      sketch: ContentSketch(of: bytes).text)
  }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: folder.path(from), toPath: folder.path(to))
  }

  @Test func `is the same script at its new place, with all that belongs to it`() throws {
    let old = try scripts.put(try write(Self.scene, at: "a/scene.fountain"), rules: "1.0")
    try move("a", "b")
    let moved = identity(folder.path("b/scene.fountain"), Self.scene)
    // To look at it changes nothing.
    #expect(try scripts.script(of: moved) == old)
    #expect(try scripts.formerPlaces().isEmpty)
    let new = try scripts.put(moved, rules: "1.0")
    #expect(new.number == old.number && new.path == moved.path)
    #expect(try scripts.formerPlaces().map(\.path) == [old.path])
    #expect(try scripts.script(at: old.path) == nil)
  }

  @Test func `is known though it was edited since, and though its file has another name`() throws {
    let old = try scripts.put(try write(Self.scene, at: "a/scene.fountain"), rules: "1.0")
    try move("a", "b")
    let edited = Self.scene.replacingOccurrences(of: "number 7.", with: "seven, and it is new.")
    let draft = try write(edited + "NORA\nOne more.\n", at: "b/scene.fountain")
    #expect(try scripts.put(draft, rules: "1.0").number == old.number)
    try move("b/scene.fountain", "b/final.fountain")
    let renamed = identity(folder.path("b/final.fountain"), edited + "NORA\nOne more.\n")
    #expect(try scripts.put(renamed, rules: "1.0").number == old.number)
  }

  @Test func `is not taken for another script of its name, nor for its copy`() throws {
    let old = try scripts.put(try write(Self.scene, at: "a/scene.fountain"), rules: "1.0")
    // The original is still there.
    let copy = try scripts.put(try write(Self.scene, at: "copy/scene.fountain"), rules: "1.0")
    #expect(copy.number != old.number)
    try FileManager.default.removeItem(atPath: folder.path("a"))
    try FileManager.default.removeItem(atPath: folder.path("copy"))
    let other = (1...20).map { "NORA\nQuite another sentence, \($0).\n" }.joined()
    let stranger = try write(other, at: "b/scene.fountain")
    #expect(try scripts.script(of: stranger) == nil)
    #expect(try scripts.put(stranger, rules: "1.0").number != old.number)
  }

  @Test func `leaves its place to another one`() throws {
    let old = try scripts.put(try write(Self.scene, at: "a/scene.fountain"), rules: "1.0")
    try move("a", "b")
    _ = try scripts.put(identity(folder.path("b/scene.fountain"), Self.scene), rules: "1.0")
    let other = try write("NORA\nAnother play.\n", at: "a/scene.fountain")
    #expect(try scripts.put(other, rules: "1.0").number != old.number)
    let places = try scripts.formerPlaces()
    #expect(places.map(\.now) == [SystemPath.absolute(folder.path("b/scene.fountain"))])
    for place in places { try scripts.forget(place) }
    #expect(try scripts.formerPlaces().isEmpty)
  }

  @Test func `leaves its place to another text, and is found at its new place afterwards`() throws {
    let old = try scripts.put(try write(Self.scene, at: "a/scene.fountain"), rules: "1.0")
    try move("a", "b")
    // The new text is read before anybody has seen where the old one went.
    let other = try write("BO\nAnother play.\n", at: "a/scene.fountain")
    #expect(try scripts.script(of: other) == nil)
    let new = try scripts.put(other, rules: "1.0")
    #expect(new.number != old.number && new.path == old.path)
    #expect(try scripts.script(old.number)?.path != old.path)
    let moved = identity(folder.path("b/scene.fountain"), Self.scene)
    #expect(try scripts.put(moved, rules: "1.0").number == old.number)
    #expect(try scripts.put(other, rules: "1.0").number == new.number)
    // A draft keeps a line at least.
    let draft = try write("BO\nQuite another sentence.\n", at: "a/scene.fountain")
    #expect(try scripts.put(draft, rules: "1.0").number == new.number)
  }

  @Test func `is found behind a link from its old place`() throws {
    let old = try scripts.put(try write(Self.scene, at: "a/scene.fountain"), rules: "1.0")
    try move("a", "b")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("a"), withDestinationPath: folder.path("b"))
    let moved = identity(folder.path("a/scene.fountain"), Self.scene)
    #expect(moved.path.hasSuffix("b/scene.fountain"))
    #expect(try scripts.put(moved, rules: "1.0").number == old.number)
  }
}

@Suite struct `A sketch of a text` {
  private func sketch(_ lines: some Sequence<Int>, end: String = "\n") -> ContentSketch {
    ContentSketch(of: Array(lines.map { "Line \($0 * 7919) of it.\(end)" }.joined().utf8))
  }

  @Test(arguments: [(0, 1.0), (10, 0.82), (50, 0.33), (100, 0.0)])
  func `tells about how many lines two texts share`(shift: Int, share: Double) {
    let (one, other) = (sketch(0..<100), sketch(shift..<100 + shift))
    // Three standard errors.
    #expect(abs(one.likeness(to: other) - share) < 0.19)
    #expect(one.likeness(to: other) == other.likeness(to: one))
  }

  @Test func `sees no line ends, no empty lines and no order`() {
    #expect(sketch(0..<30, end: " \r\n\r\n") == sketch((0..<30).reversed()))
    #expect(ContentSketch(of: []).likeness(to: ContentSketch(of: Array(" \n".utf8))) == 0)
  }

  @Test func `a sketch of a text is read as it was written, and anything else is refused`() {
    for count in [0, 1, 63, 64, 65, 1000] {
      #expect(ContentSketch(text: sketch(0..<count).text) == sketch(0..<count))
    }
    for text in ["x", "2 1", "1 1", "1 2 -3", String(repeating: "1", count: 17)] {
      #expect(ContentSketch(text: text) == nil, "\(text)")
    }
  }
}
