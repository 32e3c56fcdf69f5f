import CueModel
import CueStore
import TestSupport
import Testing

private struct StandingClock: WallClock {
  var millisecondsSince1970: Int64 { 5_000_000 }
}

@Suite struct `The memory of practice` {
  private let speeches: Speeches
  private let practices: Practices
  private let speech: StoredSpeech

  init() throws {
    let database = try Database(.memory, modules: [Speeches.module, Practices.module])
    speeches = Speeches(database, clock: StandingClock())
    practices = Practices(database, clock: StandingClock())
    speech = try speeches.add(title: "Toast", content: "One. Two.", language: "en-US")
  }

  @Test func `settings are remembered for each speech, until they are forgotten`() throws {
    let other = try speeches.add(title: "Eulogy", content: "Three.", language: "en-US")
    try practices.set(["rates": "0.4", "pause": "off"], of: speech.number)
    try practices.set(["rates": "0.6"], of: other.number)
    #expect(try practices.settings(of: speech.number) == ["rates": "0.4", "pause": "off"])
    #expect(try practices.settings(of: other.number) == ["rates": "0.6"])
    try practices.set(["rates": "0.5", "pause": nil], of: speech.number)
    try practices.setPlace(5, in: speech)
    #expect(try practices.settings(of: speech.number) == ["rates": "0.5"])
    try practices.forget(speech.number)
    #expect(try practices.settings(of: speech.number).isEmpty)
    #expect(try practices.place(in: speech) == nil)
    #expect(try practices.settings(of: other.number) == ["rates": "0.6"])
  }

  @Test func `is the place, until the text changes`() throws {
    #expect(try practices.place(in: speech) == nil)
    try practices.setPlace(5, in: speech)
    try practices.setPlace(7, in: speech)
    #expect(try practices.place(in: speech) == 7)
    var changed = speech
    changed.content = "Three."
    #expect(try practices.place(in: try speeches.update(changed)) == nil)
  }

  @Test func `is how each session went, the last first`() throws {
    var session = PracticeRecord()
    session.end = "text"
    session.spokenMilliseconds = 1200
    session.pausedMilliseconds = 1300
    session.segments = 4
    session.repeated = 3
    session.words = 30
    session.missing = 2
    session.changed = 1
    session.added = 2
    session.compared = 3
    session.whole = 1
    session.modelMilliseconds = 900
    session.tookMilliseconds = 1000
    session.silences = 5
    session.longestSilenceMilliseconds = 700
    session.spokenWords = 29
    session.silentMilliseconds = 400
    session.fillers = 3
    session.loudnessLUFS = -23.46
    session.pitchHertz = 118.2
    session.pitchLowHertz = 95.25
    session.pitchHighHertz = 141.5
    try practices.add(session, of: speech.number)
    try practices.add(PracticeRecord(), of: speech.number)
    session.ended = 5_000_000
    let kept = try practices.sessions(of: speech.number)
    #expect(kept.count == 2 && kept.last == session)
  }

  /// One changed word of four was 75 %, and a sentence that says something else.
  @Test func `is a score of right words and of repetitions without a mistake`() {
    func score(
      _ words: Int, missing: Int = 0, changed: Int = 0, added: Int = 0, _ whole: Int,
      of compared: Int
    ) -> Double? {
      var session = PracticeRecord()
      (session.words, session.missing, session.changed) = (words, missing, changed)
      (session.added, session.compared, session.whole) = (added, compared, whole)
      return session.score
    }
    #expect(score(4, 1, of: 1) == 1)
    #expect(score(4, changed: 1, 0, of: 1) == 0.375)
    #expect(score(3, added: 1, 0, of: 1) == 0.375)
    #expect(score(20, missing: 1, 4, of: 5) == 0.875)
    #expect(score(4, missing: 4, 0, of: 1) == 0)
    #expect(score(0, 0, of: 0) == nil, "nothing was compared")
    #expect(score(4, changed: 1, 0, of: 0) == 0.75, "an older version counted no repetitions")
  }

  @Test func `is how fast and how high the speaker was, where that was measured`() throws {
    var session = PracticeRecord()
    session.tookMilliseconds = 30_000
    #expect(session.wordsPerMinute == nil && session.wordsPerMinuteSpeaking == nil)
    #expect(session.fillersPerHundredWords == nil && session.pitchRangeSemitones == nil)
    session.spokenWords = 60
    session.silentMilliseconds = 10_000
    session.fillers = 3
    (session.pitchLowHertz, session.pitchHighHertz) = (100, 200)
    #expect(session.wordsPerMinute == 120 && session.wordsPerMinuteSpeaking == 180)
    #expect(session.fillersPerHundredWords == 5 && session.pitchRangeSemitones == 12)
  }

  /// Sessions from before these were measured stay, without these values.
  @Test func `finds room for new measures in a library that has sessions`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("library.db")
    let before = StoreModule(
      name: Practices.module.name, migrations: Array(Practices.module.migrations.prefix(4)))
    let old = try Database(.file(path), modules: [Speeches.module, before])
    let speech = try Speeches(old, clock: StandingClock()).add(
      title: "Toast", content: "One.", language: "en-US")
    try old.change(
      "INSERT INTO practice_session(speech, ended, end, spoken, paused, segments, repeated, words, missing, changed, model, "
        + "took, silences, longest) VALUES(?1, 1, 'text', 1, 1, 1, 1, 4, 1, 0, 1, 1, 0, 0)",
      .integer(speech.number))
    let new = try Database(.file(path), modules: [Speeches.module, Practices.module])
    let practices = Practices(new, clock: StandingClock())
    let kept = try #require(try practices.sessions(of: speech.number).first)
    #expect(kept.words == 4 && kept.spokenWords == nil && kept.loudnessLUFS == nil)
    var session = PracticeRecord()
    session.fillers = 2
    try practices.add(session, of: speech.number)
    #expect(try practices.sessions(of: speech.number).map(\.fillers) == [2, nil])
    try new.check()
  }

  @Test func `The memory of practice goes with the speech`() throws {
    try practices.set(["rates": "0.6"], of: speech.number)
    try practices.setPlace(5, in: speech)
    try practices.add(PracticeRecord(), of: speech.number)
    _ = try speeches.remove(speech.number)
    #expect(try practices.settings(of: speech.number).isEmpty)
    #expect(try practices.sessions(of: speech.number).isEmpty)
  }

  /// A library from before practice was remembered gets its tables when it is opened, and keeps its speeches.
  @Test func `The memory of practice finds room in an older library`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("library.db")
    let old = Speeches(
      try Database(.file(path), modules: [Speeches.module]), clock: StandingClock())
    let speech = try old.add(title: "Toast", content: "One.", language: "en-US")
    let database = try Database(.file(path), modules: [Speeches.module, Practices.module])
    try Practices(database, clock: StandingClock()).setPlace(0, in: speech)
    #expect(try Speeches(database, clock: StandingClock()).all() == [speech])
  }
}
