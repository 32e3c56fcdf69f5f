import CueStore

/// Why something cannot be done with a story.
public enum StoryFailure: Error, Equatable, Sendable {
  /// Another player holds the pen; the name is empty if it is not known.
  case locked(title: String, holder: String)
  /// The sound is not a take; its name or label, and why.
  case noTake(name: String, TakeFault)
  /// The take would not end after the one before it: how long it must be and how long it is, in seconds of its own sound.
  case noTail(leastSeconds: Double, seconds: Double)
  /// The effects do not reach as far as a take would have to be changed: its speed as a factor, and semitones.
  case beyondReach(take: Int, speed: Double, semitones: Double)
  /// There is no such story.
  case noStory(String)
  /// It cannot be a title or a player's name: these have one line of 1 to 200 characters.
  case noName(String)
  /// A story cannot have this many frames a second: it has 8000 to 192,000.
  case noRate(Int)
  /// A story has that title already.
  case titleIsTaken(String, number: Int64)
  /// The story has no such take.
  case noSuchTake(String, story: String)
  /// Several takes may be meant.
  case ambiguousTake(String, story: String)
  /// The take may not be removed.
  case notRemovable(take: Int, RemovalRefusal)
  /// The story may not be removed: this many of its takes are others' or were sent.
  case storyIsShared(title: String, takes: Int)
  /// Nothing can be taken back any more.
  case nothingToUndo(title: String)
  /// The story has no takes.
  case noTakes(title: String)
  /// No take is heard: all are muted.
  case allMuted(title: String)
  /// A take's file is not what was recorded.
  case damaged(path: String)
  /// Another program removed the take that a new one would answer, or began the story.
  case changedMeanwhile(title: String)
  /// The takes of the story form no tree, so a friend's program would refuse it.
  case broken(title: String)
  /// Another program changes stories at the moment.
  case inUse(folder: String)
  /// A file or folder cannot be used.
  case system(path: String, errno: Int32)
  /// A bundle cannot be received.
  case bundle(path: String, BundleFault)
}

/// Something that is wrong with what is kept of stories.
package enum StoryFinding: Equatable, Sendable {
  /// The file of a take is not there.
  case missing(path: String)
  /// The file of a take is not what was recorded.
  case changed(path: String)
  /// The file of a take can be written to.
  case writable(path: String)
  /// The file belongs to no take.
  case unknown(path: String)
  /// The takes of the story form no tree; `story` is its number.
  case tree(title: String, story: Int64, StoryTree<StoredTake>.Fault)
}

/// Something that was repaired.
package enum StoryRepair: Equatable, Sendable {
  /// The take of that number now answers the take `parent`; 0 if it begins the story.
  case answers(title: String, take: Int, parent: Int)
  /// The file of a take is protected from changes again.
  case protected(path: String)
}

extension StoredTake: TreeMember {}
