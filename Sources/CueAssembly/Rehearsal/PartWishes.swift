import CueCasting
import CueModel
import CueRehearsal
import CueScreenplay

/// How a user wants all partners of one rehearsal, on top of what the cast and the directions beside the script say.
public struct PartWishes: Sendable {
  /// A BCP 47 tag; empty for each voice's own language.
  public var language = ""
  /// A factor; 1 is each voice's own speed.
  public var speed = 1.0
  /// Semitones; 0 is each voice's own pitch.
  public var pitchSemitones = 0.0
  /// A linear gain; 1 is each voice's own volume.
  public var volume = 1.0
  /// The silence before a line whose character has none of its own, in seconds.
  public var delaySeconds = 0.0
  /// The silence after a line, in milliseconds; nil for the usual one.
  public var pauseMilliseconds: Int?
  /// Tones and manners of everybody.
  public var expression = Expression()
  /// Tones and manners of single characters, by their keys.
  public var expressions: [String: Expression] = [:]
  /// How words are spoken.
  public var lexicon = Lexicon()

  /// Everybody in their own way.
  public init() {}
}

extension RehearsalCast {
  /// The partners' parts with their voices: as the cast has them, then as they are directed, then as is wished.
  ///
  /// - Parameters:
  ///   - chains: make the voices of roles
  ///   - direction: how characters, scenes and lines are directed
  ///   - wishes: how all are wanted
  /// - Returns: the parts, by the name in the script's lines
  /// - Throws: where a partner has no voice left
  package func parts(
    _ chains: inout CastChains<any ListedVoice>,
    _ direction: DirectionFile, _ wishes: PartWishes
  ) throws(CastingFailure) -> [String: Part] {
    let lines = direction.lines(DialogueNumbers(script))
    return try parts(&chains) { part, role in
      part.lineDirections = lines
      part.sceneContexts = direction.sceneContexts
      part.delaySeconds = wishes.delaySeconds
      if let directed = direction.direction(where: { casting.key(of: $0) == role.key }) {
        part.direction = directed.direction
        part.delaySeconds = directed.delaySeconds ?? wishes.delaySeconds
      }
      part.language = wishes.language
      part.speed = wishes.speed
      part.pitchSemitones = wishes.pitchSemitones
      part.volume = wishes.volume
      let kept = Expression(tones: part.direction.tones, manners: part.direction.manners)
      let expression = Expression.layered([
        kept, wishes.expression, wishes.expressions[role.key] ?? Expression(),
      ])
      part.direction.tones = expression.tones
      part.direction.manners = expression.manners
      part.lexicon = wishes.lexicon
      if let pause = wishes.pauseMilliseconds { part.profile.pauseAfterMilliseconds = pause }
    }
  }

  /// What `direction` directs that is neither in the script nor in the cast, as headings of that file.
  package func strangers(in direction: DirectionFile) -> [String] {
    direction.strangers(in: script) { name in
      roles.contains(CharacterName.identity(of: name)) || casting.key(of: name) != nil
    }
  }
}

extension [PlayablePart] {
  /// The name of the part with that number, from 1, or with that name in any case; nil if there is none.
  package func name(called word: String) -> String? {
    let named = first {
      CharacterName.identity(of: $0.name) == CharacterName.identity(of: word)
    }
    if let named { return named.name }
    guard let number = Int(word), indices.contains(number - 1) else { return nil }
    return self[number - 1].name
  }
}
