import CSystem
import CueModel
import CueStore
import Foundation
import TestSupport
import Testing

@testable import CueStory

/// Programs that change a story at the same time: each has read it before the other one changed it.
@Suite struct `Two programs that change one story` {
  private let home: Home
  private let other: Home
  /// The story as both have read it.
  private let seen: StoryView

  init() throws {
    home = try Home()
    _ = try home.shelf.begin("duet", player: "ann", rateHertz: 8000)
    other = try Home(home.folder)
    seen = try home.shelf.view("1")
  }

  /// Adds a take as a program does that has read the story as `seen`.
  @discardableResult
  private func add(_ home: Home, _ frames: Int, to view: StoryView) throws -> StoredTake {
    let new = NewTake(
      format: AudioFormat(sample: .int16, rateHertz: 8000), label: "take",
      recorded: view.story.dials.asHeard)
    return try home.shelf.add(new, to: view) {
      try $0(AudioBuffer(int16: noise(frames), rateHertz: 8000))
    }
  }

  private func record(
    _ home: Home, _ frames: Int, to view: StoryView, meanwhile: () throws -> Void = {}
  ) throws -> StoredTake {
    let new = NewTake(
      format: AudioFormat(sample: .int16, rateHertz: 8000), label: "take",
      recorded: view.story.dials.asHeard)
    return try home.shelf.record(new, to: view) {
      try $0(AudioBuffer(int16: noise(frames), rateHertz: 8000))
      try meanwhile()
      return ""
    }
  }

  /// Both once began the story: it could not be sent any more, and one of the takes was never heard.
  @Test func `two programs add takes to an empty story one after the other`() throws {
    let first = try add(home, 4000, to: seen)
    let second = try add(other, 5000, to: seen)
    let third = try add(home, 6000, to: seen)
    #expect([first, second, third].map(\.parent) == ["", first.id, second.id])
    #expect(try home.shelf.view("1").chain().map(\.number) == [1, 2, 3])
    #expect(try home.findings == [])
    let path = home.folder.path("duet.tapstory")
    _ = try home.shelf.send(seen, to: "bob", path: path)
    #expect(try Home().shelf.receive(path, player: "bob").added.count == 3)
  }

  @Test func `Two programs that change one story keep what each of them turned`() throws {
    try add(home, 4000, to: seen)
    let seen = try home.shelf.view("1")
    var (fast, high) = (seen.story.dials, seen.story.dials)
    fast.rate = PlaybackRate(dial: 0.5)
    high.pitch = PitchOffset(semitones: 3)
    _ = try home.shelf.turn(fast, of: seen)
    _ = try other.shelf.turn(high, of: seen)
    var (soft, left) = (seen.takes[0], seen.takes[0])
    (soft.gain, left.pan) = (-600, -50)
    _ = try home.shelf.mix(soft, of: seen)
    let both = try other.shelf.mix(left, of: seen)
    #expect(both.story.dials.rate.factor == 0.5 && both.story.dials.pitch.semitones == 3)
    #expect(both.takes[0].gain == -600 && both.takes[0].pan == -50)
    // Each change is taken back by itself.
    var view = try home.shelf.undo(seen).view
    #expect(view.takes[0].pan == 0 && view.takes[0].gain == -600)
    for _ in 0..<3 { view = try other.shelf.undo(seen).view }
    #expect(view.story.dials == seen.story.dials && view.takes == seen.takes)
  }

  @Test func `keep dials that are turned, and a branch, while a take is recorded`() throws {
    let first = try add(home, 4000, to: seen)
    try add(home, 5000, to: seen)
    let seen = try home.shelf.view("1")
    var slow = seen.story.dials
    slow.rate = PlaybackRate(dial: 0.5)
    let take = try record(home, 9000, to: seen) {
      _ = try other.shelf.turn(slow, of: seen)
      _ = try other.shelf.branch(to: first.id, of: seen)
    }
    let view = try home.shelf.view("1")
    #expect(view.story.dials.rate.factor == 0.5)
    // It was recorded over the second take, and answers that.
    #expect(take.parent == seen.story.head && view.story.head == take.id)
    #expect(try home.findings == [])
  }

  @Test func `let a take answer what was heard while it was recorded`() throws {
    try add(home, 4000, to: seen)
    let heard = try home.shelf.view("1")
    let said = try add(other, 5000, to: heard)
    let recorded = try record(home, 6000, to: heard)
    #expect(said.parent == heard.story.head && recorded.parent == heard.story.head)
    #expect(try home.shelf.view("1").tree.leaves.map(\.number) == [2, 3])
    #expect(try home.findings == [])
  }

  @Test func `refuse a take over nothing, or over a take that is gone`() throws {
    try add(other, 4000, to: seen)
    let changed = StoryFailure.changedMeanwhile(title: "duet")
    #expect(throws: changed) { try record(home, 6000, to: seen) }
    let heard = try home.shelf.view("1")
    _ = try other.shelf.remove(heard.takes[0], of: heard)
    #expect(throws: changed) { try record(home, 6000, to: heard) }
    #expect(try home.shelf.view("1").takes.isEmpty)
    #expect(try home.findings == [])
  }

  @Test func `remove a take once, and branch to none that is gone`() throws {
    try add(home, 4000, to: seen)
    let last = try add(home, 5000, to: seen)
    let seen = try home.shelf.view("1")
    _ = try home.shelf.remove(last, of: seen)
    let gone = StoryFailure.noSuchTake("2", story: "duet")
    #expect(throws: gone) { try other.shelf.remove(last, of: seen) }
    #expect(throws: gone) { try other.shelf.mix(last, of: seen) }
    // The head is the first take by now.
    #expect(try other.shelf.branch(to: seen.takes[0].id, of: seen).story.head == seen.takes[0].id)
    #expect(throws: gone) { try other.shelf.branch(to: last.id, of: seen) }
    let answered = try add(other, 6000, to: seen)
    #expect(
      throws: StoryFailure.notRemovable(take: 1, .answered(count: 1))
    ) { try home.shelf.remove(seen.takes[0], of: seen) }
    #expect(answered.parent == seen.takes[0].id)
    #expect(try home.findings == [])
  }

  @Test func `change nothing of a story that one of them has sent meanwhile`() throws {
    try add(home, 4000, to: seen)
    let seen = try home.shelf.view("1")
    _ = try home.shelf.send(seen, to: "bob", path: home.folder.path("duet.tapstory"))
    let locked = StoryFailure.locked(title: "duet", holder: "bob")
    var fast = seen.story.dials
    fast.rate = PlaybackRate(dial: 2)
    #expect(throws: locked) { try add(other, 5000, to: seen) }
    #expect(throws: locked) { try other.shelf.turn(fast, of: seen) }
    #expect(throws: locked) { try other.shelf.undo(seen) }
    #expect(throws: StoryFailure.notRemovable(take: 1, .sent)) {
      try other.shelf.remove(seen.takes[0], of: seen)
    }
  }
}

@Suite struct `A story whose takes make no tree` {
  /// A story as an earlier version left it: takes that begin it a second time, after takes of 4000 and `second` frames.
  private func broken(_ frames: Int..., second: Int = 6000) throws -> (Home, StoryView) {
    let home = try Home()
    var story = try home.story(4000, second).story
    story.head = ""
    for (index, count) in frames.enumerated() {
      let beginning = story
      try home.shelf.stories.transaction { () throws(StoreFailure) in
        try home.shelf.stories.update(beginning)
      }
      try home.add(noise(count, seed: UInt64(10 + index)))
    }
    return (home, try home.shelf.view("1"))
  }

  @Test func `is not sent, and is repaired so that a friend receives it`() throws {
    let (home, view) = try broken(9000)
    #expect(
      try home.findings == [
        .tree(title: "duet", story: 1, .secondBeginning(view.takes[2].id))
      ])
    let path = home.folder.path("duet.tapstory")
    #expect(throws: StoryFailure.broken(title: "duet")) {
      try home.shelf.send(view, to: "bob", path: path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try home.shelf.view("1") == view, "the pen stays")
    var repairs: [StoryRepair] = []
    try home.shelf.repair(view) { repairs.append($0) }
    #expect(repairs == [.answers(title: "duet", take: 3, parent: 2)])
    #expect(try home.findings == [])
    _ = try home.shelf.send(view, to: "bob", path: path)
    let received = try Home().shelf.receive(path, player: "bob")
    #expect(received.view.takes.map(\.id) == view.takes.map(\.id))
    #expect(received.view.chain().count == 3)
    try home.shelf.repair { _ in Issue.record("nothing is left to repair") }
  }

  /// An earlier version sent such a story; the friend's program refused it, so nobody has it.
  @Test func `is repaired after it was sent, and sent again`() throws {
    let (home, view) = try broken(9000)
    var sent = view.story
    (sent.isActive, sent.holder, sent.turn) = (false, "bob", 1)
    try home.shelf.stories.transaction { () throws(StoreFailure) in
      try home.shelf.stories.update(sent)
      for var take in view.takes {
        take.isSent = true
        try home.shelf.stories.update(take, of: 1)
      }
    }
    try home.shelf.repair { _ in }
    let path = home.folder.path("duet.tapstory")
    _ = try home.shelf.send(try home.shelf.view("1"), to: "", path: path)
    #expect(try Home().shelf.receive(path, player: "bob").broughtPen)
  }

  @Test func `a short take answers an earlier one, and ends after it`() throws {
    // After take 2 it would begin at 4000 and end at 9000, before take 2 does.
    let (home, view) = try broken(5000, second: 10_000)
    try home.shelf.repair { _ in }
    let repaired = try home.shelf.view("1")
    #expect(try home.findings == [])
    let numbers = Dictionary(uniqueKeysWithValues: repaired.takes.map { ($0.id, $0.number) })
    #expect(repaired.takes.map { numbers[$0.parent] ?? 0 } == [0, 1, 1])
    #expect(repaired.takes.map(\.id) == view.takes.map(\.id))
  }

  @Test func `a repair keeps a take without a place, and protects files from changes`() throws {
    let (home, view) = try broken(3000, second: 10_000)
    let path = home.path(view.takes[0], of: view)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    var repairs: [StoryRepair] = []
    try home.shelf.repair { repairs.append($0) }
    #expect(repairs == [.protected(path: path)])
    #expect(
      try home.findings == [.tree(title: "duet", story: 1, .secondBeginning(view.takes[2].id))])
  }

  @Test func `leaves alone a sent take whose answered one is lost: a friend has both`() throws {
    let home = try Home()
    var view = try home.story(4000, 6000)
    func lose(sent: Bool) throws {
      var take = view.takes[1]
      take.isSent = sent
      try home.shelf.stories.transaction { () throws(StoreFailure) in
        try home.shelf.stories.update(take, of: 1)
        try home.shelf.stories.answer(take.id, to: String(repeating: "d", count: 32), of: 1)
      }
      view = try home.shelf.view("1")
    }
    try lose(sent: true)
    try home.shelf.repair { _ in Issue.record("a friend has the take as it is") }
    try lose(sent: false)
    var repairs: [StoryRepair] = []
    try home.shelf.repair { repairs.append($0) }
    #expect(repairs == [.answers(title: "duet", take: 2, parent: 1)])
    #expect(try home.findings == [])
  }
}

@Suite struct `A bundle that is no file` {
  @Test func `A bundle that is no file is refused at once`() throws {
    let home = try Home()
    let pipe = home.folder.path("pipe.tapstory")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(throws: StoryFailure.bundle(path: pipe, .noFile)) {
      try home.shelf.receive(pipe, player: "bob")
    }
    #expect(throws: StoryFailure.bundle(path: "/dev/zero", .noFile)) {
      try home.shelf.receive("/dev/zero", player: "bob")
    }
    #expect(throws: StoryFailure.system(path: home.folder.path, errno: EISDIR)) {
      try home.shelf.receive(home.folder.path, player: "bob")
    }
  }
}
