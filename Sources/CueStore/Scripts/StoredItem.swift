/// How far an item's sound is.
public enum ItemStatus: String, Sendable, CaseIterable {
  /// It has words, and no sound of them.
  case textGenerated
  /// Its sound is to be made.
  case audioQueued
  /// Its sound is being made.
  case audioGenerating
  /// It has sound.
  case audioComplete
  /// Its sound could not be made; see ``StoredItem/message``.
  case audioFailed

  /// Whether `next` may follow.
  ///
  /// The way is from words over the queue to sound or a failure. Both may be queued once more, and so may one whose
  /// maker was stopped.
  public func mayBecome(_ next: ItemStatus) -> Bool {
    switch (self, next) {
    case (.textGenerated, .audioQueued), (.audioQueued, .audioGenerating),
      (.audioGenerating, .audioComplete), (.audioGenerating, .audioFailed),
      (.audioGenerating, .audioQueued), (.audioFailed, .audioQueued),
      (.audioComplete, .audioQueued):
      true
    default: false
    }
  }
}

/// Something that one voice says in one go, as stored.
public struct StoredItem: Sendable, Equatable {
  /// Its number; no other ever has it.
  ///
  /// 0 for one that is not kept yet.
  public internal(set) var number: Int64 = 0
  /// Its place in the script: it grows, with gaps, and no other of the same rules has it.
  public var orderIndex: Int
  /// The kind of element it comes from, as a word.
  public var sourceKind: String
  /// The scene it belongs to.
  public var scene: String
  /// What is said, in the script's own letters.
  public var text: String
  /// The same as a voice gets it.
  public var said: String
  /// The speaker's key; empty for the narrator.
  public var character: String
  /// The name as the cue has it; empty for the narrator.
  public var rawName: String
  /// Whether the text says who speaks.
  public var includesAnnouncement: Bool
  /// The tone, as a word.
  public var tone: String
  /// The name of the rules that made it; set where it is kept.
  public internal(set) var rules = ""
  /// How far its sound is.
  public internal(set) var status = ItemStatus.textGenerated
  /// Why it failed, as a sentence; empty if it did not.
  public internal(set) var message = ""
  /// Milliseconds since the start of 1970, UTC.
  public internal(set) var created: Int64 = 0
  /// When any of that last changed.
  public internal(set) var updated: Int64 = 0

  /// An item that is not kept yet.
  ///
  /// - Parameters:
  ///   - orderIndex: its place in the script
  ///   - sourceKind: the kind of element it comes from
  ///   - scene: the scene it belongs to
  ///   - text: what is said, in the script's own letters
  ///   - said: the same as a voice gets it
  ///   - character: the speaker's key; empty for the narrator
  ///   - rawName: the name as the cue has it; empty for the narrator
  ///   - includesAnnouncement: whether the text says who speaks
  ///   - tone: the tone, as a word
  public init(
    orderIndex: Int, sourceKind: String, scene: String, text: String, said: String,
    character: String = "", rawName: String = "", includesAnnouncement: Bool = false,
    tone: String
  ) {
    self.orderIndex = orderIndex
    self.sourceKind = sourceKind
    self.scene = scene
    self.text = text
    self.said = said
    self.character = character
    self.rawName = rawName
    self.includesAnnouncement = includesAnnouncement
    self.tone = tone
  }
}
