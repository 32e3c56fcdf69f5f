import CueText
import Testing

@Suite(.enabled(if: LanguageGuess.refusal == nil, "libexttextcat is not installed"))
struct `The language of a text` {
  @Test(arguments: [
    ("Good evening, everybody, and thank you for coming.", "en-US"),
    ("Where have you been since last Thursday?", "en-US"),
    ("Tere õhtust, kallid sõbrad, mul on hea meel teid näha.", "et"),
    ("Kus sa eile õhtul olid, Mari?", "et"),
    ("Hyvää iltaa, hyvät ystävät, mukava nähdä teitä.", "fi"),
    ("Wo warst du gestern Abend, Hans?", "de"),
    ("Où étais-tu hier soir, Marie?", "fr"),
    ("Buenas noches a todos, gracias por venir.", "es"),
    ("Dove sei stato ieri sera, Marco?", "it"),
    ("Onde você estava ontem à noite?", "pt-BR"),
    ("Waar was je gisteravond, Jan?", "nl"), ("Var var du i går kväll, Lars?", "sv"),
    ("Gdzie byłeś wczoraj wieczorem?", "pl"), ("Где ты был вчера вечером, Иван?", "ru"),
    ("Hvor var du i går kveld, Lars? Jeg vet ikke hva du gjorde.", "nb"),
    ("Jeg ved ikke, hvad du mener, men det er meget godt.", "da"),
    ("Nevím, kde jsi byl včera večer. Řekni mi to.", "cs"),
    ("Добрий вечір, дорогі друзі, дякую, що прийшли.", "uk"),
    ("こんばんは、皆さん。今日は来てくれてありがとう。", "ja"),
    ("大家晚上好，感谢你们今晚来到这里，我们很高兴。", "zh-CN"),
  ])
  func `The language of a text is known from one sentence`(text: String, tag: String) {
    #expect(LanguageGuess.language(of: text) == tag)
  }

  @Test(arguments: [
    "Hvor var du i går kveld, Lars? Jeg vet ikke hva du gjorde.",
    "Det er en god dag, og jeg er glad for å være her.",
    "Jeg ved ikke, hvad du mener, men det er godt.",
    "Добрий вечір, дорогі друзі, дякую, що прийшли.",
    "Къде беше снощи? Той каза, че ще дойде.", "Где је био Марко синоћ? Њега нема.",
  ])
  func `is not surely that of a neighbor`(text: String) {
    let language = LanguageGuess.language(of: text)
    #expect(language != "sv" && language != "ru")
  }

  @Test func `is not guessed from fewer than twenty characters`() {
    #expect(LanguageGuess.language(of: "") == nil)
    #expect(LanguageGuess.language(of: "Kus sa eile olid, M") == nil)
    #expect(LanguageGuess.language(of: "Kus sa eile olid, Mar") == "et")
  }

  @Test(arguments: [
    "word word word word", "Banana banana banana banana!", "Marco? Marco? Marco? Marco?",
    "Hamlet Horatio Ophelia Laertes", "La la la la la la la la la",
  ])
  func `a language without a typical word is not certain`(text: String) {
    #expect(LanguageGuess.language(of: text) == nil)
  }

  /// Letters alone took it for Italian.
  @Test(arguments: [
    "Marta opens a letter.\nMARTA\nA villa in Verona.\nTitian and Bellini on a sofa, no less.",
    "Vera sits alone.\nI am here.\nDo come in, Marina.\nMamma mia, a letter!\nRead it aloud.",
  ])
  func `of an English scene is never another`(text: String) {
    #expect([nil, "en-US"].contains(LanguageGuess.language(of: text)))
  }

  @Test func `below the limit is the script's, then the locale's, then English`() {
    let text = "Marco! Marco! Marco!"
    #expect(LanguageChoice(of: text, script: "it", locale: "et") == .init("it", .script))
    #expect(LanguageChoice(of: text, locale: "et-EE") == .init("et-EE", .locale))
    #expect(LanguageChoice(of: text) == .init("en-US", .usual))
    #expect(LanguageChoice(of: text, locale: "ja-JP") == .init("en-US", .usual))
    let sure = "Where have you been since last Thursday?"
    #expect(LanguageChoice(of: sure, script: "it", locale: "et") == .init("en-US", .text))
  }

  /// English words for men and women were looked for in a Danish scene.
  @Test func `is one of two siblings rather than that of a locale that is neither`() {
    let text = "Kim er her. Der er mange og det er ikke godt. Kim er glad."
    #expect(LanguageGuess(of: text)?.isSure == false)
    #expect(LanguageChoice(of: text) == .init("da", .text))
    #expect(LanguageChoice(of: text, locale: "en-US") == .init("da", .text))
    #expect(LanguageChoice(of: text, locale: "nb-NO") == .init("nb", .text))
    #expect(LanguageChoice(of: text, script: "nb") == .init("nb", .script))
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "de-DE"), ("et", "et"), ("sr_RS@latin", "sr-RS"), ("C", nil), ("POSIX", nil),
    ("C.UTF-8", nil), ("", nil),
  ])
  func `The language of a text of a locale is its tag`(name: String, tag: String?) {
    #expect(LanguageChoice.tag(ofLocale: name) == tag)
  }

  @Test func `of a long text is known from its beginning, wherever that is cut`() {
    let sentence = "Tere õhtust, kallid sõbrad. "
    for shift in 0..<4 {
      let text = String(repeating: "a", count: shift) + String(repeating: sentence, count: 400)
      #expect(LanguageGuess.language(of: text) == "et")
    }
  }

  @Test func `is nothing where there are no words`() {
    #expect(LanguageGuess.language(of: String(repeating: "1234 ", count: 20)) == nil)
    #expect(LanguageGuess.language(of: String(repeating: " ", count: 40)) == nil)
  }

  /// The library reads on after a text without an end, where the heap may have letters.
  @Test func `the recognized language does not depend on memory after the text`() {
    for count in 20...60 {
      for letter in UInt8(ascii: "A")...UInt8(ascii: "Z") {
        // Pieces of the text's size that are free again, full of letters.
        withExtendedLifetime((0..<8).map { _ in [UInt8](repeating: letter, count: count + 8) }) {}
        #expect(LanguageGuess.language(of: String(repeating: " ", count: count)) == nil)
      }
    }
  }
}
