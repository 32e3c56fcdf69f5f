import Foundation
import TestSupport
import Testing

@testable import CueStory

@Suite(.startsProcesses) struct `A program that is killed` {
  private func run(_ home: Home, _ step: StoryStep?, _ words: String...) throws -> Run {
    try Run(Places.product("story-probe"), [home.folder.path, step?.rawValue ?? "none"] + words)
  }

  /// What is in the folder is what is in the tree, and all is whole.
  private func check(_ home: Home) throws {
    #expect(try home.findings == [])
    for view in try home.shelf.all() {
      let files = try? FileManager.default.contentsOfDirectory(
        atPath: home.folder.path("stories/\(view.story.id)"))
      #expect(
        Set((files ?? []).filter { !$0.hasPrefix(".") })
          == Set(view.takes.map { "\($0.id).wav" }))
    }
  }

  /// At each step of each change: what was reported is there, nothing is left of the rest, and all goes on.
  @Test(arguments: ["take", "remove"], StoryStep.allCases + [nil])
  func `loses nothing that was reported, and leaves no part of a take`(
    change: String, step: StoryStep?
  ) throws {
    let home = try Home()
    let before = try home.story(4000, 6000)
    let run = try run(home, step, change)
    let after = try home.shelf.view("1")
    let isDone = after != before
    if run.text.contains("kept") { #expect(isDone) }
    #expect(isDone ? after.takes.count == (change == "take" ? 3 : 1) : after.takes == before.takes)
    // A take is in the tree from the moment at which its row is.
    if change == "take" { #expect(isDone == [nil, .kept].contains(step) || run.status == 0) }
    try check(home)
    try home.add(noise(20_000))
    try check(home)
  }

  /// What was recorded by a killed program was removed by the next one.
  @Test(arguments: [1, 999, 1000, 30_000])
  func `A program that is killed keeps what it was recording`(frames: Int) throws {
    let home = try Home()
    let before = try home.story(4000, 6000)
    let run = try Run(
      Places.product("story-probe"), [home.folder.path, "recording", "live", "\(frames)"])
    #expect(run.status == SIGKILL)
    let kept = try home.shelf.recover()
    #expect(kept.map(\.story.title) == ["duet"] && kept.map(\.take.label) == ["probe"])
    let after = try home.shelf.view("1")
    let take = try #require(after.takes.last)
    #expect(after.takes.count == 3 && after.story.head == take.id)
    #expect(take.parent == before.story.head && take.damages == [.interrupted])
    // One that ends before the others do goes on in silence.
    let least = before.timeline().leastNextLength / 1000 + 1
    #expect(take.frames == max(frames, least))
    let said = (0..<frames).map { Int16(truncatingIfNeeded: $0 &* 31) }
    let sound = try Fixtures.sound(inFile: home.path(take, of: after)).int16s
    #expect(sound == said + Array(repeating: 0, count: take.frames - frames))
    try check(home)
    #expect(try home.shelf.recover().isEmpty)
    #expect(try home.shelf.undo(after).undone == .take(3))
    try check(home)
  }

  @Test(arguments: StoryStep.allCases)
  func `keeps a take that it has recorded, once, wherever it is in keeping it`(step: StoryStep)
    throws
  {
    let home = try Home()
    try home.story(4000, 6000)
    _ = try Run(
      Places.product("story-probe"), [home.folder.path, step.rawValue, "live", "9000"])
    try home.shelf.recover()
    let after = try home.shelf.view("1")
    #expect(after.takes.map(\.frames) == [4000, 6000, 9000])
    try check(home)
    try home.add(noise(20_000))
    try check(home)
  }

  @Test func `leaves nothing of a recording that has no sound yet`() throws {
    let home = try Home()
    try home.story(4000)
    _ = try Run(Places.product("story-probe"), [home.folder.path, "recording", "live", "0"])
    #expect(try home.shelf.recover().isEmpty)
    #expect(try home.shelf.view("1").takes.count == 1)
    try home.add(noise(20_000))
    try check(home)
  }

  @Test(arguments: StoryStep.allCases + [nil])
  func `passes the pen when the bundle is on the disk, and not before`(step: StoryStep?) throws {
    let home = try Home()
    let before = try home.story(4000, 6000)
    let path = home.folder.path("duet.tapstory")
    let run = try run(home, step, "send", path)
    let after = try home.shelf.view("1")
    let isThere = FileManager.default.fileExists(atPath: path)
    if !after.story.isActive { #expect(isThere) }
    if run.text.contains("kept") { #expect(!after.story.isActive) }
    #expect(after.takes.map(\.id) == before.takes.map(\.id))
    try check(home)
    if isThere {
      #expect(try Home().shelf.receive(path, player: "bob").added.count == 2)
    } else {
      // It is sent the next time.
      _ = try home.shelf.send(after, to: "bob", path: path)
      #expect(try Home().shelf.receive(path, player: "bob").added.count == 2)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
        .filter { $0.hasPrefix(".") } == [] || step == .bundleWritten)
  }

  @Test(arguments: StoryStep.allCases + [nil])
  func `receives all of a bundle or nothing`(step: StoryStep?) throws {
    let ann = try Home()
    try ann.story(4000, 6000, 7000)
    let path = ann.folder.path("duet.tapstory")
    _ = try ann.shelf.send(try ann.shelf.view("1"), to: "bob", path: path)
    let bob = try Home()
    let run = try run(bob, step, "receive", path)
    let all = try bob.shelf.all()
    #expect(all.allSatisfy { $0.takes.count == 3 && $0.story.isActive })
    if run.text.contains("kept") { #expect(all.count == 1) }
    try check(bob)
    let received = try bob.shelf.receive(path, player: "bob")
    #expect(received.view.takes.count == 3)
    #expect(received.view.story.isActive)
    try check(bob)
  }
}
