import CueModel
import CueStore
import Testing

@Suite struct `Versions of an item` {
  private let library: ScriptFixture
  private let item: StoredItem
  private var versions: AudioVersions { library.versions }

  init() throws {
    library = try ScriptFixture()
    item = try #require(try library.put(["NORA: Yes."]).first)
    try library.make(item, ScriptFixture.version("a1"))
  }

  private func add(_ version: NewAudioVersion) throws {
    try library.items.apply([.made(item.number, version)])
  }

  private func active() throws -> [Int64] {
    try versions.versions(of: item.number).filter(\.isActive).map(\.number)
  }

  @Test func `are kept with all that is known of them`() throws {
    let kept = try #require(try versions.versions(of: item.number).first)
    #expect(kept.made == ScriptFixture.version("a1"))
    #expect(kept.item == item.number && kept.isActive && kept.rating == nil && kept.notes.isEmpty)
    #expect(kept.generated > 0)
    #expect(try versions.version(kept.number) == kept)
    #expect(try versions.active(of: library.script.number, rules: "1.0") == [item.number: kept])
    #expect(try versions.versions(of: library.script.number, rules: "1.0") == [kept])
  }

  @Test func `are several, the last of which is active`() throws {
    try add(ScriptFixture.version("b2", voice: "rms"))
    let all = try versions.versions(of: item.number)
    #expect(all.map(\.made.voice) == ["rms", "slt"])
    #expect(try active() == [all[0].number])
    #expect(try versions.activate(all[1].number))
    #expect(try active() == [all[1].number])
    #expect(try !versions.activate(999))
    #expect(try active() == [all[1].number])
  }

  @Test func `of the same clip are one, which keeps its rating and notes`() throws {
    let first = try #require(try versions.versions(of: item.number).first)
    #expect(try versions.rate(first.number, 5))
    #expect(try versions.note(first.number, "Best."))
    try add(ScriptFixture.version("b2"))
    try add(ScriptFixture.version("a1"))
    let all = try versions.versions(of: item.number)
    #expect(all.count == 2)
    #expect(try active() == [first.number])
    let again = try #require(try versions.version(first.number))
    #expect(again.rating == 5 && again.notes == "Best." && again.generated == first.generated)
    #expect(try versions.clips().map(\.key.hexadecimal.first) == ["a", "b"])
  }

  /// A retake of a voice that repeats itself filled the list with equal versions.
  @Test func `that sound the same are listed once, and stand for the new clip`() throws {
    let first = try #require(try versions.versions(of: item.number).first)
    #expect(try versions.rate(first.number, 4))
    try add(ScriptFixture.version("b2", voice: "rms"))
    try library.items.apply([
      .same(item.number, as: first.number, ScriptFixture.version("c3"))
    ])
    let all = try versions.versions(of: item.number)
    #expect(all.count == 2)
    #expect(try active() == [first.number])
    let kept = try #require(try versions.version(first.number))
    #expect(kept.made.clip.key == ScriptFixture.version("c3").clip.key && kept.rating == 4)
    // This version cannot take over the clip of another one.
    try library.items.apply([
      .same(item.number, as: first.number, ScriptFixture.version("b2", voice: "rms"))
    ])
    #expect(try active() == [all[0].number])
  }

  private func status() throws -> ItemStatus? {
    try library.items.items(of: library.script.number, rules: item.rules)
      .first { $0.number == item.number }?.status
  }

  @Test func `whose clip made room are to be made again, with rating and notes`() throws {
    let first = try #require(try versions.versions(of: item.number).first)
    #expect(try versions.rate(first.number, 5))
    try versions.markCollected([first.made.clip.key])
    #expect(try versions.version(first.number)?.isCollected == true)
    #expect(try versions.clips().isEmpty)
    #expect(try status() == .audioQueued)
    try add(ScriptFixture.version("a1"))
    let again = try #require(try versions.version(first.number))
    #expect(!again.isCollected && again.isActive && again.rating == 5)
    #expect(try status() == .audioComplete)
  }

  @Test func `Versions of an item are rated 1 to 5, or not`() throws {
    let first = try #require(try versions.versions(of: item.number).first)
    for rating in [1, 5, nil] {
      #expect(try versions.rate(first.number, rating))
      #expect(try versions.version(first.number)?.rating == rating)
    }
    #expect(try !versions.rate(999, 3))
    #expect(try !versions.note(999, ""))
  }
}
