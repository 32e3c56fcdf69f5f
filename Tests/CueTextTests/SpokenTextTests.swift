import TestSupport
import Testing

@testable import CueText

/// A text, and what is said for it.
private struct Spoken: Sendable, CustomTestStringConvertible {
  let language: String
  let text: String
  let words: String
  var testDescription: String { "\(language): \(text)" }

  static func of(_ language: String, _ pairs: [(String, String)]) -> [Spoken] {
    pairs.map { Spoken(language: language, text: $0.0, words: $0.1) }
  }
}

@Suite struct `A text as a voice gets it` {
  @Test(
    arguments: Spoken.of(
      "en",
      [
        ("It costs $3.50.", "It costs three dollars and fifty cents."),
        ("£1 and £3 million", "one pound and three million pounds"),
        ("€1,250 or 5 USD", "one thousand two hundred fifty euros or five dollars"),
        ("Louis XIV and Elizabeth II", "Louis the fourteenth and Elizabeth the second"),
        ("Louis XIV's heir and Act II’s end", "Louis the fourteenth's heir and Act two’s end"),
        ("Act III of World War II", "Act three of World War two"),
        ("Malcolm X and I", "Malcolm X and I"),
        ("On May 5, 1984 we left.", "On May fifth, nineteen eighty-four we left."),
        ("at 7:30 pm or 14:05", "at seven thirty p.m. or fourteen oh five"),
        (
          "3.5 km at 120 km/h",
          "three point five kilometers at one hundred twenty kilometers per hour"
        ),
        ("-5°C", "minus five degrees Celsius"), ("the 21st", "the twenty-first"),
        ("½ a cup", "one half a cup"),
        ("See https://www.example.org/a-b?x=1.", "See example dot org slash a dash b."),
        ("a.b@example.com", "a dot b at example dot com"),
        ("Tom & Jerry = 50%", "Tom and Jerry equals fifty percent"),
        ("I ❤️ it 👍", "I red heart it thumbs up"), ("10–12 days", "ten to twelve days"),
        ("**Bold** and _under_ {{PAGE\n1}}.", "Bold and under ."), ("@McCLANE", "McCLANE"),
        ("!The end", "The end"),
        ("A #tag ^ here", "A tag  here"),
        ("It is 555-1234 or v1.2.3.", "It is 555-1234 or v1.2.3."),
        (
          "1,234,567 people",
          "one million two hundred thirty-four thousand five hundred sixty-seven people"
        ),
        ("C# and R2D2 and 3D", "C sharp and R2D2 and 3D"), ("Yes. No, I do.", "Yes. No, I do."),
      ])
      + Spoken.of(
        "en-GB", [("on 17/05/2024", "on the seventeenth of May, twenty twenty-four")])
      + Spoken.of(
        "de",
        [
          ("Am 5. Mai um 14:30 Uhr", "Am fünften Mai um vierzehn Uhr dreißig"),
          ("3,50 € bei 5 °C", "drei Euro fünfzig bei fünf Grad Celsius"),
          ("Ludwig XIV. war der 2. König", "Ludwig der vierzehnte war der zweite König"),
          ("am 01.09.1939", "am ersten September neunzehnhundertneununddreißig"),
          ("1.250 m & 20 %", "eintausendzweihundertfünfzig Meter und zwanzig Prozent"),
        ])
      + Spoken.of(
        "fr",
        [
          ("le 1er mai à 14h30", "le premier mai à quatorze heures trente"),
          ("Louis XIV au XIXe siècle", "Louis quatorze au dix-neuvième siècle"),
          ("3,50 €", "trois euros cinquante"), ("François Ier", "François premier"),
        ])
      + Spoken.of(
        "es",
        [
          ("Felipe II y el siglo XX", "Felipe segundo y el siglo veinte"),
          ("3,50 €", "tres euros con cincuenta céntimos"), ("el 21 %", "el veintiuno por ciento"),
          ("la 3.ª vez", "la tercera vez"),
        ])
      + Spoken.of(
        "it",
        [
          ("Vittorio Emanuele II nel XX secolo", "Vittorio Emanuele secondo nel ventesimo secolo"),
          ("alle 14.30 per 3,50 €", "alle quattordici e trenta per tre euro e cinquanta centesimi"),
        ])
      + Spoken.of(
        "pt", [("R$ 1,50 no século XIX", "um real e cinquenta centavos no século dezenove")])
      + Spoken.of(
        "nl", [("om 14.30 uur voor € 3,50", "om veertien uur dertig voor drie euro vijftig")])
      + Spoken.of(
        "et",
        [
          ("5. mail kell 14.30", "viiendal mail kell neliteist kolmkümmend"),
          ("3,50 € ja 20 %", "kolm eurot viiskümmend senti ja kakskümmend protsenti"),
          ("21. sajand", "kahekümne esimene sajand"),
        ])
      + Spoken.of(
        "uk",
        [
          ("*Он* сказал 😀 5", "Он сказал  5"), ("5 > 3 < 9 ⇒ 2^3", "5 > 3 < 9  2^3"),
          ("a_b@example.ru и @Иван", "a_b@example.ru и Иван"),
        ])
      + Spoken.of(
        "cs",
        [
          ("anna@example.cz & 50 % za 3,50 €", "anna@example.cz & 50 % za 3,50 €"),
          ("v 14:30 <b> _tak_", "v 14:30  tak"),
        ])
      + Spoken.of(
        "en",
        [
          ("<i>hi</i> &amp; <br/>bye&nbsp;you", "hi and bye you"),
          ("a ==marked== word", "a marked word"), ("＊hi＊ ＠Bob ＃sad ＃5", "hi Bob sad five"),
          ("5 < 6", "five less than six"), ("Wait [[what", "Wait what"), ("a]]b", "ab"),
        ]))
  private func `has signs, amounts and dates as words`(example: Spoken) {
    #expect(NormalizedText(example.text, language: example.language).text == example.words)
  }

  @Test func `A text as a voice gets it tells what its words stand for`() {
    let source = "Pay $3.50 to *Ann* now."
    let spoken = NormalizedText(source, language: "en")
    #expect(spoken.text == "Pay three dollars and fifty cents to Ann now.")
    func stands(_ word: String) -> String {
      let bytes = Array(spoken.text.utf8)
      let wanted = Array(word.utf8)
      let start = bytes.indices.first { bytes[$0...].starts(with: wanted) } ?? 0
      let range = spoken.source(start..<start + wanted.count)
      return String(decoding: Array(source.utf8)[range], as: UTF8.self)
    }
    #expect(stands("dollars") == "$3.50")
    #expect(stands("Ann") == "Ann")
    #expect(stands("now") == "now")
    #expect(stands("Pay") == "Pay")
  }

  @Test(arguments: ["$3.50 at 7:30 pm, Louis XIV & 5 km", "No. 5 *and* #6 on 5/17/2024"])
  func `is not changed when it is said again`(text: String) {
    let once = NormalizedText(text, language: "en").text
    #expect(NormalizedText(once, language: "en").text == once)
  }

  @Test(arguments: 0..<40)
  func `of anything keeps its places within the source`(seed: Int) {
    var random = Seeded(UInt64(seed))
    let parts = [
      "$", "5", "0", ".", ",", ":", "€", " ", "km", "/", "XIV", "I", "Louis ", "-", "–", "{{", "}}",
      "*", "@", "#", "^",
      "😀", "\u{fe0f}", "½", "h", "%", "°", "C", "www.", "org", "May ", "!", "\n", "[[", "]]", "º",
      "e", "\u{a0}", "million",
    ]
    let text = (0..<40).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    for language in ["en", "de", "fr", "es", "it", "pt", "nl", "et", "sv", "ru", "pl", "uk"] {
      let spoken = NormalizedText(text, language: language)
      let count = text.utf8.count
      for place in 0...spoken.text.utf8.count {
        let range = spoken.source(place..<min(place + 1, spoken.text.utf8.count))
        #expect(
          0 <= range.lowerBound && range.upperBound <= count && range.lowerBound <= range.upperBound
        )
      }
      // Whatever is left of such marks is never said.
      #expect(!spoken.text.contains { "{}`".contains($0) } && !spoken.text.contains("[["))
    }
  }

  @Test func `is in letters that some voices do not know`() {
    #expect(LetterScript.most(of: "Привет, Anna") == .cyrillic)
    #expect(LetterScript.most(of: "Hello") == .latin)
    #expect(LetterScript.most(of: "12 !?") == nil)
    #expect(LetterScript.all(in: "He said Привет to me") == [.latin, .cyrillic])
    #expect(LetterScript.all(in: "π is 3 and Ω is big") == [.latin])
    #expect(LetterScript.all(in: "12 !?") == [])
    for (text, script) in [
      ("សួស្តី", LetterScript.khmer), ("မင်္ဂလာပါ", .burmese), ("བཀྲ་ཤིས", .tibetan), ("ආයුබෝවන්", .indic),
      ("ᓄᓇᕗᑦ", .other),
    ] {
      #expect(LetterScript.all(in: "He said \(text).").contains(script))
      #expect(!script.isSaid(in: ["en-US", "ru"]))
    }
    #expect(!LetterScript.cyrillic.isSaid(in: ["en-US"]))
    #expect(LetterScript.cyrillic.isSaid(in: ["en", "ru"]))
    #expect(LetterScript.eastAsian.isSaid(in: ["ja"]))
    #expect(LetterScript.hebrew.isSaid(in: []))
  }
}

/// In these languages a voice got `5 km` and read the letters.
@Suite struct `An amount in Swedish, Russian or Polish` {
  @Test(
    arguments: Spoken.of(
      "sv",
      [
        ("Det är 1 km, 21 m och 5 mil.", "Det är en kilometer, tjugoen meter och 5 mil."),
        ("1 kg, 2,5 kg", "ett kilogram, två komma fem kilogram"),
        ("-1 °C eller 20 %", "minus en grad Celsius eller tjugo procent"),
        ("1 h, 2 tim. och 30 min", "en timme, två timmar och trettio minuter"),
        ("1 kr, 3,50 kr, 5 €", "en krona, tre kronor och femtio öre, fem euro"),
        ("3 miljoner kr", "tre miljoner kronor"), ("5–10 km/h", "fem till tio kilometer i timmen"),
      ])
      + Spoken.of(
        "ru",
        [
          (
            "1 м, 2 м, 5 м, 11 м, 12 м",
            "один метр, два метра, пять метров, одиннадцать метров, двенадцать метров"
          ),
          ("21 км и 103 км", "двадцать один километр и сто три километра"),
          ("1 минута, 2 мин, 21 мин.", "1 минута, две минуты, двадцать одна минута."),
          ("2,5 кг и 1,5 л", "две целых пять десятых килограмма и одна целая пять десятых литра"),
          ("1,0 м", "один метр"),
          (
            "-22 °C, 50 %, 1 %",
            "минус двадцать два градуса Цельсия, пятьдесят процентов, один процент"
          ),
          ("1 ч, 3 ч, 5 ч", "один час, три часа, пять часов"),
          (
            "21 ₽, 2,50 ₽, 3 €, $5",
            "двадцать один рубль, два рубля пятьдесят копеек, три евро, пять долларов"
          ),
          (
            "до 5 км, от 1 м, после 22 мин",
            "до пяти километров, от одного метра, после двадцати двух минут"
          ),
          ("5 тыс. человек и 2 млн €", "пять тысяч человек и два миллиона евро"),
          ("1 000 км", "одна тысяча километров"),
        ])
      + Spoken.of(
        "pl",
        [
          (
            "1 m, 2 m, 5 m, 12 m, 22 m",
            "jeden metr, dwa metry, pięć metrów, dwanaście metrów, dwadzieścia dwa metry"
          ),
          ("21 km", "dwadzieścia jeden kilometrów"),
          ("1 godz., 2 godz. i 5 min", "jedna godzina, dwie godziny i pięć minut"),
          ("3,5 kg, 2,0 l", "trzy przecinek pięć kilograma, dwa przecinek zero litra"),
          ("-3 °C, 50 %", "minus trzy stopnie Celsjusza, pięćdziesiąt procent"),
          (
            "1 zł, 3,50 zł, 5 zł, 1 €",
            "jeden złoty, trzy złote pięćdziesiąt groszy, pięć złotych, jedno euro"
          ),
          (
            "do 2 km, od 1 m, około 5 s",
            "do dwóch kilometrów, od jednego metra, około pięciu sekund"
          ),
          ("5–10 km", "pięć – dziesięć kilometrów"),
        ]))
  private func `has its unit as a word, in the form that the number asks for`(spoken: Spoken) {
    let made = NormalizedText(spoken.text, language: spoken.language)
    #expect(made.text == spoken.words)
    #expect(NormalizedText(made.text, language: spoken.language).text == made.text)
  }

  /// A number that is not an amount takes its case from the words around it: engines know these as well as we do.
  @Test(
    arguments: Spoken.of(
      "ru",
      [
        ("В 1999 г. он ушёл в 5 утра.", "В 1999 г. он ушёл в 5 утра."),
        ("5 с лишним", "5 с лишним"),
        ("17.05.2024 в 14:30", "17.05.2024 в 14:30"), ("Людовик XIV", "Людовик XIV"),
        ("10–12 человек", "10–12 человек"), ("№ 5", "номер 5"),
        ("пишите anna@example.ru", "пишите anna собака example точка ru"),
      ]) + Spoken.of("pl", [("w 1999 r. o 14:30", "w 1999 r. o 14:30"), ("s. 5", "s. 5")])
      + Spoken.of("sv", [("kl. 14.30 den 5 maj", "kl. 14.30 den 5 maj"), ("Karl XII", "Karl XII")]))
  private func `leaves other numbers to the engine`(spoken: Spoken) {
    #expect(NormalizedText(spoken.text, language: spoken.language).text == spoken.words)
  }
}
