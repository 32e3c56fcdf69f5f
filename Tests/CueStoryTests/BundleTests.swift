import CArchive
import CueSystem
import Foundation
import TestSupport
import Testing

@testable import CueStory

extension Home {
  /// Writes story 1 into a bundle; who gets the pen.
  func send(_ name: String = "duet.tapstory", to recipient: String = "") throws -> String {
    let path = folder.path(name)
    _ = try shelf.send(try shelf.view("1"), to: recipient, path: path)
    return path
  }
}

@Suite struct `A bundle` {
  @Test func `takes a story and the pen to a friend, bit by bit`() throws {
    let (ann, bob) = (try Home(), try Home())
    var view = try ann.story(4000, 6000)
    var dials = view.story.dials
    (dials.rate, dials.isLinked) = (PlaybackRate(dial: 0.5), false)
    view = try ann.shelf.turn(dials, of: view)
    var take = view.takes[1]
    (take.gain, take.pan) = (-600, 30)
    view = try ann.shelf.mix(take, of: view)
    let path = try ann.send(to: "bob")
    let sent = try ann.shelf.view("1")
    #expect(!sent.story.isActive && sent.story.holder == "bob")
    #expect(sent.takes.allSatisfy { $0.isSent })
    let received = try bob.shelf.receive(path, player: "bob")
    #expect(received.from == "ann" && received.broughtPen && !received.hasForked)
    #expect(received.added.map(\.author) == ["ann", "ann"])
    #expect(received.view.story.dials == dials && received.view.story.player == "bob")
    #expect(received.view.timeline() == view.timeline())
    #expect(received.view.takes.map(\.gain) == [0, -600])
    #expect(try bob.findings == [])
    for take in view.takes {
      #expect(
        try Data(contentsOf: URL(filePath: bob.path(take, of: received.view)))
          == Data(contentsOf: URL(filePath: ann.path(take, of: view))))
    }
  }

  @Test func `is the same, byte by byte, each time`() throws {
    let ann = try Home()
    try ann.story(4000, 6000)
    let one = try ann.send("one.tapstory", to: "bob")
    // The pen is away: the same bundle is written for the same player, and for nobody else.
    let other = try ann.send("other.tapstory")
    #expect(throws: StoryFailure.locked(title: "duet", holder: "bob")) {
      try ann.send("third.tapstory", to: "eve")
    }
    let bytes = try [one, other].map { try Data(contentsOf: URL(filePath: $0)) }
    #expect(try Home().shelf.receive(other, player: "bob").added.count == 2)
    #expect(bytes[0] == bytes[1])
  }

  @Test func `a bundle goes to and fro, and each player gets the new takes`() throws {
    let (ann, bob) = (try Home(), try Home())
    try ann.story(4000)
    _ = try bob.shelf.receive(try ann.send(), player: "bob")
    try bob.add(noise(6000))
    let back = try ann.shelf.receive(try bob.send(), player: "ann")
    #expect(back.added.map(\.author) == ["bob"] && back.broughtPen && !back.hasForked)
    #expect(back.view.chain().map(\.author) == ["ann", "bob"])
    try ann.add(noise(9000))
    let path = try ann.send()
    let again = try bob.shelf.receive(path, player: "bob")
    #expect(again.added.count == 1 && again.view.chain().count == 3)
    // Twice is once.
    let twice = try bob.shelf.receive(path, player: "bob")
    #expect(twice.added == [] && twice.view.takes == again.view.takes)
    #expect(try ann.findings == [] && bob.findings == [])
  }

  @Test func `a player without the pen can hear a bundle`() throws {
    let (ann, eve) = (try Home(), try Home())
    try ann.story(4000)
    let received = try eve.shelf.receive(try ann.send(to: "bob"), player: "eve")
    #expect(!received.broughtPen && received.view.story.holder == "bob")
    #expect(throws: StoryFailure.locked(title: "duet", holder: "bob")) {
      try eve.add(noise(9000))
    }
  }

  @Test func `keeps both branches where two have answered the same take`() throws {
    let (ann, bob, eve) = (try Home(), try Home(), try Home())
    try ann.story(4000)
    let first = try ann.send()
    _ = try bob.shelf.receive(first, player: "bob")
    _ = try eve.shelf.receive(first, player: "eve")
    try bob.add(noise(6000, seed: 5))
    try eve.add(noise(7000, seed: 6))
    let merged = try bob.shelf.receive(try eve.send(), player: "bob")
    #expect(merged.hasForked && !merged.broughtPen && merged.view.story.isActive)
    #expect(merged.view.tree.leaves.map(\.author) == ["bob", "eve"])
    #expect(merged.view.chain().map(\.author) == ["ann", "bob"])
    #expect(try bob.findings == [])
    _ = try ann.shelf.receive(try bob.send(), player: "ann")
    #expect(try ann.shelf.view("1").tree.leaves.count == 2)
  }

  @Test func `is not written of a take that has changed`() throws {
    let ann = try Home()
    let view = try ann.story(4000)
    let path = ann.path(view.takes[0], of: view)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try Data(count: 8044).write(to: URL(filePath: path))
    #expect(throws: StoryFailure.damaged(path: path)) { try ann.send() }
    #expect(!FileManager.default.fileExists(atPath: ann.folder.path("duet.tapstory")))
    #expect(try ann.shelf.view("1").story.isActive)
  }

  @Test func `with the title of another story gets a number`() throws {
    let (ann, bob) = (try Home(), try Home())
    try ann.story(4000)
    try bob.story(500, player: "bob")
    #expect(
      try bob.shelf.receive(try ann.send(), player: "bob").view.story.title == "duet (2)")
  }
}

/// A bundle that is made by hand.
private struct Forged {
  typealias File = (name: String, bytes: [UInt8])
  let story: StoryView
  let files: [File]
  let folder: TemporaryFolder

  init() throws {
    let home = try Home()
    let view = try home.story(4000, 6000)
    let bundle = StoryBundle(story: view.story, from: "ann", recipient: "", takes: view.takes)
    files =
      [("story.json", Array(bundle.json.text.utf8))]
      + (try view.takes.map { take in
        (
          "takes/\(take.id).wav",
          Array(try Data(contentsOf: URL(filePath: home.path(take, of: view))))
        )
      })
    story = view
    folder = home.folder
  }

  static func write(_ files: [File], to path: String) throws {
    let file = try PartialFile(path)
    guard let writer = unsafe cue_archive_write(file.descriptor) else { return }
    for (name, bytes) in files {
      let isBegun = unsafe cue_archive_write_file(writer, name, Int64(bytes.count)) != 0
      let isWritten = unsafe cue_archive_write_bytes(writer, bytes, bytes.count) != 0
      #expect(isBegun && isWritten)
    }
    let isWhole = unsafe cue_archive_write_end(writer) != 0
    #expect(isWhole)
    try file.finish()
  }

  /// Why the bundle of `files` is refused, by a player who has `known`; nothing of it is kept.
  func fault(_ files: [File], known: Home? = nil, patch: ((inout Data) -> Void)? = nil) throws
    -> BundleFault?
  {
    let path = folder.path("forged.tapstory")
    try Forged.write(files, to: path)
    if let patch {
      var bytes = try Data(contentsOf: URL(filePath: path))
      patch(&bytes)
      try bytes.write(to: URL(filePath: path))
    }
    let home = try known ?? Home()
    let before = try home.shelf.all()
    do {
      _ = try home.shelf.receive(path, player: "bob")
      return nil
    } catch StoryFailure.bundle(_, let fault) {
      #expect(try home.shelf.all() == before)
      #expect(try home.findings == [])
      return fault
    }
  }

  /// The files, with another story.json.
  func saying(_ change: (String) -> String) -> [File] {
    let text = String(decoding: files[0].bytes, as: UTF8.self)
    return [("story.json", Array(change(text).utf8))] + files.dropFirst()
  }
}

@Suite struct `A bad bundle` {
  @Test func `A bad bundle is refused for its names`() throws {
    let forged = try Forged()
    #expect(try forged.fault(forged.files) == nil)
    for name in [
      "../evil.wav", "takes/../../evil.wav", "/etc/evil.wav", "takes/evil.exe", "takes/a/b.wav",
      "other/a.wav", "takes/\(String(repeating: "f", count: 32)).wav",
    ] {
      #expect(
        try forged.fault(forged.files + [(name, [1])]) == .name(name), "\(name)")
    }
    #expect(
      try forged.fault(forged.files + [forged.files[1]]) == .twice(forged.files[1].name))
    #expect(try forged.fault(forged.files + [forged.files[0]]) == .twice("story.json"))
    #expect(try forged.fault(Array(forged.files.reversed())) == .noStory)
    #expect(try forged.fault([]) == .noArchive)
  }

  @Test func `A bad bundle is refused for a link`() throws {
    let forged = try Forged()
    let fault = try forged.fault(forged.files) { bytes in
      // The mode of the last file is in the directory at the end, after its mark, in the upper half of 32 bits at 38.
      let mark = bytes.lastRange(of: Data([0x50, 0x4b, 1, 2]))
      guard let start = mark?.lowerBound else { return }
      let mode: UInt16 = 0o120777
      bytes[start + 40] = UInt8(mode & 0xff)
      bytes[start + 41] = UInt8(mode >> 8)
    }
    #expect(fault == .notAFile(forged.files[2].name))
  }

  @Test func `A bad bundle is refused for its sound`() throws {
    let forged = try Forged()
    var files = forged.files
    files[1].bytes[3000] ^= 1
    #expect(try forged.fault(files) == .changed(files[1].name))
    files = forged.files
    files[2].bytes += [UInt8](repeating: 0, count: 1 << 20)
    #expect(try forged.fault(files) == .tooLarge(files[2].name))
    files[2].bytes = Array(files[2].bytes.prefix(1000))
    #expect(try forged.fault(files) == .changed(files[2].name))
    #expect(try forged.fault(Array(forged.files.dropLast())) == .missing(forged.files[2].name))
  }

  @Test func `A bad bundle is refused for what it says`() throws {
    let forged = try Forged()
    let (first, second) = (forged.story.takes[0].id, forged.story.takes[1].id)
    func fault(_ old: String, _ new: String) throws -> BundleFault? {
      try forged.fault(forged.saying { $0.replacingOccurrences(of: old, with: new) })
    }
    #expect(try fault("\"tapstory\":1", "\"tapstory\":2") == .version(2))
    #expect(try fault("\"tapstory\":1", "\"tapstory\":\"x\"") == .noStory)
    #expect(try fault("{\"tapstory\"", "{{\"tapstory\"") == .noStory)
    #expect(try fault("\"title\":\"duet\"", "\"title\":\"\"") == .noStory)
    #expect(try fault("\"master_rate\":1000", "\"master_rate\":9000") == .noStory)
    #expect(try fault("\"frames\":4000", "\"frames\":0") == .take(first, .empty))
    #expect(try fault("\"frames\":4000", "\"frames\":2400001") == .take(first, .tooLong))
    #expect(try fault("\"frames\":4000", "\"frames\":1e300") == .noStory)
    #expect(try fault("\"channels\":1", "\"channels\":64") == .take(first, .channels(64)))
    #expect(try fault("\"id\":\"\(second)\"", "\"id\":\"\(first)\"") == .noStory)
    #expect(
      try forged.fault(
        forged.saying {
          $0.replacingOccurrences(of: "\"id\":\"\(second)\"", with: "\"id\":\"\(first)\"")
            .replacingOccurrences(of: "\"head\":\"\(second)\"", with: "\"head\":\"\(first)\"")
        }) == .twoOfOne(first))
    #expect(try fault("\"parent\":\"\"", "\"parent\":\"\(second)\"") == .cycle(first))
    let nobody = String(repeating: "e", count: 32)
    #expect(
      try fault("\"parent\":\"\(first)\"", "\"parent\":\"\(nobody)\"") == .missingParent(second))
    #expect(try fault("\"parent\":\"\(first)\"", "\"parent\":\"\"") == .secondBeginning(second))
    #expect(try fault("\"frames\":6000", "\"frames\":4000") == .noTail(second))
  }

  @Test func `A bad bundle does not rewrite what is here`() throws {
    let forged = try Forged()
    let home = try Home()
    _ = try forged.fault(forged.files, known: home)
    let first = forged.story.takes[0]
    for (old, new) in [
      ("\"author\":\"ann\"", "\"author\":\"eve\""),
      ("\"recorded_rate\":1000", "\"recorded_rate\":500"),
      (first.digest, String(repeating: "0", count: 64)),
    ] {
      let files = forged.saying { text in
        guard let range = text.range(of: old) else { return text }
        return text.replacingCharacters(in: range, with: new)
      }
      #expect(try forged.fault(files, known: home) == .rewritten(first.id))
    }
    #expect(
      try forged.fault(
        forged.saying { $0.replacingOccurrences(of: "\"rate\":8000", with: "\"rate\":16000") },
        known: home) == .rate(16_000, known: 8000))
  }

  @Test func `A bad bundle is refused wherever it ends`() throws {
    let forged = try Forged()
    for part in stride(from: 0, to: 100, by: 7) {
      let fault = try forged.fault(forged.files) { bytes in
        bytes = bytes.prefix(bytes.count * part / 100)
      }
      #expect(fault != nil, "\(part) %")
    }
  }

  @Test func `is refused whatever bytes are in it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("noise.tapstory")
    try Data("no archive at all".utf8).write(to: URL(filePath: path))
    let home = try Home()
    #expect(throws: StoryFailure.bundle(path: path, .noArchive)) {
      try home.shelf.receive(path, player: "bob")
    }
    #expect(throws: StoryFailure.system(path: folder.path("none"), errno: ENOENT)) {
      try home.shelf.receive(folder.path("none"), player: "bob")
    }
  }
}
