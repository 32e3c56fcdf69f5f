import CueModel
import Testing

@testable import CueGeneration

@Suite struct `Another take of a line` {
  private let items = GenerationStage.speeches([
    "A: The ferry leaves at nine. Nobody waits for it, not even you.", "B: Yes.",
  ])

  /// What voices of `engine` are asked for in that take.
  private func requests(_ take: Int, _ engine: DoubleEngine) throws -> [SpeechRequest] {
    let stage = GenerationStage([engine])
    let planner = GenerationPlanner(stage.sources)
    let role = GenerationRole(
      speaker: "A", choices: [.init(source: 0, delivery: RoleDelivery(voice: "v"))])
    let plan = try planner.plan(
      items, roleOfItem: [0, 0], roles: [role], takes: take > 0 ? [0: take] : [:],
      cache: stage.cache)
    #expect(plan.jobs[1].request.requests.map(\.speed) == [1], "another line stays as it is")
    return plan.jobs[0].request.requests
  }

  /// A retake had the same bytes, as nothing but a seed changed that the voice has no use for.
  @Test func `another take of a deterministic voice has another pace or phrasing`()
    throws
  {
    let engine = DoubleEngine("e")
    let first = try requests(0, engine)
    #expect(first.count == 1 && first[0].speed == 1 && first[0].seed == 0)
    var known: Set<String> = ["1.0 1"]
    for take in 1...12 {
      let again = try requests(take, engine)
      #expect(again.map(\.text).joined(separator: " ") == first[0].text)
      #expect(again.allSatisfy { (0.94...1.06).contains($0.speed) && $0.speed != 1 })
      let isNew = known.insert("\(again[0].speed) \(again.count)").inserted
      #expect(isNew, "take \(take)")
      #expect(try requests(take, engine) == again, "the same take is the same in every run")
    }
  }

  @Test func `of a voice that follows its seed has another seed, and nothing else`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.followsSeed = true }
    let first = try requests(0, engine)
    var again = try requests(3, engine)
    #expect(again[0].seed == 3)
    again[0].seed = 0
    #expect(again == first)
  }

  @Test(arguments: [
    ("One is here. Two is there.", ["One is here.", "Two is there."]),
    ("Come with me, or stay at home.", ["Come with me,", "or stay at home."]),
    ("Mr. Brown is here", ["Mr. Brown is here"]),
    ("Yes. No.", ["Yes. No."]),
    (
      "“Wait here!” she said. He did not listen.", ["“Wait here!” she said.", "He did not listen."]
    ),
    ("Sinä tulet. Minä menen…  Ja hän.", ["Sinä tulet.", "Minä menen…  Ja hän."]),
    ("", [""]),
  ])
  func `is cut into sentences, or clauses, and never loses a letter`(
    text: String, expected: [String]
  ) {
    let pieces = Retake.pieces(SpeechRequest(text: text))
    #expect(pieces.map(\.text) == expected)
    #expect(pieces.map(\.text).joined(separator: " ") == text)
  }

  @Test func `another take of a stand-in differs, too`() throws {
    let (own, other) = (DoubleEngine("own"), DoubleEngine("other"))
    own.change {
      $0.textFailures = [:]; $0.failures = [0: .refusal(2), 1: .refusal(2)]
    }
    let stage = GenerationStage([own, other])
    let planner = GenerationPlanner(stage.sources)
    let chain = [0, 1].map {
      GenerationRole.Choice(
        source: $0, delivery: RoleDelivery(voice: "v"), isStandIn: $0 == 1)
    }
    let plan = try planner.plan(
      items, roleOfItem: [0, 0], roles: [GenerationRole(speaker: "A", choices: chain)],
      takes: [0: 1], cache: stage.cache)
    _ = try Generation(
      stage.sources, cache: stage.cache, clock: stage.clock, crew: OneByOne(),
      settings: stage.settings
    ).run(plan, planner: planner, cancellation: Cancellation()) { _ in }
    #expect(other.requests.map(\.speed).contains { $0 != 1 })
  }
}
