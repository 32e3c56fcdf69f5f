import CueScreenplay

/// A script as in an actor's cue script: of what the partners say before a line of the actor's, only the end.
public enum CueLines {
  /// A last sentence of no more words is the whole cue.
  public static let mostSentenceWords = 12
  /// For a longer one, this many words at its end are the cue.
  public static let mostWords = 8

  /// `script` with the partners' lines cut to their ends; the lines of `roles` stay whole, and all keep their places.
  public static func cut(_ script: Script, _ roles: Set<String>) -> Script {
    let lines = script.lines.map { line in
      line.kind == .dialogue && line.character.map { !roles.contains($0) } ?? false
        ? cut(line) : line
    }
    return Script(title: script.title, scenes: script.scenes, lines: lines)
  }

  private static func cut(_ line: Line) -> Line {
    let offset = start(of: line.text)
    // What is said at the same time as another line stays whole.
    guard offset > 0, line.beside == nil else { return line }
    let text = String(decoding: Array(line.text.utf8)[offset...], as: UTF8.self)
    let now = line.turns.last { $0.offset <= offset }?.offset
    let turns = line.turns.filter { $0.offset > offset || $0.offset == now }
      .map { Line.Turn(offset: max(0, $0.offset - offset), direction: $0.direction) }
    return Line(
      index: line.index, kind: line.kind, character: line.character,
      characterAsWritten: line.characterAsWritten, companions: line.companions,
      extensions: line.extensions, text: text,
      displayLines: ["… " + text],
      delivery: line.turns.isEmpty ? line.delivery : turns.map(\.direction),
      beats: line.beats.filter { $0.offset > offset }
        .map { Line.Beat(offset: $0.offset - offset, milliseconds: $0.milliseconds) },
      turns: turns, sceneTones: line.sceneTones, speechTones: line.speechTones,
      isSung: line.isSung, source: line.source, sceneIndex: line.sceneIndex)
  }

  /// The byte at which the cue in `text` begins: that of its last sentence, or of its last words where that is longer.
  static func start(of text: String) -> Int {
    let bytes = Array(text.utf8)
    var starts: [Int] = []
    var sentence = 0
    var isBetween = true
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
        isBetween = true
        continue
      }
      if isBetween {
        if endsSentence(bytes[..<index]) { sentence = index }
        starts.append(index)
      }
      isBetween = false
    }
    let words = starts.filter { $0 >= sentence }
    return words.count > mostSentenceWords ? words[words.count - mostWords] : sentence
  }

  /// Whether the words before a blank end in a full stop, an exclamation or question mark, or an ellipsis, quotes aside.
  private static func endsSentence(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: bytes.suffix(24), as: UTF8.self)
    let last = text.reversed().first { !" \n\"'”’»)".contains($0) }
    return last.map { ".!?…。！？".contains($0) } ?? false
  }
}
