import CueStore
import TestSupport
import Testing

@Suite struct `The items of a script` {
  private let library: ScriptFixture
  private var items: ScriptItems { library.items }

  init() throws { library = try ScriptFixture() }

  private func kept(_ rules: String = "1.0") throws -> [StoredItem] {
    try items.items(of: library.script.number, rules: rules)
  }

  @Test func `are kept in order, with all that is known of them`() throws {
    var item = ScriptFixture.item("NORA: Yes.", at: -1)
    item.includesAnnouncement = true
    let answered = try items.replace(
      [item, ScriptFixture.item("Rain.", at: 7)], of: library.script.number, rules: "1.0")
    let kept = try kept()
    #expect(kept == answered)
    #expect(kept.map(\.orderIndex) == [-1, 7])
    #expect(kept[0].includesAnnouncement && kept[0].rawName == "NORA" && kept[0].said == "yes.")
    #expect(kept[1].character.isEmpty && kept[1].status == .textGenerated)
    #expect(kept[0].rules == "1.0" && kept[0].created > 0)
  }

  @Test func `of one script or rules are not another's`() throws {
    let other = try library.scripts.put(
      ScriptIdentity(path: "/b", name: "b", digest: ""), rules: "1.0")
    try library.put(["One."])
    _ = try items.replace(
      [ScriptFixture.item("Two.", at: 0)], of: other.number, rules: "1.0")
    try library.put(["Three."], rules: "all-on")
    #expect(try kept().map(\.text) == ["One."])
    #expect(try kept("all-on").map(\.text) == ["Three."])
    #expect(try items.items(of: other.number, rules: "1.0").map(\.text) == ["Two."])
  }

  @Test func `unchanged items stay as they are`() throws {
    let before = try library.put(["A.", "NORA: Yes.", "B."])
    #expect(try library.put(["A.", "NORA: Yes.", "B."]) == before)
    #expect(try kept() == before)
  }

  @Test(arguments: [
    (["A.", "B.", "C.", "D."], ["A.", "new", "B.", "C.", "D."]),
    (["A.", "B.", "C.", "D."], ["B.", "D."]),
    (["A.", "B.", "C.", "D."], ["new", "C.", "more", "D.", "end"]),
    (["A.", "B.", "C.", "D."], ["D.", "C.", "B.", "A."]),
    (["A.", "B.", "C.", "D."], []),
    ([], ["A.", "B."]),
  ])
  func `keep their numbers when lines are put in, taken out and moved`(
    before: [String], after: [String]
  ) throws {
    let numbers = Dictionary(
      uniqueKeysWithValues: try library.put(before).map { ($0.text, $0.number) })
    let answered = try library.put(after)
    let kept = try kept()
    #expect(kept == answered)
    #expect(kept.map(\.text) == after)
    for item in kept { #expect(numbers[item.text] == nil || numbers[item.text] == item.number) }
    #expect(Set(kept.map(\.number)).count == kept.count)
  }

  @Test func `that say the same keep their places where one of them is taken out`() throws {
    let before = try library.put(["NORA: Yes.", "A.", "NORA: Yes.", "B.", "NORA: Yes."])
    let after = try library.put(["NORA: Yes.", "A.", "B.", "NORA: Yes."])
    #expect(after.map(\.number) == [0, 1, 3, 4].map { before[$0].number })
  }

  @Test func `items with another speaker are new items`() throws {
    let before = try library.put(["NORA: Yes.", "B."])
    let after = try library.put(["OTTO: Yes.", "B."])
    #expect(after[0].number != before[0].number && after[1].number == before[1].number)
  }

  @Test func `keep sound, rating and notes through an edit, and lose them with their words`() throws
  {
    let before = try library.put(["A.", "B."])
    for (item, digits) in zip(before, ["a1", "b2"]) {
      try library.make(item, ScriptFixture.version(digits))
    }
    let version = try #require(try library.versions.versions(of: before[1].number).first)
    #expect(try library.versions.rate(version.number, 4))
    #expect(try library.versions.note(version.number, "too fast"))
    let after = try library.put(["new", "B."])
    #expect(after.map(\.status) == [.textGenerated, .audioComplete])
    let kept = try library.versions.versions(of: after[1].number)
    #expect(kept.count == 1 && kept[0].rating == 4 && kept[0].notes == "too fast")
    #expect(try library.versions.versions(of: before[0].number).isEmpty)
  }

  @Test func `items whose spoken words change are made again`() throws {
    let before = try library.put(["Aoife waits."])
    try library.make(before[0], ScriptFixture.version("a1"))
    var item = ScriptFixture.item("Aoife waits.", at: 0)
    item.said = "EE-fa waits."
    let after = try items.replace([item], of: library.script.number, rules: "1.0")
    #expect(after[0].number == before[0].number && after[0].status == .textGenerated)
    #expect(try kept() == after)
  }

  @Test func `go from words over the queue to sound or a failure`() throws {
    let kept = try library.put(["A.", "B."])
    try items.queue(kept.map(\.number))
    #expect(
      try items.apply([
        .moved(kept[0].number, from: .audioQueued, to: .audioGenerating),
        .moved(kept[1].number, from: .audioQueued, to: .audioGenerating),
        .failed(kept[0].number, "It was too loud."),
        .made(kept[1].number, ScriptFixture.version("b")),
      ]) == 4)
    let ends = try self.kept()
    #expect(ends.map(\.status) == [.audioFailed, .audioComplete])
    #expect(ends[0].message == "It was too loud." && ends[1].message.isEmpty)
    #expect(
      try items.counts(of: library.script.number, rules: "1.0")
        == [.audioFailed: 1, .audioComplete: 1])
    try items.queue(kept.map(\.number))
    let queued = try self.kept()
    #expect(queued.map(\.status) == [.audioQueued, .audioComplete] && queued[0].message.isEmpty)
    try items.queue(kept.map(\.number), again: true)
    #expect(try self.kept().map(\.status) == [.audioQueued, .audioQueued])
  }

  @Test(arguments: ItemStatus.allCases, ItemStatus.allCases)
  func `items change their state only as the table allows`(from: ItemStatus, to: ItemStatus) {
    let ways = [
      "textGenerated audioQueued", "audioQueued audioGenerating", "audioGenerating audioComplete",
      "audioGenerating audioFailed", "audioGenerating audioQueued", "audioFailed audioQueued",
      "audioComplete audioQueued",
    ]
    #expect(from.mayBecome(to) == ways.contains("\(from.rawValue) \(to.rawValue)"))
  }

  @Test(.startsProcesses) func `an impossible change of an item's state stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let library = try ScriptFixture()
      let item = try library.put(["A."])[0]
      try library.items.apply([.moved(item.number, from: .textGenerated, to: .audioComplete)])
    }
  }

  @Test func `that another program has moved meanwhile are left to it`() throws {
    let kept = try library.put(["A.", "B."])
    #expect(
      try items.apply([.moved(kept[0].number, from: .audioQueued, to: .audioGenerating)]) == 0)
    #expect(try items.apply([.failed(kept[0].number, "no")]) == 0)
    // Its words have changed, or nobody queued it: sound of the old words is not its own.
    #expect(try items.apply([.made(kept[0].number, ScriptFixture.version("a"))]) == 0)
    _ = try library.put(["B."])
    #expect(try items.apply([.made(kept[0].number, ScriptFixture.version("a"))]) == 0)
    #expect(try library.versions.clips().isEmpty)
    #expect(try self.kept().map(\.status) == [.textGenerated])
  }
}
