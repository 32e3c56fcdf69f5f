/// Assigns the speeches of a screenplay to their speakers, after aliases are applied and cues of several people are divided.
///
/// A cue that names several people (`TOM & DICK`, `TOM/DICK`) or all of them (`BOTH`, `ALL`) is not a part of its own. The
/// first person it names says it. For `BOTH` and `ALL`, it is the one before the last speaker in the scene, else the last
/// speaker, else the next one. Such a cue is a part of its own if the user says so, if nobody it names first has a speech
/// alone, or if an alias gives it another name.
public struct Speakers: Equatable, Sendable {
  /// A part with speeches.
  public struct Part: Equatable, Sendable {
    /// As ``CharacterName/key(of:aliases:)`` makes it.
    public let key: String
    /// As the first cue writes it, without extensions; the key in capitals where aliases alone lead here.
    public internal(set) var name: String
    /// Every cue as written, extensions included, in order of first appearance.
    public internal(set) var cues: [String] = []
    /// Speeches of the part alone; a cue without words does not count.
    public internal(set) var speechCount = 0
  }

  /// A cue of several people.
  public struct Crowd: Equatable, Sendable {
    /// As ``CharacterName/key(of:aliases:)`` makes it.
    public let key: String
    /// As the first cue writes it.
    public let name: String
    /// How many speeches it has.
    public internal(set) var speechCount = 0
    /// The keys of those who say them, in order of first appearance.
    public internal(set) var speakers: [String] = []
  }

  /// A speech and its speaker.
  public struct Speech: Equatable, Sendable {
    /// The element that is its cue.
    public let cue: Int
    /// The element after its last one.
    public let end: Int
    /// The speaker: the place in ``Speakers/parts``.
    public let part: Int
    /// The place in ``Speakers/crowds`` where several are named.
    public let crowd: Int?
    /// The number of its scene; the preamble is 0.
    public let scene: Int
  }

  /// Most speeches first, ties in order of first appearance.
  public private(set) var parts: [Part] = []
  /// In order of first appearance.
  public private(set) var crowds: [Crowd] = []
  /// In order; a cue without a word has none.
  public private(set) var speeches: [Speech] = []
  /// From raw cue to name, exact: what the user and the title page gave, for every extension that the script has.
  public let aliases: [String: String]

  /// Those of `screenplay`.
  ///
  /// `aliases` are cues that are other names, exact; one of a name without extensions holds for the name with any. They come
  /// before those of the title page (`Alias: REGGIE'S VOICE = REGGIE`). `own` are keys of cues that are not crowds.
  public init(of screenplay: Screenplay, aliases: [String: String] = [:], own: Set<String> = []) {
    let elements = screenplay.elements
    let given = aliases.merging(Self.titleAliases(of: screenplay)) { given, _ in given }
    self.aliases = Self.expanded(
      given.merging(Self.voiceAliases(in: elements, own: own)) { given, _ in given }, in: elements)
    var reader = Reader(elements: elements, aliases: self.aliases, own: own)
    reader.read()
    parts = reader.parts
    crowds = reader.crowds
    speeches = reader.speeches
  }

  /// The key of the speaker of the element `index`; nil if it is in no speech.
  public func key(ofElement index: Int) -> String? {
    speech(ofElement: index).map { parts[$0.part].key }
  }

  /// The speech that the element `index` belongs to.
  public func speech(ofElement index: Int) -> Speech? {
    var low = 0
    var high = speeches.count
    while low < high {
      let middle = (low + high) / 2
      if speeches[middle].cue <= index { low = middle + 1 } else { high = middle }
    }
    guard low > 0, speeches[low - 1].end > index else { return nil }
    return speeches[low - 1]
  }

  /// The key of the role that says `item`: nothing for the narrator.
  public func key(of item: SpeakableItem) -> String? {
    guard item.kind == .character else { return nil }
    return key(ofElement: item.elements.lowerBound) ?? item.characterName
  }

  /// The aliases of the title page: `Alias:` or `Aliases:`, each a line `CUE = NAME`.
  static func titleAliases(of screenplay: Screenplay) -> [String: String] {
    var aliases: [String: String] = [:]
    for line in screenplay.title("alias") + screenplay.title("aliases") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let cue = String(trimmed(line[..<equals]))
      let name = String(trimmed(line[line.index(after: equals)...]))
      if !cue.isEmpty, !name.isEmpty { aliases[cue] = name }
    }
    return aliases
  }

  /// `X'S VOICE` is X, where X speaks too, unless somebody plays it by itself.
  private static func voiceAliases(in elements: [Element], own: Set<String>) -> [String: String] {
    var names: [String: String] = [:]
    for element in elements where element.kind == .character {
      guard let name = element.name else { continue }
      let key = CharacterName.key(of: name)
      names[key] = names[key] ?? name
    }
    var aliases: [String: String] = [:]
    for (key, name) in names where !own.contains(key) {
      guard let base = voiceOwner(key), base != key, let other = names[base] else { continue }
      aliases[name] = other
    }
    return aliases
  }

  /// The owner of the voice that a cue names, by key.
  private static func voiceOwner(_ key: String) -> String? {
    let key = key.replacing("’", with: "'")
    for ending in [
      "'s voice", "' voice", "'s voice over", "'s recorded voice", "s stimme", "' stimme", " hääl",
    ]
    where key.hasSuffix(ending) && key.count > ending.count {
      return String(key.dropLast(ending.count))
    }
    for beginning in [
      "voice of ", "the voice of ", "stimme von ", "voix de ", "la voix de ", "voz de ",
      "la voz de ", "voce di ",
      "la voce di ", "stem van ",
    ] where key.hasPrefix(beginning) {
      return String(key.dropFirst(beginning.count))
    }
    return nil
  }

  private static func expanded(
    _ aliases: [String: String], in elements: [Element]
  ) -> [String: String] {
    guard !aliases.isEmpty else { return aliases }
    var all = aliases
    for element in elements where element.kind == .character {
      guard all[element.text] == nil, let name = element.name, let alias = aliases[name] else {
        continue
      }
      all[element.text] = alias
    }
    return all
  }
}

// MARK: - Reading

extension Speakers {
  /// Words for all who are there; a part may have such a name only by the user's wish.
  private static let collective: Set<String> = [
    "all", "both", "everyone", "everybody", "together", "in unison", "unison", "alle", "beide",
    "tous", "toutes", "todos", "todas", "tutti", "kõik", "mõlemad", "all together", "all three",
    "all four", "all of them", "both of them", "alle zusammen", "alle drei", "zusammen",
    "gemeinsam",
    "kõik koos", "koos", "tous ensemble", "tous les deux", "toutes les deux", "les deux",
    "ambos", "ambas", "entrambi", "entrambe",
  ]

  /// The names that `key` is made of; one where it is a name.
  static func names(in key: String) -> [String] {
    var rest = key
    for word in [" and ", " und ", " et ", " y ", " e ", " ja ", " og ", " och "] {
      rest = rest.replacing(word, with: " & ")
    }
    return rest.split(whereSeparator: { "&/+,".contains($0) })
      .map { String(trimmed($0)) }.filter { !$0.isEmpty }
  }

  private struct Cue {
    let index: Int
    let end: Int
    let key: String
    let text: String
    let name: String
    let scene: Int
    let isAlias: Bool
  }

  private struct Reader {
    let elements: [Element]
    let aliases: [String: String]
    let own: Set<String>
    var parts: [Part] = []
    var crowds: [Crowd] = []
    var speeches: [Speech] = []
    private var keys: [String: String] = [:]
    /// How far away the speaker of a cue for all is looked for: a scene may be as long as a play.
    private static let mostCuesAway = 100

    init(elements: [Element], aliases: [String: String], own: Set<String>) {
      self.elements = elements
      self.aliases = aliases
      self.own = own
    }

    mutating func read() {
      let cues = cues()
      var seen: Set<String> = []
      let alone = Set(cues.map(\.key))
      var crowdKeys: [String: [String]] = [:]
      for cue in cues where !own.contains(cue.key) && seen.insert(cue.key).inserted {
        if Speakers.collective.contains(cue.key) {
          crowdKeys[cue.key] = []
          continue
        }
        let names = Speakers.names(in: cue.key)
        guard names.count > 1, let first = names.first, first != cue.key, alone.contains(first),
          !Speakers.collective.contains(first)
        else { continue }
        crowdKeys[cue.key] = names
      }
      assign(cues, crowdKeys)
      sort()
    }

    private mutating func cues() -> [Cue] {
      var cues: [Cue] = []
      var scene = 0
      var index = 0
      while index < elements.count {
        let element = elements[index]
        if element.kind == .sceneHeading { scene += 1 }
        guard element.kind == .character else {
          index += 1
          continue
        }
        var end = index + 1
        var speaks = false
        while end < elements.count, elements[end].belongsToSpeech {
          let kind = elements[end].kind
          speaks = speaks || (kind == .dialogue && !elements[end].text.isEmpty) || kind == .lyrics
          end += 1
        }
        let key = keys[element.text] ?? CharacterName.key(of: element.text, aliases: aliases)
        keys[element.text] = key
        if speaks {
          cues.append(
            Cue(
              index: index, end: end, key: key, text: element.text,
              name: element.name ?? element.text, scene: scene,
              isAlias: aliases[element.text] != nil))
        }
        index = end
      }
      return cues
    }

    private mutating func assign(_ cues: [Cue], _ crowdKeys: [String: [String]]) {
      var places: [String: Int] = [:]
      var crowdPlaces: [String: Int] = [:]
      var isNamed: [Bool] = []
      for cue in cues where crowdKeys[cue.key] == nil {
        let place = places[cue.key] ?? parts.count
        if place == parts.count {
          places[cue.key] = place
          parts.append(Part(key: cue.key, name: cue.isAlias ? cue.key.uppercased() : cue.name))
          isNamed.append(!cue.isAlias)
        } else if !isNamed[place], !cue.isAlias {
          parts[place].name = cue.name
          isNamed[place] = true
        }
        if !parts[place].cues.contains(cue.text) { parts[place].cues.append(cue.text) }
        parts[place].speechCount += 1
      }
      for (order, cue) in cues.enumerated() {
        var part = places[cue.key]
        var crowd: Int?
        if let names = crowdKeys[cue.key],
          let speaker = names.first.flatMap({ places[$0] })
            ?? speaker(near: order, cues, crowdKeys, places)
        {
          part = speaker
          let place = crowdPlaces[cue.key] ?? crowds.count
          if place == crowds.count {
            crowdPlaces[cue.key] = place
            crowds.append(Crowd(key: cue.key, name: cue.name))
          }
          crowds[place].speechCount += 1
          if !crowds[place].speakers.contains(parts[speaker].key) {
            crowds[place].speakers.append(parts[speaker].key)
          }
          crowd = place
        } else if crowdKeys[cue.key] != nil {
          // There is only one speaker: all are one.
          let place = part ?? parts.count
          if place == parts.count {
            places[cue.key] = place
            parts.append(Part(key: cue.key, name: cue.name, cues: [cue.text]))
          }
          parts[place].speechCount += 1
          part = place
        }
        guard let part else { preconditionFailure("every cue is somebody's") }
        speeches.append(
          Speech(cue: cue.index, end: cue.end, part: part, crowd: crowd, scene: cue.scene))
      }
    }

    /// The speaker of a cue for all: the one before the last speaker of the scene, else the last, else the next.
    private func speaker(
      near order: Int, _ cues: [Cue], _ crowdKeys: [String: [String]], _ places: [String: Int]
    ) -> Int? {
      let scene = cues[order].scene
      var last: Int?
      for cue in cues[..<order].suffix(Self.mostCuesAway).reversed() {
        guard cue.scene == scene else { break }
        guard crowdKeys[cue.key] == nil, let place = places[cue.key] else { continue }
        if let last, last != place { return place }
        last = place
      }
      if let last { return last }
      for cue in cues[(order + 1)...].prefix(Self.mostCuesAway) {
        guard cue.scene == scene else { break }
        if crowdKeys[cue.key] == nil, let place = places[cue.key] { return place }
      }
      return nil
    }

    private mutating func sort() {
      let order = parts.indices.sorted {
        (-parts[$0].speechCount, $0) < (-parts[$1].speechCount, $1)
      }
      var places = Array(repeating: 0, count: parts.count)
      for (place, old) in order.enumerated() { places[old] = place }
      parts = order.map { parts[$0] }
      speeches = speeches.map {
        Speech(
          cue: $0.cue, end: $0.end, part: places[$0.part], crowd: $0.crowd, scene: $0.scene)
      }
    }
  }
}

// MARK: - Speaking together

extension Speakers {
  /// Words for two people.
  private static let pairs: Set<String> = [
    "both", "both of them", "beide", "mõlemad", "tous les deux", "toutes les deux", "les deux",
    "ambos", "ambas", "entrambi", "entrambe",
  ]

  /// The places in ``parts`` of those who say `speech` together: one, unless its cue names several.
  ///
  /// `BOTH` are the last two speakers in the scene, `ALL` everybody who has a speech alone in it; a named person without a part
  /// is left out. The one who says it in a recording, ``Speech/part``, is the first.
  public func members(of speech: Speech) -> [Int] {
    guard let crowd = speech.crowd else { return [speech.part] }
    let key = crowds[crowd].key
    var members = [speech.part]
    func add(_ part: Int) { if !members.contains(part) { members.append(part) } }
    guard Self.collective.contains(key) else {
      let named = Self.names(in: key)
      for place in parts.indices where named.contains(parts[place].key) { add(place) }
      return members
    }
    let scene = speeches.filter { $0.scene == speech.scene && $0.crowd == nil }
    guard Self.pairs.contains(key) else {
      for one in scene { add(one.part) }
      return members
    }
    let near =
      scene.filter { $0.cue < speech.cue }.reversed() + scene.filter { $0.cue > speech.cue }
    for one in near where members.count < 2 { add(one.part) }
    return members
  }
}

extension Speakers {
  /// A person named by a cue.
  public struct Person: Equatable, Sendable {
    /// As ``CharacterName/key(of:aliases:)`` makes it.
    public let key: String
    /// For people: that of the part, or the key in capitals if there is no part of that name.
    public let name: String
  }

  /// Everybody who says `speech` for an actor who plays one of them: its ``members(of:)``, and the people named by its cue who
  /// have no speech alone, as TOM in a script with `TOM & DICK` and no `TOM`.
  public func people(of speech: Speech) -> [Person] {
    var people = members(of: speech).map { Person(key: parts[$0].key, name: parts[$0].name) }
    let key = speech.crowd.map { crowds[$0].key } ?? parts[speech.part].key
    let names = Self.names(in: key)
    guard names.count > 1 else { return people }
    for name in names where !people.contains(where: { $0.key == name }) {
      let part = parts.first { $0.key == name }
      people.append(Person(key: name, name: part?.name ?? name.uppercased()))
    }
    return people
  }

  /// Everybody who can be played, with the number of their speeches, including those that several people say together: the most
  /// speeches alone come first.
  public var playable: [(person: Person, speechCount: Int)] {
    var found: [(person: Person, speechCount: Int)] = parts.map {
      (Person(key: $0.key, name: $0.name), 0)
    }
    var places = Dictionary(
      uniqueKeysWithValues: found.enumerated().map { ($1.person.key, $0) })
    for speech in speeches {
      for person in people(of: speech) {
        if let place = places[person.key] {
          found[place].speechCount += 1
        } else {
          places[person.key] = found.count
          found.append((person, 1))
        }
      }
    }
    return found
  }
}

// MARK: - Speaking to each other

extension Speakers {
  /// How often two parts speak one right after the other within a scene, by their places: the smaller first.
  public var exchanges: [ClosedRange<Int>: Int] {
    var counts: [ClosedRange<Int>: Int] = [:]
    for (one, next) in zip(speeches, speeches.dropFirst()) {
      guard one.scene == next.scene, one.part != next.part else { continue }
      counts[min(one.part, next.part)...max(one.part, next.part), default: 0] += 1
    }
    return counts
  }
}

// MARK: - Hints

extension Speakers {
  /// A cue that may be another part's name: ask the user, never assume it.
  public struct AliasHint: Equatable, Sendable {
    /// The name as its cues write it, without extensions.
    public let cue: String
    /// The part it may be.
    public let name: String
  }

  /// Cues that look like other names, in order of the parts: `REGGIE'S VOICE` may be REGGIE, as may `REGGIE ON PHONE`.
  ///
  /// Another age is another part: YOUNG WILL is not WILL.
  public var aliasHints: [AliasHint] {
    let known = Dictionary(parts.map { ($0.key, $0) }) { first, _ in first }
    var hints: [AliasHint] = []
    for part in parts {
      guard let base = Self.base(of: part.key), base != part.key, let other = known[base] else {
        continue
      }
      hints.append(AliasHint(cue: part.name, name: other.name))
    }
    return hints
  }

  private static let endings = [
    "'s voice", "’s voice", "' voice", "'s voice over", "'s recorded voice", " voice", " (voice)",
    " on phone", " on the phone", " on tv", " on radio", " on the radio", " on screen", " cont'd",
    " v.o.", " o.s.", " continued", " off", " offscreen", " voiceover", "'s ghost", " on video",
  ]
  private static let beginnings = ["voice of ", "the voice of "]

  private static func base(of key: String) -> String? {
    let key = key.replacing("’", with: "'")
    for ending in endings where key.hasSuffix(ending) && key.count > ending.count {
      return String(key.dropLast(ending.count))
    }
    for beginning in beginnings where key.hasPrefix(beginning) {
      return String(key.dropFirst(beginning.count))
    }
    return nil
  }
}

extension Speakers {
  /// The first speech of the part `key` that is long enough to recognize a voice by; for an empty key, of the narrator.
  ///
  /// If all are shorter, it is the longest; nil if there is none.
  package func sample(of key: String, in screenplay: Screenplay) -> String? {
    let texts: [String]
    if key.isEmpty {
      texts = screenplay.elements.filter { $0.kind == .action }.map(\.text)
    } else {
      texts = speeches.filter { parts[$0.part].key == key }.map { speech in
        screenplay.elements[speech.cue..<speech.end].filter { $0.kind == .dialogue }
          .map(\.text).joined(separator: " ")
      }
    }
    return texts.first { $0.utf8.count >= 40 } ?? texts.max { $0.utf8.count < $1.utf8.count }
  }
}
