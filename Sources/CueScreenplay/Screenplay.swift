/// A screenplay as written: its title page and its elements in order.
public struct Screenplay: Equatable, Sendable {
  /// How a screenplay is stored.
  public enum Format: String, Sendable, CaseIterable {
    case fountain, finalDraft
    /// Text whose indentation says what it is.
    case indentedText
    /// Plain text with a scene, read with relaxed Fountain rules.
    case plainText
    /// Text without speakers: paragraphs under headings.
    case prose
  }

  /// A key of the title page with what follows it, marks of emphasis included.
  public struct TitleEntry: Equatable, Sendable {
    /// The key as written, without its colon.
    public let key: String
    /// One value per line.
    public var values: [String]

    /// An entry of the title page.
    public init(_ key: String, _ values: [String]) {
      self.key = key
      self.values = values
    }
  }

  /// A doubtful place in the source, and how it was read.
  public struct Warning: Equatable, Sendable {
    /// The line of the source, from 1.
    public let line: Int
    /// What is doubtful.
    public let doubt: Doubt

    /// What a reader doubts.
    public enum Doubt: Equatable, Sendable {
      /// Words of a speech stand without a name above them.
      case speechWithoutName
      /// A paragraph of this type is taken as action.
      case unknownParagraph(String)
      /// This mark opens and never closes; it is taken as text.
      case unclosed(String)
      /// The file breaks off there; what comes before it was read.
      case brokenOff
      /// This many paragraphs begin with a name, more than do not, and nobody speaks.
      case nobodySpeaks(paragraphs: Int)
      /// This many paragraphs begin with a name and are not read as speeches; the line is that of the first one.
      case namesNotRead(paragraphs: Int)
      /// These names of the cast list, which has this many, never speak.
      case silentInCastList([String], of: Int)
      /// These names, out of this many, speak once and are not in the cast list.
      case spokenOnce([String], of: Int)
      /// This many paragraphs in a row, from this line on, are the narrator's, and others speak before and after.
      case longNarration(paragraphs: Int)
    }
  }

  /// How it was stored.
  public var format: Format
  /// How its letters were stored: `UTF-8`, `UTF-16LE`, `Windows-1252`.
  public var encoding = "UTF-8"
  /// Keys in order; a repeated key is listed once.
  public var titlePage: [TitleEntry] = []
  /// Every element in order of the source.
  public var elements: [Element] = []
  /// What was doubtful, in order of the source.
  public var warnings: [Warning] = []
  /// How the reader understood the file.
  public var reading = Reading()

  /// An empty screenplay.
  public init(_ format: Format) { self.format = format }

  /// The values of `key` in any case, without marks; empty if there is none.
  public func title(_ key: String) -> [String] {
    let wanted = key.lowercased()
    return titlePage.first { $0.key.lowercased() == wanted }?.values.map(Emphasis.stripped) ?? []
  }

  /// Whether it looks like a play, but no speech was found: a narrator would say everything.
  public var hasSpeechesOfNobody: Bool {
    warnings.contains {
      if case .nobodySpeaks = $0.doubt { return true }
      return false
    }
  }

  /// Whether its title page says that it is a stage play: `Format: Stage Play`.
  public var isStagePlay: Bool {
    title("format").contains { $0.lowercased().filter(\.isLetter).hasPrefix("stageplay") }
  }

  /// Adds to the title page; the values of an existing key are added after the old ones.
  mutating func addTitle(_ key: String, _ values: [String]) {
    let wanted = key.lowercased()
    if let place = titlePage.firstIndex(where: { $0.key.lowercased() == wanted }) {
      titlePage[place].values += values
    } else {
      titlePage.append(TitleEntry(key, values))
    }
  }
}

extension Screenplay {
  /// A scene: a heading and what follows it.
  public struct SceneElements: Equatable, Sendable {
    /// Its name among the scenes: `scene-1`, or `preamble` for what stands ahead of all headings.
    public let id: String
    /// The heading without marks and number; empty for the preamble.
    public let heading: String
    /// The number the page gives it.
    public let number: String?
    /// Its elements, the heading included.
    public let elements: Range<Int>
  }

  /// The scenes in order.
  ///
  /// What comes before the first heading is a scene of its own, the preamble; notes alone are none.
  public var scenes: [SceneElements] {
    let headings = elements.indices.filter { elements[$0].kind == .sceneHeading }
    var scenes: [SceneElements] = []
    let first = headings.first ?? elements.count
    if elements[..<first].contains(where: { !$0.kind.isKeptFromReaders }) {
      scenes.append(SceneElements(id: "preamble", heading: "", number: nil, elements: 0..<first))
    }
    for (place, start) in headings.enumerated() {
      let end = place + 1 < headings.count ? headings[place + 1] : elements.count
      scenes.append(
        SceneElements(
          id: "scene-\(place + 1)", heading: elements[start].text,
          number: elements[start].sceneNumber, elements: start..<end))
    }
    return scenes
  }

  /// Somebody who speaks.
  public struct Character: Equatable, Sendable {
    /// The identity; see ``CharacterName/identity(of:)``.
    public let name: String
    /// Every spelling of the name, in order of first appearance.
    public fileprivate(set) var aliases: [String]
    /// How many speeches the character has.
    public fileprivate(set) var dialogueCount: Int
  }

  /// Everybody with a cue: most speeches first, ties in order of first appearance.
  public var characters: [Character] {
    var characters: [Character] = []
    var places: [String: Int] = [:]
    var identities: [String: String] = [:]
    for index in elements.indices where elements[index].kind == .character {
      guard let written = elements[index].name else { continue }
      let known = identities[written]
      let name = known ?? CharacterName.identity(of: written)
      identities[written] = name
      let speaks = elements[(index + 1)...].prefix { $0.belongsToSpeech }
        .contains { $0.kind == .dialogue || $0.kind == .lyrics }
      if let place = places[name] {
        characters[place].dialogueCount += speaks ? 1 : 0
        if known == nil { characters[place].aliases.append(written) }
      } else {
        places[name] = characters.count
        characters.append(
          Character(name: name, aliases: [written], dialogueCount: speaks ? 1 : 0))
      }
    }
    let order = characters.indices.sorted {
      (-characters[$0].dialogueCount, $0) < (-characters[$1].dialogueCount, $1)
    }
    return order.map { characters[$0] }
  }
}
