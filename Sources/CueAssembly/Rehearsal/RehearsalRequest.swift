import CueCasting
import CueModel
import CuePlugins
import CueRehearsal
import CueScreenplay

/// What is rehearsed, and how: everything that a rehearsal can do, as one value.
///
/// A request without any changes rehearses the whole script by hand, from where the last rehearsal of the same part stopped.
public struct RehearsalRequest: Sendable {
  /// Names of the actor's characters, in any case.
  public var roles: [String]

  // The partners.

  /// The voices of the other characters.
  public var cast = CastRequest()
  /// How words are spoken, beside what the script's title page says.
  public var lexicon = Lexicon()
  /// How all partners speak, on top of the cast and of the directions beside the script.
  public var delivery = PartWishes()
  /// Tones and manners of single characters, with their names in any case; they are added to those of ``delivery``.
  public var expressions: [(name: String, expression: Expression)] = []
  /// What the partners' sound goes through.
  public var effects: [PluginChoice] = []
  /// Whether a voice that fails ends the rehearsal; else a stand-in says the line.
  public var isStrict = false
  /// Whether the sound of services that may cost money is kept and used again.
  public var keepsClips = true
  /// Whether answers come as soon as the actor's own do.
  public var adaptsPace = false

  // The lines.

  /// The first spoken line, counted from 1; nil for where the last rehearsal of the same part stopped.
  public var firstLine: Int?
  /// The last spoken line, counted from 1; nil for the script's.
  public var lastLine: Int?
  /// The scene that alone is rehearsed, counted from 1.
  public var scene: Int?
  /// The spoken lines that are repeated, counted from 1; ``firstLine`` and ``lastLine`` do not count then.
  public var loop: ClosedRange<Int>?
  /// How often the lines are rehearsed; nil for once, or with a loop until the actor stops.
  public var times: Int?
  /// Whether they are rehearsed until the actor stops.
  public var repeats = false
  /// Which of the actor's lines are rehearsed, each after the line before it.
  public var choice = LineChoice.all
  /// Whether the actor's lines come in random order, each after the line before it.
  public var shuffles = false
  /// The seed of the random order; nil for another order each time.
  public var seed: UInt64?
  /// Whether of the other parts only the ends of the lines before the actor's are spoken.
  public var cuesOnly = false
  /// Whether the library keeps who plays whom, and a kept cast plays again.
  public var keepsCast = true
  /// Whether the place where the rehearsal stops is kept, and the next one goes on there.
  public var keepsPlace = true
  /// Whether the library keeps how the actor's lines go.
  public var keepsHistory = true
  /// An earlier draft of the script, by its name or file, whose history is taken over.
  public var draft: String?

  /// Which of the actor's lines are rehearsed.
  public enum LineChoice: String, Sendable {
    /// All, in the order of the script.
    case all
    /// Those that the actor has trouble with, the worst first.
    case trouble
    /// Those that are due today by spaced repetition, the worst first.
    case due
  }

  // The actor.

  /// Where the actor is heard; nil if they go on by hand.
  public var microphone: MicrophoneSource?
  /// The voice that says the actor's lines in their place, and is heard instead of a microphone.
  public var robot: VoiceReference?
  /// The recognizers that can understand the actor, the best first; empty for the usual one.
  public var recognizers: [PluginChoice] = []
  /// The recognizer that also judges the wording, while the rehearsal goes on.
  public var secondOpinion: PluginChoice?
  /// How the actor is listened to.
  public var listening = ActorListening()
  /// Whether the actor can say commands.
  public var hearsCommands = true
  /// Whether a person can end the rehearsal at any time, and it may therefore wait for ever.
  public var isAttended = true
  /// Whether the actor's side is a script; nothing is kept of it then.
  public var isScripted = false
  /// Whether the actor can go on by hand when the microphone is lost; else the rehearsal ends.
  public var hasHand = true
  /// Whether the words that the actor asks for are only shown, and not spoken.
  public var hasSilentPrompts = false
  /// Whether short tones say what a screen shows: your turn, heard, a prompt.
  public var hasEarcons = false
  /// The seconds that are counted down before it begins, where time passes for the output; 0 for none.
  public var countdownSeconds = 0
  /// Whether takes are recorded: the actor, the partners, and both.
  public var records = false
  /// Whether a device that never worked is an error; else the rehearsal waits for it.
  public var needsSound = false
  /// The device that plays, for the measurements of `cue calibrate`; nil for the usual one.
  public var outputDevice: String?
  /// Whether the rule by which each stretch of listening ended is reported.
  public var isTraced = false

  /// A rehearsal of the parts called `roles`.
  public init(as roles: [String] = []) { self.roles = roles }

  /// Whether the actor, or the robot, is heard.
  public var isHeard: Bool { microphone != nil || robot != nil }
  /// Whether not all lines are rehearsed in the order of the script.
  public var picksLines: Bool { choice != .all || shuffles || cuesOnly }
  /// How often the lines are rehearsed; nil until the actor stops.
  public var rounds: Int? { times ?? (repeats || loop != nil ? nil : 1) }
  /// Whether it is of the whole script and in its order, so that its place can be kept.
  var isOfWholeScript: Bool {
    lastLine == nil && scene == nil && loop == nil && times == nil && !repeats && !picksLines
  }
}
