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
    guard let known = roles.first(where: { $0.character == role.key }) else { return }
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
  public func keep(_ cast: Cast, of script: Int64) throws(StoreFailure) {
    let parts = cast.everybody.map { role -> StoredRole in
      var stored = StoredRole(
        character: role.key, name: role.name, voice: role.voice?.description ?? "",
        fallback: role.fallbacks.map(\.description).joined(separator: ","), isLocked: role.isLocked,
        dialogues: role.speechCount, notes: role.notes)
      stored.gender = role.toldGender?.rawValue ?? ""
      return stored
    }
    let here = Set(parts.map(\.character))
    let gone = try roles(of: script).filter { $0.isLocked && !here.contains($0.character) }
    try set(parts + gone, of: script, evenLocked: true)
    for alias in try aliases(of: script).keys where cast.aliases[alias] == nil {
      try setAlias(alias, nil, of: script)
    }
    for (cue, name) in cast.aliases {
      try setAlias(cue, CharacterName.key(of: name), of: script)
    }
  }
}
