import CueAssembly
import CueModel
@testable import CueRehearsal
import CueScreenplay
import CueStore
import CueText
import Foundation
import Synchronization
import TestSupport
import Testing

private final class Calendar: WallClock {
  private let now = Mutex<Int64>(86_400_000)

  var millisecondsSince1970: Int64 { now.withLock { $0 } }

  func pass(days: Double) { now.withLock { $0 += Int64(days * 86_400_000) } }
}

@Suite struct `The memory of an actor's lines` {
  private let database: Database
  private let scripts: Scripts
  private let calendar = Calendar()

  init() throws {
    database = try Database(.memory, modules: [Scripts.module, LineHistories.module])
    scripts = Scripts(database, clock: calendar)
  }

  private func number(_ path: String) throws -> Int64 {
    try scripts.put(
      ScriptIdentity(path: path, name: path, digest: path), rules: "table-read"
    ).number
  }

  private func page(_ lines: [(String, String)]) -> Script {
    Script(
      title: "A", scenes: [Scene(index: 0, heading: "1", lines: lines.indices)],
      lines: lines.enumerated().map {
        Line(index: $0, kind: .dialogue, character: $1.0, text: $1.1, sceneIndex: 0)
      })
  }

  private func memory(
    _ lines: [(String, String)], _ role: String = "ANN", at path: String = "/a", keeps: Bool = true
  ) throws -> LineMemory {
    try LineMemory(
      LineHistories(database), script: try number(path), page(lines), roles: [role],
      clock: calendar, keeps: keeps, note: { Issue.record("\($0)") })
  }

  private func say(_ memory: LineMemory, _ index: Int, prompts: Int = 0) {
    memory.take(.state(from: .idle, to: .waitingForUser, line: index))
    for _ in 0..<prompts {
      memory.take(.prompted(line: index, textRange: 0..<3, isCorrection: false))
    }
    memory.take(.lineDone(line: index, .actor(.manual)))
  }

  private let first = [
    ("BEN", "Where are you going?"), ("ANN", "Home, before it rains."), ("BEN", "Take me along."),
    ("ANN", "You would not like it there at all."),
  ]

  @Test func `are trouble spots and due lines, on the next day, too`() throws {
    let memory = try memory(first)
    say(memory, 1)
    #expect(memory.summary == nil, "a key says nothing of the words")
    say(memory, 3, prompts: 2)
    #expect(memory.summary?.spots.map(\.line) == [3])
    calendar.pass(days: 1)
    let next = try self.memory(first)
    #expect(next.troubleSpots(in: 0..<4) == [3])
    #expect(next.troubleSpots(in: 0..<3).isEmpty)
    #expect(next.due(in: 0..<4) == [3, 1], "a line that was never judged comes last")
    #expect(next.histories[3]?.attempts.first?.prompts == 2)
  }

  @Test func `outlive another draft in which half of the characters are renamed`() throws {
    let memory = try memory(first)
    say(memory, 3, prompts: 1)
    say(memory, 1, prompts: 1)
    let second = [
      ("BEN", "Stay."), ("BEN", "Where are you going?"), ("CLARA", "Home, before it rains."),
      ("CLARA", "You would not like it at all."),
    ]
    // The same file, changed.
    #expect(try self.memory(second, "CLARA").histories.keys.sorted() == [2, 3])
    // Another file.
    let other = try self.memory(second, "CLARA", at: "/b")
    #expect(other.histories.isEmpty)
    let taken = try other.takeOver(from: try number("/a"))
    #expect(taken.taken == 2 && taken.all == 2)
    #expect(other.troubleSpots(in: 0..<4) == [2, 3])
    #expect(try other.takeOver(from: try number("/a")).taken == 0, "once is enough")
    #expect(try self.memory(second, "CLARA", at: "/b").histories.count == 2)
    #expect(try self.memory(first).histories.count == 2, "the earlier draft keeps its own")
    try database.check()
  }

  @Test func `take the wording that a second recognizer judged, in place of the first one's`()
    throws
  {
    let memory = try memory(first)
    let text = first[3].1
    func heard(_ words: String) {
      memory.take(.state(from: .idle, to: .waitingForUser, line: 3))
      memory.take(
        .heard(
          HeardLine(
            line: 3, end: .matched, match: ExpectedLine(text).match(words), text: words,
            source: "first", pickUpSeconds: 0.5, seconds: 2)))
      memory.take(.lineDone(line: 3, .actor(.matched)))
    }
    heard("you would not like it there at all")
    #expect(memory.histories[3]?.attempts.map(\.quality) == [5])
    let range = try #require(text.range(of: "not like it"))
    let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let missing = [offset..<offset + 3, offset + 4..<offset + 8].map {
      LineJudgement.Doubt(.missing, $0, by: .second("second"))
    }
    memory.take(LineJudgement(doubts: missing, source: .grammar("first"), gap: .busy), ofLine: 3)
    #expect(memory.histories[3]?.attempts.map(\.quality) == [5], "nobody judged it again")
    memory.take(LineJudgement(doubts: missing, source: .second("second")), ofLine: 3)
    // Seven of nine words.
    #expect(memory.histories[3]?.attempts.map(\.quality) == [3])
    let ease = memory.histories[3]?.plan.ease ?? 0
    #expect(abs(ease - 2.36) < 1e-9, "as if it had never been 5: \(ease)")
    let kept = try #require(try self.memory(first).histories[3])
    #expect(kept.attempts.map(\.quality) == [3] && kept.attempts.first?.missing == "not like")
    #expect(kept.plan.repetitions == 1 && kept.plan.ease == 2.36)
    // What was not judged is not judged again.
    memory.take(LineJudgement(doubts: [], source: .second("second")), ofLine: 1)
    #expect(memory.histories[1] == nil)
  }

  @Test func `the history of lines is not kept with --no-history`() throws {
    let memory = try memory(first, keeps: false)
    say(memory, 3, prompts: 1)
    #expect(memory.summary?.lines == 1)
    #expect(try self.memory(first).histories.isEmpty)
  }
}

@Suite(.startsProcesses, .needs(plugin: "pocketsphinx"))
struct `Working on a part` {
  private let stage: Stagehand
  private var scene: String { stage.folder.path("scene.fountain") }
  private static let page = """
    INT. HALL - NIGHT

    JAMIE
    Two two. Go on now.

    ALEX
    I have bought two tickets for the morning train.

    JAMIE
    Four.

    ALEX
    Who are you running from this time?

    INT. STREET - DAY

    JAMIE
    Nobody else speaks here.
    """

  init() throws {
    stage = try Stagehand(adding: ["pocketsphinx"])
    try stage.folder.write(Self.page, as: "scene.fountain")
    let said = try stage.host([
      "speak", "-v", "flite:rms", "I have bought two tickets for the morning train.", "-o",
      stage.folder.path("takes.wav"),
    ])
    #expect(said.status == 0, "\(said.talk)")
  }

  private func rehearse(_ more: [String]) throws -> (events: [[String: Any]], run: Run) {
    let run = try stage.host(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null", "--json"] + more)
    return (try stage.events(run), run)
  }

  private func shown(_ events: [[String: Any]]) -> [Int] {
    events.filter { $0["event"] as? String == "shown" && $0["kind"] as? String == "dialogue" }
      .compactMap { $0["number"] as? Int }
  }

  @Test func `keeps how lines went, and rehearses what is due`() throws {
    let (events, run) = try rehearse(["--microphone", stage.folder.path("takes.wav")])
    #expect(run.status == 0, "\(run.talk)")
    let report = try #require(events.last { $0["event"] as? String == "report" })
    #expect(report["lines"] as? Int == 1 && report["perfect"] as? Int == 1)
    let history = try stage.host(["rehearse", scene, "--history", "--json"])
    let lines = try stage.events(history)
    #expect(lines.map { $0["number"] as? Int } == [2])
    #expect(lines.first?["is_due"] as? Bool == false)
    let text = try stage.host(["rehearse", scene, "--history", "--as", "ALEX"])
    #expect(text.text.contains("said once"), "\(text.text)")
    #expect(try stage.host(["rehearse", scene, "--history", "--as", "JAMIE"]).text.isEmpty)
    // Line 2 rests until tomorrow; line 4 was never said.
    let due = try rehearse(["--due", "--scripted", "/dev/null"])
    #expect(due.run.status == 0, "\(due.run.talk)")
    #expect(shown(due.events) == [3, 4])
    let trouble = try rehearse(["--trouble"])
    #expect(trouble.run.status == 0 && trouble.run.talk.contains("No line of ALEX"))
    let forgotten = try stage.host(["rehearse", scene, "--forget-history", "--json"])
    #expect(forgotten.text == "{\"event\":\"history-forgotten\",\"lines\":1}\n")
    #expect(try stage.host(["rehearse", scene, "--history", "--json"]).text.isEmpty)
  }

  @Test func `takes the history over to a new draft with other names`() throws {
    _ = try rehearse(["--microphone", stage.folder.path("takes.wav")])
    try stage.folder.write(
      Self.page.replacingOccurrences(of: "ALEX", with: "ROBIN"), as: "second.fountain")
    let run = try stage.host([
      "rehearse", stage.folder.path("second.fountain"), "--as", "robin", "-v", "mock", "--device",
      "null", "--draft-of", scene, "--scripted", "/dev/null", "--due", "--json",
    ])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("The history of 1 of 1 lines"), "\(run.talk)")
    #expect(shown(try stage.events(run)) == [3, 4])
  }

  @Test func `shuffles by a seed, and says only the cues`() throws {
    let one = try rehearse(["--shuffle", "--seed", "3", "--scripted", "/dev/null"])
    #expect(one.run.status == 0, "\(one.run.talk)")
    #expect(shown(one.events).sorted() == [1, 2, 3, 4])
    #expect(
      try rehearse(["--shuffle", "--seed", "3", "--scripted", "/dev/null"]).run.text
        == one.run.text)
    let cues = try rehearse(["--cues-only", "--scripted", "/dev/null"])
    let texts = cues.events.compactMap { $0["text"] as? String }
    #expect(texts.contains("Go on now.") && !texts.contains("Two two. Go on now."))
    #expect(shown(cues.events) == [1, 2, 3, 4], "the street has no line of hers")
  }

  @Test func `says in a sentence where the part has no line`() throws {
    let listens = try rehearse(["--scene", "2", "--scripted", "/dev/null"])
    #expect(listens.run.status == 0)
    #expect(listens.run.talk.contains("you only listen"), "\(listens.run.talk)")
    let nothing = try rehearse(["--scene", "2", "--cues-only", "--scripted", "/dev/null"])
    #expect(nothing.run.status == 2 && nothing.run.talk.contains("has no line there"))
    let empty = try stage.host(["rehearse", scene, "--history"])
    #expect(empty.status == 0 && empty.talk.contains("Nothing is known"), "\(empty.talk)")
  }

  @Test func `lets script, part and scene be chosen at the terminal`() throws {
    // A script that was rehearsed is in the library.
    _ = try rehearse(["--microphone", stage.folder.path("takes.wav")])
    let run = try stage.startAtTerminal(["rehearse", "-v", "mock", "--device", "null"])
    defer { _ = run.end() }
    #expect(run.waits(forWords: "Number or file:"))
    run.type("9\n")
    #expect(run.waits(forWords: "is none of them"))
    run.type("1\n")
    #expect(run.waits(forWords: "Whose part is yours?"))
    run.type("alex\n")
    #expect(run.waits(forWords: "HALL - NIGHT  2 lines of yours"))
    run.type("1\n")
    #expect(run.waits(forWords: "I have bought two tickets"))
    run.type("q")
    #expect(run.waits(forWords: "Stopped."))
    #expect(!run.written.contains("STREET - DAY\r\n"), "only the scene is rehearsed")
  }

  @Test func `keeps nothing with --no-history`() throws {
    _ = try rehearse(["--no-history", "--microphone", stage.folder.path("takes.wav")])
    #expect(try stage.host(["rehearse", scene, "--history", "--json"]).text.isEmpty)
  }

  @Test func `Working on a part refuses what cannot be meant`() throws {
    for (words, why) in [
      (["--trouble", "--due"], "both say which"), (["--seed", "3"], "--shuffle"),
      (["--draft-of", "nobody.fountain"], "no script"),
    ] {
      let (_, run) = try rehearse(words + ["--scripted", "/dev/null"])
      #expect(run.status != 0 && run.talk.contains(why), "\(run.talk)")
    }
    let stream = try stage.host(["rehearse", "-", "--history"], input: "")
    #expect(stream.status == 2 && stream.talk.contains("in a file"), "\(stream.talk)")
  }
}
