import CueModel
import CueScreenplay
import CueStore

/// What is kept of a script's cast.
public struct KeptCast: Sendable {
  /// The parts.
  public var roles: [StoredRole] = []
  /// The keys of parts by the cues that are other names for them.
  public var aliases: [String: String] = [:]

  /// Nothing is kept.
  public init() {}

  /// The cast of the script with that number in the library.
  public init(of script: Int64, in casts: Casts) throws(StoreFailure) {
    roles = try casts.roles(of: script)
    aliases = try casts.aliases(of: script)
  }

  /// Puts what is kept for `role` into it.
  func fill(_ role: inout CastRole) {
    let known = roles.first { $0.character == role.key }
    KeptCast.fill(&role, known.map { [role.key: $0] } ?? [:])
  }

  /// Puts what is kept for `role` into it; `roles` are the kept ones by their keys.
  static func fill(_ role: inout CastRole, _ roles: [String: StoredRole]) {
    guard let known = roles[role.key] else { return }
    role.voice = try? VoiceReference(known.voice)
    role.fallbacks = known.fallback.split(separator: ",").compactMap { try? VoiceReference($0) }
    role.isLocked = known.isLocked
    role.notes = known.notes
    role.toldGender = VoiceGender(rawValue: known.gender)
    role.gender = role.toldGender ?? role.gender
  }
}

extension Casts {
  /// Keeps `cast` as the cast of a script; a locked part stays even if nobody in the script has that name for a while.
  ///
  /// Finding voices takes a while, and another program may change the kept cast meanwhile. A part that `cast` did not change since
  /// `before` stays as the other program left it. If both changed a part, the locked version wins, else that of `cast`.
  public func keep(
    _ cast: Cast, over before: KeptCast, of script: Int64
  ) throws(StoreFailure) {
    let parts = cast.everybody.map { role -> StoredRole in
      var stored = StoredRole(
        character: role.key, name: role.name, voice: role.voice?.description ?? "",
        fallback: role.fallbacks.map(\.description).joined(separator: ","), isLocked: role.isLocked,
        dialogues: role.speechCount, notes: role.notes)
      stored.gender = role.toldGender?.rawValue ?? ""
      return stored
    }
    let wished = cast.aliases.mapValues { CharacterName.key(of: $0) }
    let seen = Dictionary(before.roles.map { ($0.character, $0) }) { first, _ in first }
    try change(of: script) { roles, aliases in
      let now = Dictionary(roles.map { ($0.character, $0) }) { first, _ in first }
      let here = Set(parts.map(\.character))
      let gone = roles.filter { $0.isLocked && !here.contains($0.character) }
      let kept = parts.map { part -> StoredRole in
        guard let now = now[part.character] else { return part }
        var other = now
        (other.name, other.dialogues) = (part.name, part.dialogues)
        guard !now.isChosen(as: seen[part.character]) else { return part }
        return part.isChosen(as: seen[part.character]) || now.isLocked && !part.isLocked
          ? other : part
      }
      var names = aliases
      for alias in Set(wished.keys).union(before.aliases.keys)
      where wished[alias] != before.aliases[alias] { names[alias] = wished[alias] }
      return (kept + gone, names)
    }
  }
}

extension StoredRole {
  /// Whether its voices and what the user set are the same as in `other`.
  fileprivate func isChosen(as other: StoredRole?) -> Bool {
    guard let other else { return false }
    return (voice, fallback, isLocked, notes, gender)
      == (other.voice, other.fallback, other.isLocked, other.notes, other.gender)
  }
}
