import CueModel

// The small parts of a cast of hundreds or thousands.
extension CastTable {
  /// The voices for those parts of the crowd that have none and are not locked: places in the cast, and voices.
  ///
  /// The costs are those of the table, but each part chooses once, in order, against all parts that have a voice by then. The parts that
  /// it answers count one by one, all others by how many have each voice. So the time grows in proportion to the parts.
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

/// What each choice costs the next part, because of all parts that have a voice already.
private struct CrowdLoad {
  private let table: CastTable
  /// Σ_j c(v, v_j) for each choice v: how alike it sounds to the voices that are taken.
  private var likeness: [Double]
  /// How many parts have the same voice as each choice, moved or not, and the sum of their weights.
  private var kinCount: [Double]
  private var kinWeight: [Double]

  /// Begins with the parts of the table.
  init(_ table: CastTable) {
    self.table = table
    likeness = Array(repeating: 0, count: table.choices.count)
    kinCount = likeness
    kinWeight = likeness
    for place in table.roles.indices where table.answer[place] >= 0 {
      add(table.answer[place], table.weights[place])
    }
  }

  /// Adds a part of that weight, which has the voice `choice`.
  mutating func add(_ choice: Int, _ weight: Double) {
    let row = choice * likeness.count
    for other in likeness.indices {
      likeness[other] += table.likeness[row + other]
      kinCount[other] += table.kin[row + other]
      kinWeight[other] += table.kin[row + other] * weight
    }
  }

  /// The cost of each choice for a part of that weight.
  func costs(_ weight: Double) -> [Double] {
    likeness.indices.map {
      CastTable.leastTie * likeness[$0]
        + CastTable.kinshipFactor * (weight * kinCount[$0] + kinWeight[$0])
    }
  }
}
