import CueModel
import CueScreenplay

/// Clips that are gone, damaged or others than when the recording was planned: nothing was written that they belong to.
///
/// ``GenerationOutcome/lookAgain(for:of:in:)`` says which jobs make them again.
public struct LostClips: Error, Equatable, Sendable {
  /// Their keys: those that were found first, and there may be more.
  public let keys: Set<ClipKey>
  /// What the first of them says.
  public let text: String

  init(_ items: [RenderedItem]) {
    keys = Set(items.compactMap { $0.clip?.key })
    text = items.first?.item.text ?? ""
  }
}

/// An item of a script together with the clip that says it: what recordings are made of.
public struct RenderedItem: Equatable, Sendable {
  /// What is said, by whom, in which scene.
  public var item: SpeakableItem
  /// The clip; nil if there is none, because it failed or says nothing.
  public var clip: ClipEntry?
  /// The name for people: as the cast has it, "Narrator" for the narrator.
  public var speaker: String
  /// The words that the clip was asked to say; nil if they are those of the item.
  public var said: String?
  /// The silence after it that its tone asks for, in proportion to ``Tone/plainPauseMilliseconds``; nil if it has no tone.
  public var pauseAfterMilliseconds: Int?

  /// `item` as `clip` says it.
  public init(
    item: SpeakableItem, clip: ClipEntry?, speaker: String, said: String? = nil,
    pauseAfterMilliseconds: Int? = nil
  ) {
    self.said = said
    self.pauseAfterMilliseconds = pauseAfterMilliseconds
    self.item = item
    self.clip = clip
    self.speaker = speaker
  }
}
