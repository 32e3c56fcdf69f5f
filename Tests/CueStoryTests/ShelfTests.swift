import CueModel
import CueStore
import Foundation
import TestSupport
import Testing

@testable import CueStory

@Suite struct `A shelf of stories` {
  @Test func `keeps a take as a file that nobody can change, bit by bit, and its row`() throws {
    let home = try Home()
    _ = try home.shelf.begin("duet", player: "ann", rateHertz: 8000)
    let samples = noise(5000)
    let take = try home.add(samples)
    let view = try home.shelf.view("Duet")
    #expect(view.takes == [take])
    #expect(view.story.head == take.id)
    let path = home.path(take, of: view)
    let sound = try Fixtures.sound(inFile: path)
    #expect(sound.int16s == samples && sound.format.rateHertz == 8000)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o444)
    #expect(try home.findings == [])
  }

  @Test func `A shelf of stories opens again as it was`() throws {
    let folder = try TemporaryFolder()
    let before = try Home(folder).story(4000, 6000)
    #expect(try Home(folder).shelf.view("duet") == before)
    #expect(before.timeline().places.map(\.start) == [0, 0])
  }

  @Test func `remembers what was heard, and no dial changes that`() throws {
    let home = try Home()
    var view = try home.story(4000)
    var dials = view.story.dials
    dials.rate = PlaybackRate(dial: 0.5)
    view = try home.shelf.turn(dials, of: view)
    let take = try home.add(noise(9000))
    #expect(take.recorded.rate.factor == 0.5 && take.recorded.pitch.semitones == -12)
    dials.rate = PlaybackRate(dial: 2)
    view = try home.shelf.turn(dials, of: try home.shelf.view("1"))
    #expect(view.takes.map(\.recordedRate) == [1000, 500])
    // Nine thousand frames at half the speed are 4500 of the story.
    #expect(view.timeline().length == 4_500_000)
  }

  @Test func `refuses a take that leaves no tail, and keeps nothing of it`() throws {
    let home = try Home()
    let view = try home.story(4000)
    for frames in [1, 3999, 4000] {
      #expect(
        throws: StoryFailure.noTail(
          leastSeconds: 4001.0 / 8000, seconds: Double(frames) / 8000)
      ) { try home.add(noise(frames)) }
    }
    #expect(try home.shelf.view("1") == view)
    #expect(try home.findings == [])
    try home.add(noise(4001))
  }

  @Test(arguments: [
    (0, 1, TakeFault.empty), (300 * 8000 + 1, 1, .tooLong), (10, 64, .channels(64)),
    (10, 3, .channels(3)),
  ])
  func `A shelf of stories refuses sound that is no take`(
    frames: Int, channels: Int, fault: TakeFault
  ) throws {
    let home = try Home()
    try home.story()
    #expect(throws: StoryFailure.noTake(name: "take", fault)) {
      try home.add([Int16](repeating: 1, count: frames * channels), channels: channels)
    }
    #expect(try home.findings == [])
  }

  @Test func `keeps nothing of a take whose sound ends with a failure`() throws {
    struct Failure: Error {}
    let home = try Home()
    let view = try home.story(4000)
    let new = NewTake(
      format: AudioFormat(sample: .int16, rateHertz: 8000), label: "broken",
      recorded: view.story.dials.asHeard)
    #expect(throws: Failure.self) {
      try home.shelf.add(new, to: view) { write in
        try write(AudioBuffer(int16: noise(5000), rateHertz: 8000))
        throw Failure()
      }
    }
    #expect(try home.findings == [])
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: home.folder.path("stories/\(view.story.id)")
      ).count == 1)
  }

  @Test func `finds a changed byte, a missing, an unknown and a writable file`() throws {
    let home = try Home()
    let view = try home.story(4000, 5000, 6000, 9000)
    let paths = view.takes.map { home.path($0, of: view) }
    func change(_ path: String, _ body: (FileHandle) throws -> Void) throws {
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      try body(file)
      try file.close()
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    }
    try change(paths[0]) { file in
      try file.seek(toOffset: 3000)
      let byte = try #require(try file.read(upToCount: 1)?.first)
      try file.seek(toOffset: 3000)
      try file.write(contentsOf: [byte ^ 1])
    }
    try FileManager.default.removeItem(atPath: paths[1])
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: paths[2])
    try change(paths[3]) { try $0.truncate(atOffset: 100) }
    let stranger = home.folder.path("stories/\(view.story.id)/stranger.wav")
    #expect(FileManager.default.createFile(atPath: stranger, contents: Data("x".utf8)))
    let other = home.folder.path("stories/other")
    #expect(FileManager.default.createFile(atPath: other, contents: Data("x".utf8)))
    #expect(
      try home.findings == [
        .changed(path: paths[0]), .missing(path: paths[1]), .writable(path: paths[2]),
        .changed(path: paths[3]), .unknown(path: stranger), .unknown(path: other),
      ])
  }

  @Test func `finds a cycle and a missing parent`() throws {
    let home = try Home()
    let view = try home.story(4000)
    func add(_ id: Character, _ parent: Character) throws -> StoredTake {
      let take = StoredTake(
        id: String(repeating: id, count: 32), parent: String(repeating: parent, count: 32),
        author: "bob", channels: 1, isFloat: false, frames: 1,
        digest: String(repeating: "0", count: 64), recordedRate: 1000, recordedPitch: 0)
      return try home.shelf.stories.transaction { () throws(StoreFailure) in
        try home.shelf.stories.add(take, to: view.story.number)
      }
    }
    let takes = [try add("a", "b"), try add("b", "a"), try add("c", "d")]
    let faults = try home.findings.filter {
      if case .tree = $0 { true } else { false }
    }
    #expect(
      faults == [
        .tree(title: "duet", story: 1, .missingParent(takes[2].id)),
        .tree(title: "duet", story: 1, .cycle(takes[0].id)),
        .tree(title: "duet", story: 1, .cycle(takes[1].id)),
      ])
  }

  @Test func `branches, and goes on from there`() throws {
    let home = try Home()
    var view = try home.story(4000, 6000, 7000)
    view = try home.shelf.branch(to: view.takes[1].id, of: view)
    let other = try home.add(noise(9000))
    view = try home.shelf.view("1")
    #expect(view.tree.leaves.map(\.number) == [3, 4])
    #expect(view.chain().map(\.number) == [1, 2, 4])
    #expect(other.parent == view.takes[1].id)
    #expect(try view.take(called: "3").number == 3)
    #expect(try view.take(called: String(other.id.prefix(6))).number == 4)
    #expect(throws: StoryFailure.noSuchTake("9", story: "duet")) { try view.take(called: "9") }
  }

  @Test func `takes back dials, tracks, branches and takes, the last first`() throws {
    let home = try Home()
    let first = try home.story(4000)
    var dials = first.story.dials
    dials.pitch = PitchOffset(semitones: 2)
    let turned = try home.shelf.turn(dials, of: first)
    var take = turned.takes[0]
    (take.gain, take.isMuted, take.localPitch) = (-300, true, 50_000)
    let mixed = try home.shelf.mix(take, of: turned)
    #expect(mixed.takes == [take])
    try home.add(noise(5000))
    let branched = try home.shelf.branch(to: first.takes[0].id, of: try home.shelf.view("1"))
    #expect(branched.story.head == first.takes[0].id)
    var (view, undone) = try home.shelf.undo(branched)
    #expect(undone == .branch && view.story.head == view.takes[1].id)
    (view, undone) = try home.shelf.undo(view)
    #expect(undone == .take(2) && view.takes == [take])
    (view, undone) = try home.shelf.undo(view)
    #expect(undone == .track(1) && view.takes == first.takes)
    (view, undone) = try home.shelf.undo(view)
    #expect(undone == .dials && view.story.dials == first.story.dials)
    (view, undone) = try home.shelf.undo(view)
    #expect(undone == .take(1) && view.takes.isEmpty)
    #expect(throws: StoryFailure.nothingToUndo(title: "duet")) { try home.shelf.undo(view) }
    #expect(try home.findings == [])
    // All of it is in the journal.
    #expect(
      try home.shelf.stories.operations(of: 1).map(\.kind) == [
        .new, .take, .dial, .track, .take, .branch, .undo, .remove, .undo, .undo, .remove,
      ])
  }

  @Test func `a player may remove an own take that was not shared or answered`() throws {
    let home = try Home()
    var view = try home.story(4000, 6000)
    #expect(throws: StoryFailure.notRemovable(take: 1, .answered(count: 1))) {
      try home.shelf.remove(view.takes[0], of: view)
    }
    func mark(sent: Bool) throws {
      var take = view.takes[1]
      take.isSent = sent
      try home.shelf.stories.transaction { () throws(StoreFailure) in
        try home.shelf.stories.update(take, of: 1)
      }
    }
    // Another program may have sent it meanwhile.
    try mark(sent: true)
    #expect(throws: StoryFailure.notRemovable(take: 2, .sent)) {
      try home.shelf.remove(view.takes[1], of: view)
    }
    try mark(sent: false)
    let path = home.path(view.takes[1], of: view)
    view = try home.shelf.remove(view.takes[1], of: view)
    #expect(view.takes.map(\.number) == [1] && view.story.head == view.takes[0].id)
    #expect(!FileManager.default.fileExists(atPath: path))
    // Its number is nobody else's.
    #expect(try home.add(noise(7000)).number == 3)
    try home.shelf.remove(try home.shelf.view("1"))
    #expect(try home.shelf.all() == [])
    #expect(try home.findings == [])
  }

  @Test func `lets a player without the pen listen only`() throws {
    let home = try Home()
    var view = try home.story(4000)
    var story = view.story
    (story.isActive, story.holder) = (false, "bob")
    try home.shelf.stories.update(story)
    view = try home.shelf.view("1")
    let locked = StoryFailure.locked(title: "duet", holder: "bob")
    var dials = StoryDials()
    dials.rate = PlaybackRate(dial: 2)
    #expect(throws: locked) { try home.add(noise(9000)) }
    #expect(throws: locked) { try home.shelf.turn(dials, of: view) }
    #expect(throws: locked) { try home.shelf.mix(view.takes[0], of: view) }
    #expect(throws: locked) { try home.shelf.branch(to: "", of: view) }
    #expect(throws: locked) { try home.shelf.undo(view) }
    #expect(throws: locked) { try home.shelf.remove(view.takes[0], of: view) }
    #expect(try home.shelf.view("1") == view)
    #expect(try home.findings == [])
  }

  @Test func `is changed by one program at a time`() throws {
    let home = try Home()
    try home.story(4000)
    let other = try Home(home.folder)
    let hold = try other.shelf.hold()
    #expect(throws: StoryFailure.inUse(folder: home.folder.path("stories"))) {
      try home.add(noise(5000))
    }
    withExtendedLifetime(hold) {}
  }

  @Test func `is copied for a backup, and what is damaged is named`() throws {
    let home = try Home()
    let view = try home.story(4000, 6000)
    let (from, to) = (home.shelf.folder, home.folder.path("backup"))
    var copies = try StoryCopies.copy(home.shelf.stories, from: from, to: to)
    #expect(copies.copied == 2 && copies.kept == 0 && copies.missing == [])
    copies = try StoryCopies.copy(home.shelf.stories, from: from, to: to)
    #expect(copies.copied == 0 && copies.kept == 2)
    let lost = home.path(view.takes[1], of: view)
    try FileManager.default.removeItem(atPath: lost)
    #expect(try home.findings == [.missing(path: lost)])
    copies = try StoryCopies.copy(home.shelf.stories, from: to, to: from)
    #expect(copies.copied == 1 && copies.kept == 1)
    #expect(try home.findings == [])
    try FileManager.default.removeItem(atPath: "\(to)/\(view.story.id)/\(view.takes[1].id).wav")
    try FileManager.default.removeItem(atPath: lost)
    #expect(try StoryCopies.copy(home.shelf.stories, from: from, to: to).missing == [lost])
  }
}
