/// Something that one voice says in one go, made of elements of a screenplay.
public struct SpeakableItem: Equatable, Sendable {
  /// Who is heard.
  public enum Kind: String, Sendable {
    case narrative, character
    /// No speaker: it is a sound.
    case sound
  }

  /// A stretch of what is heard.
  public enum Piece: Equatable, Sendable {
    /// Words as a voice gets them: capitals lowered, the lexicon's spellings put in.
    case words(String, direction: String?)
    case silence(milliseconds: Int)
  }

  /// How a speech is played, by a note.
  public struct SpeechTone: Equatable, Sendable {
    /// In the writer's words.
    public var words: String
    /// The first of the pieces that it is for; it holds to the end.
    public var firstPiece: Int
  }

  /// The index of the element it begins with.
  ///
  /// It grows, with gaps. The announced title has -1.
  public let orderIndex: Int
  /// The elements it is made of.
  public let elements: Range<Int>
  /// The kind of the first.
  public let sourceKind: Element.Kind
  /// The scene it belongs to: `scene-1`, or `preamble`.
  public let sceneID: String
  /// The name of the rules that made it.
  public let ruleVersion: String
  /// What is said, in the script's own letters.
  public let text: String
  /// The same as a voice gets it.
  public internal(set) var pieces: [Piece]
  /// How words of it are spoken, in IPA, by the words in small letters.
  public internal(set) var lexicon: [String: String] = [:]
  /// The speaker's key, by which names are compared; nil for the narrator.
  public var characterName: String?
  /// The same as the cue has it, extensions included.
  public var rawCharacterName: String?
  /// What the cue adds to the name, as in V.O.
  public var extensions: [String] = []
  /// Whether the text names the speaker.
  public var includesAnnouncement = false
  /// Who is heard.
  public let kind: Kind
  /// The sound in place of words, if ``kind`` is ``Kind/sound``; its one piece is the silence left for it.
  public internal(set) var sound: SoundCue?
  /// Whether some of it is sung.
  public var isSung = false
  /// Items of the same number are heard at once.
  public var group: Int?
  /// How it is played, by notes before its scene's first speech, in the writer's words.
  public internal(set) var sceneTones: [String] = []
  /// How the speech is played, by notes, and from which of its ``pieces`` on.
  public internal(set) var speechTones: [SpeechTone] = []

  /// The words of ``pieces`` in one text, a blank between two: what the bytes of a clip's marks count.
  public var saidText: String {
    let words = pieces.compactMap { piece -> String? in
      if case .words(let words, _) = piece { words } else { nil }
    }
    return words.joined(separator: " ")
  }

  /// Changes what is said, as in the words that a voice gets.
  public mutating func changeWords(_ change: (String) -> String) {
    pieces = pieces.map { piece in
      switch piece {
      case .words(let words, let direction): .words(change(words), direction: direction)
      case .silence: piece
      }
    }
  }

  init(
    _ text: String, of elements: Range<Int>, _ sourceKind: Element.Kind, scene: String,
    rules: SpeakingRules, kind: Kind, pieces: [Piece]
  ) {
    self.text = text
    self.elements = elements
    self.pieces = pieces
    self.kind = kind
    self.sourceKind = sourceKind
    orderIndex = elements.isEmpty ? -1 : elements.lowerBound
    sceneID = scene
    ruleVersion = rules.rawValue
  }
}

extension CharacterName {
  /// The key that cues are compared by: `raw` after `aliases`, without brackets, in small letters.
  ///
  /// Aliases are exact and come first. A bracket takes the blanks around it along, so that
  /// "JOHN (V.O.) SMITH" is "johnsmith".
  public static func key(of raw: String, aliases: [String: String] = [:]) -> String {
    let name = aliases[raw] ?? raw
    var kept: [UInt8] = []
    var depth = 0
    var wasBracket = false
    let bytes = Array(name.utf8)
    let lastClose = bytes.lastIndex(of: UInt8(ascii: ")")) ?? -1
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "("), depth > 0 || index < lastClose {
        if depth == 0 { while kept.last == .space { kept.removeLast() } }
        depth += 1
      } else if byte == UInt8(ascii: ")"), depth > 0 {
        depth -= 1
        wasBracket = true
      } else if depth == 0 {
        if wasBracket, byte == .space { continue }
        wasBracket = false
        kept.append(byte)
      }
    }
    return String(trimmed(String(decoding: kept, as: UTF8.self)[...])).lowercased()
  }
}
