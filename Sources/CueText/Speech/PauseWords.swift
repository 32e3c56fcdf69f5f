/// Recognizes words that ask for a silence: `beat`, `long pause`, `pause 2s`, `a pause of three seconds`.
public enum PauseWords {
  /// The length of a pause without a given length, in milliseconds.
  public static let usualMilliseconds = 700
  /// The length of a long pause, in milliseconds.
  public static let longMilliseconds = 1500

  /// The milliseconds of silence that `text` asks for; nil if it says anything else.
  public static func milliseconds(in text: String) -> Int? {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && !".,:'’".contains($0) }
      .map { $0.reversed().drop { ".,:".contains($0) } }.map { String($0.reversed()) }
      .filter { !$0.isEmpty }
    guard (1...8).contains(words.count) else { return nil }
    let letters = words.map { $0.filter(\.isLetter) }
    guard letters.contains(where: nouns.contains) else { return nil }
    let length = WrittenLength.milliseconds(in: text)
    var isLong = false
    for (word, letters) in zip(words, letters) {
      if long.contains(letters) { isLong = true }
      // If a length is given, its number and unit are known words, too.
      let isKnown =
        nouns.contains(letters) || small.contains(letters) || long.contains(letters)
        || (length != nil && (word.contains(where: \.isNumber) || WrittenLength.isPart(letters)))
      guard isKnown else { return nil }
    }
    return length ?? (isLong ? longMilliseconds : usualMilliseconds)
  }

  private static func list(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Words for a silence.
  private static let nouns = list(
    """
    beat beats pause pauses silence moment paus pausi pauze pausa pausas pauza pavza stille stilte hetk vaikus vaikust
    temps silencio silencios silenzio silêncio tystnad stillhet stilhed hiljaisuus tauko пауза тишина cisza ticho
    """)
  /// Words that may be added to it.
  private static let small = list(
    """
    a an of for the brief short small half another slight tiny one kurze kurzer eine ein einen kleine lühike väike un une una um uma
    petit petite court courte breve corta curto curta korte een kort en ett lyhyt короткая krótka krátká pour de di da por durante
    von für lang secs
    """)
  private static let long = list(
    "long longer lengthy lange langer lang pikk longue larga largo lungo lunga longa lång lange lang pitkä длинная долгая długa dlouhá"
  )
}
