import CueAudio
import CueModel
import Glibc

/// The costs of a casting and its search: greedy, then changes and swaps as long as one helps.
///
/// The cost of a cast is Σ_i b(i, v_i) + Σ_{i<j} e(i, j) · c(v_i, v_j): b for a voice in a part, e for how often two parts
/// answer each other, c for how alike two voices sound.
struct CastTable {
  /// A voice at a pitch.
  private struct Choice {
    var known: CastProposal.Known
    var cost: Double
    /// The years that are said of the voice; 0 where none are.
    var age: Int
    var offset: Double
  }

  /// Steps from a voice's own pitch: two semitones are heard as another person, more than six as a cartoon.
  private static let offsets: [Double] = [2, -2, 4, -4]
  private static let moreOffsets: [Double] = [6, -6, 3, -3, 5, -5]

  private let roles: [CastRole]
  private let narrator: Int
  private let weights: [Double]
  private var choices: [Choice] = []
  private var isFixed: [Bool]
  private var answer: [Int]
  /// e(i, j), row by row.
  private var ties: [Double]
  /// c(v, w), row by row.
  private var likeness: [Double] = []
  /// b(i, v), row by row.
  private var costs: [Double] = []

  init(
    voices: [VoiceCandidate], cast: Cast, exchanges: CastProposal.Exchanges,
    known: (VoiceReference) -> CastProposal.Known
  ) {
    roles = cast.roles + [cast.narrator]
    narrator = cast.roles.count
    let most = Double(cast.roles.map(\.speechCount).max() ?? 1)
    weights =
      cast.roles.map { 0.25 + 0.75 * Double($0.speechCount) / max(1, most) } + [1.1]
    isFixed = roles.map { $0.voice != nil || $0.isLocked }
    answer = Array(repeating: -1, count: roles.count)
    let count = roles.count
    ties = Array(repeating: 0.15, count: count * count)
    let mostExchanges = Double(exchanges.values.max() ?? 1)
    for (pair, number) in exchanges {
      let tie = 0.15 + 4 * (Double(number) / max(1, mostExchanges)).squareRoot()
      ties[pair.lowerBound * count + pair.upperBound] = tie
      ties[pair.upperBound * count + pair.lowerBound] = tie
    }
    for role in 0..<narrator {
      ties[role * count + narrator] = 0.8 * weights[role]
      ties[narrator * count + role] = 0.8 * weights[role]
    }
    choices = Self.pool(voices, roleCount: count)
    for (place, role) in roles.enumerated() {
      guard let voice = role.voice else { continue }
      answer[place] = choices.count
      choices.append(
        Choice(known: known(voice), cost: 0, age: 0, offset: voice.pitchSemitones))
    }
    fillCosts()
  }

  /// The choices that are worth a look: the best of each gender, twice as many as are needed.
  private static func pool(_ voices: [VoiceCandidate], roleCount: Int) -> [Choice] {
    var all: [Choice] = []
    func add(_ voice: VoiceCandidate, _ offset: Double) {
      var reference = voice.reference
      reference.pitchSemitones = offset
      all.append(
        Choice(
          known: .init(
            reference: reference, gender: voice.gender,
            print: voice.print?.moved(bySemitones: offset)),
          cost: voice.cost, age: voice.age, offset: offset))
    }
    for voice in voices { add(voice, 0) }
    let movable = voices.filter { !$0.isVariant && ($0.print?.pitchResponse ?? 1) > 0 }
    for offset in offsets { for voice in movable { add(voice, offset) } }
    if all.count < 2 * roleCount {
      for offset in moreOffsets { for voice in movable { add(voice, offset) } }
    }
    let most = 2 * roleCount + 8
    var pool: [Choice] = []
    for gender in ["female", "male", ""] {
      let group = all.indices.filter {
        let own = all[$0].known.gender
        return gender.isEmpty ? own != "male" && own != "female" : own == gender
      }
      pool += group.sorted { (all[$0].cost, $0) < (all[$1].cost, $1) }.prefix(most).map { all[$0] }
    }
    return pool
  }

  private mutating func fillCosts() {
    let count = choices.count
    likeness = Array(repeating: 0, count: count * count)
    for one in 0..<count {
      for other in one..<count {
        let value = Self.likeness(choices[one].known, choices[other].known)
        likeness[one * count + other] = value
        likeness[other * count + one] = value
      }
    }
    costs.reserveCapacity(roles.count * count)
    for role in roles.indices {
      for choice in choices { costs.append(cost(role, choice)) }
    }
  }

  /// 1 for what is taken for one voice, and quickly less from there; more for what is one.
  private static func likeness(_ one: CastProposal.Known, _ other: CastProposal.Known) -> Double {
    let distance = CastProposal.distance(one, other)
    if distance < 1e-9 { return 40 }
    let near = max(0, 1 - distance / 8)
    return near * near + (distance < VoicePrint.alikeDistance ? 3 : 0)
  }

  private func cost(_ place: Int, _ choice: Choice) -> Double {
    let role = roles[place]
    var cost = weights[place] * choice.cost
    if place == narrator { cost += 0.3 * abs(choice.offset) }
    let gender = choice.known.gender
    if role.gender == "male" || role.gender == "female", gender != role.gender {
      let isOther = gender == "male" || gender == "female"
      // Boys are played by women, too.
      cost += !isOther ? 0.5 : role.age == "child" && gender == "female" ? 0.3 : 3
    }
    let hertz = choice.known.print?.pitchHertz ?? 0
    // A voice that is moved is a little less itself, and one at the ends of what people have is a cartoon.
    cost += 0.12 * abs(choice.offset)
    if hertz > 0, choice.offset != 0 {
      cost += 0.3 * (max(0, 12 * log2(80 / hertz)) + max(0, 12 * log2(hertz / 300)))
    }
    switch role.age {
    case "child":
      if hertz > 0 { cost += 0.1 * max(0, 12 * log2(260 / hertz)) }
      if choice.age >= 20 { cost += 0.5 }
    case "young": if choice.age >= 50 { cost += 0.5 }
    case "old":
      if choice.age > 0, choice.age < 50 { cost += 0.5 } else if choice.offset > 0 { cost += 0.4 }
    default: break
    }
    return cost
  }

  // MARK: - The search

  mutating func solve() {
    let free = roles.indices.filter { !isFixed[$0] }
    // Who speaks most chooses first; the narrator comes behind the first.
    let order = free.sorted {
      (-weights[$0], $0) < (-weights[$1], $1)
    }
    for place in order { answer[place] = bestChoice(for: place).choice }
    var rounds = 0
    var isBetter = true
    while isBetter, rounds < 12 {
      isBetter = false
      rounds += 1
      for place in order {
        let best = bestChoice(for: place)
        guard best.cost < cost(of: place, as: answer[place]) - 1e-9 else { continue }
        answer[place] = best.choice
        isBetter = true
      }
      for (index, one) in order.enumerated() {
        for other in order[(index + 1)...] where swapHelps(one, other) {
          answer.swapAt(one, other)
          isBetter = true
        }
      }
    }
  }

  /// What `place` costs as `choice`, with all others as they are.
  private func cost(of place: Int, as choice: Int, without left: Int = -1) -> Double {
    let count = choices.count
    var cost = costs[place * count + choice]
    for other in roles.indices where other != place && other != left && answer[other] >= 0 {
      cost += ties[place * roles.count + other] * likeness[choice * count + answer[other]]
    }
    return cost
  }

  private func bestChoice(for place: Int) -> (choice: Int, cost: Double) {
    var best = (choice: 0, cost: Double.infinity)
    for choice in choices.indices {
      let cost = cost(of: place, as: choice)
      if cost < best.cost - 1e-12 { best = (choice, cost) }
    }
    return best
  }

  private func swapHelps(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (answer[one], answer[other])
    guard first != second else { return false }
    let now = cost(of: one, as: first, without: other) + cost(of: other, as: second, without: one)
    let then = cost(of: one, as: second, without: other) + cost(of: other, as: first, without: one)
    return then < now - 1e-9
  }

  /// What the free places were given.
  func answers() -> [(place: Int, voice: VoiceReference)] {
    roles.indices.filter { !isFixed[$0] }.map { ($0, choices[answer[$0]].known.reference) }
  }
}
