import CueModel
import CueScreenplay
import CueText

/// A cast and notes on it.
public struct CastOutcome: Sendable {
  /// The cast.
  public var cast = Cast()
  /// Names of parts with many speeches whose gender the page does not say, most speeches first.
  public internal(set) var unknownLeads: [String] = []
  /// The speakers of all speeches; their aliases are those of the user and of the title page.
  public var speakers: Speakers
  /// The language it was cast in, a BCP 47 tag.
  public var language: String
  /// What decided it; nil for the request or the title page.
  public internal(set) var languageSource: LanguageChoice.Source?
  /// Parts that answer each other and sound alike.
  public internal(set) var alike: [CastProposal.Alike] = []
  /// Parts of the cast that speak with one voice at one pitch, and so cannot be distinguished: the voice, and the places of
  /// the parts in ``Cast/roles``.
  ///
  /// Known without asking a plugin. ``alike`` holds pairs of different voices, too.
  public var sameVoices: [(voice: VoiceReference, roles: [Int])] {
    var found: [(voice: VoiceReference, roles: [Int])] = []
    var known: [VoiceReference: Int] = [:]
    for (place, role) in cast.roles.enumerated() where role.speechCount > 0 {
      guard var voice = role.voice else { continue }
      // Another speed or language is no other person.
      voice.speed = 1
      voice.language = ""
      if let known = known[voice] {
        found[known].roles.append(place)
      } else {
        known[voice] = found.count
        found.append((voice, [place]))
      }
    }
    return found.filter { $0.roles.count > 1 }
  }

  /// Why parts have their voices, by their keys; known where voices were looked at.
  public internal(set) var reasons: [String: [CastReason]] = [:]
  /// Why a part's voice is not available, by the part's key; the part keeps it.
  public internal(set) var unavailable: [String: VoiceAbsence] = [:]
  /// Keys of the parts that were given a voice.
  public internal(set) var isNew: Set<String> = []
  /// Whether no voice speaks the language, so that others were cast.
  public internal(set) var isOtherLanguage = false
  /// The cast to keep; nil if the kept one does not change.
  public internal(set) var lastingCast: Cast?

  /// The parts of `screenplay` with what is `kept` for them.
  init(
    of screenplay: Screenplay, _ kept: KeptCast, language: String, locale: String?, own: Set<String>
  ) {
    let locked = Set(kept.roles.filter(\.isLocked).map(\.character))
    speakers = Speakers(of: screenplay, aliases: kept.aliases, own: locked.union(own))
    let choice = ScriptLanguage.choice(of: screenplay, given: language, locale: locale)
    if choice.source == .script {
      self.language = choice.tag
    } else {
      self.language = String(choice.tag.prefix { $0 != "-" })
      languageSource = choice.source
    }
    let isSure = choice.knownTag != nil
    let traits = PartTraits.traits(
      of: speakers, in: screenplay, language: isSure ? self.language : nil)
    cast.aliases = kept.aliases
    let known = Dictionary(kept.roles.map { ($0.character, $0) }) { first, _ in first }
    cast.narrator.speechCount = screenplay.elements.count {
      $0.kind == .action || $0.kind == .sceneHeading || $0.kind == .transition
    }
    KeptCast.fill(&cast.narrator, known)
    for (part, traits) in zip(speakers.parts, traits) {
      var role = CastRole(key: part.key, name: part.name)
      role.cues = part.cues
      role.speechCount = part.speechCount
      role.gender = traits.gender.map { $0 == .female ? .female : .male }
      role.age = traits.age
      KeptCast.fill(&role, known)
      cast.roles.append(role)
    }
    // A tenth of all speeches makes a lead.
    let speeches = cast.roles.reduce(0) { $0 + $1.speechCount }
    unknownLeads = cast.roles.filter {
      $0.gender == nil && !$0.isLocked && $0.speechCount > 2 && $0.speechCount * 10 >= speeches
    }.map(\.name)
  }

  /// The key of the part called `name`; nil if there is none.
  ///
  /// A character of the script comes before the narrator.
  public func key(of name: String) -> String? {
    for key in [
      CharacterName.key(of: name), CharacterName.key(of: name, aliases: speakers.aliases),
    ]
    where cast.roles.contains(where: { $0.key == key }) {
      return key
    }
    return CharacterName.key(of: name) == CharacterName.key(of: Cast.narratorName) ? "" : nil
  }

  /// The keys of those who could still be given a voice.
  var free: Set<String> {
    Set(cast.everybody.filter { $0.voice == nil && !$0.isLocked }.map(\.key))
  }
}
