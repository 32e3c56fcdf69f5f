import CueAudio
import CueModel

/// Gives voices to the parts that have none.
///
/// Pure and deterministic. It weighs, for each part: how natural the voice is (most for those who speak most, and for the
/// narrator), gender and age where the page states them; and for each two parts: how alike their voices sound, the more the
/// more often they answer each other. Each part takes what is best, the largest part first; then voices are changed and
/// swapped as long as that improves the result. At last, larger parts take the more natural voices of smaller ones of the same
/// gender and age, unless they would be taken for somebody whom they answer.
///
/// Where an effect moves a voice, it moves pitch and formants, so that one voice plays several parts.
public struct CastProposal {
  /// Two parts of a cast that answer each other and sound alike.
  public struct Alike: Equatable, Sendable {
    /// Places in ``Cast/roles``.
    public var one: Int
    /// The larger place.
    public var other: Int
    /// How often one speaks right after the other.
    public var exchanges: Int
    /// As ``VoicePrint/distance(to:)``.
    public var distance: Double
  }

  /// How often two roles speak one right after the other, by their places in ``Cast/roles``: the smaller first.
  public typealias Exchanges = [ClosedRange<Int>: Int]

  /// Those that may be given.
  private let voices: [VoiceCandidate]
  /// Those of which something is known.
  private let all: [VoiceCandidate]
  private let byReference: [VoiceReference: Int]

  /// A proposal from `voices`, the first the best of those that are equal.
  ///
  /// What never leaves its tone is not a voice, and gets no part unless there is nothing else.
  public init(voices: [VoiceCandidate]) {
    let offered = voices.filter(\.isOffered)
    let human = offered.filter(\.isVoice)
    self.voices = human.isEmpty ? offered : human
    all = voices
    byReference = Dictionary(
      voices.enumerated().map { ($1.reference.unmoved, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Gives a voice to each part of `cast` that has none and is not locked.
  ///
  /// No part gets two; without voices, none gets one.
  public func fill(_ cast: inout Cast, exchanges: Exchanges) {
    guard !voices.isEmpty else { return }
    var table = CastTable(voices: voices, cast: cast, exchanges: exchanges, known: known)
    table.solve()
    for (place, choice) in table.given() {
      if place == table.narrator {
        cast.narrator.voice = choice
      } else {
        cast.roles[place].voice = choice
      }
    }
    for (place, choice) in table.crowdGiven() { cast.roles[place].voice = choice }
  }

  /// Gives everybody who has no stand-in one of another provider: of the same gender, as like the voice as there is, and
  /// no other part's as long as there are enough.
  ///
  /// Only those in `keys` get one.
  public func fillFallbacks(_ cast: inout Cast, of keys: Set<String>) {
    var taken = Set(cast.everybody.flatMap(\.chain).map { $0.unmoved })
    // Parts of a crowd share voices, so the distances of each voice are computed once.
    var measured: [VoiceReference: [Double]] = [:]
    func distances(from own: Known) -> [Double] {
      if let found = measured[own.reference] { return found }
      let found = voices.map { candidate in
        own.print.flatMap { one in candidate.print.map { one.distance(to: $0) } } ?? 0
      }
      measured[own.reference] = found
      return found
    }
    func stand(in role: CastRole) -> [VoiceReference] {
      guard let voice = role.voice, role.fallbacks.isEmpty, keys.contains(role.key) else {
        return role.fallbacks
      }
      let own = known(voice)
      var best: (cost: Double, reference: VoiceReference)?
      let likes = distances(from: own)
      for (place, candidate) in voices.enumerated()
      where candidate.reference.provider != voice.provider {
        var cost = candidate.rank + candidate.flaw
        if let gender = own.gender ?? role.gender, candidate.gender != gender { cost += 6 }
        if taken.contains(candidate.reference) { cost += 8 }
        cost += likes[place] / 2
        if cost < best?.cost ?? .infinity { best = (cost, candidate.reference) }
      }
      guard let best else { return [] }
      taken.insert(best.reference)
      return [best.reference]
    }
    cast.narrator.fallbacks = stand(in: cast.narrator)
    for place in cast.roles.indices { cast.roles[place].fallbacks = stand(in: cast.roles[place]) }
  }

  /// Roles that answer each other at least `least` times and sound alike, those that do most first.
  public func alike(in cast: Cast, exchanges: Exchanges, least: Int = 2) -> [Alike] {
    var alike: [Alike] = []
    for (pair, count) in exchanges where count >= least {
      guard let one = cast.roles[pair.lowerBound].voice,
        let other = cast.roles[pair.upperBound].voice
      else { continue }
      let distance = Self.distance(known(one), known(other))
      guard distance < VoicePrint.alikeDistance else { continue }
      alike.append(
        Alike(
          one: pair.lowerBound, other: pair.upperBound, exchanges: count, distance: distance))
    }
    return alike.sorted { (-$0.exchanges, $0.one, $0.other) < (-$1.exchanges, $1.one, $1.other) }
  }

  /// How different two voices sound, in semitones; guessed from what is said of them where it was not measured.
  public func distance(_ one: VoiceReference, _ other: VoiceReference) -> Double {
    Self.distance(known(one), known(other))
  }

  // MARK: - Why

  /// Why parts of `cast` have their voices, by their keys; those without a reason are left out.
  ///
  /// Of what the user chose nothing is said.
  public func reasons(
    of cast: Cast, exchanges: Exchanges
  ) -> [String: [CastReason]] {
    let best = voices.map(\.quality).max() ?? 0
    let everybody = cast.roles + [cast.narrator]
    let narrator = cast.roles.count
    let most = cast.roles.map(\.speechCount).max() ?? 0
    let known = everybody.map { $0.voice.map(self.known) }
    // Looked up and not searched for each part, so that the time grows in proportion to the parts.
    let holders = everybody.indices.filter { known[$0]?.quality == best }
    let sharing = Dictionary(grouping: everybody.indices.filter { known[$0] != nil }) {
      everybody[$0].voice?.unmoved
    }
    var answered: [Int: [Int]] = [:]
    for (pair, count) in exchanges where count > 0 {
      answered[pair.lowerBound, default: []].append(pair.upperBound)
      answered[pair.upperBound, default: []].append(pair.lowerBound)
    }
    func isOf(_ gender: VoiceGender?, _ other: VoiceGender?, _ holder: Int) -> Bool {
      known[holder]?.gender == gender || known[holder]?.gender == other
    }
    var heldBy: [[VoiceGender?]: [Int]] = [:]
    func names(_ places: [Int]) -> [String] {
      places.prefix(CastReason.mostNames).map { everybody[$0].name }
    }
    var reasons: [String: [CastReason]] = [:]
    for (place, role) in everybody.enumerated() where !role.isLocked {
      guard let own = known[place] else { continue }
      var why: [CastReason] = []
      if best >= VoiceCandidate.naturalQuality {
        if own.quality == best, place == narrator {
          why.append(.naturalForNarrator)
        } else if own.quality == best, role.speechCount > 0, 2 * role.speechCount >= most {
          why.append(.naturalForLead)
        } else if own.quality < best {
          let wanted = [own.gender, role.gender]
          let all =
            heldBy[wanted]
            ?? Array(
              holders.lazy.filter { isOf(own.gender, role.gender, $0) }
                .prefix(CastReason.mostNames))
          heldBy[wanted] = all
          let near = (answered[place] ?? []).filter {
            place != narrator && known[$0]?.quality == best && isOf(own.gender, role.gender, $0)
          }.sorted()
          let named = near.isEmpty ? all : near
          if !named.isEmpty { why.append(.plainBeside(names(named))) }
        }
      }
      let isMoved = own.reference.pitchSemitones != 0 || own.reference.formantSemitones != 0
      if isMoved, own.pitchMeans.isEffect {
        let others = (sharing[own.reference.unmoved] ?? []).prefix(CastReason.mostNames + 1)
        why.append(.movedByEffect(from: names(others.filter { $0 != place })))
      }
      if !why.isEmpty { reasons[role.key] = why }
    }
    return reasons
  }

  // MARK: - What is known of a voice

  struct Known {
    var reference: VoiceReference
    var gender: VoiceGender?
    var print: VoicePrint?
    /// As ``VoiceCandidate/quality``.
    var quality = 0
    var pitchMeans = PitchMeans.engine
    /// Whether it has one pitch, whatever is asked.
    var keepsPitch = false
  }

  private func known(_ reference: VoiceReference) -> Known {
    var known = Known(reference: reference)
    guard let place = byReference[reference.unmoved] else { return known }
    known.gender = all[place].gender
    known.keepsPitch = !all[place].isMovable && !all[place].isVariant
    known.quality = all[place].quality
    known.pitchMeans = all[place].pitchMeans
    known.print = all[place].print?.moved(bySemitones: reference.pitchSemitones)
      .withFormantsMoved(bySemitones: reference.formantSemitones)
    return known
  }

  static func distance(_ one: Known, _ other: Known) -> Double {
    if one.reference == other.reference { return 0 }
    if one.keepsPitch, one.reference.unmoved == other.reference.unmoved { return 0 }
    if one.reference.unmoved == other.reference.unmoved {
      // However the bands differ, it is still the same person, until pitch and formants have moved far enough.
      let response = one.print?.pitchResponse ?? 1
      return VoicePrint.distance(
        movedByPitch: (one.reference.pitchSemitones - other.reference.pitchSemitones) * response,
        formants: one.reference.formantSemitones - other.reference.formantSemitones)
    }
    if let print = one.print, let second = other.print { return print.distance(to: second) }
    return one.gender == other.gender ? 4 : 7
  }
}

/// Why a part has its voice.
public enum CastReason: Equatable, Sendable {
  /// It speaks much, and has one of the voices that sound most like people.
  case naturalForLead
  /// The narrator is heard everywhere, and has one of them.
  case naturalForNarrator
  /// It has a plainer voice, to distinguish it from parts of these names, who have the natural ones; the first few of them.
  case plainBeside([String])
  /// There are too few voices: an effect moves pitch and formants, to distinguish it from parts of these names, who have the
  /// same voice; the first few of them.
  case movedByEffect(from: [String])

  /// At most this many names are given.
  public static let mostNames = 4
}

extension VoiceReference {
  /// The same voice, unmoved, in its own language, with what is set on its plugin.
  var unmoved: VoiceReference {
    var unmoved = self
    unmoved.pitchSemitones = 0
    unmoved.formantSemitones = 0
    unmoved.speed = 1
    unmoved.language = ""
    return unmoved
  }
}
