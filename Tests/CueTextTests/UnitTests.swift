import Testing

@testable import CueText

@Suite struct `Units` {
  static let languages = ["en", "de", "fr", "es", "it", "pt", "nl", "et", "sv", "ru", "pl"]

  @Test(arguments: languages) func `all have words in each language`(tag: String) throws {
    let language = try #require(SpokenLanguage.of(tag))
    #expect(language.units.count > 25)
    for unit in language.units {
      for digits in ["0", "1", "2", "5", "1.5", "1.0", "21", "1000000"] {
        let form = unit.name.form(after: digits, language) ?? ""
        #expect(form.contains { $0.isLetter }, "\(unit.sign) \(digits)")
        #expect(!form.contains { $0.isNumber || $0 == "\u{a0}" }, "\(form)")
      }
    }
  }

  @Test(
    arguments: [
      ("en", "5 km/h", "five kilometers per hour"), ("en", "1.0 m", "one point zero meters"),
      ("fr", "1,5 km", "un virgule cinq kilomètre"), ("de", "1 h", "eine Stunde"),
      ("pt", "5 km", "cinco quilómetros"), ("nl", "5 m²", "vijf vierkante meter"),
      ("et", "5 kg", "viis kilogrammi"), ("sv", "1 kg", "ett kilogram"),
      ("ru", "22 км", "двадцать два километра"), ("ru", "до 1 км", "до одного километра"),
      ("pl", "5 t", "pięć ton"), ("pl", "do 5 km", "do pięciu kilometrów"),
      ("it", "5 %", "cinque per cento"), ("es", "21 °C", "veintiún grados Celsius"),
    ])
  func `are said as the language says them`(tag: String, written: String, said: String) {
    #expect(NormalizedText(written, language: tag).text == said)
  }
}
