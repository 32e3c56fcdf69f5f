/// One part of a screenplay: a heading, a paragraph of action, a line of dialogue.
public struct Element: Equatable, Sendable {
  /// The kind of an element; its name is the one in JSON.
  public enum Kind: String, Sendable, CaseIterable {
    case sceneHeading = "scene_heading"
    case action, character, parenthetical, dialogue, lyrics, transition, centered, note, boneyard
    case section, synopsis
    /// Something that is heard and not said; see ``Element/sound``.
    case sound
    case pageBreak = "page_break"

    /// Whether it is for the writer only.
    public var isKeptFromReaders: Bool { self == .note || self == .boneyard }
  }

  /// The side of a speech in dual dialogue.
  public enum Dual: String, Sendable {
    case first, second
  }

  /// Its kind.
  public let kind: Kind
  /// Its words, without marks; the lines of a paragraph end in `\n`.
  ///
  /// A parenthetical keeps its brackets, a cue its extensions. An empty dialogue is an empty line
  /// inside a speech.
  public var text: String
  /// What is emphasized in `text`, in order of its beginning.
  public var emphasis: [Emphasis.Run] = []
  /// The bytes of the source it was read from, without the end of its last line.
  public var range: Range<Int>
  /// The number of a scene, as written.
  public var sceneNumber: String?
  /// How deep a section is, from 1.
  public var level: Int?
  /// The speaker as the cue spells the name: on a cue and on every element of its speech.
  public var name: String?
  /// What a cue adds to the name, without brackets: `V.O.`, `CONT'D`.
  public var extensions: [String] = []
  /// On the cues of two speeches that are said at once.
  public var dual: Dual?
  /// The word that marks a sound or a text on the screen, as written: `SFX`, `TITLE CARD`.
  public var label: String?
  /// What is heard, on an element of the kind ``Kind/sound``; the text is as the page has it, label and brackets included.
  public var sound: SoundCue?
  /// Whether a mark sets its kind: `.`, `!`, `@`, `>`.
  public var isForced = false

  /// Whether it may stand between a cue and the end of the speech.
  var belongsToSpeech: Bool {
    switch kind {
    case .parenthetical, .dialogue, .lyrics, .sound: name != nil
    case .note, .boneyard, .pageBreak: true
    default: false
    }
  }

  /// An element of `kind` with these words; other properties are set afterwards.
  public init(_ kind: Kind, _ text: String, range: Range<Int> = 0..<0) {
    self.kind = kind
    self.text = text
    self.range = range
  }
}
