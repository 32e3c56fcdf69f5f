/// A writer's note on how words are played: `[[tone: angry]]`.
///
/// Commas separate several, and a name limits one to a character: `[[tone: ANNA = sad; TOM = quickly]]`.
public struct ToneNote: Equatable, Sendable {
  /// The tone, in the writer's words.
  public var words: String
  /// The key of the only character that it is for; nil for all.
  var key: String?
  /// The element from which on it holds.
  var start: Int

  /// The notes in the text of a note, which holds from the element `start` on.
  static func notes(in text: String, from start: Int) -> [ToneNote] {
    let text = trimmed(text[...])
    let name = text.prefix { $0.isLetter }
    guard ["tone", "tones", "ton", "toon", "tono"].contains(name.lowercased()) else { return [] }
    let rest = trimmed(text[name.endIndex...])
    guard rest.first == ":" || rest.first == "=" else { return [] }
    return rest.dropFirst().split(whereSeparator: { $0 == ";" || $0 == "\n" }).compactMap { part in
      let halves = part.split(separator: "=", maxSplits: 1)
      let words = String(trimmed(halves[halves.count - 1]))
      guard !words.isEmpty else { return nil }
      let key = halves.count == 2 ? CharacterName.key(of: String(trimmed(halves[0]))) : nil
      return ToneNote(words: words, key: key, start: start)
    }
  }
}

/// The tone notes of a screenplay: which hold for a scene, and which for one speech.
///
/// A note ahead of the first speech of a scene is the scene's. Later ones are the next speech's, and a note within a speech
/// holds from the row on in which it stands.
struct ToneNotes {
  /// Those of a speech.
  struct Notes {
    var scene: [ToneNote] = []
    var speech: [ToneNote] = []

    var isEmpty: Bool { scene.isEmpty && speech.isEmpty }
  }

  /// By the place of the speech's cue; nothing if there is none.
  private var bySpeech: [Int: Notes] = [:]

  /// Those among `elements`.
  init(_ elements: [Element]) {
    guard elements.contains(where: { $0.kind == .note && $0.text.lowercased().hasPrefix("to") })
    else {
      return
    }
    var scene: [ToneNote] = []
    var next: [ToneNote] = []
    var hasSpoken = false
    var index = 0
    while index < elements.count {
      let element = elements[index]
      switch element.kind {
      case .sceneHeading:
        scene = []
        next = []
        hasSpoken = false
      case .note:
        let found = ToneNote.notes(in: element.text, from: index)
        if hasSpoken { next += found } else { scene += found }
      case .character:
        let end = ToneNotes.end(ofSpeech: index, elements)
        var notes = Notes(scene: scene, speech: next)
        next = []
        hasSpoken = true
        var row = index
        for inner in index + 1..<end {
          if elements[inner].kind != .note {
            row = inner
            continue
          }
          // A note follows the row that it was taken out of.
          let isOfRow = elements[row].range.contains(elements[inner].range.lowerBound)
          notes.speech += ToneNote.notes(in: elements[inner].text, from: isOfRow ? row : inner)
        }
        if !notes.isEmpty { bySpeech[index] = notes }
        index = end - 1
      default: break
      }
      index += 1
    }
  }

  private static func end(ofSpeech start: Int, _ elements: [Element]) -> Int {
    var end = start + 1
    var next = end
    while next < elements.count, elements[next].belongsToSpeech {
      next += 1
      // What follows the last row belongs to the next speech, unless it was taken out of that row.
      if elements[next - 1].name != nil
        || elements[end - 1].range.contains(elements[next - 1].range.lowerBound)
      {
        end = next
      }
    }
    return end
  }

  /// Those of the speech whose cue is at `cue`, for the character of that key.
  func notes(ofSpeech cue: Int, key: String) -> Notes {
    guard var notes = bySpeech[cue] else { return Notes() }
    notes.scene.removeAll { $0.key != nil && $0.key != key }
    notes.speech.removeAll { $0.key != nil && $0.key != key }
    return notes
  }
}
