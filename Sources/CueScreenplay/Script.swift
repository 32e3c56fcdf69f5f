/// A scene or a play as an actor rehearses it: lines in order, gathered into scenes.
public struct Script: Equatable, Sendable {
  /// What the script is called; never empty.
  public let title: String
  /// The scenes in order; they do not overlap.
  public let scenes: [Scene]
  /// Every line in order; `lines[i].index` is `i`.
  public let lines: [Line]
  /// Everybody who speaks: most lines first, ties in order of first appearance.
  public let characters: [CastMember]

  /// A script of `lines`, gathered into `scenes`; the cast is counted here.
  public init(title: String, scenes: [Scene], lines: [Line]) {
    self.init(title: title, scenes: scenes, lines: lines, names: [:])
  }

  /// `names` are display names by identity; without one, a character is called as in the first line.
  init(title: String, scenes: [Scene], lines: [Line], names: [String: String]) {
    precondition(
      lines.indices.allSatisfy { lines[$0].index == $0 }, "lines are numbered from 0 in order")
    precondition(
      scenes.allSatisfy { $0.lines.upperBound <= lines.count }, "scenes hold lines of the script")
    self.title = title
    self.scenes = scenes
    self.lines = lines
    self.characters = Self.cast(of: lines, names)
  }

  /// The names of the characters who are called so, and the first name that is free.
  package func characters(named names: [String]) -> (found: Set<String>, stranger: String?) {
    var found: Set<String> = []
    for name in names {
      guard let character = character(named: name) else { return (found, name) }
      found.insert(character.name)
    }
    return (found, nil)
  }

  /// The cast member called `name`, whatever its case; nil if there is none.
  public func character(named name: String) -> CastMember? {
    let identity = CharacterName.identity(of: name)
    return characters.first { $0.name == identity }
  }

  private static func cast(of lines: [Line], _ names: [String: String]) -> [CastMember] {
    var cast: [CastMember] = []
    var places: [String: Int] = [:]
    for line in lines {
      guard line.kind == .dialogue, let name = line.character else { continue }
      if let place = places[name] {
        cast[place].dialogueCount += 1
      } else {
        places[name] = cast.count
        cast.append(
          CastMember(
            name: name, displayName: names[name] ?? line.characterAsWritten ?? name,
            dialogueCount: 1))
      }
    }
    let order = cast.indices.sorted {
      (-cast[$0].dialogueCount, $0) < (-cast[$1].dialogueCount, $1)
    }
    return order.map { cast[$0] }
  }
}

/// A character who speaks in a script.
public struct CastMember: Equatable, Sendable {
  /// The identity: the name in capitals, without extensions; equal names are one person.
  public let name: String
  /// The name as first written.
  public let displayName: String
  /// How many lines of dialogue the character has.
  public fileprivate(set) var dialogueCount: Int
}

/// When two spellings of a name are one person.
public enum CharacterName {
  /// `name` in capitals, with single spaces and straight apostrophes.
  ///
  /// "McClane" and "MCCLANE" are one person, and so are "O’NEIL" and "O'NEIL".
  public static func identity(of name: String) -> String {
    var folded = String.UnicodeScalarView()
    var gap = false
    for scalar in name.uppercased().unicodeScalars where !InvisibleCharacters.contains(scalar) {
      if scalar.properties.isWhitespace {
        gap = !folded.isEmpty
        continue
      }
      if gap { folded.append(" ") }
      gap = false
      folded.append(scalar == "’" ? "'" : scalar)
    }
    return String(folded)
  }
}
