/// One line of a script: a whole speech, a paragraph of stage direction, or a scene heading.
///
/// A speech that the page breaks over several text lines is one line here, because an actor says it
/// in one go.
public struct Line: Equatable, Sendable {
  /// The kind of a line.
  public enum Kind: String, Sendable {
    case dialogue, stageDirection, sceneHeading
    /// Something that is heard and not said; see ``Line/sound``.
    case sound
  }

  /// Its place in the script, from 0.
  public let index: Int
  /// Its kind.
  public let kind: Kind
  /// The speaker: the name in capitals, without extensions, as in ``CastMember/name``.
  ///
  /// A direction inside a speech has the speaker's name, too; any other line has none.
  public let character: String?
  /// The name as this cue spells it, without extensions.
  public let characterAsWritten: String?
  /// What the cue adds to the name, without brackets: `V.O.`, `CONT'D`.
  public let extensions: [String]
  /// The words: what is spoken, or the direction or heading.
  ///
  /// It holds no emphasis marks and no line breaks.
  public let text: String
  /// The line as the page shows it, one entry per text line, with parentheticals in their places.
  public let displayLines: [String]
  /// The parentheticals of a speech in order, without brackets: how to say it, never to be said.
  ///
  /// Those that ask for a silence are among ``beats`` instead.
  public let delivery: [String]
  /// The silences that the page asks for within the words, in order.
  public let beats: [Beat]
  /// The same as ``delivery``, with where they stand; empty if that is not known, and then all hold for the whole line.
  public let turns: [Turn]
  /// How it is played, by notes before its scene's first speech, in the writer's words.
  public let sceneTones: [String]
  /// How the speech is played, by notes.
  public let speechTones: [String]

  /// The others whom the cue names: they say the speech together with ``character``.
  public let companions: [String]
  /// The index of the line that is said at the same time, of another character: dual dialogue; nil if there is none.
  public internal(set) var beside: Int?
  /// Whether the page says that all of the speech is sung.
  public let isSung: Bool

  /// What is heard, on a line of the kind ``Kind/sound``.
  public let sound: SoundCue?

  /// A parenthetical within a speech, which holds up to the next.
  public struct Turn: Equatable, Sendable {
    /// The byte of the line's text before which it stands.
    public let offset: Int
    /// What it says, without brackets.
    public let direction: String

    /// `direction` before the byte `offset`.
    public init(offset: Int, direction: String) {
      self.offset = offset
      self.direction = direction
    }
  }

  /// A silence within a speech, as `(beat)` and `(long pause)` ask for one.
  public struct Beat: Equatable, Sendable {
    /// The byte of the line's text before which it stands; the number of bytes if it follows the last word.
    public let offset: Int
    /// How long it is.
    public let milliseconds: Int

    /// A silence of `milliseconds` before the byte `offset`.
    public init(offset: Int, milliseconds: Int) {
      self.offset = offset
      self.milliseconds = milliseconds
    }
  }

  /// The bytes of the source it was read from, a speech's cue included.
  public let source: Range<Int>
  /// The scene it belongs to; nil ahead of the first heading.
  public internal(set) var sceneIndex: Int?

  /// A line with the given parts; `displayLines` left out is `text`.
  public init(
    index: Int, kind: Kind, character: String? = nil, characterAsWritten: String? = nil,
    companions: [String] = [], beside: Int? = nil, extensions: [String] = [], text: String,
    displayLines: [String]? = nil,
    delivery: [String] = [], beats: [Beat] = [], turns: [Turn] = [], sceneTones: [String] = [],
    speechTones: [String] = [], isSung: Bool = false, sound: SoundCue? = nil,
    source: Range<Int> = 0..<0,
    sceneIndex: Int? = nil
  ) {
    self.index = index
    self.kind = kind
    self.character = character
    self.characterAsWritten = characterAsWritten ?? character
    self.extensions = extensions
    self.text = text
    self.displayLines = displayLines ?? [text]
    self.delivery = delivery
    self.sceneTones = sceneTones
    self.speechTones = speechTones
    self.isSung = isSung
    self.companions = companions
    self.beside = beside
    self.sound = sound
    self.beats = beats
    self.turns = turns
    self.source = source
    self.sceneIndex = sceneIndex
  }
}

/// A run of lines under one heading.
public struct Scene: Equatable, Sendable {
  /// Its place in the script, from 0.
  public let index: Int
  /// The heading without marks and scene number; "Scene 1" for a script without headings.
  public let heading: String
  /// The number the page gives it (`42`, `12-A`), if any.
  public let number: String?
  /// Its lines, the heading included.
  public let lines: Range<Int>

  /// A scene of `lines`.
  public init(index: Int, heading: String, number: String? = nil, lines: Range<Int>) {
    self.index = index
    self.heading = heading
    self.number = number
    self.lines = lines
  }
}
