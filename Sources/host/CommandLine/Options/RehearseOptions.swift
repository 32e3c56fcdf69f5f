import CueAudio
import CueModel
import CuePlugins
import CueRehearsal

/// The options of `rehearse`.
struct RehearseOptions: Equatable {
  var script: String
  var roles: [String]
  /// The cast.
  var wishes = CastWishes()
  var actorScript: String?
  /// The first line, from 1; nil for where the last rehearsal stopped.
  var startLine: Int?
  /// The last line, from 1; nil for the script's.
  var lastLine: Int?
  /// The one scene that is rehearsed, from 1.
  var scene: Int?
  /// The lines that are repeated, from 1; `startLine` and `lastLine` do not count then.
  var loop: ClosedRange<Int>?
  /// How often; nil for once, or with a loop until the actor stops.
  var times: Int?
  /// Repeats until the actor stops.
  var repeats = false
  var pauseMilliseconds: Int?
  /// The silence before a partner's line, for characters without their own.
  var delaySeconds = 0.0
  /// The source of the actor's sound: a file, a pipe, `-`, or a device; empty for the default microphone, nil for keys only.
  var microphone: String?
  /// The same as a device, with its settings; the last one counts.
  var microphones: [PluginChoice] = []
  var microphoneFormat: RawSound?
  /// The voice that says the actor's lines in their place; nil for the actor.
  var robot: VoiceReference?
  var recognizers: [PluginChoice] = []
  /// The recognizers that also judge the wording; the last one counts.
  var secondOpinions: [PluginChoice] = []
  /// Whether the actor, or the robot, is heard.
  var isHeard: Bool { microphone != nil || robot != nil }
  /// How Cue listens to the actor.
  var listening = ActorListening()
  /// Whether answers follow the actor's pace.
  var adaptsPace = false
  /// Whether words that the actor asks for are only shown.
  var hasSilentPrompts = false
  /// Whether the rule by which each stretch of listening ended is printed.
  var traces = false
  /// How the script is shown.
  var prompter = PrompterSettings()
  /// Line by line even at a terminal.
  var isPlain = false
  /// Whether it begins with a countdown: 3, 2, 1.
  var countsDown = false
  /// Whether tones report what the screen shows.
  var hasEarcons = false
  /// Whether the actor may say commands.
  var hearsCommands = true

  /// Only the lines that the actor has trouble with.
  var trouble = false
  /// Only the lines that are due.
  var due = false
  /// The actor's lines with their cues, in random order.
  var shuffles = false
  /// The seed of the order; nil for any.
  var seed: UInt64?
  /// Only the ends of the lines before the actor's.
  var cuesOnly = false
  /// Whether the history of the lines is shown, and nothing rehearsed.
  var showsHistory = false
  /// Whether takes are recorded.
  var records = false
  /// Whether the history of the lines is forgotten, and nothing rehearsed.
  var forgetsHistory = false
  /// Whether the history of the lines is kept.
  var keepsHistory = true
  /// An earlier draft, whose history is taken over.
  var draft: String?
  /// Whether the history of the lines decides which are rehearsed.
  var picksByHistory: Bool { trouble || due }
  /// Whether not all lines are rehearsed in the order of the script.
  var picksLines: Bool { picksByHistory || shuffles || cuesOnly }

  /// How often; nil until the actor stops.
  var rounds: Int? { times ?? (repeats || loop != nil ? nil : 1) }
  /// Whether it is the whole script, which continues where the last rehearsal stopped.
  var isWhole: Bool { startLine == nil && isFollowed }
  /// Whether the place where it stops is kept.
  var isFollowed: Bool {
    lastLine == nil && scene == nil && loop == nil && times == nil && !repeats && !picksLines
  }
}
