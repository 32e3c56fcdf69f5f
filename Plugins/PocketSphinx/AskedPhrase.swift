import CueABI

/// A phrase of the request, and what the decoder calls its words.
struct AskedPhrase: Equatable {
  /// Which of the request's phrases it is.
  var index: Int
  /// One of `CUE_PHRASE_…`.
  var role: UInt32
  /// Its words as they are written.
  var words: [LineWords.Word]
  /// Their names in the decoder's dictionary.
  var names: [String]
  /// How many phones they have.
  var phoneCount: Int

  /// Whether the decoder's names say which phrase a word belongs to: where it may follow another phrase.
  static func hasNamesOfItsOwn(_ role: UInt32) -> Bool {
    role == CUE_PHRASE_COMMAND || role == CUE_PHRASE_FOLLOWING
  }
}

extension NamedPhrases {
  init(_ phrases: [AskedPhrase], fillers: [String], numberWords: NumberNames) {
    for phrase in phrases {
      switch phrase.role {
      case CUE_PHRASE_EXPECTED: expected.append(phrase.names)
      case CUE_PHRASE_FOLLOWING: following.append(phrase.names)
      case CUE_PHRASE_COMMAND: commands.append(phrase.names)
      case CUE_PHRASE_FILLER, CUE_PHRASE_NUMBER: break
      default: others.append(phrase.names)
      }
    }
    self.fillers = fillers
    self.numberWords = numberWords
  }
}
