/// Where a rehearsal stands; only ``RehearsalReducer`` writes it.
public struct RehearsalState: Equatable, Sendable {
  /// The one thing a rehearsal is doing.
  public enum Status: String, CaseIterable, Sendable {
    case idle, playingPartner, waitingForUser, paused, finished
  }

  /// What a paused rehearsal goes back to.
  public enum Resumption: Equatable, Sendable {
    /// The partner's voice, where it stopped.
    case partner
    /// The line after this one: the partner's voice had come to its end as it was paused.
    case nextLine
    /// The partner's line, from its start: the output was lost in it.
    case lineAgain
    /// The actor's line.
    case user
  }

  /// What the rehearsal is doing.
  public internal(set) var status: Status = .idle
  /// The line it stands at; the index after the last once it is finished.
  public internal(set) var index = 0
  /// The dialogue lines heard or said since the start.
  public internal(set) var completed: Set<Int> = []
  /// How often the lines have been begun; 0 before the start.
  public internal(set) var round = 0
  /// Whether the microphone follows the actor's own lines.
  public internal(set) var isListening: Bool
  /// What `paused` goes back to; nil in every other status.
  public internal(set) var resuming: Resumption?

  /// A rehearsal that has not begun.
  public init(listening: Bool = false) {
    isListening = listening
  }
}
