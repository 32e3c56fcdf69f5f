import CLetters

/// How a word whose pronunciation was not given is likely spoken: by flite's dictionary and letter rules.
enum LetterToSound {
  /// Longer words are cut: they are never said.
  static let longest = 64

  /// The phones of `word`, of which only the letters a to z count, with or without accents; nil if it has none.
  static func phones(_ word: String) -> [String]? {
    let letters = plain(word).prefix(longest)
    guard !letters.isEmpty else { return nil }
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { room in
      let used = unsafe String(letters).withCString {
        unsafe cue_letters_phones($0, room.baseAddress!, UInt32(room.count))
      }
      return unsafe String(
        decoding: room.prefix(Int(used)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    // Marks of stress are not phones; what the rules say between blanks is.
    return Phones.parse(text)
  }

  /// The letters a to z of `word`: accents are removed, and signs without such a letter are left out.
  static func plain(_ word: String) -> String {
    var letters = ""
    for scalar in word.lowercased().unicodeScalars {
      switch scalar {
      case "a"..."z": letters.unicodeScalars.append(scalar)
      default: letters += folded[scalar] ?? ""
      }
    }
    return letters
  }

  /// Latin letters beyond a to z, spelled as English would.
  private static let folded: [Unicode.Scalar: String] = {
    let groups = [
      ("a", "àáâãāăąǎå"), ("ae", "äæ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"),
      ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"),
      ("n", "ñńņňŉŋ"), ("o", "òóôõōŏőø"), ("oe", "öœ"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("ss", "ß"),
      ("t", "ţťŧț"), ("th", "þ"), ("u", "ùúûũūŭůűų"), ("ue", "ü"), ("w", "ŵ"), ("y", "ýÿŷ"),
      ("z", "źżž"),
    ]
    var folded: [Unicode.Scalar: String] = [:]
    for (plain, letters) in groups {
      for scalar in letters.unicodeScalars { folded[scalar] = plain }
    }
    return folded
  }()
}
