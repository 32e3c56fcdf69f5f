import CueModel

/// Words that a queue or a chorus says, and how.
public struct SpokenText: Equatable, Sendable {
  /// What is said.
  public var text: String
  /// The voice that says it, as in `flite:slt` or `profile:anna`; empty for the usual voice.
  public var voice: String
  /// A factor; 1 is the voice's own speed.
  public var speed = 1.0
  /// Semitones; 0 is the voice's own pitch.
  public var pitchSemitones = 0.0
  /// A linear gain; 1 is the voice's own volume.
  public var volume = 1.0
  /// Tones of voice, averaged, and manners of speaking, all at once.
  public var expression = Expression()
  /// What the text is written in.
  public var form = SpeechRequest.TextForm.plain
  /// Chooses among the variations of a voice that has some; 0 is none of them in particular.
  public var seed: UInt32 = 0

  /// `text`, said by `voice` in its own way.
  public init(_ text: String, voice: String = "") {
    self.text = text
    self.voice = voice
  }

  /// The same for a voice.
  public func request(language: String = "") -> SpeechRequest {
    var request = SpeechRequest(text: text)
    request.language = language
    request.speed = speed
    request.pitchSemitones = pitchSemitones
    request.volume = volume
    request.seed = seed
    request.form = form
    request.play(expression)
    request.wantsMarks = true
    return request
  }
}

/// What stands in a queue of speech.
public enum SpeechItem: Equatable, Sendable {
  /// Words.
  case speak(SpokenText)
  /// A clip of sound, by its path, this many decibels louder or quieter.
  case sound(path: String, gainDecibels: Double = 0)
  /// Silence of this many seconds; less than 0 is 0.
  case pause(seconds: Double)

  /// Words in a voice's own way.
  public static func speak(_ text: String, voice: String = "") -> SpeechItem {
    .speak(SpokenText(text, voice: voice))
  }
}

/// Text with marks for clips: `[sfx:NAME]`, also `[sfx: NAME]` and `<sfx:NAME>`.
public enum SoundMarks {
  /// A piece of a text with marks.
  public enum Piece: Equatable, Sendable {
    /// Words with the blanks around them.
    case text(String)
    /// The name in a mark.
    case sound(String)
  }

  /// The pieces of `text`, in order; together the texts are all that is in no mark.
  ///
  /// A name is any text without the closing bracket; blanks after the colon do not belong to it. A mark without a name, and one
  /// that is not closed, is text.
  public static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var words = ""
    var rest = text[...]
    while let character = rest.first {
      if let (name, end) = mark(at: rest) {
        if !words.isEmpty { pieces.append(.text(words)) }
        words = ""
        pieces.append(.sound(name))
        rest = rest[end...]
      } else {
        words.append(character)
        rest.removeFirst()
      }
    }
    if !words.isEmpty { pieces.append(.text(words)) }
    return pieces
  }

  /// The name of the mark that `text` begins with, and where the text goes on.
  private static func mark(at text: Substring) -> (name: String, end: Substring.Index)? {
    guard let open = text.first, open == "[" || open == "<" else { return nil }
    let inside = text.dropFirst()
    guard inside.prefix(4).lowercased() == "sfx:" else { return nil }
    let after = inside.dropFirst(4).drop { $0 == " " }
    guard let close = after.firstIndex(of: open == "[" ? "]" : ">"), close > after.startIndex
    else { return nil }
    return (String(after[..<close]), text.index(after: close))
  }

  /// The items of `text`: speech, and clips where `path` finds the name of a mark.
  ///
  /// - Parameters:
  ///   - text: words with marks
  ///   - spoken: how the words are said; its own text does not count
  ///   - path: the file of a name; nil if there is none, and the mark is dropped
  /// - Returns: the items, and the names that nothing was found for, in their order
  public static func items(
    of text: String, saidAs spoken: SpokenText = SpokenText(""), path: (String) -> String?
  ) -> (items: [SpeechItem], unresolved: [String]) {
    var items: [SpeechItem] = []
    var unresolved: [String] = []
    for piece in pieces(of: text) {
      switch piece {
      case .text(let words):
        guard !words.allSatisfy(\.isWhitespace) else { continue }
        var said = spoken
        said.text = words
        items.append(.speak(said))
      case .sound(let name):
        if let path = path(name) {
          items.append(.sound(path: path))
        } else {
          unresolved.append(name)
        }
      }
    }
    return (items, unresolved)
  }
}
