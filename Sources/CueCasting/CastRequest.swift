import CueModel
import CuePlugins

/// How a script is to be cast: means the same in every mode.
public struct CastRequest: Sendable {
  /// A part and the voices it is given.
  public struct Assignment: Equatable, Sendable {
    /// The part, in any case; "narrator" is the narrator unless a character has that name.
    public var name: String
    /// The voices, the best first.
    public var voices: [VoiceReference]

    /// Gives `name` those voices.
    public init(name: String, voices: [VoiceReference]) {
      self.name = name
      self.voices = voices
    }
  }

  /// A cue that is another name.
  public struct Alias: Equatable, Sendable {
    /// The cue as the script has it.
    public var cue: String
    /// Whose name it is; nil for its own again.
    public var name: String?

    /// `cue` is `name`.
    public init(cue: String, name: String?) {
      self.cue = cue
      self.name = name
    }
  }

  /// What the user notes about a part.
  public struct Remark: Equatable, Sendable {
    /// The part, in any case.
    public var name: String
    /// The note.
    public var words: String

    /// A note about `name`.
    public init(name: String, words: String) {
      self.name = name
      self.words = words
    }
  }

  /// The gender of the voice that a part needs.
  public struct Gender: Equatable, Sendable {
    /// The part, in any case.
    public var name: String
    /// The gender; nil for what the script says.
    public var gender: VoiceGender?

    /// `name` needs a voice of `gender`.
    public init(name: String, gender: VoiceGender?) {
      self.name = name
      self.gender = gender
    }
  }

  /// The voices to cast from; empty for all that cost nothing.
  ///
  /// A part that has another voice, and is not locked, is cast again.
  public var pool: [PluginChoice] = []
  /// Voices, stand-ins and locks from a file.
  public var file: CastFile?
  /// Which voices play which parts; each part becomes locked.
  public var assignments: [Assignment] = []
  /// The voice that reads what is not speech; locked, too.
  public var narrator: VoiceReference?
  /// Cues that are other names; the last one for a cue counts.
  public var aliases: [Alias] = []
  /// The script's language as a BCP 47 tag; empty for what the title page or the words say.
  public var language = ""
  /// Cues of several people that are a part of their own, in any case.
  public var separateParts: [String] = []
  /// Parts that a person plays: they get no voice, so that the best are left for the others.
  public var playedParts: [String] = []
  /// Which voice stands in for whom.
  public var standIns: [Assignment] = []
  /// The genders of the voices that parts need.
  ///
  /// A part whose gender changes is cast again, unless it is locked.
  public var genders: [Gender] = []
  /// What to note about parts.
  public var remarks: [Remark] = []
  /// Parts that no proposal may change any more.
  public var locks: [String] = []
  /// Parts that proposals may change again.
  public var unlocks: [String] = []
  /// Whether all parts that are not locked lose their voices first.
  public var castsAgain = false
  /// Whether the request changes the cast that is kept; else ``file``, ``assignments``, ``narrator`` and ``aliases`` hold for
  /// this time only.
  public var isLasting = false
  /// Whether voices are looked at even if no part needs one, to know which parts sound alike and which voices are missing.
  public var examinesEverybody = false

  /// No wishes.
  public init() {}
}
