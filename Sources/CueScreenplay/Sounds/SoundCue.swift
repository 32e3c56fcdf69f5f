import CueText

/// A sound that the page asks for, which is not said: `SFX: THUNDER`, `[MUSIC UNDER]`, `(sound: rain, 5 seconds)`.
public struct SoundCue: Equatable, Sendable {
  /// The word that marks it, as written: `SFX`.
  ///
  /// Empty if the words alone are enough, as in `[MUSIC UNDER]`.
  public var label: String
  /// What is heard, in the writer's words.
  public var what: String
  /// How long it is, in milliseconds; nil if the page does not say.
  public var milliseconds: Int?

  /// The silence that a recording leaves for a sound whose length the page does not give.
  ///
  /// Long enough for a door or a few bars; a mix replaces it by the sound itself.
  public static let usualMilliseconds = 2000

  /// The place that a recording leaves for it.
  public var placeMilliseconds: Int { milliseconds ?? SoundCue.usualMilliseconds }

  /// A sound called `what`; its length is read from these words.
  init(label: String, what: String) {
    self.label = label
    self.what = what
    milliseconds = WrittenLength.milliseconds(in: what)
  }
}
