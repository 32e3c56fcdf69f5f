import CueScreenplay

/// A voice that could be given a part.
public struct CastableVoice: Equatable, Sendable {
  /// What the voice is asked for by.
  public let id: String
  /// "male", "female", "neutral", or nothing.
  public let gender: String
  /// BCP 47 tags, the best first; none where it is not known.
  public let languages: [String]

  /// A voice called `id`.
  public init(id: String, gender: String = "", languages: [String] = []) {
    self.id = id
    self.gender = gender
    self.languages = languages
  }
}

/// Who plays whom.
///
/// The same script and the same voices give the same cast, so that a character sounds the same in
/// every rehearsal.
public enum Casting {
  /// What a character is given.
  public struct Choice: Equatable, Hashable, Sendable {
    /// The voice.
    public var voice: String
    /// How far it is moved from its own pitch, to tell parts of one voice apart.
    public var pitchSemitones: Double

    /// A part for `voice`, moved by `pitchSemitones`.
    public init(voice: String, pitchSemitones: Double = 0) {
      self.voice = voice
      self.pitchSemitones = pitchSemitones
    }
  }

  /// Steps from a voice's own pitch, in the order in which its parts take them; then they start over.
  ///
  /// Wide ones first: two semitones are heard as another person, more than six as a cartoon.
  static let offsets: [Double] = [0, 2, -2, 4, -4, 6, -6, 1, -1, 3, -3, 5, -5]

  /// A voice for each character of `script` that is no role of the actor.
  ///
  /// The character with the most lines chooses first. Characters get different voices as far as
  /// there are voices, one after the other of another gender where there is one; from then on voices
  /// are used again at another pitch, so that no two parts sound the same.
  ///
  /// - Parameters:
  ///   - script: whose characters are cast
  ///   - roles: the actor's own characters, in any case; they get no voice
  ///   - narrator: a voice kept for whoever reads the directions, as long as there is another
  ///   - voices: the best first
  ///   - language: only voices that speak it are used, if there are any; empty for all
  ///   - wishes: what the user gave to a character, named in any case; it is done exactly, and nobody
  ///     else is given the same
  /// - Returns: the choice for every character, by `CastMember.name`; where there are no voices, only what was wished for
  public static func cast(
    script: Script, roles: Set<String>, narrator: String? = nil, voices: [CastableVoice],
    language: String = "", wishes: [String: Choice] = [:]
  ) -> [String: Choice] {
    let roles = Set(roles.map(CharacterName.identity))
    let partners = script.characters.map(\.name).filter { !roles.contains($0) }
    let wished = Dictionary(
      wishes.map { (CharacterName.identity(of: $0.key), $0.value) }.sorted { $0.0 < $1.0 },
      uniquingKeysWith: { first, _ in first })

    var cast: [String: Choice] = [:]
    for name in partners { cast[name] = wished[name] }
    let taken = Set(cast.values)
    let usable = keeping(narrator, outOf: speaking(language, in: voices))
    let order = alternating(usable)
    guard !order.isEmpty else { return cast }

    let all = offsets.flatMap { offset in
      order.map { Choice(voice: $0, pitchSemitones: offset) }
    }
    let free = all.filter { !taken.contains($0) }
    let choices = free.isEmpty ? all : free
    for (place, name) in partners.filter({ cast[$0] == nil }).enumerated() {
      cast[name] = choices[place % choices.count]
    }
    return cast
  }

  private static func speaking(_ language: String, in voices: [CastableVoice]) -> [CastableVoice] {
    let wanted = primary(language)
    guard !wanted.isEmpty else { return voices }
    let able = voices.filter { $0.languages.contains { primary($0) == wanted } }
    return able.isEmpty ? voices : able
  }

  private static func primary(_ language: String) -> String {
    String(language.lowercased().prefix { $0 != "-" && $0 != "_" })
  }

  private static func keeping(
    _ narrator: String?, outOf voices: [CastableVoice]
  ) -> [CastableVoice] {
    let others = voices.filter { $0.id != narrator }
    return others.isEmpty ? voices : others
  }

  /// Each voice once, each of another gender than the one before as long as there is such a one.
  private static func alternating(_ voices: [CastableVoice]) -> [String] {
    var left: [CastableVoice] = []
    for voice in voices where !left.contains(where: { $0.id == voice.id }) { left.append(voice) }
    var order: [String] = []
    var last = ""
    while !left.isEmpty {
      let other = left.firstIndex { !$0.gender.isEmpty && $0.gender != last } ?? 0
      let next = left.remove(at: last.isEmpty ? 0 : other)
      order.append(next.id)
      last = next.gender
    }
    return order
  }
}
