import CueAudio
import CueText

/// How an actor is listened to.
public struct ListeningSettings: Equatable, Sendable {
  /// What ends a line.
  public var rules = LineTurn.Rules()
  /// Lines that are judged by another strictness, by their index in the script.
  public var strictness: [Int: Strictness] = [:]
  /// After so many seconds without speech, the actor is told that they are still waited for; with ``TurnWay/silence`` the line
  /// is over.
  public var startSeconds = 15.0
  /// So much silence ends speech that is not the whole line.
  public var endSeconds = 0.8
  /// So much silence ends a line whose last words were heard.
  public var matchedSeconds = 0.25
  /// For so long after the partner nothing is listened to: the device and the room still sound.
  public var deafSeconds = Endpointer.selfHearingSeconds
  /// So many lines around the actor's compete with it.
  public var competingLines = 20
  /// Whether the actor can go on by hand when the microphone is lost; else the rehearsal ends.
  public var hasHand = true

  /// For a quiet room and headphones.
  public init() {}
}
