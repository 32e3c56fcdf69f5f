import Foundation
import TestSupport
import Testing

@testable import CueText

/// The sentences as text.
private func sentences(_ text: String, _ language: String = "en") -> [String] {
  Segments.sentences(of: text, language: language).map(\.text)
}

private func paragraphs(_ text: String) -> [String] {
  Segments.paragraphs(of: text).map(\.text)
}

/// A line with a stroke where each sentence ends.
private struct Case: Sendable, CustomTestStringConvertible {
  let language: String
  let line: String

  var expected: [String] {
    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }
  }
  var text: String { line.replacing("|", with: "") }
  var testDescription: String { "\(language): \(line)" }

  static func of(_ language: String, _ lines: [String]) -> [Case] {
    lines.map { Case(language: language, line: $0) }
  }

  /// The cases that the benchmarks count.
  static func file(_ language: String) -> [Case] {
    let path = Places.source("Benchmarks/sentences/\(language).txt")
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return of(
      language,
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { String($0).replacing("\\n", with: "\n") })
  }
}

@Suite struct `Sentences` {
  @Test func `are found where titles and sums have points`() {
    #expect(sentences("Dr. Smith paid $3.50. Really?") == ["Dr. Smith paid $3.50.", "Really?"])
  }

  @Test func `are there for every rule of the benchmarks`() {
    #expect(Case.file("en").count > 50)
    #expect(Case.file("et").count > 50)
  }

  @Test(arguments: Case.file("en") + Case.file("et"))
  private func `end where a reader would end them`(example: Case) {
    #expect(sentences(example.text, example.language) == example.expected)
  }

  @Test(
    arguments: Case.of(
      "en",
      [
        "I met Mr. and Mrs. Jones. |They waved.", "He lives on Elm St. |The house is red.",
        "Is it him? |No. |I will not.", "See No. 7 and Nos. 8 and 9. |Then stop.",
        "“Are you there?” I asked.", "“Are you there?” |“Yes.” |He sat.",
        "My iPhone rang. |iPhone calls are loud.",
        "The temperature fell to -3.5 degrees. |5 people came.",
        "Apple Inc. Chairman Tim spoke. |They clapped.", "On Jan. 5, 1999, he left. |She wept.",
        "It was 5 p.m. |We ate.", "Vol. II was lost. |We cried.", "That's all. |(For now.) |Bye.",
        "hello there. |how are you? |i am fine.", "HELLO DR. MOSS. |HOW ARE YOU?",
        "Wait — what? |Yes.", "He said (twice!) no. |Then he left.", "…and so it ends. |Does it?",
        "Did he say “Run!”? |I think so.", "We use Node.js and example.org. |Then we stop.",
        "Use System.Out.Println here.", "Mail me at a.b@c.Example.org now.",
        "(1) Sweep the stage (2) Set the chairs".replacing(" (2)", with: " |(2)"),
      ]))
  private func `Sentences are cut in English with care`(example: Case) {
    #expect(sentences(example.text, "en-GB") == example.expected)
  }

  @Test(
    arguments: Case.of(
      "de",
      [
        "Dr. Weber kommt am 3. Oktober. |Er bringt Wein mit.", "29. Juli. |Es regnet.",
        "Das kostet z. B. Geld und z.B. Zeit. |Wer zahlt?",
        "Sie wohnt in der Bahnhofstr. 5 bei Frau M. Keller. |Es ist nah.",
        "Er kam 1999. |Dann ging er.", "Der 2. Weltkrieg begann 1939. |Niemand wollte ihn.",
        "»Geh!« sagte er. |Sie blieb.", "„Geh!“ rief Anna. |Sie blieb.",
        "Wir haben Brot, Käse usw. |Das reicht.", "Es kostet 5 Mio. Euro. |Zu viel.",
        "Im Jahr 44 v. Chr. starb er. |Rom weinte.", "Vgl. S. 12 und Nr. 4. |Dort steht es.",
      ])
      + Case.of(
        "fr",
        [
          "M. Dupont et Mme Roy sont là. |Ils attendent.", "« Va ! » dit-elle. |Il partit.",
          "« Va ! » |Il partit.", "Vraiment ? |Oui !", "Voir p. 12, art. 3. |C'est clair.",
          "Il est né en 50 av. J.-C. à Rome. |Il est mort vieux.",
          "Prenez du pain, du vin, etc. |Le reste suit.",
        ])
      + Case.of(
        "es",
        [
          "El Sr. Pérez y la Dra. Gómez llegan hoy. |¿Quién los espera?", "¡Vete! |¡Ahora!",
          "«¡Vete!» dijo ella. |Él salió.", "Vive en EE.UU. desde 2001. |Le gusta.",
          "Gracias a Ud. |La cena fue buena.", "Véase la pág. 12 y el núm. 3. |Está claro.",
        ])
      + Case.of(
        "it",
        [
          "Il sig. Rossi e la dott.ssa Bianchi arrivano. |Chi li aspetta?",
          "Vedi pag. 12, art. 3. |È chiaro.", "La Fiat S.p.A. Torino cresce. |Tutti lo sanno.",
          "Pane, vino, ecc. |Il resto segue.", "Nacque nel 50 a.C. a Roma. |Morì vecchio.",
        ]))
  private func `are cut in other languages by what these know`(example: Case) {
    #expect(sentences(example.text, example.language) == example.expected)
  }

  @Test(
    arguments: Case.of(
      "en",
      [
        "The keeper (He came from Whitby. His wife did not.) lit the lamp. |It smoked.",
        "He wrote [see Smith. Also Jones.] to me.", "She said, “I saw him. He was wet.” and left.",
        "It fell in 1703.[2] |A new one was built.[3][4] |It stands.",
        "It was wrong.¹ |We know why.",
        "It was wrong.14 |Later work showed why.", "Version 2.14 Beta is out. |Try it.",
        "Steps: |1. Wash your hands. |2. Dry them.",
        "i. bread ii. wine iii. salt".replacing(" ii", with: " |ii"),
        "Bring: |a) bread |b) wine",
      ]) + Case.of("it", ["Sono l'Ing. Mengozzi e l’avv. Bruni. |Chi è?", "Dall'on. Rossi no."])
      + Case.of("es", ["Viajó a los EE. UU. en mayo. |No volvió.", "Los JJ. OO. de Roma. |¿Sí?"])
      + Case.of("de", ["Eine kath. Schule und die ev. Kirche. |Beide sind alt."])
      + Case.of("da", ["Vi ses kl. 8. |Hr. Holm kommer den 4. maj.", "Skt. Hans er bl.a. her."])
      + Case.of("nl", ["Dhr. Bos kwam om 8 uur. |12 mensen keken.", "Dat is d.w.z. nu. |Ja."])
      + Case.of("pt", ["O Sr. Lima mora na Av. Brasil, n.º 5. |É azul.", "Foi em 31 a.C. no mar."])
      + Case.of("sv", ["Vi har t.ex. mjölk m.m. |Prof. Berg vet."])
      + Case.of("nb", ["Hr. Lie kom kl. 9. |Vi feirer 17. mai."])
      + Case.of("fi", ["Tulen 6. joulukuuta klo 14. |Tri Laine puhui mm. siitä."])
      + Case.of("pl", ["Prof. Nowak mieszka przy ul. Długiej 5. |Kup np. chleb."])
      + Case.of("ru", ["А. И. Семёнов живёт на ул. Мира. |«Уйди! Сейчас же!» — крикнул он."])
      + Case.of("sk", ["Prišla 7. Apríla, napr. Anna. |Firma XYZ s. r. o. nie."])
      + Case.of("hy", ["Բարև Ձեզ: |Իմ անունն Արմինե է. այո: |Լավ։"])
      + Case.of("hi", ["यू.के. में है। |डॉ. शर्मा आए।"]))
  private func `keep brackets, abbreviations and footnotes together in many languages`(
    example: Case
  ) {
    #expect(sentences(example.text, example.language) == example.expected)
  }

  @Test(arguments: ["da", "de", "en", "es", "fr", "it", "nl", "no", "pl", "pt", "ru", "sv"])
  func `of the texts that no rule was written for end as marked`(language: String) {
    let cases = Case.file("unseen/\(language)")
    #expect(cases.count >= 10)
    for example in cases { #expect(sentences(example.text, language) == example.expected) }
  }

  @Test(
    arguments: Case.of(
      "pl",
      [
        "Nie pomagaj im. |To są wrogowie.", "Nie pomagaj im. |Marek idzie.",
        "Dobra, ok. |Marek idzie.", "Dziękuję pani. |Jan przyszedł.", "Weź ten lek. |Marek śpi.",
        "Szkoła im. Jana Pawła II stoi. |Duża.", "Mieszka przy ul. Długiej. |To daleko.",
      ])
      + Case.of(
        "ru",
        [
          "Это кит. |Он большой.", "Он потерял ум. |Она ушла.", "Я сказал им. |Иван ушёл.",
          "Прошёл час. |Иван ушёл.", "Таков мой род. |Марк молчит.",
          "Театр им. Вахтангова закрыт. |Жаль.",
          "Вот ул. Мира. |Красиво.",
        ])
      + Case.of(
        "de",
        [
          "Ich danke dir. |Peter kommt gleich.", "Er trinkt Port. |Marie trinkt Bier.",
          "Bitte komm. |Peter wartet.", "Weil ich ihn mag. |Peter weiß es.",
          "Das ist das Gen. |Marie forscht.",
          "Dir. Müller kam. |Gut.",
          "Ein port. Wein und Gen. Müller. |Schön.".replacing("Gen. Müller", with: "Bier"),
        ])
      + Case.of(
        "da",
        ["Hun er ung. |Han er gammel.", "Vi ses i maj. |Peter kommer.", "Min eks. |Peter ler."])
      + Case.of("sv", ["Vi ses i maj. |Peter kommer.", "Hon är ung. |Peter ler."])
      + Case.of("nb", ["Vi ses i maj. |Per kommer.", "Der er min fru. |Per ler."])
      + Case.of(
        "pt",
        ["Eu quero ir. |Maria fica.", "É o meu ex. |Maria ri.", "Ela tem um dom. |Pedro não."])
      + Case.of(
        "fr", ["C'est mon ex. |Marie rit.", "Il a un col. |Marie rit.", "Le cap. |Marie rit."])
      + Case.of("nl", ["Dat past. |Jan lacht.", "Dag, pater. |Jan lacht."])
      + Case.of("cs", ["To je Rus. |Jan ví.", "Dej to nám. |Jan ví.", "Viz rus. text. |Jan ví."])
      + Case.of("it", ["Guardo il mar. |Maria ride.", "È un perito. |Maria ride."])
      + Case.of("es", ["Tiene un gen. |María ríe.", "Bebe de la vid. |María ríe."])
      + Case.of("fi", ["Älä tee noin. |Pekka tulee."])
      + Case.of(
        "en",
        [
          "She is my rep. |Marie is not.", "I like my prof. |Marie does not.",
          "Meet Ed. |Marie did.",
        ]))
  private func `end with words that are abbreviations too`(example: Case) {
    #expect(sentences(example.text, example.language) == example.expected)
  }

  @Test(arguments: [
    "pl", "ru", "uk", "bg", "de", "da", "sv", "nb", "pt", "fr", "nl", "cs", "it", "es", "fi", "en",
    "et",
  ])
  func
    `end with each word of a language, whatever it abbreviates, before one that begins sentences`(
      language: String
    )
  {
    let rules = LanguageRules.of(language)
    let ordinary = rules.words.union(rules.nameWords)
    #expect(!ordinary.isEmpty)
    let openers = rules.openers.filter { $0.count > 1 && $0.allSatisfy(\.isLetter) }.sorted()
      .prefix(6)
    for word in ordinary.sorted() {
      // A word that abbreviates nothing needs no mention.
      #expect(rules.knows(word.lowercased()), "\(word)")
      for opener in openers {
        let next = opener.prefix(1).uppercased() + opener.dropFirst() + " 27 zzz."
        #expect(
          sentences("Zzz zzz \(word). \(next)", language).first == "Zzz zzz \(word).",
          "\(word) \(next)")
      }
    }
  }

  @Test func `of a language without rules are ICU's`() {
    #expect(sentences("你好。再见！", "zh") == ["你好。", "再见！"])
    #expect(sentences("O rei morreu. Viva o rei!", "pt-BR") == ["O rei morreu.", "Viva o rei!"])
    #expect(sentences("Κι εσύ; Ναι.", "el") == ["Κι εσύ;", "Ναι."])
    #expect(sentences("One. Two.", "no tag at all") == ["One.", "Two."])
  }

  @Test(
    arguments: Case.of(
      "ja",
      [
        "彼は来た。|「行こう。」と彼は言った。", "「行こう。」と彼は言った。|彼女は笑った。", "「はい。」|「いいえ。」",
        "彼は笑った。|「何？」って聞いた。|『本だ。』", "雨だ。|（本当だ。）|帰ろう。",
      ])
      + Case.of("zh", ["他来了。|（真的。）|他走了。", "“走吧。”他说。|她笑了。", "他笑了。|“走吧！”|她哭了。", "「走吧。」他輕聲地說。|好。"]))
  private func `of Japanese and Chinese begin with their quotes`(example: Case) {
    #expect(sentences(example.text, example.language) == example.expected)
  }

  @Test func `of another script within English are ICU's too`() {
    #expect(sentences("He said 你好。她笑了。 Then he left. So?").count == 4)
  }

  @Test func `have their places in the text, whatever ends its lines`() {
    let text = "\u{feff} Õhtu.\r\n\r\n  Mr. Ed left. “No!” she said.\r\nEnd"
    let bytes = Array(text.utf8)
    let segments = Segments.sentences(of: text, language: "")
    #expect(segments.map(\.text).suffix(3) == ["Mr. Ed left.", "“No!” she said.", "End"])
    #expect(segments.allSatisfy { Array($0.text.utf8) == Array(bytes[$0.range]) })
    #expect(segments.map(\.number) == [0, 1, 2, 3])
  }

  @Test(arguments: ["", " ", "\n\r\n\t", "\u{a0}"])
  func `an empty text has no sentences`(text: String) {
    #expect(sentences(text) == [])
    #expect(paragraphs(text) == [])
  }

  @Test func `of one sentence of nine thousand characters are one`() {
    let text = String(repeating: "and on it goes, ", count: 560) + "to its end."
    #expect(sentences(text) == [text])
  }

  @Test func `of more than a megabyte are as many as their parts'`() {
    let part = "Dr. Lind went home. “Why?” he asked. Nobody knew.\n"
    let text = String(repeating: part, count: 24_000)
    let segments = Segments.sentences(of: text, language: "en")
    #expect(segments.count == 72_000)
    #expect(segments.last?.range == text.utf8.count - 13..<text.utf8.count - 1)
  }

  @Test(arguments: 0..<60)
  func `of anything hold all but blanks, in order, each in one paragraph`(seed: Int) {
    var random = Seeded(UInt64(seed))
    let parts = [
      "a", "Ä", "…", "🎭", " ", "  ", "\n", "\r\n", ".", "!", "?", "”", ")", "word", "\u{0}", "1. ",
      "Dr. ", "b) ", "• ", "。", "«", "- ", "\u{301}", "\u{2028}", "I", "U.S. ", "“", "\t", "e.g. ",
    ]
    let languages = ["en", "et", "de", "fr", "ja", ""]
    let text = (0..<400).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    let language = languages[seed % languages.count]
    let bytes = Array(text.utf8)
    let all = Segments.sentences(of: text, language: language)
    let paragraphs = Segments.paragraphs(of: text)
    for segments in [all, paragraphs] {
      #expect(
        zip(segments, segments.dropFirst()).allSatisfy {
          $0.range.upperBound <= $1.range.lowerBound
        })
      #expect(segments.allSatisfy { Array($0.text.utf8) == Array(bytes[$0.range]) })
      let kept = segments.map(\.text).joined().unicodeScalars.filter { !$0.isBlank }
      #expect(Array(kept) == Array(text.unicodeScalars.filter { !$0.isBlank }))
      #expect(segments.allSatisfy { $0.text.unicodeScalars.first?.isBlank == false })
    }
    for sentence in all {
      #expect(
        paragraphs.contains {
          $0.range.lowerBound <= sentence.range.lowerBound
            && sentence.range.upperBound <= $0.range.upperBound
        })
    }
  }

  @Test(arguments: 0..<200)
  func `a line that the quick check accepts is one sentence`(seed: Int) {
    var random = Seeded(UInt64(seed))
    let parts = ["a", "B", "Ö", " ", ".", "!", "7", "(", ")", "”", "–", "\"", ",", "\n", "…"]
    for length in 1...12 {
      let text = (0..<length).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      guard QuickLook.isOneSentence(text.utf8) else { continue }
      let scalars = TextScalars(text)
      let all = LineEnds.paragraphs(of: scalars)
      let finder = SentenceFinder(text: scalars, language: "en", paragraphs: all)
      let starts = finder.starts()
      #expect(starts.allSatisfy { scalars.trimmed($0..<scalars.count).isEmpty }, "“\(text)”")
    }
  }

  @Test(arguments: ["Come here", "It costs $3.50 today", "Really?!", "“Go,” she said.", "No… yes"])
  func `a short line is recognized as one sentence without ICU`(line: String) {
    #expect(QuickLook.isOneSentence(line.utf8) == !line.contains("…"))
  }
}

@Suite struct `Paragraphs` {
  @Test func `end with their lines, and equal ones have places of their own`() {
    let segments = Segments.paragraphs(of: "a\n\n a\n")
    #expect(segments.map(\.text) == ["a", "a"])
    #expect(segments.map(\.range) == [0..<1, 4..<5])
  }

  @Test(arguments: ["A\nB\n\nC", "A\r\nB\r\n\r\nC\r\n", "\n\nA\rB\r\rC", "A\u{2028}B\u{2029}C"])
  func `Paragraphs end whatever ends the lines`(text: String) {
    #expect(paragraphs(text) == ["A", "B", "C"])
  }

  @Test func `hold the lines that were only wrapped`() {
    let wrapped = """
      Friends, I stand here tonight with a heart
      that is full. We have come a long way since
      Tallinn. Nobody thought that it would rain.
      We are here all the same.

      Thank you.
      """
    #expect(paragraphs(wrapped).count == 2)
    #expect(sentences(wrapped).count == 5)
    #expect(sentences(wrapped)[1].hasSuffix("since\nTallinn."))
  }

  @Test func `are lines where each is a sentence`() {
    let lines = """
      Ladies and gentlemen, I thank you all for coming here on such a night.
      We begin with the oldest of our songs, which my grandmother taught me.
      Then we dance.
      """
    #expect(paragraphs(lines).count == 3)
  }

  @Test func `Paragraphs are lines of a list or a verse`() {
    #expect(paragraphs("Bring these:\n- bread\n- wine\n1. salt\n2. oil").count == 5)
    #expect(paragraphs("The Harbour\nBoats on the sand\nLamps in the rain").count == 3)
  }
}
