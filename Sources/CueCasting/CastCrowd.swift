import CueModel

// The small parts of a cast of hundreds or thousands.
extension CastTable {
  /// What the parts of the crowd that are free are given: places in the cast, and voices.
  ///
  /// The costs are those of the table, but each part chooses once, in its order, against all that have a voice by then. Whom it
  /// answers is looked up; all others count by how many of them have a voice. So it takes time in proportion to the parts.
  func crowdGiven() -> [(place: Int, voice: VoiceReference)] {
    guard !crowd.isEmpty else { return [] }
    var load = CrowdLoad(self)
    let places = Dictionary(
      choices.enumerated().map { ($1.known.reference, $0) }, uniquingKeysWith: { first, _ in first }
    )
    var chosen: [Int: Int] = [:]
    for place in 0..<narrator { chosen[place] = answer[place] }
    for (place, role) in zip(crowd.indices, crowd) {
      guard let voice = role.voice, let choice = places[voice] else { continue }
      chosen[place] = choice
      load.add(choice, weight(role))
    }
    var answered: [Int: [(other: Int, tie: Double)]] = [:]
    for (pair, number) in exchanges where number > 0 && pair.upperBound >= narrator {
      let tie = tieBeyondLeast(number)
      answered[pair.lowerBound, default: []].append((pair.upperBound, tie))
      answered[pair.upperBound, default: []].append((pair.lowerBound, tie))
    }
    var given: [(place: Int, voice: VoiceReference)] = []
    for (place, role) in zip(crowd.indices, crowd) where role.voice == nil && !role.isLocked {
      let weight = weight(role)
      var costs = load.costs(weight)
      for (other, tie) in (answered[place] ?? []).sorted(by: { $0.other < $1.other }) {
        guard let theirs = chosen[other] else { continue }
        let row = theirs * choices.count
        for choice in choices.indices { costs[choice] += tie * likeness[row + choice] }
      }
      var best = (choice: 0, cost: Double.infinity)
      for choice in choices.indices {
        let cost = costs[choice] + cost(role, weight, choices[choice])
        if cost < best.cost - 1e-9 { best = (choice, cost) }
      }
      chosen[place] = best.choice
      load.add(best.choice, weight)
      given.append((place, choices[best.choice].known.reference))
    }
    return given
  }
}

/// What all who have a voice cost somebody who gets one, by the choice.
private struct CrowdLoad {
  private let table: CastTable
  /// Σ_j of how alike each choice sounds to the voice of j.
  private var likeness: [Double]
  /// How many parts have a voice that is one with each choice, and how much these parts count.
  private var kinCount: [Double]
  private var kinWeight: [Double]

  /// Those in the table.
  init(_ table: CastTable) {
    self.table = table
    likeness = Array(repeating: 0, count: table.choices.count)
    kinCount = likeness
    kinWeight = likeness
    for place in table.roles.indices where table.answer[place] >= 0 {
      add(table.answer[place], table.weights[place])
    }
  }

  /// Somebody who counts so much has this voice.
  mutating func add(_ choice: Int, _ weight: Double) {
    let row = choice * likeness.count
    for other in likeness.indices {
      likeness[other] += table.likeness[row + other]
      kinCount[other] += table.kin[row + other]
      kinWeight[other] += table.kin[row + other] * weight
    }
  }

  /// What each choice costs somebody who counts so much.
  func costs(_ weight: Double) -> [Double] {
    likeness.indices.map {
      CastTable.leastTie * likeness[$0]
        + CastTable.kinshipFactor * (weight * kinCount[$0] + kinWeight[$0])
    }
  }
}
