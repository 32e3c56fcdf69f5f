/// Cuts a phrase into the words that are spoken.
enum LineWords {
  /// A word of a phrase.
  struct Word: Equatable {
    /// As it is written, without the punctuation around it.
    var text: String
    /// As dictionaries have it: lower case, a plain apostrophe.
    var key: String
  }

  /// The words of `text`, in order.
  ///
  /// Words end at blanks, hyphens, dashes, slashes and at punctuation that no letter follows; apostrophes and points between
  /// letters belong to the word. What has neither letter nor digit is not a word.
  static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var current: [Character] = []
    func isSpoken(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    func close() {
      while let last = current.last, !isSpoken(last) { current.removeLast() }
      defer { current = [] }
      guard !current.isEmpty else { return }
      let text = String(current)
      words.append(Word(text: text, key: text.lowercased()))
    }
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      if isSpoken(character) {
        current.append(character)
      } else if "'’ʼ`".contains(character) {
        // 'tis and don't; a mark of quotation is followed, or preceded, by none.
        if isSpoken(next), !current.isEmpty || elided(characters[(index + 1)...]) {
          current.append("'")
        }
      } else if ".,".contains(character), isSpoken(next), !current.isEmpty {
        // a.m. and 1,000; an end of sentence that no blank follows is rare.
        if character == ".", current.last?.isNumber == true, next.isNumber {
          current.append(".")
        } else if character == ".", current.last?.isLetter == true, next.isLetter {
          current.append(".")
        } else if !(current.last?.isNumber == true && next.isNumber) {
          close()
        }
      } else {
        close()
      }
    }
    close()
    return words
  }

  /// Words that begin with an apostrophe.
  private static let elisions: Set<String> = [
    "tis", "twas", "twere", "twill", "em", "cause", "til", "bout", "round", "nother", "cuse",
    "course", "kay",
  ]

  private static func elided(_ rest: ArraySlice<Character>) -> Bool {
    elisions.contains(String(rest.prefix { $0.isLetter }).lowercased())
  }
}
