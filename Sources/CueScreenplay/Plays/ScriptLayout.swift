/// How a plain-text script marks its speakers.
public enum ScriptLayout: String, CaseIterable, Sendable {
  /// A printed screenplay: cues, dialogue and action begin in columns of their own.
  case columns
  /// Fountain: a name in capitals above its words.
  case fountain
  /// `ANNA: words`.
  case colon
  /// `ANNA. words`, `Lady Anna.  words`, `_Anna._ words`, `ANNA [direction] words`.
  case period
  /// `ANNA - words`.
  case dash
  /// `ANNA  words`: two blanks or a tab.
  case blanks
  /// `ANNA Words`: capitals, one blank, and words that begin with a capital.
  case capitals
  /// A Markdown table whose first cell is the name.
  case table
  /// A name on a row of its own, its words directly below.
  case above
  /// A name on a row of its own, a blank line, and its words.
  case spaced
  /// A novel: quotations are speeches, and the narrator says the rest.
  case prose
}

/// The mark before the name on the rows of a script.
public enum RowMark: String, CaseIterable, Sendable {
  /// `12. ANNA: words`.
  case number
  /// `[00:00:05] ANNA: words`.
  case time
  /// `- ANNA: words`.
  case listItem = "list"
}

extension Screenplay {
  /// What a reader recognized, left out and repaired in a file.
  public struct Reading: Equatable, Sendable {
    /// How the file marks its speakers; nil if the format defines it.
    public var layout: ScriptLayout?
    /// The mark that opens its rows.
    public var mark: RowMark?
    /// The share of its paragraphs that the layout explains, from 0 to 1.
    public var sureness = 1.0
    /// Whether the user named the layout.
    public var isForced = false
    /// Lines that do not belong to the play, in order of the source.
    public var leftOut: [LeftOut] = []
    /// The names that the cast list has, as written.
    public var castList: [String] = []
    /// What was repaired, in order of the source.
    public var repairs: [Repair] = []
    /// Quotations of prose that may be somebody else's, in order of the source.
    public var doubtfulQuotations: [DoubtfulQuotation] = []

    /// A reading of which nothing is known.
    public init() {}
  }

  /// A quotation of prose that may be somebody else's.
  public struct DoubtfulQuotation: Equatable, Sendable {
    /// Why it is doubtful.
    public enum Reason: String, Sendable {
      /// Only the order of turns indicates the speaker.
      case turns
      /// Several people fit the pronoun or the noun.
      case pronoun
      /// The speaker is unknown; the narrator says it.
      case unknown
    }

    /// The line of the source at which its paragraph begins, from 1.
    public let line: Int
    /// Its words, without the marks.
    public let words: String
    /// The assumed speaker; nil for the narrator.
    public let speaker: String?
    /// Why it is doubtful.
    public let reason: Reason
  }

  /// Lines around a play that are not spoken.
  public struct LeftOut: Equatable, Sendable {
    /// Their kind.
    public enum Kind: String, Sendable, CaseIterable {
      /// Project Gutenberg's header, or another distributor's.
      case header
      /// Project Gutenberg's licence at the end.
      case licence
      /// Title, author, publisher, dedication.
      case titlePage = "title_page"
      /// A table of contents, or a list of scenes.
      case contents
      /// The people in the play.
      case castList = "cast_list"
      /// An introduction.
      case preface
      /// What follows the end of the play.
      case afterword
      /// A footnote.
      case footnote
      /// Where a picture or music was.
      case illustration
      /// A note by the maker of the file.
      case transcriberNote = "transcriber_note"
      /// Page numbers, `CONTINUED`, `(MORE)`.
      case pageFurniture = "page_furniture"
    }

    /// What the lines are.
    public let kind: Kind
    /// The first and the last line, from 1.
    public var lines: ClosedRange<Int>

    /// Lines of `kind`.
    public init(_ kind: Kind, _ lines: ClosedRange<Int>) {
      self.kind = kind
      self.lines = lines
    }
  }

  /// Something that a reader repaired.
  public struct Repair: Equatable, Sendable {
    /// What was repaired.
    public enum Kind: Equatable, Sendable {
      /// A paragraph of this type is the cue of `name`.
      case cueTypedAs(String, name: String)
      /// Speeches under this short name are those of `name`, which the cast list has.
      case shortName(String, name: String)
    }

    /// The line of the source, from 1.
    public let line: Int
    /// What was repaired.
    public let kind: Kind

    /// A repair on `line`.
    public init(line: Int, _ kind: Kind) {
      self.line = line
      self.kind = kind
    }
  }
}
