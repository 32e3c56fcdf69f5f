import CueStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CueStory

extension Home {
  /// Sends what is queued, and returns the outcome of each.
  func sendQueued() throws -> [QueueOutcome] {
    var outcomes: [QueueOutcome] = []
    try shelf.sendQueued { outcomes.append($0) }
    return outcomes
  }

  /// Queues story 1 for a folder of that name beside the stories, which need not be there.
  @discardableResult
  func queue(_ name: String, to recipient: String = "") throws -> String {
    try shelf.queue(try shelf.view("1"), to: recipient, folder: folder.path(name))
    return folder.path(name)
  }
}

@Suite struct `A story in the queue` {
  @Test func `waits for its folder, and the pen stays until it is there`() throws {
    let ann = try Home()
    try ann.story(4000)
    let folder = try ann.queue("share", to: "bob")
    let view = try ann.shelf.view("1")
    #expect(try ann.sendQueued() == [.waits(view, folder: folder, errno: ENOENT)])
    #expect(view.story.isActive)
    try ann.add(noise(6000))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // After a restart.
    let again = try Home(ann.folder)
    guard case .sent(let sent, let path) = try again.sendQueued().first else {
      Issue.record("it was not sent")
      return
    }
    #expect(!sent.story.isActive && sent.story.holder == "bob")
    #expect(path == folder + "/duet-\(view.story.id.prefix(8))-ann.tapstory")
    #expect(try again.shelf.queued().isEmpty)
    #expect(try Home().shelf.receive(path, player: "bob").added.count == 2)
  }

  @Test func `goes before those that came later, and holds up no other folder`() throws {
    let ann = try Home()
    try ann.story(4000)
    try ann.queue("away")
    let share = try ann.queue("share")
    try ann.queue("away", to: "bob")
    #expect(try ann.shelf.queued().map(\.recipient) == ["bob", ""])
    try FileManager.default.createDirectory(atPath: share, withIntermediateDirectories: true)
    let outcomes = try ann.sendQueued()
    #expect(outcomes.count == 2)
    guard case .waits = outcomes[0], case .sent(let sent, _) = outcomes[1] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(!sent.story.isActive && sent.story.holder.isEmpty)
  }

  @Test func `whose pen went to another one leaves it, with the reason`() throws {
    let ann = try Home()
    try ann.story(4000)
    let folder = try ann.queue("share", to: "bob")
    _ = try ann.send(to: "eve")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let view = try ann.shelf.view("1")
    #expect(
      try ann.sendQueued() == [.dropped(view, .locked(title: "duet", holder: "eve"))])
    #expect(try ann.shelf.queued().isEmpty)
    #expect(throws: StoryFailure.locked(title: "duet", holder: "eve")) {
      try ann.queue("share", to: "bob")
    }
  }

  @Test func `is named plainly, whatever its title`() {
    var story = StoredStory(
      id: String(repeating: "a", count: 32), title: "../Öö ja päev: III", player: "Jüri M.",
      rateHertz: 8000)
    #expect(StoryShelf.bundleName(of: story) == "ja-p-ev-iii-aaaaaaaa-j-ri-m.tapstory")
    story.title = "夜"
    story.player = "夜"
    #expect(StoryShelf.bundleName(of: story) == "aaaaaaaa.tapstory")
  }

  @Test func `lies in a folder with the bundle that is older before the newer one`() throws {
    let folder = try TemporaryFolder()
    for (name, age) in [("b.tapstory", 200.0), ("a.tapstory", 100), ("c.wav", 300)] {
      try Data().write(to: URL(filePath: folder.path(name)))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1000 - age)],
        ofItemAtPath: folder.path(name))
    }
    #expect(
      try StoryShelf.bundles(in: folder.path(""))
        == ["b.tapstory", "a.tapstory"].map {
          folder.path("") + "/" + $0
        })
    #expect(throws: StoryFailure.system(path: folder.path("no"), errno: ENOENT)) {
      try StoryShelf.bundles(in: folder.path("no"))
    }
  }
}

@Suite struct `The pen` {
  /// In a shared folder, the friend's last answer lies there still when the story has gone back to them.
  @Test func `does not come back with a bundle that brought it before`() throws {
    let (ann, bob) = (try Home(), try Home())
    try ann.story(4000)
    _ = try bob.shelf.receive(try ann.send(), player: "bob")
    try bob.add(noise(6000))
    let answer = try bob.send()
    #expect(try ann.shelf.receive(answer, player: "ann").broughtPen)
    // Nothing but the dials changes before it goes on.
    let turned = try ann.shelf.turn(
      { () -> StoryDials in
        var dials = StoryDials()
        dials.rate = PlaybackRate(dial: 0.5)
        return dials
      }(), of: try ann.shelf.view("1"))
    let sent = try ann.send()
    let again = try ann.shelf.receive(answer, player: "ann")
    #expect(again.isKnown && !again.broughtPen)
    #expect(!again.view.story.isActive && again.view.story.dials == turned.story.dials)
    try ann.queue("away")
    let own = try ann.shelf.receive(sent, player: "ann")
    #expect(own.isKnown && !own.view.story.isActive)
    let there = try bob.shelf.receive(sent, player: "bob")
    #expect(there.broughtPen && there.added == [] && !there.isKnown)
    #expect(there.view.story.dials == turned.story.dials)
    // What waited for a folder is not sent any more when the pen has come back by another way.
    #expect(try ann.shelf.queued().count == 1)
    #expect(try ann.shelf.receive(try bob.send("back.tapstory"), player: "ann").broughtPen)
    #expect(try ann.shelf.queued().isEmpty)
  }

  @Test func `the pen comes with the sender's click and branch`() throws {
    let (ann, bob) = (try Home(), try Home())
    try ann.story(4000)
    _ = try bob.shelf.receive(try ann.send(), player: "bob")
    let first = try bob.add(noise(6000))
    var view = try bob.shelf.view("1")
    view = try bob.shelf.turn(
      view.story.dials, click: StoryClick(isOn: true, beatsPerMinute: 1000), of: view)
    #expect(view.story.beatsPerMinute == 400)
    _ = try ann.shelf.receive(try bob.send(), player: "ann")
    view = try ann.shelf.branch(
      to: first.parent, of: try ann.shelf.view("1"))
    #expect(view.story.click == StoryClick(isOn: true, beatsPerMinute: 400))
    let other = try ann.add(noise(7000))
    let back = try bob.shelf.receive(try ann.send(), player: "bob")
    #expect(back.view.story.head == other.id, "the branch of the player who had the pen")
    #expect(!back.hasForked && back.view.tree.leaves.count == 2)
    #expect(back.view.tree.places[other.id] == TimelinePlace(start: 0, length: 7_000_000))
  }

  @Test func `lets the click be turned back as the dials are`() throws {
    let ann = try Home()
    var view = try ann.story(4000)
    view = try ann.shelf.turn(
      view.story.dials, click: StoryClick(isOn: true, beatsPerMinute: 90), of: view)
    let undone = try ann.shelf.undo(view)
    #expect(undone.undone == .dials && undone.view.story.beatsPerMinute == 120)
    #expect(!undone.view.story.hasClick)
  }
}
