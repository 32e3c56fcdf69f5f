import CueRehearsal
import CueScreenplay
import Testing

private let day: Int64 = 86_400_000

@Suite struct `The date of a line's repetition` {
  private func plan(_ qualities: [Int]) -> (plan: RepetitionPlan, intervals: [Int]) {
    var plan = RepetitionPlan()
    var intervals: [Int] = []
    var date = day
    for quality in qualities {
      plan.review(quality, at: date)
      intervals.append(plan.intervalDays)
      date = plan.due
    }
    return (plan, intervals)
  }

  /// The intervals of the paper: 1, 6, and then each times EF, which stays at 2.5 for responses of 4.
  @Test func `The date of a line's repetition grows as SM-2 says`() {
    let four = plan([4, 4, 4, 4])
    #expect(four.intervals == [1, 6, 15, 38])
    #expect(four.plan.ease == 2.5)
    // EF grows by 0.1 with each 5: 2.5, 2.6, 2.7 are in force.
    #expect(plan([5, 5, 5]).intervals == [1, 6, 17])
    // 2.5 − 0.14 − 0.14 = 2.22.
    #expect(plan([3, 3, 3]).intervals == [1, 6, 14])
    #expect(plan(Array(repeating: 3, count: 20)).plan.ease == RepetitionPlan.leastEase)
  }

  @Test func `begins again after a response below 3, and leaves the ease as it is`() {
    let (plan, intervals) = plan([5, 5, 2, 5])
    #expect(intervals == [1, 6, 1, 1])
    #expect(plan.repetitions == 1)
    #expect(abs(plan.ease - 2.8) < 1e-9)
  }

  @Test func `a right line before its day does not change the date`() {
    var plan = RepetitionPlan()
    plan.review(5, at: day)
    let before = plan
    plan.review(5, at: day + 1000)
    #expect(plan == before)
    plan.review(1, at: day + 2000)
    #expect(plan.repetitions == 0 && plan.reviewed == day + 2000)
  }

  @Test func `has leeway of half a day, so that the hour of the rehearsal does not count`() {
    var plan = RepetitionPlan()
    plan.review(4, at: day)
    #expect(!plan.isDue(at: day + day / 2 - 1))
    #expect(plan.isDue(at: day + day / 2))
    #expect(plan.daysLeft(at: day + 1) == 1)
    #expect(plan.daysLeft(at: day + day) == 0)
  }

  @Test func `the date of a repetition has a limit`() {
    var plan = RepetitionPlan()
    var date = day
    for _ in 0..<200 {
      plan.review(5, at: date)
      date = plan.due
    }
    #expect(plan.intervalDays == RepetitionPlan.mostDays)
  }

  @Test func `a line that was not good enough is due on the same day`() {
    var history = LineHistory()
    history.take(LineAttempt(said: day, quality: 3))
    #expect(history.isDue(at: day + 1000), "3 is repeated until it is 4")
    history.take(LineAttempt(said: day + 2000, quality: 4))
    #expect(!history.isDue(at: day + 3000))
    #expect(LineHistory().isDue(at: day), "a line that was never said is due")
  }
}

@Suite struct `The quality of a line` {
  @Test(arguments: [
    (1.0, 0, 0.4, 5), (1.0, 0, 2.0, 4), (0.95, 0, 0.4, 4), (0.8, 0, 0.4, 3), (1.0, 0, 3.5, 3),
    (0.6, 0, 0.4, 2), (1.0, 1, 0.4, 2), (0.3, 0, 0.4, 1), (1.0, 2, 0.4, 0),
  ])
  func `is judged by words, prompts and pick-up`(
    share: Double, prompts: Int, pickUp: Double, quality: Int
  ) {
    #expect(
      LineAttempt.quality(share: share, prompts: prompts, pickUpSeconds: pickUp) == quality)
  }

  @Test func `is not known of a line that only a key ended`() {
    #expect(LineAttempt.quality(share: nil) == nil)
    #expect(LineAttempt.quality(share: nil, prompts: 1) == 2)
    #expect(LineAttempt.quality(share: nil, isGivenUp: true) == 1)
  }
}

@Suite struct `Trouble spots` {
  private func history(_ qualities: Int...) -> LineHistory {
    LineHistory(
      attempts: qualities.enumerated().map { LineAttempt(said: Int64($0), quality: $1) })
  }

  @Test func `are ranked by how the last attempts went`() {
    // The last attempt first: 7 was bad and is good now, 3 is bad, 5 is bad for the first time.
    let histories = [
      7: history(5, 5, 1), 3: history(0, 1, 2), 5: history(2, 5, 5), 1: history(5),
      4: history(0, 1, 2),
    ]
    #expect(TroubleSpots.ranked(histories) == [3, 4, 5])
  }

  @Test func `trouble spots are due first, and new lines last`() {
    var rested = LineHistory()
    rested.take(LineAttempt(said: day, quality: 5))
    let histories = [2: history(3), 4: rested, 6: history(1)]
    #expect(TroubleSpots.due([0, 2, 4, 6], histories, at: day + 1000) == [6, 2, 0])
    #expect(TroubleSpots.due([4], histories, at: day + day).isEmpty == false)
  }
}

@Suite struct `Lines of another draft` {
  private func marks(_ lines: [(String, String)]) -> [LineMatching.Mark] {
    lines.enumerated().map { index, line in
      LineMatching.Mark(
        character: line.0, text: line.1, after: index > 0 ? lines[index - 1].1 : "")
    }
  }

  private let first = [
    ("NORA", "Is this the last train?"), ("OSKAR", "No."), ("NORA", "No."),
    ("ILYA", "I have bought two tickets for tomorrow."), ("NORA", "Give me one of them."),
    ("OSKAR", "No."),
  ]

  @Test func `are found by their words when half of the characters have other names`() {
    let renamed = first.map { ($0.0 == "NORA" ? "ANNA" : $0.0, $0.1) }
    #expect(
      LineMatching.match(marks(renamed), with: marks(first)) == [0, 1, 2, 3, 4, 5])
  }

  @Test func `are found where lines are added, moved or cut`() {
    let changed = [
      ("OSKAR", "We are closing."), ("NORA", "Give me one of them."),
      ("NORA", "IS THIS… the last train!"), ("OSKAR", "No."), ("NORA", "No."),
    ]
    #expect(LineMatching.match(marks(changed), with: marks(first)) == [nil, 4, 0, 1, 2])
  }

  @Test func `are found with other words if most are the same, and not otherwise`() {
    let edited = [
      ("ILYA", "I bought three tickets for tomorrow morning."), ("NORA", "Give it back at once."),
    ]
    #expect(LineMatching.match(marks(edited), with: marks(first)) == [3, nil])
    #expect(LineMatching.match(marks([("NORA", "…")]), with: marks([("NORA", "…")])) == [nil])
  }

  @Test func `each line of another draft is found once`() {
    let twice = [("OSKAR", "No."), ("OSKAR", "No."), ("OSKAR", "No."), ("OSKAR", "No.")]
    let found = LineMatching.match(marks(twice), with: marks(first)).compactMap { $0 }
    #expect(Set(found) == [1, 2, 5] && found.count == 3)
  }
}

@Suite struct `The lines of a part in a rehearsal` {
  // 0 heading, 1 ANN, 2 direction, 3 BEN, 4 heading, 5 CY, 6 BEN.
  private let script: Script

  init() throws { script = try .twoScenes() }

  @Test func `is a line with the partner's line before it, within its scene`() {
    #expect(Passages.ownLines(of: script, ["BEN"], in: 0..<7) == [3, 6])
    #expect(Passages.leading(to: [6, 3], in: script, ["BEN"]) == [[5, 6], [1, 3]])
    #expect(Passages.leading(to: [5], in: script, ["CY"]) == [[5]], "a scene begins with it")
    #expect(Passages.leading(to: [6, 5], in: script, ["BEN", "CY"]) == [[5, 6]])
  }

  @Test func `is in an order that a seed decides`() {
    let passages = (0..<20).map { [$0] }
    let one = Passages.shuffled(passages, seed: 7)
    #expect(one == Passages.shuffled(passages, seed: 7))
    #expect(one != Passages.shuffled(passages, seed: 8))
    #expect(Set(one) == Set(passages) && one != passages)
    #expect(one.prefix(4).map { $0[0] } == Self.first, "the same on every machine: \(one)")
  }

  private static let first = [4, 1, 2, 15]

  @Test func `is the end of the partner's lines with cues only`() {
    func cut(_ text: String) -> String {
      let lines = [
        Line(index: 0, kind: .dialogue, character: "ANN", text: text),
        Line(index: 1, kind: .dialogue, character: "BEN", text: text),
      ]
      let script = CueLines.cut(Script(title: "A", scenes: [], lines: lines), ["BEN"])
      #expect(script.lines[1] == lines[1], "the actor's own line is whole")
      return script.lines[0].text
    }
    #expect(cut("Go now.") == "Go now.")
    #expect(cut("I told you. “Go now.” And do not look back!") == "And do not look back!")
    #expect(
      cut("a b c d e one two three four five six seven eight")
        == "one two three four five six seven eight")
    #expect(cut("Go. I also noticed one of you is a cello.").hasPrefix("I also"))
    #expect(cut("Weißt du’s? Ach — nein, Jürgen.") == "Ach — nein, Jürgen.")
    #expect(cut("") == "")
  }

  @Test func `keeps beats and parentheticals in their places`() {
    let text = "I told you. Go now, my friend."
    let offset = "I told you. ".utf8.count
    let line = Line(
      index: 0, kind: .dialogue, character: "ANN", text: text, delivery: ["loud", "soft"],
      beats: [.init(offset: 3, milliseconds: 700), .init(offset: offset + 7, milliseconds: 500)],
      turns: [.init(offset: 0, direction: "loud"), .init(offset: offset + 3, direction: "soft")])
    let cut = CueLines.cut(Script(title: "A", scenes: [], lines: [line]), []).lines[0]
    #expect(cut.text == "Go now, my friend.")
    #expect(cut.beats == [.init(offset: 7, milliseconds: 500)])
    #expect(
      cut.turns == [.init(offset: 0, direction: "loud"), .init(offset: 3, direction: "soft")])
  }
}

@Suite struct `A rehearsal of chosen lines` {
  private func places(_ order: [Int], rounds: Int? = 1, _ events: [RehearsalInput]) throws
    -> [String]
  {
    let reducer = RehearsalReducer(
      script: try .twoScenes(), roles: ["BEN"], order: order, rounds: rounds)
    var state = RehearsalState()
    return events.map { event in
      let (after, effects) = reducer.reduce(state, event)
      state = after
      if case .ignored(_, let why)? = effects.first { return "\(why)" }
      return "\(state.status) \(state.index)"
    }
  }

  @Test func `goes through them in their order`() throws {
    #expect(
      try places(
        [5, 6, 1, 3],
        [
          .start(from: 5), .partnerFinished(line: 5), .advance, .partnerFinished(line: 1),
          .advance,
        ]) == [
          "playingPartner 5", "waitingForUser 6", "playingPartner 1", "waitingForUser 3",
          "finished 7",
        ])
  }

  @Test func `back and jumps stay within the chosen lines`() throws {
    #expect(
      try places(
        [5, 6, 3],
        [
          .start(from: 0), .jump(line: 6), .advance, .back, .jump(line: 1), .jumpScene(1), .back,
          .jump(line: 6), .advance, .advance, .back,
        ]) == [
          // Nothing before 3 is rehearsed, and it is the nearest after 0 and 1.
          "waitingForUser 3", "waitingForUser 6", "waitingForUser 3", "waitingForUser 6",
          "waitingForUser 3", "playingPartner 5", "playingPartner 5", "waitingForUser 6",
          "waitingForUser 3", "finished 7", "waitingForUser 3",
        ])
    #expect(
      try places([1, 3], [.start(from: 1), .jump(line: 6)]) == [
        "playingPartner 1", "behindTheLastLine",
      ])
  }

  @Test func `chosen lines are rehearsed the set number of times`() throws {
    #expect(
      try places([6, 3], rounds: 2, [.start(from: 6), .advance, .advance, .advance, .advance])
        == [
          "waitingForUser 6", "waitingForUser 3", "waitingForUser 6", "waitingForUser 3",
          "finished 7",
        ])
    #expect(try places([], rounds: nil, [.start(from: 0)]) == ["finished 7"])
  }
}

@Suite struct `The report after a run` {
  @Test func `counts lines by how they went last, and names the worst first`() {
    func attempt(_ quality: Int, _ share: Double, _ pickUp: Double, prompts: Int = 0)
      -> LineAttempt
    {
      var attempt = LineAttempt(said: day, quality: quality)
      (attempt.share, attempt.pickUpSeconds, attempt.prompts) = (share, pickUp, prompts)
      return attempt
    }
    let summary = RunSummary([
      (1, attempt(1, 0.2, 1)), (3, attempt(5, 1, 0.5)), (1, attempt(5, 1, 0.7)),
      (5, attempt(2, 0.6, 2)), (7, attempt(0, 1, 4, prompts: 2)),
    ])
    #expect(summary.lines == 4 && summary.perfect == 2 && summary.prompts == 2)
    #expect(summary.pickUpSeconds == 1)
    #expect(summary.spots.map(\.line) == [7, 5])
  }
}
