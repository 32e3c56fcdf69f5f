import CueAssembly
import CueModel
import CueStore
import CueStory
import CueSystem
import TestSupport
import Testing

/// A canvas that is driven without a screen: commands in, JSON out.
@Suite struct `A story session by commands` {
  private static let hertz = 8000

  /// Notes what it is asked for, and makes no sound.
  private final class NoSound: CanvasSound {
    var wishes: [String] = []
    let missedTakes: [Int: any Error] = [:]

    func report() throws -> CanvasReport { CanvasReport(tick: 0, isPlaying: true) }
    func play(_ view: StoryView, from tick: Int) throws { wishes.append("play \(tick)") }
    func record(_ view: StoryView, from tick: Int, marker: Int) throws {
      wishes.append("record \(tick) \(marker)")
    }
    func scrub(_ view: StoryView, from old: Int, to new: Int) throws {}
    func endScrub() {}
    func stop() { wishes.append("stop") }
    func end() throws -> StoredTake { preconditionFailure("nothing is recorded") }
    func drop() {}
    func turn(_ dials: StoryDials) { wishes.append("turn \(dials.rate.factor)") }
    func set(click isOn: Bool) { wishes.append("click \(isOn)") }
  }

  private let folder: TemporaryFolder
  private let sound = NoSound()
  private let session: StorySession

  init() throws {
    folder = try TemporaryFolder()
    let database = try Database(.file(folder.path("library.db")), modules: [Stories.module])
    let shelf = StoryShelf(
      database, folder: folder.path("stories"), clock: SystemClock(), patienceMilliseconds: 0)
    let view = try shelf.begin("duet", player: "ann", rateHertz: Self.hertz)
    for seconds in [4, 6] {
      let view = try shelf.view("\(view.story.number)")
      let format = AudioFormat(sample: .int16, rateHertz: Self.hertz, channels: 1)
      let take = NewTake(format: format, label: "take", recorded: view.story.dials.asHeard)
      _ = try shelf.add(take, to: view) { write in
        let samples = [Int16](repeating: 100, count: seconds * Self.hertz)
        try write(AudioBuffer(int16: samples, rateHertz: Self.hertz))
      }
    }
    session = StorySession(
      try shelf.view("\(view.story.number)"), on: shelf, sound,
      words: StorySessionWords(
        explain: { "\($0)" }, takeMissed: { "\($0) \($1)" }, damaged: { "\($0) \($1)" }),
      now: { 0 })
  }

  private func perform(_ commands: String...) throws {
    for json in commands { session.perform(try CanvasCommand(json: json)) }
  }

  @Test func `moves, marks and plays at times in seconds`() throws {
    try perform(#"{"command":"seek","seconds":1}"#)
    #expect(session.state.position == 1000 * Self.hertz)
    try perform(#"{"command":"tap","seconds":2}"#)
    #expect(sound.wishes.last == "play \(2000 * Self.hertz)")
    try perform(
      #"{"command":"go"}"#, #"{"command":"hold","seconds":4.5}"#,
      #"{"command":"release","seconds":4.5}"#)
    #expect(session.state.target?.marker == 4500 * Self.hertz)
    #expect(session.state.target?.answers == 1)
  }

  @Test func `turns the dials that a command names`() throws {
    try perform(#"{"command":"dials","rate":0.5}"#)
    #expect(session.state.dials.rate.factor == 0.5)
    #expect(session.state.dials.isLinked)
    #expect(sound.wishes == ["turn 0.5"])
    try perform(#"{"command":"seek","seconds":2}"#)
    #expect(session.state.position == 1000 * Self.hertz)
  }

  @Test func `removes the newest take by a swipe, and only that`() throws {
    try perform(#"{"command":"swipe","take":1}"#)
    #expect(session.state.view.takes.map(\.number) == [1, 2])
    try perform(#"{"command":"swipe","take":2}"#)
    #expect(session.state.view.takes.map(\.number) == [1])
  }

  @Test func `writes an event only for what is new`() throws {
    var writer = CanvasEventWriter { "\($0)" }
    let first = writer.json(session.state).map(\.text)
    #expect(first.count == 2)
    #expect(first[0].contains(#""event":"story""#) && first[0].contains(#""title":"duet""#))
    #expect(first[1].contains(#""event":"canvas","activity":"stopped""#))
    #expect(writer.json(session.state).isEmpty)
    try perform(#"{"command":"seek","seconds":1}"#)
    let moved = writer.json(session.state).map(\.text)
    #expect(moved.count == 1 && moved[0].contains(#""position":1"#))
  }

  @Test func `ignores a take that does not exist`() throws {
    try perform(#"{"command":"show","take":9}"#, #"{"command":"swipe","take":9}"#)
    #expect(sound.wishes.isEmpty)
    #expect(session.state.view.takes.count == 2)
  }
}
