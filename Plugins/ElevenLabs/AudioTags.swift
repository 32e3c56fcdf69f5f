import CuePluginKit

/// Turns directions into the audio tags of a model, which precede the line: `[whispers] [close to tears]`.
///
/// Tags must be short: a model would say a longer sentence. So a direction is cut at its commas, and parts of more than
/// ``Models/mostTagWords`` words are left out.
enum AudioTags {
  /// The most tags; with more, a model speaks restlessly.
  private static let most = 3

  /// The tags for a line: from its `direction`, then from its tones, the strongest first, if the direction does not say them.
  ///
  /// `isWhole`: whether no part of the direction was left out.
  static func tags(
    direction: String, tones: [SpeechRequest.Tone], isWhispered: Bool, _ models: Models
  ) -> (tags: [String], isWhole: Bool) {
    var tags: [String] = []
    var isWhole = true
    let parts = direction.split { ",;.:()[]{}|\n\r".contains($0) }.map { words(of: String($0)) }
    for part in parts where !part.isEmpty {
      guard part.count <= models.mostTagWords, tags.count < most else {
        isWhole = false
        continue
      }
      tags.append(part.joined(separator: " "))
    }
    if isWhispered { tags.append("whispers") }
    let said = tags.joined(separator: " ").lowercased()
    for tone in tones.sorted(by: { $0.weight > $1.weight }) where tone.weight > 0 {
      let label = tone.label.lowercased()
      guard tags.count < most, let tag = models.toneTags[label] else { continue }
      // "angrily" says what "angry" says.
      let stem = label.prefix(max(3, label.count - 2))
      guard !said.contains(stem), !tags.contains(tag) else { continue }
      tags.append(tag)
    }
    return (tags, isWhole)
  }

  /// The words of a direction: letters, digits, apostrophes and hyphens.
  private static func words(of text: String) -> [String] {
    text.split { character in
      !(character.isLetter || character.isNumber || "'’-".contains(character))
    }.map(String.init)
  }
}

extension RewrittenText {
  /// `text` for a model: after `tags`, and with pronunciations of `lexicon` between slashes if it `takesSlashes`.
  init(_ text: String, tags: [String], lexicon: [String: String], takesSlashes: Bool) {
    self.init()
    if !tags.isEmpty {
      append(tags.map { "[\($0)]" }.joined(separator: " ") + " ", for: 0..<0)
    }
    for piece in PronouncedText(text, lexicon: takesSlashes ? lexicon : [:]).pieces {
      if let spoken = piece.pronunciation {
        append("/\(spoken)/", for: piece.range)
      } else {
        append(piece)
      }
    }
  }
}
