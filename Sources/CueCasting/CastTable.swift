import CueAudio
import CueModel
import Glibc

/// The costs of a casting and its search: greedy, then changes and swaps as long as one helps; then larger parts take more
/// natural voices from smaller ones if no part then sounds like another one.
///
/// The cost of a cast is Σ_i b(i, v_i) + Σ_{i<j} e(i, j) · c(v_i, v_j): b for a voice in a part, e for how often two parts
/// answer each other, c for how alike two voices sound; one voice in two parts costs something by itself, whatever its pitch.
///
/// The table grows with the square of the parts. So it holds the largest parts and the narrator; the many small parts of a
/// crowd choose one after another, see ``crowdGiven()``.
struct CastTable {
  /// The most parts of the table; the rest is the crowd.
  ///
  /// No play has more parts with more than one line.
  static let mostWeighed = 200

  /// A voice at a pitch.
  struct Choice {
    var known: CastProposal.Known
    var rank: Double
    /// What it costs in any part.
    var flaw: Double
    /// Whether an effect moves it.
    var isTreated = false
    /// Whether it may take longer to speak than its sound lasts.
    var isSlow = false
    /// The years that are said of the voice; 0 if none are.
    var age: Int
    var offset: Double
  }

  /// Steps from a voice's own pitch; more than six semitones are heard as a cartoon.
  ///
  /// Two semitones are the same person in another mood, also with the formants (see ``VoicePrint/otherPerson``).
  private static let offsets: [Double] = [4, -4]
  private static let moreOffsets: [Double] = [6, -6, 2, -2, 3, -3, 5, -5]

  /// How far formants go along where an effect moves a pitch by `offset` semitones: two thirds as far, as people who differ
  /// do so in both, so that four semitones are another person; and at least 1.2 semitones (7 %), as less than 5 % is hardly
  /// noticed (Smith and Patterson 2005).
  private static func formants(with offset: Double) -> Double {
    offset == 0 ? 0 : (offset > 0 ? 1 : -1) * max(1.2, abs(offset) * 0.65)
  }

  /// A part with this many speeches has as much claim to a good voice as any lead, even if others have more.
  private static let manySpeeches = 25.0
  /// What a voice of the wrong gender costs, in steps of quality: as many as there are from the worst voice to the best.
  private static let wrongGender = 4.0

  let roles: [CastRole]
  let narrator: Int
  let weights: [Double]
  /// How much each part deserves a good voice.
  private let claims: [Double]
  /// Parts of the cast that are not in the table, in their order.
  let crowd: ArraySlice<CastRole>
  /// How often parts of the whole cast answer each other.
  let exchanges: CastProposal.Exchanges
  /// Whether two parts answer each other, row by row.
  private var answers: [Bool]
  private let mostSpeeches: Double
  private let mostExchanges: Double
  /// The least cost of two parts that sound alike.
  static let leastTie = 0.15

  /// The weight of a part in a cast whose largest part has `most` speeches.
  private static func weight(_ role: CastRole, most: Double) -> Double {
    0.25 + 0.75 * Double(role.speechCount) / max(1, most)
  }

  /// The cost of two parts that sound alike and answer each other `number` times; `most` is the largest such number.
  private static func tie(_ number: Int, most: Double) -> Double {
    leastTie + 4 * (Double(number) / max(1, most)).squareRoot()
  }

  /// The weight of a part of the crowd.
  func weight(_ role: CastRole) -> Double { CastTable.weight(role, most: mostSpeeches) }

  /// The cost beyond ``leastTie`` of two parts that sound alike and answer each other `number` times.
  func tieBeyondLeast(_ number: Int) -> Double {
    CastTable.tie(number, most: mostExchanges) - CastTable.leastTie
  }

  /// What somebody in the cast is known to be.
  private let knownGenders: Set<VoiceGender>
  private(set) var choices: [Choice] = []
  private var isFixed: [Bool]
  private(set) var answer: [Int]
  /// e(i, j), row by row.
  private var ties: [Double]
  /// c(v, w), row by row.
  private(set) var likeness: [Double] = []
  /// Whether v and w are one voice, moved or not, row by row: 1 or 0.
  private(set) var kin: [Double] = []
  /// b(i, v), row by row.
  private var costs: [Double] = []
  /// Σ_j of what i as v costs with all j that have a voice, row by row.
  private var field: [Double] = []

  init(
    voices: [VoiceCandidate], cast: Cast, exchanges: CastProposal.Exchanges,
    known: (VoiceReference) -> CastProposal.Known
  ) {
    let weighed = min(cast.roles.count, CastTable.mostWeighed)
    roles = cast.roles.prefix(weighed) + [cast.narrator]
    narrator = weighed
    crowd = cast.roles[weighed...]
    self.exchanges = exchanges
    knownGenders = Set(cast.roles.compactMap(\.gender))
    // A part without a voice does not count when the others choose.
    let heard = cast.roles.filter { !$0.isLocked || $0.voice != nil }
    let most = Double(heard.map(\.speechCount).max() ?? 1)
    claims =
      roles.dropLast().map { CastTable.claim($0, CastTable.weight($0, most: most)) } + [
        0.8 + 1.7 * min(1, Double(cast.narrator.speechCount) / CastTable.manySpeeches)
      ]
    weights =
      cast.roles.prefix(weighed).map { CastTable.weight($0, most: most) } + [1.1]
    mostSpeeches = most
    isFixed = roles.map { $0.voice != nil || $0.isLocked }
    answer = Array(repeating: -1, count: roles.count)
    let count = roles.count
    ties = Array(repeating: CastTable.leastTie, count: count * count)
    answers = Array(repeating: false, count: count * count)
    mostExchanges = Double(exchanges.values.max() ?? 1)
    for (pair, number) in exchanges where pair.upperBound < weighed {
      let tie = CastTable.tie(number, most: mostExchanges)
      ties[pair.lowerBound * count + pair.upperBound] = tie
      ties[pair.upperBound * count + pair.lowerBound] = tie
      answers[pair.lowerBound * count + pair.upperBound] = number > 0
      answers[pair.upperBound * count + pair.lowerBound] = number > 0
    }
    for role in 0..<narrator {
      ties[role * count + narrator] = 0.6 * weights[role]
      ties[narrator * count + role] = 0.6 * weights[role]
    }
    choices = Self.pool(voices, roleCount: cast.roles.count + 1)
    var given: [VoiceReference: Int] = [:]
    for (place, role) in roles.enumerated() {
      guard let voice = role.voice else { continue }
      if let known = given[voice] {
        answer[place] = known
        continue
      }
      given[voice] = choices.count
      answer[place] = choices.count
      choices.append(
        Choice(
          known: known(voice), rank: 0, flaw: 0, age: 0, offset: voice.pitchSemitones))
    }
    fillCosts()
  }

  /// The choices that are worth a look: the best of each gender, twice as many as are needed.
  private static func pool(_ voices: [VoiceCandidate], roleCount: Int) -> [Choice] {
    var all: [Choice] = []
    func add(_ voice: VoiceCandidate, _ offset: Double) {
      var reference = voice.reference
      reference.pitchSemitones = offset
      if voice.pitchMeans == .effectWithFormants {
        reference.formantSemitones = formants(with: offset)
      }
      let isTreated = offset != 0 && voice.pitchMeans.isEffect
      var known = CastProposal.Known(reference: reference, gender: voice.gender)
      known.print = voice.print?.moved(bySemitones: offset)
        .withFormantsMoved(bySemitones: reference.formantSemitones)
      known.quality = voice.quality
      known.pitchMeans = voice.pitchMeans
      all.append(
        Choice(
          known: known,
          rank: voice.rank, flaw: voice.flaw + (isTreated ? 0.3 : 0), isTreated: isTreated,
          isSlow: voice.isSlow, age: voice.age, offset: offset))
    }
    for voice in voices { add(voice, 0) }
    let movable = voices.filter { $0.isMovable && !$0.isVariant }
    for offset in offsets { for voice in movable { add(voice, offset) } }
    if all.count < 2 * roleCount {
      for offset in moreOffsets { for voice in movable { add(voice, offset) } }
    }
    func price(_ place: Int) -> Double {
      all[place].rank + all[place].flaw + 0.12 * abs(all[place].offset)
    }
    let most = 2 * roleCount + 8
    var pool: [Choice] = []
    for gender in [VoiceGender.female, .male, nil] {
      let group = all.indices.filter {
        let own = all[$0].known.gender
        return gender == nil ? own != .male && own != .female : own == gender
      }
      pool += group.sorted { (price($0), $0) < (price($1), $1) }.prefix(most).map { all[$0] }
    }
    return pool
  }

  private mutating func fillCosts() {
    let count = choices.count
    likeness = Array(repeating: 0, count: count * count)
    kin = likeness
    let bases = choices.map(\.known.reference.unmoved)
    for one in 0..<count {
      for other in one..<count {
        let value = Self.likeness(choices[one].known, choices[other].known)
        likeness[one * count + other] = value
        likeness[other * count + one] = value
        let isKin = bases[one] == bases[other]
        kin[one * count + other] = isKin ? 1 : 0
        kin[other * count + one] = isKin ? 1 : 0
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
    cost(roles[place], weights[place], claim: claims[place], isNarrator: place == narrator, choice)
  }

  /// What `choice` costs a part of the crowd of that weight.
  func cost(_ role: CastRole, _ weight: Double, _ choice: Choice) -> Double {
    cost(role, weight, claim: CastTable.claim(role, weight), isNarrator: false, choice)
  }

  /// How much a part of that weight deserves a good voice.
  private static func claim(_ role: CastRole, _ weight: Double) -> Double {
    3 * max(weight * weight, min(1, Double(role.speechCount) / CastTable.manySpeeches))
  }

  private func cost(
    _ role: CastRole, _ weight: Double, claim: Double, isNarrator: Bool, _ choice: Choice
  ) -> Double {
    // Large parts get the best voices, and so does the narrator, who is heard everywhere and has to be clear.
    var cost = claim * choice.rank + choice.flaw
    // An effect after an engine is audible, so leads have unmoved voices; an engine's own pitch is not. But a good voice that
    // is moved is better than a plain one: it is two steps of quality better and loses less than one.
    if choice.isTreated { cost += 0.7 * min(claim, 3) }
    // The narrator must be a person of its own, and no shifted copy of a character.
    if isNarrator, choice.offset != 0 {
      cost += choice.isTreated ? 20 : 0.2 * abs(choice.offset)
    }
    // A slow voice in a large part would keep everybody waiting.
    if choice.isSlow { cost += 4 * min(1, Double(role.speechCount) / CastTable.manySpeeches) }
    let gender = choice.known.gender
    if role.gender == .male || role.gender == .female, gender != role.gender {
      let isOther = gender == .male || gender == .female
      // Boys are played by women, too. In other parts, no quality makes up for the wrong gender.
      let isBoy = role.age == "child" && gender == .female
      cost += !isOther ? 0.5 : isBoy ? 0.3 : CastTable.wrongGender * max(1, claim)
    }
    let hertz = choice.known.print?.pitchHertz ?? 0
    // A part that may be either leaves the voices of women to women, and those of men to men.
    if role.gender == nil, !isNarrator, let gender, knownGenders.contains(gender) {
      cost += 0.4
    }
    // A voice that is moved is a little less itself, and one at the ends of what people have is a cartoon.
    if choice.offset != 0 { cost += (0.3 + 0.08 * abs(choice.offset)) * (0.5 + weight) }
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
    // The part that speaks most chooses first; the narrator takes from what is left.
    let order =
      free.filter { $0 != narrator }.sorted { (-weights[$0], $0) < (-weights[$1], $1) }
      + free.filter { $0 == narrator }
    field = Array(repeating: 0, count: roles.count * choices.count)
    for place in roles.indices where answer[place] >= 0 { spread(place, answer[place], sign: 1) }
    for place in order { assign(place, bestChoice(for: place)) }
    var rounds = 0
    var isBetter = true
    while isBetter, rounds < 40 {
      isBetter = false
      rounds += 1
      for place in order {
        let best = bestChoice(for: place)
        guard cost(place, best) < cost(place, answer[place]) - 1e-9 else { continue }
        assign(place, best)
        isBetter = true
      }
      for (index, one) in order.enumerated() {
        for other in order[(index + 1)...] where swapHelps(one, other) {
          let (first, second) = (answer[one], answer[other])
          assign(one, second)
          assign(other, first)
          isBetter = true
        }
      }
      if !isBetter { isBetter = displace(order) }
    }
    promote(order)
  }

  // MARK: - The largest parts

  /// Gives the more natural of two voices to the larger of two parts of one gender and age, as long as nobody then
  /// newly sounds like somebody whom they answer.
  ///
  /// Each swap moves quality to a larger part, so it ends.
  private mutating func promote(_ order: [Int]) {
    let parts = order.filter { $0 != narrator }
    var isBetter = true
    while isBetter {
      isBetter = false
      for one in parts {
        for other in parts where weights[one] > weights[other] && isAlike(one, other) {
          let (first, second) = (answer[one], answer[other])
          guard choices[first].known.quality < choices[second].known.quality,
            isFit(one, second, insteadOf: first), isFit(other, first, insteadOf: second)
          else { continue }
          let before = confusions(one) + confusions(other)
          assign(one, second)
          assign(other, first)
          guard confusions(one) + confusions(other) > before else {
            isBetter = true
            continue
          }
          assign(one, first)
          assign(other, second)
        }
      }
    }
  }

  /// Whether the page wants the same of two parts.
  private func isAlike(_ one: Int, _ other: Int) -> Bool {
    roles[one].gender == roles[other].gender && roles[one].age == roles[other].age
  }

  /// Whether gender suits a part no less by `choice` than by another.
  private func isFit(_ place: Int, _ choice: Int, insteadOf other: Int) -> Bool {
    func fits(_ choice: Int) -> Bool {
      roles[place].gender == nil || choices[choice].known.gender == roles[place].gender
    }
    return fits(choice) || !fits(other)
  }

  /// How many of those whom a part answers sound like it.
  private func confusions(_ place: Int) -> Int {
    roles.indices.count { other in
      other != place && answer[other] >= 0 && answers[place * roles.count + other]
        && CastProposal.distance(choices[answer[place]].known, choices[answer[other]].known)
          < VoicePrint.alikeDistance
    }
  }

  /// What `place` costs as `choice`, with all others as they are.
  private func cost(_ place: Int, _ choice: Int) -> Double {
    costs[place * choices.count + choice] + field[place * choices.count + choice]
  }

  /// What two places cost each other.
  private func pair(_ one: Int, _ other: Int, _ first: Int, _ second: Int) -> Double {
    ties[one * roles.count + other] * likeness[first * choices.count + second]
      + kinship(one, other) * kin[first * choices.count + second]
  }

  /// The cost of two parts with the same voice, moved or not, is this times the sum of their weights.
  static let kinshipFactor = 0.4

  /// The cost of two parts with the same voice, moved or not; more for the narrator, who is heard beside everybody.
  private func kinship(_ one: Int, _ other: Int) -> Double {
    (one == narrator || other == narrator ? 0.7 : CastTable.kinshipFactor)
      * (weights[one] + weights[other])
  }

  /// Adds to ``field`` what `place` as `choice` costs all others; takes it away where `sign` is −1.
  private mutating func spread(_ place: Int, _ choice: Int, sign: Double) {
    let count = choices.count
    let row = choice * count
    for other in roles.indices where other != place {
      let tie = sign * ties[other * roles.count + place]
      let kinship = sign * kinship(other, place)
      let base = other * count
      for one in 0..<count {
        field[base + one] += tie * likeness[row + one] + kinship * kin[row + one]
      }
    }
  }

  private mutating func assign(_ place: Int, _ choice: Int) {
    if answer[place] >= 0 { spread(place, answer[place], sign: -1) }
    answer[place] = choice
    spread(place, choice, sign: 1)
  }

  private func bestChoice(for place: Int) -> Int {
    var best = (choice: 0, cost: Double.infinity)
    for choice in choices.indices {
      let cost = cost(place, choice)
      if cost < best.cost - 1e-9 { best = (choice, cost) }
    }
    return best.choice
  }

  private func swapHelps(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (answer[one], answer[other])
    guard first != second else { return false }
    let now = cost(one, first) + cost(other, second)
    let then =
      cost(one, second) - pair(one, other, second, second) + cost(other, first)
      - pair(one, other, first, first) + 2 * pair(one, other, first, second)
    return then < now - 1e-9
  }

  /// Gives somebody another's voice, and that one the best of the rest, where both together are better off.
  private mutating func displace(_ places: [Int]) -> Bool {
    for one in places {
      for other in places where other != one {
        let (first, second) = (answer[one], answer[other])
        guard first != second else { continue }
        let now = cost(one, first) + cost(other, second) - pair(one, other, first, second)
        let taken = cost(one, second) - pair(one, other, second, second)
        var best = (choice: -1, cost: now - 1e-9)
        for choice in choices.indices {
          let then =
            taken + cost(other, choice) - pair(one, other, first, choice)
            + pair(one, other, second, choice)
          if then < best.cost { best = (choice, then) }
        }
        guard best.choice >= 0 else { continue }
        assign(one, second)
        assign(other, best.choice)
        return true
      }
    }
    return false
  }

  /// What the free places were given.
  func given() -> [(place: Int, voice: VoiceReference)] {
    roles.indices.filter { !isFixed[$0] }.map { ($0, choices[answer[$0]].known.reference) }
  }
}
