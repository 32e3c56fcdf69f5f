import CueModel
import CueStore
import Synchronization
import Testing

/// A clock that goes on a second with every look.
private final class TickingClock: WallClock {
  private let now = Mutex<Int64>(1_000_000)
  var millisecondsSince1970: Int64 {
    now.withLock { now in
      now += 1000
      return now
    }
  }
}

@Suite struct `Speeches in a library` {
  private let speeches: Speeches

  init() throws {
    speeches = Speeches(
      try Database(.memory, modules: [Speeches.module]), clock: TickingClock())
  }

  @Test func `are kept, and found by number and title`() throws {
    let kept = try speeches.add(title: "Õnn", content: "Tere. 🎭", language: "et-EE")
    #expect(try speeches.speech(kept.number) == kept)
    #expect(try speeches.speech(titled: "õNN") == kept)
    #expect(try speeches.speech(titled: "Onn") == nil)
    #expect(kept.created == kept.updated)
  }

  @Test func `are listed with the last changed first`() throws {
    #expect(try speeches.all().isEmpty)
    let first = try speeches.add(title: "A", content: "a", language: "en-US")
    _ = try speeches.add(title: "B", content: "b", language: "en-US")
    #expect(try speeches.all().map(\.title) == ["B", "A"])
    var changed = first
    changed.content = "more"
    let after = try speeches.update(changed)
    #expect(after.updated > first.updated)
    #expect(after.created == first.created)
    #expect(try speeches.all().map(\.title) == ["A", "B"])
    #expect(try speeches.speech(first.number)?.content == "more")
  }

  @Test func `Speeches in a library have titles that differ`() throws {
    _ = try speeches.add(title: "The Wedding", content: "a", language: "en-US")
    let other = try speeches.add(title: "Other", content: "a", language: "en-US")
    let taken = #expect(throws: StoreFailure.self) {
      try speeches.add(title: "the wedding", content: "b", language: "en-US")
    }
    #expect(taken?.kind == .conflict)
    var renamed = other
    renamed.title = "THE WEDDING"
    #expect(throws: StoreFailure.self) { try speeches.update(renamed) }
    #expect(try speeches.all().count == 2)
    renamed.title = "OTHER"
    #expect(try speeches.update(renamed).title == "OTHER")
  }

  @Test func `a speech that another program changed meanwhile is not overwritten`() throws {
    let read = try speeches.add(title: "A", content: "a", language: "en-US")
    var theirs = read
    theirs.content = "theirs"
    _ = try speeches.update(theirs)
    var ours = read
    ours.content = "ours"
    let failure = #expect(throws: StoreFailure.self) { try speeches.update(ours) }
    #expect(failure?.kind == .conflict)
    #expect(try speeches.speech(read.number)?.content == "theirs")
  }

  @Test func `that are removed give their number to no other`() throws {
    let first = try speeches.add(title: "A", content: "a", language: "en-US")
    #expect(try speeches.remove(first.number))
    #expect(try !speeches.remove(first.number))
    #expect(try speeches.add(title: "A", content: "a", language: "en-US").number > first.number)
  }

  @Test func `hold ten thousand characters, whatever their bytes`() throws {
    let content = String(repeating: "👩‍👩‍👧‍👦", count: 10_000)
    let kept = try speeches.add(title: "Family", content: content, language: "en-US")
    #expect(try speeches.speech(kept.number)?.content == content)
  }
}
