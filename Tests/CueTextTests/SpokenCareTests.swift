import Testing

@testable import CueText

/// A text, and what is said for it; without words, it is said as written.
private struct Said: Sendable, CustomTestStringConvertible {
  let language: String
  let text: String
  let words: String
  var testDescription: String { "\(language): \(text)" }

  static func of(_ language: String, _ pairs: [(String, String)]) -> [Said] {
    pairs.map { Said(language: language, text: $0.0, words: $0.1) }
  }

  static func asWritten(_ language: String, _ texts: [String]) -> [Said] {
    texts.map { Said(language: language, text: $0, words: $0) }
  }
}

/// Words that look like numbers, units and months, and numbers that look like others.
@Suite struct `The spoken form of a text keeps` {
  @Test(
    arguments: Said.asWritten(
      "en",
      [
        "The part I like best.", "The book I wrote is gone.", "In that scene I died.",
        "In the war I lost a leg.", "Every season I return.", "The class I teach is full.",
        "No level I reach is enough.", "Which chapter I read is my affair.", "In the Act I saw.",
        "That is Phase I think.", "Plan V is ready.", "Mom V said so.", "Room V is free.",
      ])
      + Said.of(
        "en",
        [
          ("Part I.", "Part one."), ("Act I, Scene II", "Act one, Scene two"),
          ("Act I\nA room", "Act one\nA room"), ("World War I.", "World War one."),
          ("World War I began.", "World War one began."), ("ACT I", "ACT one"),
          ("Henry V won.", "Henry the fifth won."), ("Phase IV", "Phase four"),
          ("Plan II failed.", "Plan two failed."), ("in scene IV we see", "in scene four we see"),
        ]))
  private func `the word I, and letters that are no numbers`(example: Said) {
    #expect(NormalizedText(example.text, language: example.language).text == example.words)
  }

  @Test(
    arguments: Said.of(
      "fr",
      [
        ("Les 3 m'ont dit la vérité.", "Les trois m'ont dit la vérité."),
        ("Les 3 s’en vont.", "Les trois s’en vont."),
        ("Les 5 l'ont vu.", "Les cinq l'ont vu."), ("Les 2 g'nou", "Les deux g'nou"),
        ("Il fait 3 m.", "Il fait trois mètres."),
      ]) + Said.of("it", [("I 5 l'hanno visto.", "I cinque l'hanno visto.")])
      + Said.of("en", [("The 5 W's", "The five W's"), ("‘It is 3 m’", "‘It is three meters’")]))
  private func `words after a number that begin like a unit`(example: Said) {
    #expect(NormalizedText(example.text, language: example.language).text == example.words)
  }

  @Test(
    arguments: Said.of(
      "en",
      [
        ("At least 30 may be dead.", "At least thirty may be dead."),
        ("Only 12 may enter.", "Only twelve may enter."),
        ("In March 3 men came.", "In March three men came."),
        ("May 2 of you come?", "May two of you come?"),
        ("In June 30 soldiers died.", "In June thirty soldiers died."),
        ("We march 5 miles.", "We march five miles."),
        ("I saw him in May. 3 men came.", "I saw him in May. three men came."),
        ("On May 5, 1984", "On May fifth, nineteen eighty-four"),
        ("June 30.", "June thirtieth."),
        ("Come on June 30 at noon", "Come on June thirtieth at noon"),
        ("May 5 1984", "May fifth 1984"), ("Dec. 24, 1990", "Dec. twenty-fourth, nineteen ninety"),
        ("It was 5 May.", "It was the fifth of May."), ("(March 15)", "(March fifteenth)"),
      ]))
  private func `verbs and prepositions that look like months`(example: Said) {
    #expect(NormalizedText(example.text, language: example.language).text == example.words)
  }

  /// Each of these once took time that grew with the square of its length or worse.
  @Test func `looks at each sign but a few times, whatever it is written with`() {
    for text in [
      "x " + String(repeating: "[[", count: 10_000), String(repeating: "{{ ", count: 10_000),
    ] {
      var finder = SpokenFinder(TextScalars(text), language: "en")
      _ = finder.all()
      #expect(finder.marks.steps <= 2 * text.count)
    }
    for piece in ["(a@b.", ":1a", "(", "_.x", "http://"] {
      let text = String(repeating: piece, count: 10_000)
      var finder = SpokenFinder(TextScalars(text), language: "en")
      _ = finder.all()
      #expect((finder.addresses?.steps ?? .max) <= 8 * text.count)
    }
    for separator in [" ", "\u{a0}", ".", ","] {
      let text = TextScalars(String(repeating: "123" + separator, count: 100))
      for language in ["fr", "de", "en"] {
        let spoken = SpokenLanguage.of(language)
        let amount = spoken.flatMap { WrittenAmount(text, at: 0, $0) }
        #expect((amount?.end ?? .max) <= 20)
      }
    }
  }

  @Test func `addresses after brackets and colons`() {
    for text in ["(see:www.a.org)", "Mail:a@b.org", "(http://a.org)"] {
      #expect(NormalizedText(text, language: "en").text.contains(" dot org"))
    }
  }

  @Test(
    arguments: Said.asWritten("es", ["Llámame al 612 345 678.", "El 910 203 040 no responde."])
      + Said.asWritten("pt", ["Ligue 912 345 678."])
      + Said.asWritten("et", ["Helista 512 345 678!"])
      + Said.asWritten("fr", ["Les notes sont 120 130 140.", "Jouez 12 130 140 150."])
      + Said.of(
        "fr",
        [
          ("1 250 €", "mille deux cent cinquante euros"),
          ("12 500 km", "douze mille cinq cents kilomètres"),
          ("1\u{a0}250 voix", "mille deux cent cinquante voix"),
          ("1\u{202f}250\u{202f}000 voix", "un million deux cent cinquante mille voix"),
          ("2 500,5", "deux mille cinq cents virgule cinq"),
        ]))
  private func `telephone numbers and lists of numbers apart`(example: Said) {
    #expect(NormalizedText(example.text, language: example.language).text == example.words)
  }
}

/// Numbers in the forms that a language asks for.
@Suite struct `A number as a voice gets it` {
  @Test(
    arguments: Said.of(
      "de",
      [
        ("um 1 Uhr", "um ein Uhr"), ("1 Hund", "ein Hund"), ("1 Katze", "eine Katze"),
        ("1 Euro", "ein Euro"), ("1 Dings", "1 Dings"), ("1 Zeitung", "eine Zeitung"),
        ("Am 24.12. kommt er.", "Am vierundzwanzigsten Dezember kommt er."),
        ("Er kam am 3.10.", "Er kam am dritten Oktober."),
        ("Version 3.2. Sie ist neu.", "Version drei Komma zwei. Sie ist neu."),
        ("Im XX. Jahrhundert", "Im zwanzigsten Jahrhundert"),
        ("Das XIX. Jahrhundert war lang.", "Das neunzehnte Jahrhundert war lang."),
        ("Im II. Weltkrieg", "Im zweiten Weltkrieg"), ("3 Mio. Euro", "drei Millionen Euro"),
        ("1 Mio. €", "eine Million Euro"), ("1 Std., 10 Min.", "eine Stunde, zehn Minuten."),
        ("Es dauert 10 Min. Dann gehen wir.", "Es dauert zehn Minuten. Dann gehen wir."),
      ])
      + Said.of(
        "es",
        [
          ("1 cama", "una cama"), ("1 foto", "una foto"), ("1 tema", "un tema"),
          ("1 libro", "un libro"), ("21 años", "veintiún años"), ("1 km", "un kilómetro"),
          ("1er", "primer"), ("21 casas", "veintiuna casas"), ("1 día", "un día"),
          ("el 21 de mayo", "el veintiuno de mayo"), ("10 M€", "diez millones de euros"),
        ])
      + Said.of(
        "it",
        [
          ("1 fiamma", "una fiamma"), ("1 problema", "un problema"), ("1 moto", "una moto"),
          ("1 libro", "un libro"), ("1 studente", "1 studente"), ("1 casa", "una casa"),
          ("3° posto", "terzo posto"), ("30° all'ombra", "trenta gradi all'ombra"),
          ("3 Md€", "tre miliardi di euro"),
        ])
      + Said.of(
        "fr",
        [
          ("1 heure", "une heure"), ("21 heures", "vingt-et-une heures"), ("1 jour", "un jour"),
          ("10 M€", "dix millions d'euros"), ("3 Md€", "trois milliards d'euros"),
          ("N° 5", "numéro cinq"), ("1 km", "un kilomètre"),
        ])
      + Said.of(
        "pt",
        [("1 casa, 2 casas", "uma casa, duas casas"), ("2 livros", "dois livros")])
      + Said.of(
        "et",
        [
          ("1918. aastal", "tuhande üheksasaja kaheksateistkümnendal aastal"),
          ("2024. aasta suvi", "kahe tuhande kahekümne neljanda aasta suvi"),
          ("21. sajandil", "kahekümne esimesel sajandil"), ("XX sajand", "kahekümnes sajand"),
          ("XX sajandi", "kahekümnenda sajandi"),
        ])
      + Said.of(
        "en",
        [
          ("Python 3.10", "Python three point one zero"), ("Version 2.0", "Version two point zero"),
          ("x^2", "x to the power of two"), ("5'11\"", "five feet eleven inches"),
          ("$5-10", "five to ten dollars"), ("5-10 km", "five to ten kilometers"),
        ]))
  private func `A number as a voice gets it agrees with what is counted`(example: Said) {
    #expect(NormalizedText(example.text, language: example.language).text == example.words)
  }

  @Test func `of a telephone is left to the engine`() {
    let spoken = NormalizedText("Call +1 (212) 555-0100 now", language: "en").text
    #expect(spoken.contains("(212) 555-0100"))
    #expect(NormalizedText("+1 (212) 555", language: "en").text.hasSuffix("1 (212) 555"))
  }
}
