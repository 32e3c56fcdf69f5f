/// Reads scenes as actors have them, in every form that ``ScreenplayReader`` reads.
///
/// What the page does not show (notes, boneyards, sections, title pages) is left out.
public enum SceneReader {
  /// The script that `bytes` hold.
  ///
  /// Its title is `title`; if that is blank, the one of its title page; failing that, "Untitled Script". `fileName` helps to
  /// detect the format. A text without speakers is refused.
  public static func read(
    _ bytes: [UInt8], title: String = "", fileName: String = ""
  ) throws(ScriptError) -> Script {
    let screenplay = try ScreenplayReader.read(bytes, fileName: fileName)
    return try Script(screenplay, title: title)
  }
}

extension Script {
  /// The script that an actor has of `screenplay`; see ``SceneReader/read(_:title:fileName:)``.
  ///
  /// - Parameters:
  ///   - screenplay: what is rehearsed
  ///   - title: what it is called; empty for the title page's
  ///   - speakers: the speakers of all speeches; nil if each cue is a character by itself, aliases or not
  ///   - own: keys of the actor's parts: a speech that several say together is the actor's where one of them is
  /// - Throws: ``ScriptError/noCharacters`` where nobody speaks
  public init(
    _ screenplay: Screenplay, title: String = "", speakers: Speakers? = nil,
    own: Set<String> = []
  ) throws(ScriptError) {
    var builder = SceneBuilder(screenplay.elements, speakers, own)
    builder.build()
    let page = Emphasis.stripped(from: screenplay.title("title").joined(separator: " "))
    let titles = [String(trimmed(title[...])), page]
    self.init(
      title: titles.first { !$0.isEmpty } ?? "Untitled Script",
      scenes: builder.scenes(), lines: builder.lines, names: builder.names)
    guard !characters.isEmpty else { throw .noCharacters }
  }
}

/// Puts elements together into lines: headings, whole speeches, and directions.
private struct SceneBuilder {
  private let elements: [Element]
  private let speakers: Speakers?
  private let own: Set<String>
  private(set) var lines: [Line] = []
  /// Names for people by identity, where they are not those of a character's first line.
  private(set) var names: [String: String] = [:]
  private var headings: [(element: Element, line: Int)] = []
  private var identities: [String: String] = [:]
  private let toneNotes: ToneNotes
  /// The line on the left of a pair that stands side by side, until the right one comes.
  private var left: Int?
  /// The silence that directions ask for before the next speech, in milliseconds.
  private var silence = 0

  init(_ elements: [Element], _ speakers: Speakers?, _ own: Set<String>) {
    self.elements = elements
    toneNotes = ToneNotes(elements)
    self.speakers = speakers
    self.own = own
  }

  mutating func build() {
    var index = 0
    while index < elements.count {
      let element = elements[index]
      index += 1
      switch element.kind {
      case .sceneHeading:
        headings.append((element, lines.count))
        silence = 0
        add(.sceneHeading, element.text, [element.text], element.range)
      case .character:
        let end = elements[index...].firstIndex { !$0.belongsToSpeech } ?? elements.count
        let before = lines.count
        let (speaker, companions) = speaker(of: index - 1)
        defer { pair(element.dual, lines[before...].first { $0.kind == .dialogue }?.index) }
        add(
          SpeechRows(elements[index..<end]).speech, of: element, by: speaker, companions,
          isLyric: elements[index..<end].contains { $0.kind == .lyrics }
            && !elements[index..<end].contains { $0.kind == .dialogue },
          toneNotes.notes(ofSpeech: index - 1, key: CharacterName.key(of: element.text)))
        index = end
      case .action where Parenthetical.isRest(Parenthetical.bare(element.text)):
        silence += Parenthetical.parts(of: Parenthetical.bare(element.text)).rests.reduce(0, +)
        fallthrough
      case .action, .transition, .centered, .lyrics, .parenthetical, .dialogue:
        let display = element.text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { Emphasis.squeezed(String($0)) }
        add(.stageDirection, Self.direction(display), display, element.range)
      case .sound:
        let display = element.text.split(separator: "\n").map { Emphasis.squeezed(String($0)) }
        add(
          .sound, display.joined(separator: " "), display, element.range, sound: element.sound)
      case .note, .boneyard, .section, .synopsis, .pageBreak: break
      }
    }
  }

  /// The direction as one text; brackets around the whole of it are left to the page.
  private static func direction(_ display: [String]) -> String {
    let joined = display.filter { !$0.isEmpty }.joined(separator: " ")
    for (left, right) in [("(", ")"), ("[", "]")]
    where joined.hasPrefix(left) && joined.hasSuffix(right) {
      let inner = joined.dropFirst().dropLast()
      if !inner.contains(left), !inner.contains(right) { return String(trimmed(inner)) }
    }
    return joined
  }

  /// The scenes of the lines so far; lines without any heading are one scene.
  mutating func scenes() -> [Scene] {
    guard !headings.isEmpty else {
      for index in lines.indices { lines[index].sceneIndex = 0 }
      return [Scene(index: 0, heading: "Scene 1", lines: lines.indices)]
    }
    return headings.indices.map { index in
      let (heading, line) = headings[index]
      let end = index + 1 < headings.count ? headings[index + 1].line : lines.count
      return Scene(
        index: index, heading: heading.text, number: heading.sceneNumber, lines: line..<end)
    }
  }

  private mutating func add(
    _ kind: Line.Kind, _ text: String, _ display: [String], _ source: Range<Int>,
    cue: Element? = nil, by speaker: String? = nil, companions: [String] = [],
    sound: SoundCue? = nil, delivery: [String] = [],
    notes: ToneNotes.Notes = .init(), beats: [Line.Beat] = [],
    turns: [Line.Turn] = [], isSung: Bool = false
  ) {
    guard !text.isEmpty || kind == .sceneHeading else { return }
    let name = cue?.name
    lines.append(
      Line(
        index: lines.count, kind: kind, character: speaker ?? name.map { identity($0) },
        characterAsWritten: name, companions: companions, extensions: cue?.extensions ?? [],
        text: text,
        displayLines: display, delivery: delivery, beats: beats, turns: turns,
        sceneTones: notes.scene.map(\.words), speechTones: notes.speech.map(\.words),
        isSung: isSung, sound: sound, source: source,
        sceneIndex: headings.isEmpty ? nil : headings.count - 1))
  }

  private mutating func identity(_ name: String) -> String {
    if let known = identities[name] { return known }
    let identity = CharacterName.identity(of: name)
    identities[name] = identity
    return identity
  }

  /// Remembers which lines stand side by side.
  private mutating func pair(_ dual: Element.Dual?, _ line: Int?) {
    switch dual {
    case .first: left = line
    case .second:
      if let left, let line {
        lines[left].beside = line
        lines[line].beside = left
      }
      left = nil
    case nil: left = nil
    }
  }

  /// The identity of the speaker of the cue at `index`, nil if the cue's own name counts, and those of
  /// the people who say it together.
  private mutating func speaker(of index: Int) -> (String?, companions: [String]) {
    guard let speakers, let speech = speakers.speech(ofElement: index) else { return (nil, []) }
    let part = speakers.parts[speech.part]
    let people = speakers.people(of: speech)
    let name =
      own.contains(part.key)
      ? part.name : people.first { own.contains($0.key) }?.name ?? part.name
    let speaker = identity(name)
    names[speaker] = names[speaker] ?? name
    return (speaker, people.map { identity($0.name) }.filter { $0 != speaker })
  }

  /// Adds a speech as one line of dialogue, and what trails it as directions.
  ///
  /// A speech without a word is all direction: it cannot be said, but the page still shows it.
  private mutating func add(
    _ speech: Speech, of cue: Element, by speaker: String?, _ companions: [String], isLyric: Bool,
    _ notes: ToneNotes.Notes
  ) {
    let parts = speech.parts
    var end = 0
    if let last = parts.lastIndex(where: { !$0.spoken.isEmpty }) {
      let body = parts[...last]
      var words = SpeechWords()
      for part in body {
        for parenthetical in part.delivery { words.direct(parenthetical) }
        words.say(part.spoken)
      }
      // A beat after the last word is a silence of the speech; the page shows it as a direction.
      for part in parts[(last + 1)...] {
        for parenthetical in part.delivery { words.rest(asIn: parenthetical) }
      }
      if hasWords(words.text) {
        end = last + 1
        defer { silence = 0 }
        add(
          .dialogue, words.text, body.flatMap(\.display),
          cue.range.lowerBound..<parts[last].source.upperBound, cue: cue, by: speaker,
          companions: companions,
          delivery: words.turns.map(\.direction), notes: notes,
          beats: words.beats(after: silence),
          turns: words.turns,
          isSung: isLyric || words.isSung)
      }
    }
    for part in parts[end...] {
      let text = (part.delivery + [part.spoken]).filter { !$0.isEmpty }.joined(separator: " ")
      add(.stageDirection, text, part.display, part.source, cue: cue, by: speaker)
    }
  }
}

extension Line.Turn {
  /// Words of directions that ask for singing.
  private static let singing: Set<String> = [
    "sings", "singing", "sung", "singt", "singend", "gesungen", "chante", "chantant", "chanté",
    "canta", "cantando", "cantato",
    "laulab", "lauldes",
  ]

  /// Words that end it: "stops singing".
  private static let notSinging: Set<String> = [
    "stops", "stop", "ends", "not", "no", "without", "hört", "nicht", "lõpetab", "cesse", "deja",
    "smette",
  ]

  /// Whether what follows is sung.
  fileprivate var isSinging: Bool {
    let words = Set(direction.lowercased().split { !$0.isLetter }.map(String.init))
    return !words.isDisjoint(with: Self.singing) && words.isDisjoint(with: Self.notSinging)
  }
}

/// The words of a speech and the silences between them, as its rows follow each other.
private struct SpeechWords {
  private(set) var text = ""
  private(set) var turns: [Line.Turn] = []
  private var silences: [Line.Beat] = []

  /// The silences in order, with `milliseconds` more before the first word; several at one place are added up.
  func beats(after milliseconds: Int) -> [Line.Beat] {
    var beats: [Line.Beat] = []
    let first = Line.Beat(offset: 0, milliseconds: milliseconds)
    for silence in (milliseconds > 0 ? [first] : []) + silences {
      let offset = min(silence.offset, text.utf8.count)
      if let last = beats.last, last.offset == offset {
        let sum = last.milliseconds + silence.milliseconds
        beats[beats.count - 1] = Line.Beat(offset: offset, milliseconds: sum)
      } else {
        beats.append(Line.Beat(offset: offset, milliseconds: silence.milliseconds))
      }
    }
    return beats
  }

  /// Whether all of it is sung: a parenthetical before the first word says so, and none ends it.
  var isSung: Bool {
    turns.allSatisfy { $0.offset == 0 } && turns.contains(where: \.isSinging)
  }

  /// Takes a parenthetical: beats are silence, all else says how the words are said.
  mutating func direct(_ parenthetical: String) {
    let manner = rest(asIn: parenthetical) ?? parenthetical
    if !manner.isEmpty { turns.append(Line.Turn(offset: next, direction: manner)) }
  }

  /// Where the words that follow stand: after a blank.
  private var next: Int { text.isEmpty ? 0 : text.utf8.count + 1 }

  /// Takes the beats of a parenthetical; returns the rest of it, nil if it has no beats.
  @discardableResult
  mutating func rest(asIn parenthetical: String) -> String? {
    let (rests, manner) = Parenthetical.parts(of: Parenthetical.bare(parenthetical))
    guard !rests.isEmpty else { return nil }
    silences += rests.map { Line.Beat(offset: next, milliseconds: $0) }
    return manner ?? ""
  }

  /// Takes a row of words; beats in brackets among them are silence.
  mutating func say(_ row: String) {
    for part in InlineDirection.parts(of: row, isPlay: false) {
      switch part {
      case .words(let words): add(words[...])
      case .direction(let text): direct("(" + text + ")")
      }
    }
  }

  private mutating func add(_ words: Substring) {
    let words = trimmed(words)
    guard !words.isEmpty else { return }
    text += (text.isEmpty ? "" : " ") + words
  }
}

/// The lines of a speech as the page shows them.
private struct SpeechRows {
  let speech: Speech

  init(_ elements: ArraySlice<Element>) {
    var rows: [Speech.Row] = []
    for element in elements {
      switch element.kind {
      case .dialogue, .lyrics, .parenthetical:
        for line in element.text.split(separator: "\n", omittingEmptySubsequences: false) {
          rows.append(Speech.Row(text: String(line), source: element.range))
        }
      case .sound:
        rows.append(
          Speech.Row(
            text: element.text.split(separator: "\n").joined(separator: " "),
            source: element.range, isSound: true))
      default: break
      }
    }
    speech = Speech(rows)
  }
}
