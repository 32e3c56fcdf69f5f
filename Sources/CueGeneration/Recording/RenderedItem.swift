import CueModel
import CueScreenplay

/// An item of a script together with the clip that says it: what recordings are made of.
public struct RenderedItem: Equatable, Sendable {
  /// What is said, by whom, in which scene.
  public var item: SpeakableItem
  /// The clip; nothing where there is none, because it failed or says nothing.
  public var clip: ClipEntry?
  /// The name for people: as the cast has it, "Narrator" for the narrator.
  public var speaker: String

  /// `item` as `clip` says it.
  public init(item: SpeakableItem, clip: ClipEntry?, speaker: String) {
    self.item = item
    self.clip = clip
    self.speaker = speaker
  }
}
