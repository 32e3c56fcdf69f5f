/// Small words and letters that distinguish languages.
///
/// A sentence of four words usually has one of them.
enum LanguageWords {
  /// How often a text has words or letters of each language.
  struct Votes: Equatable {
    /// Words by the language's name; a word of several languages counts for each.
    private(set) var counts: [String: Int] = [:]
    /// Different words of the text.
    private(set) var differentWords = 0
    /// "ja", "zh", "ru" or "uk", if most of the letters are of that script.
    private(set) var script: String?
    /// Whether it has letters or words of a language that looks like another one: Norwegian, Danish, Czech, Ukrainian, Bulgarian,
    /// Serbian.
    private(set) var isOfNeighbor = false

    /// How many words are only Danish, minus those that are only Norwegian.
    private var danishMore = 0

    /// "da" or "nb", whichever has more words of its own; nil if both have as many.
    var danishOrNorwegian: String? { danishMore == 0 ? nil : danishMore > 0 ? "da" : "nb" }

    /// Counts what `text` has.
    init(for text: String) {
      var words: Set<String> = []
      var neighbors = 0
      var (hasUkrainian, hasOther) = (false, false)
      var scripts = (kana: 0, han: 0, cyrillic: 0, other: 0)
      for token in text.lowercased().split(whereSeparator: { !$0.isLetter && !"'’".contains($0) }) {
        for scalar in token.unicodeScalars {
          switch scalar.value {
          case 0x3040...0x30FF: scripts.kana += 1
          case 0x4E00...0x9FFF, 0x3400...0x4DBF: scripts.han += 1
          case 0x0400...0x04FF:
            scripts.cyrillic += 1
            if LanguageWords.ukrainian.contains(scalar) { hasUkrainian = true }
            if LanguageWords.notUkrainian.contains(scalar) { hasOther = true }
          default: scripts.other += 1
          }
        }
        let word = String(token.replacing("’", with: "'"))
        if LanguageWords.isOfNeighbor(word) { neighbors += 1 }
        guard words.insert(word).inserted else { continue }
        if LanguageWords.danish.contains(word) || word.hasSuffix("hed") { danishMore += 1 }
        if LanguageWords.norwegian.contains(word) || word.hasSuffix("het") { danishMore -= 1 }
        var languages = LanguageWords.languages[String(word)] ?? []
        // l'amour, c'est, don't.
        if languages.isEmpty, let mark = word.firstIndex(of: "'") {
          languages = LanguageWords.languages[String(word[...mark])] ?? []
          languages += LanguageWords.languages[String(word[mark...])] ?? []
        }
        for (name, letters) in LanguageWords.letters where !languages.contains(name) {
          if word.unicodeScalars.contains(where: letters.contains) { languages.append(name) }
        }
        for name in languages { counts[name, default: 0] += 1 }
      }
      differentWords = words.count
      isOfNeighbor = neighbors > 0 && neighbors * 40 >= words.count
      let (kana, han, cyrillic, other) = scripts
      if kana + han > other + cyrillic {
        script = kana > 0 ? "ja" : "zh"
      } else if cyrillic > other {
        script = hasUkrainian && !hasOther ? "uk" : "ru"
      }
    }

    /// How many words belong to that language.
    func count(_ name: String) -> Int { counts[name] ?? 0 }

    /// The languages that have any, the one with the most first.
    var ranked: [(name: String, count: Int)] {
      counts.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }
  }

  private static let ukrainian = Set("іїєґ".unicodeScalars)
  /// Cyrillic letters that Ukrainian does not have.
  private static let notUkrainian = Set("ыэёъўјљњћђџѓќѕ".unicodeScalars)

  /// Whether a word belongs to a language that looks like Swedish, Polish or Russian, and not to these.
  private static func isOfNeighbor(_ word: String) -> Bool {
    if neighbors.contains(word) { return true }
    var isHard = false
    for scalar in word.unicodeScalars {
      switch scalar {
      case "і", "ї", "є", "ґ", "ў", "љ", "њ", "ћ", "ђ", "џ", "ј", "ѓ", "ќ", "ѕ", "æ", "ø", "ř",
        "ě", "ů":
        return true
      // In Russian, only these follow the hard sign.
      case "ъ": isHard = true
      case "е", "ё", "ю", "я": isHard = false
      default: if isHard { return true }
      }
    }
    return isHard
  }

  private static let danish = Set(
    """
    hvad mig dig sig af nej noget meget nu ind ud op efter blevet bliver blive bliv sagde gik fik mand kvinde jeres vores hvornår uden \
    mellem gør gøre ved måske syv tyve bange lige inden gået nogen tager giver aldrig
    """.split(separator: " ").map(String.init))
  private static let norwegian = Set(
    """
    hva meg deg seg av nei noe mye nå inn ut opp etter blitt blir bli ble sa gikk fikk mann kvinne dere vår uten mellom gjør gjøre vet \
    kanskje sju tjue redd kveld veldig å gått sett noen tar gir mot dra døra aldri fram
    """.split(separator: " ").map(String.init))

  private static let neighbors: Set<String> = [
    "og", "jeg", "ikke", "hva", "hvad", "hvor", "hvordan", "hvorfor", "hvem", "noe", "noget",
    "meg", "deg", "seg", "mye",
    "meget", "også", "være", "å", "це", "що", "ти", "як", "тя", "съм", "това", "ще", "какво",
  ]

  /// Letters that few of the other languages have.
  private static let letters: [(name: String, letters: Set<Unicode.Scalar>)] = [
    ("et", ["õ"]), ("de", ["ß"]), ("pl", Set("łąęśżźćń".unicodeScalars)),
    ("es", ["ñ"]), ("pt", ["ã", "õ"]), ("sv", ["å"]), ("fr", Set("œêùû".unicodeScalars)),
    ("da", ["æ", "ø"]), ("nb", ["æ", "ø"]), ("cs", ["ř", "ě", "ů"]),
  ]

  /// The languages that have a word.
  private static let languages: [String: [String]] = {
    var languages: [String: [String]] = [:]
    for (name, words) in lists {
      for word in words.split(separator: " ") { languages[String(word), default: []].append(name) }
    }
    return languages
  }()

  /// Whether `word`, in small letters, is in the list of the language with that primary tag.
  static func isWord(_ word: String, of language: String) -> Bool {
    languages[word]?.contains(language) ?? false
  }

  private static let lists = [
    (
      "en",
      """
      the a an in am oh ah ha ho come go get let say take make and you that it of to is was for are with his they this have from what were when your can said there each which she \
      how their will if about out many then them these would like him into has could go see no than who did get may its now i \
      my we he me be not do don't i'm it's you're that's can't won't didn't isn't i'll i've we're he's she's let's there's what's \
      why where never here know think thank good please tell our us her been had but all some yes by just never over again \
      must should shall because very on at or as
      """
    ),
    (
      "de",
      """
      der die das und ist nicht ich du er sie es wir ihr ein eine einen einem einer mit auf für von zu den dem des im auch wie was \
      wo wer warum war bin bist sind hat habe haben wird werden aber oder wenn dann noch nur so mich mir dich dir sich uns \
      euch kein keine mein dein sein nach bei aus über unter schon mehr immer hier ja nein bitte danke guten heute gestern morgen \
      kann muss doch jetzt
      """
    ),
    (
      "nl",
      """
      de het een en van ik je dat is niet zijn op te met voor aan er maar ook om als dan zij hij wij we naar wat waar wie \
      waarom was ben bent heb hebt heeft hebben wordt worden deze dit die geen nog uit bij wel jij jou mijn jouw haar hun ons onze \
      nu hier daar zo kan moet goed veel meer ja nee goede avond waren
      """
    ),
    (
      "fr",
      """
      le la les un une des et est que qui dans pour pas sur avec je tu il elle nous vous ils elles ne se ce cette ces mon ma mes ton \
      ta tes son sa ses au aux du en mais ou où comme plus tout très bien suis es sont était étais ai as avez avons ont être avoir \
      fait quand pourquoi comment oui non merci bonjour bonsoir c' l' d' j' n' s' qu' m' t' hier soir moi toi lui ici là rien jamais
      """
    ),
    (
      "es",
      """
      el la los las un una unos y es que de en por para con no se lo su sus mi mis tu tus yo él ella nosotros usted ustedes pero como \
      más muy bien está están estoy estás era fue son soy eres ser hay cuando dónde donde qué quién por porque sí gracias buenos buenas \
      noches días señor señora todo todos todas esta este eso esto nada nunca aquí ya del al le me te nos
      """
    ),
    (
      "it",
      """
      il lo la i gli le un una uno e è che di in per con non si su mi ti ci vi mio mia tuo tua suo sua io tu lui lei noi voi loro ma \
      come più molto bene sono sei siamo siete era ero stato stata ho hai ha abbiamo hanno essere fare quando dove perché chi cosa \
      questo questa quello quella nel nella del della dei delle al alla dal sul sì no grazie buongiorno buonasera sera ieri oggi tutto \
      tutti niente mai qui anche c' l' d' un' dell' all'
      """
    ),
    (
      "pt",
      """
      o a os as um uma e é que de em por para com não se na no nas nos da do das dos meu minha seu sua eu tu você vocês ele ela nós \
      eles elas mas como mais muito bem está estão estou estava era foi são sou ser há quando onde quem porque sim obrigado obrigada \
      boa bom noite dia tudo todos esta este isso isto nada nunca aqui já ao à lhe me te ontem hoje
      """
    ),
    (
      "sv",
      """
      och att det är en ett jag du han hon vi ni de som på för med av till inte om har hade var vara den i så men eller från vad vem \
      varför när här där nu min mitt din ditt sin sitt oss er dem mig dig sig kan ska skall måste vill blir blev ja nej tack god kväll \
      igår går idag mycket bara också
      """
    ),
    // Without words that are also Swedish, Polish or English.
    (
      "da",
      """
      og jeg ikke hvad hvor hvordan hvorfor hvem hvornår noget meget af hun os fra også være været bliver skal ville efter kommer sagde \
      nogen tror ved godt aften altid aldrig vores jeres deres hvis mere lidt igen selv tak går
      """
    ),
    (
      "nb",
      """
      og jeg ikke hva hvor hvordan hvorfor hvem når noe mye meg deg seg hun fra også være vært skal ville etter kommer sa noen tror vet \
      kveld alltid aldri nei vår deres hvis mer litt igjen selv takk ble kanskje dere bare
      """
    ),
    (
      "cs",
      """
      že jsem jsi jsme jste jsou kde kdy proč kdo už tady teď mě tě když nebo bych byl bylo být není nejsem mám máš máme děkuji prosím \
      dobrý večer včera dnes zítra také něco dobře jen jeho její ještě protože může musím tam pojď ale co jak
      """
    ),
    (
      "fi",
      """
      ja on ei en et hän minä sinä me te he se tämä tuo mitä mikä kuka missä miksi kun jos että niin kuin mutta tai myös vain nyt \
      sitten täällä siellä ole olen olet oli olin ovat olla minun sinun hänen meidän teidän heidän minua sinua kanssa hyvä hyvää \
      kiitos kyllä eilen tänään vielä aina jo mukava kaikki
      """
    ),
    (
      "et",
      """
      ja on ei ma mina sa sina ta tema me meie te teie nad nemad see need mis kes kus miks kui et aga või ka nii siis nüüd siin \
      seal olen oled oli olid olin olla ole minu sinu mu su tema meie mul sul tal meil teil mind sind kas jah aitäh tere õhtust eile \
      täna homme väga hea kõik veel juba ainult
      """
    ),
    (
      "pl",
      """
      i w na z nie to jest się że do jak ale co tak po za od o czy ja ty on ona my wy oni być był była byłem byłeś jestem jesteś są \
      mam masz ma mój moja twój twoja jego jej ich tu tam teraz gdzie kiedy kto dlaczego bo już tylko bardzo dziękuję proszę dobry \
      wieczór wczoraj dziś wszystko nic nigdy dla przez
      """
    ),
  ]
}
