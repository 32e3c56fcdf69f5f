import CueModel

/// A part and who plays it.
public struct CastRole: Equatable, Sendable {
  /// Its key, as `CharacterName.key(of:)` makes it and `SpeakableItem.characterName` has it; empty for the narrator.
  public var key: String
  /// The name for people: as the first cue writes it, without extensions.
  public var name: String
  /// Every cue that is this part, extensions included, in order of first appearance.
  public var cues: [String] = []
  /// How many speeches it has; for the narrator, how many elements are read.
  public var speechCount = 0
  /// Whose voice the part needs; nil if that is not known.
  public var gender: VoiceGender?
  /// The gender that the user has set; nil if the script decides.
  public var toldGender: VoiceGender?
  /// "child", "young" or "old"; empty if it is not known.
  public var age = ""
  /// The part's voice; nil if it has none yet.
  public var voice: VoiceReference?
  /// The voices that stand in, the best first.
  public var fallbacks: [VoiceReference] = []
  /// Whether the user chose: a proposal leaves it alone.
  public var isLocked = false
  /// What the user noted.
  public var notes = ""

  /// A part without a voice.
  public init(key: String, name: String) {
    self.key = key
    self.name = name
  }

  /// The voices to ask in turn: the part's own, then those that stand in.
  public var chain: [VoiceReference] { (voice.map { [$0] } ?? []) + fallbacks }
}

/// Which voices play the characters of a script.
public struct Cast: Equatable, Sendable {
  /// The narrator's name for people.
  public static let narratorName = "Narrator"

  /// The narrator, who reads everything but speech.
  public var narrator = CastRole(key: "", name: Cast.narratorName)
  /// The parts: most speeches first, ties in order of first appearance.
  public var roles: [CastRole] = []
  /// Cues that are other names, as the user gave them: `REGGIE'S VOICE` is `REGGIE`.
  public var aliases: [String: String] = [:]

  /// An empty cast.
  public init() {}

  /// The role with that key; an empty one, or none, is the narrator's.
  ///
  /// Nil if the cast has no role with that key.
  public func role(key: String?) -> CastRole? {
    guard let key, !key.isEmpty else { return narrator }
    return roles.first { $0.key == key }
  }

  /// The narrator and all roles.
  public var everybody: [CastRole] { [narrator] + roles }

  /// The other direction: each voice with the names of those it plays, in order of the cast.
  public var byVoice: [(voice: VoiceReference, names: [String])] {
    var found: [(voice: VoiceReference, names: [String])] = []
    var places: [VoiceReference: Int] = [:]
    for role in everybody {
      guard let voice = role.voice else { continue }
      if let place = places[voice] {
        found[place].names.append(role.name)
      } else {
        places[voice] = found.count
        found.append((voice, [role.name]))
      }
    }
    return found
  }

  /// Changes the narrator's role and all others.
  public mutating func changeEverybody(_ body: (inout CastRole) -> Void) {
    body(&narrator)
    for place in roles.indices { body(&roles[place]) }
  }

  /// Changes the role with that key, the narrator's where it is empty; `false` if there is none.
  public mutating func change(key: String, _ body: (inout CastRole) -> Void) -> Bool {
    if key.isEmpty {
      body(&narrator)
      return true
    }
    guard let place = roles.firstIndex(where: { $0.key == key }) else { return false }
    body(&roles[place])
    return true
  }
}
