import CueText

/// Separates brackets within a speech that direct the actor, as in `Fine. (sits) And you?`, from those that are spoken.
enum InlineDirection {
  /// A piece of a line: words, or what stood in brackets.
  enum Part: Equatable {
    case words(String)
    case direction(String)
  }

  /// A longer bracket is not a direction.
  private static let longest = 160
  /// Brackets that a line may hold; what follows them is said.
  private static let mostBrackets = 64

  /// `line`, cut where directions stand in it; empty pieces are left out.
  ///
  /// - Parameters:
  ///   - line: a line of a speech
  ///   - isPlay: whether the page is a play's, where brackets direct unless they plainly speak
  /// - Returns: the pieces in order; `line` itself where it has no brackets
  static func parts(of line: String, isPlay: Bool) -> [Part] {
    guard line.contains(where: isOpening) else { return [.words(line)] }
    var parts: [Part] = []
    var words = ""
    var rest = line[...]
    var count = 0
    func flushed() -> String { String(trimmed(words[...])) }
    while count < mostBrackets, let open = rest.firstIndex(where: isOpening) {
      count += 1
      words += rest[..<open]
      let after = rest[rest.index(after: open)...]
      guard let close = closing(after) else {
        // It is text; others after it may close.
        words.append(rest[open])
        rest = after
        continue
      }
      let inner = trimmed(after[..<close])
      let isRest = Parenthetical.isRest(String(inner))
      let isForEye = !isRest && rest[open] == "[" && EyeWords.isMark(inSquares: inner)
      let isFound =
        isRest || isForEye
        || rest[open] != "["
          && isDirection(inner, opensSentence: endsSentence(words), isPlay: isPlay)
      let bracketed = rest[open...close]
      rest = after[after.index(after: close)...]
      guard isFound else {
        words += bracketed
        continue
      }
      words = flushed()
      if isForEye {
        // `[CLICK]` is not a direction: it is neither said nor a manner.
        if !words.isEmpty { words += " " }
        rest = trimmed(rest)
        continue
      }
      // Punctuation after the bracket belongs to the words before it.
      while let first = rest.first, ",.;:!?…".contains(first) { words.append(rest.removeFirst()) }
      if hasWords(words) { parts.append(.words(words)) }
      words = ""
      parts.append(.direction(String(inner)))
    }
    words += rest
    if hasWords(flushed()) || parts.isEmpty { parts.append(.words(flushed())) }
    return parts
  }

  private static func isOpening(_ character: Character) -> Bool { "(（[".contains(character) }

  /// Where the bracket around `text` closes; nil if it does not, or holds more than a direction.
  static func closing(_ text: Substring) -> Substring.Index? {
    var depth = 1
    var count = 0
    for index in text.indices {
      let character = text[index]
      if isOpening(character) { depth += 1 }
      if ")）]".contains(character) { depth -= 1 }
      if depth == 0 { return index }
      count += 1
      guard count <= longest else { return nil }
    }
    return nil
  }

  private static func endsSentence(_ words: String) -> Bool {
    guard let last = words.last(where: { !" \"'”’»*_".contains($0) }) else { return true }
    return ".!?…—–-:;。！？、」』".contains(last)
  }

  /// Whether what stands in brackets is a direction.
  private static func isDirection(
    _ inner: Substring, opensSentence: Bool, isPlay: Bool
  ) -> Bool {
    let words = inner.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" && $0 != "-" }
      .map(String.init)
    guard let first = words.first, let letter = inner.first(where: \.isLetter) else { return false }
    let isCaseless = !letter.isUppercase && !letter.isLowercase
    if isCaseless { return inner.count <= 40 }
    if directions.contains(first) {
      return !words.contains(where: speakers.contains) || words.count < 3
    }
    if words.contains(where: speakers.contains) || links.contains(first) { return false }
    if isPlay { return true }
    if words.count == 1, first.count > 4, first.hasSuffix("ly") || first.hasSuffix("ing") {
      return true
    }
    return opensSentence && letter.isLowercase && words.count <= 8
  }

  /// A text with I and you is spoken and is not a direction.
  private static let speakers: Set<String> = [
    "i", "i'm", "i’m", "i've", "i’ve", "i'll", "i’ll", "i'd", "i’d", "you", "you're", "you’re",
    "your", "we", "we're",
    "we’re", "our", "my", "me", "us", "ich", "du", "wir", "mein", "dein", "je", "tu", "nous",
    "vous", "mon", "ton",
    "yo", "tú", "usted", "io", "noi", "ma", "sa", "mina", "sina", "mu", "su",
  ]
  /// A sentence goes on with these.
  private static let links: Set<String> = [
    "or", "and", "but", "which", "who", "that", "if", "because", "so", "not", "just", "even",
    "well", "yes", "no",
    "oh", "whatever", "although", "though", "since", "unlike", "including", "except", "maybe",
    "perhaps", "of", "und",
    "oder", "aber", "also", "nicht", "et", "ou", "mais", "y", "o", "pero", "e", "ma", "ja", "või",
    "aga", "the", "a",
    "an",
  ]
  /// Words that directions begin with.
  private static let directions: Set<String> = [
    "beat", "beats", "pause", "pauses", "silence", "laughs", "laughing", "laughter", "smiles",
    "smiling", "sits",
    "sitting", "stands", "standing", "rises", "rising", "turns", "turning", "sighs", "sighing",
    "nods", "nodding",
    "shrugs", "shrugging", "whispers", "whispering", "shouts", "shouting", "yells", "yelling",
    "screams", "screaming",
    "cries", "crying", "weeps", "weeping", "sobs", "sobbing", "coughs", "coughing", "chuckles",
    "chuckling",
    "giggles", "giggling", "grins", "grinning", "gasps", "gasping", "groans", "groaning", "mutters",
    "muttering",
    "pointing", "points", "looks", "looking", "walks", "walking", "crosses", "crossing", "enters",
    "entering",
    "exits", "exiting", "leaves", "leaving", "stops", "starts", "kisses", "kissing", "hugs",
    "hugging", "opens",
    "closes", "picks", "reads", "reading", "writes", "drinks", "drinking", "eats", "eating",
    "sings", "singing",
    "hesitates", "hesitating", "continues", "continuing", "reacts", "realizes", "realising",
    "realizing", "checks",
    "checking", "waits", "waiting", "listens", "listening", "takes", "gives", "holds", "puts",
    "pulls", "pushes",
    "throws", "winks", "waves", "bows", "kneels", "aside", "sotto", "softly", "quietly", "loudly",
    "angrily", "sadly",
    "slowly", "quickly", "aloud", "offstage", "off", "into", "on", "to", "re", "then", "cont'd",
    "contd", "angry",
    "sad", "happy", "excited", "scared", "confused", "nervous", "shocked", "surprised", "hopeful",
    "sarcastic",
    "lacht", "lachend", "leise", "laut", "seufzt", "lächelt", "setzt", "steht", "nickt", "flüstert",
    "stille", "zu",
    "ab", "rit", "riant", "soupire", "temps", "bas", "doucement", "ríe", "riendo", "suspira",
    "pausa", "ride",
    "ridendo", "sospira", "naerab", "ohkab", "vaikus", "paus", "skrattar", "ler", "griner", "zucht",
    "смеётся",
    "пауза", "вздыхает", "тихо", "громко", "śmieje", "cicho", "pauza",
  ]
}
