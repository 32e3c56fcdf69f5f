import CueListening
import CueText

/// How an actor is listened to.
public struct ActorListening: Equatable, Sendable {
  /// What ends a line.
  public var rules = LineTurn.Rules()
  /// Lines that are judged by another strictness, by their index in the script.
  public var strictness: [Int: Strictness] = [:]
  /// After this many seconds without speech, the actor is reminded that the rehearsal waits for them; with ``TurnWay/silence``
  /// the line is over.
  public var startSeconds = TurnRules.noSpeechInRehearsalSeconds
  /// After this many seconds without speech, the actor gets the next words; nil gives them only on request.
  public var promptSeconds: Double?
  /// How much silence ends speech that is not the whole line.
  public var endSeconds = TurnRules.silenceSeconds
  /// Added to ``endSeconds`` after speech of less than half a second.
  public var endExtraSeconds = 0.0
  /// How much silence ends a line whose last words were heard.
  public var matchedSeconds = TurnRules.matchedSilenceInRehearsalSeconds
  /// For this long after the partner, nothing is listened to: the device and the room still sound.
  public var deafSeconds = TurnRules.ringingSeconds
  /// How many lines around the actor's compete with it.
  public var competingLines = 20
  /// Whether the microphone is open in a partner's line before the actor's, so that an actor who begins early loses no word.
  public var hearsEarly = false
  /// Whether the actor may interrupt a partner; the microphone is then open as with ``hearsEarly``.
  public var bargesIn = false
  /// Words at which lines are cut off, by the line's index, beside those that end with a dash; see ``CutOff``.
  public var cutWords: [Int: String] = [:]
  /// Whether the actor is interrupted with the right word, in lines that are judged word-perfect.
  public var corrects = false
  /// Whether the scene goes on from one of the actor's next lines, if they say it instead of the one at hand.
  public var followsJumps = false
  /// Whether the actor can go on by hand when the microphone is lost; else the rehearsal ends.
  public var hasHand = true

  /// For a quiet room and headphones.
  public init() {}

  /// Less silence ends a line: 0.4 s, and 0.3 s more after a short word.
  public mutating func beSnappy() {
    endSeconds = 0.4
    endExtraSeconds = 0.3
  }
}
