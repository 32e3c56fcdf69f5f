import CueModel

/// A story that is to get into a folder that may not be reachable yet.
public struct OutgoingStory: Sendable, Equatable {
  /// Its place in the queue: lower ones go first.
  public let number: Int64
  /// The number of the story.
  public let story: Int64
  /// The folder, absolute.
  public let folder: String
  /// The player who gets the pen; empty for any receiver.
  public let recipient: String
  /// When it was queued, in milliseconds since the start of 1970, UTC.
  public let created: Int64
}

// The queue of stories that are to be sent.
extension Stories {
  /// Queues a story for a folder; one that is queued for it already keeps its place and gets the new recipient.
  public func queue(
    _ story: Int64, folder: String, recipient: String
  ) throws(StoreFailure) {
    try database.change(
      "INSERT INTO story_outgoing(story, folder, recipient, created) VALUES(?1, ?2, ?3, ?4) "
        + "ON CONFLICT(story, folder) DO UPDATE SET recipient = excluded.recipient",
      .integer(story), .text(folder), .text(recipient), .integer(clock.millisecondsSince1970))
  }

  /// What is queued, the oldest first.
  public func outgoing() throws(StoreFailure) -> [OutgoingStory] {
    try database.rows(
      "SELECT number, story, folder, recipient, created FROM story_outgoing ORDER BY number"
    ) {
      OutgoingStory(
        number: $0.integer(0), story: $0.integer(1), folder: $0.text(2), recipient: $0.text(3),
        created: $0.integer(4))
    }
  }

  /// Takes all of one story out of the queue.
  public func unqueue(ofStory story: Int64) throws(StoreFailure) {
    try database.change("DELETE FROM story_outgoing WHERE story = ?1", .integer(story))
  }

  /// Takes one out of the queue: it was sent, or never can be.
  public func unqueue(_ number: Int64) throws(StoreFailure) {
    try database.change("DELETE FROM story_outgoing WHERE number = ?1", .integer(number))
  }
}
