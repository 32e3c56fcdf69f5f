/// The words for a man or a woman in one language, and words that look like those of another.
///
/// `il` is an article in Italian, `hem` is home in Swedish, `son` is his or her in French: each language has its own.
struct GenderWords {
  let he: Set<String>
  let she: Set<String>
  /// Words of the lists that are other words here.
  let otherWords: Set<String>
  /// Words after an `il` that stands for nobody.
  let impersonal: Set<String>
  /// Endings of words for women of a trade, as in `Kellnerin`.
  let feminineEndings: [String]
  /// Endings of words for men of a trade, as in `Lehrling`.
  let masculineEndings: [String]
  /// Articles of women and of men, at the beginning of a sentence.
  let femaleArticles: Set<String>
  let maleArticles: Set<String>
  /// Kinship and titles that are words of this language alone.
  let women: Set<String>
  let men: Set<String>
  /// Words by which people are addressed.
  let addresses: Set<String>
  /// Words with which people begin to speak of themselves.
  let selfOpenings: [[String]]
  /// Endings of adjectives and participles that agree with a woman, and with a man.
  let agreeingWithHer: [String]
  let agreeingWithHim: [String]
  /// Endings of further trades of women and of men; and things with the same endings.
  let womensTrades: [String]
  let mensTrades: [String]
  let things: Set<String>

  private init(
    _ he: String, _ she: String, other: String = "", impersonal: String = "",
    feminines: String = "", masculines: String = "", articles: (she: String, he: String) = ("", ""),
    women: String = "", men: String = "", openings: [[String]] = [],
    agreeing: (she: String, he: String) = ("", ""), trades: (she: String, he: String) = ("", ""),
    things: String = ""
  ) {
    self.he = NameLists.words(he)
    self.she = NameLists.words(she)
    otherWords = NameLists.words(other)
    self.impersonal = NameLists.words(impersonal)
    feminineEndings = feminines.split(separator: " ").map(String.init)
    masculineEndings = masculines.split(separator: " ").map(String.init)
    femaleArticles = NameLists.words(articles.she)
    maleArticles = NameLists.words(articles.he)
    self.women = NameLists.words(women)
    self.men = NameLists.words(men)
    addresses = self.women.union(self.men)
    func endings(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    selfOpenings = openings
    agreeingWithHer = endings(agreeing.she)
    agreeingWithHim = endings(agreeing.he)
    womensTrades = endings(trades.she)
    mensTrades = endings(trades.he)
    self.things = NameLists.words(things)
  }

  /// Those of `language`, a BCP 47 tag; none if there is no list for it.
  static func of(_ language: String) -> GenderWords {
    languages[language.lowercased().split(separator: "-").first.map(String.init) ?? ""] ?? none
  }

  /// The gender of an adjective or participle that agrees with its person: `fatiguée`, `cansado`; nil for others.
  func agreement(_ word: String) -> PartGender? {
    guard !things.contains(word) else { return nil }
    for (endings, gender) in [(agreeingWithHer, PartGender.female), (agreeingWithHim, .male)]
    where endings.contains(where: { ending in
      // Long ones are whole words, too.
      word.hasSuffix(ending)
        && (word.count > ending.count + 1 || word == ending && ending.count > 3)
    }) {
      return gender
    }
    return nil
  }

  /// Whether a noun is a woman's trade.
  func isWomansTrade(_ noun: String) -> Bool {
    (feminineEndings + womensTrades).contains { noun.count > $0.count + 1 && noun.hasSuffix($0) }
  }

  /// Whether a noun is a man's trade.
  func isMansTrade(_ noun: String) -> Bool {
    (masculineEndings + mensTrades).contains { noun.count > $0.count + 1 && noun.hasSuffix($0) }
      && !things.contains(noun)
  }

  private static let none = GenderWords("", "")

  private static let languages: [String: GenderWords] = {
    let danish = GenderWords(
      "han ham hans", "hun hende hendes henne hennes", other: "men god guy",
      women:
        """
        mor mormor farmor bedstemor bestemor søster datter tante kusine niese kone kvinde kvinne pige jente fru frøken \
        dronning prinsesse enke
        """,
      men:
        "far morfar farfar bedstefar bestefar bror sønn søn onkel fætter fetter nevø mand mann dreng gutt herr konge prins"
    )
    return [
      "en": GenderWords(
        "he him his himself", "she her hers herself", other: "re isa ema vend mees onu naine poeg"),
      "de": GenderWords(
        "er ihn ihm", "sie", other: "nun lass men god re isa son maid guy male",
        feminines:
          "erin istin ntin ztin eurin orin irtin öchin eundin öttin äfin ürstin ärin frau tochter schwester",
        masculines: "ling meister", articles: ("die eine", "der ein"),
        women:
          "mama mutti omi enkelin witwe nichte cousine magd gräfin herzogin kaiserin fürstin dirne chefin tochter ehefrau",
        men:
          """
          papa vati opi enkel witwer neffe cousin knecht bub bube bursche graf herzog kaiser fürst mönch chef mann ehemann \
          jüngling
          """,
        trades: ("rin tin gin", "ler ner iker ist ent eur loge kunde lehrer käufer schüler führer"),
        things: "teller trockner ordner talent patent"),
      "fr": GenderWords(
        "il lui-même", "elle elle-même", other: "son men re god male isa",
        impersonal:
          "y faut pleut neige fait s'agit s'agissait semble reste existe suffit manque fallait faudra vaut",
        feminines: "trice euse ière ère esse ienne", masculines: "eur ier",
        articles: ("la une", "le un"),
        women:
          """
          maman mamie cousine nièce veuve dame copine fiancée comtesse duchesse marquise abbesse demoiselle gamine tata \
          belle-mère
          """,
        men:
          "papa papi oncle cousin neveu veuf garçon copain fiancé comte duc abbé moine monsieur gamin tonton mari curé",
        openings: [["je", "suis"], ["j'étais"], ["j’étais"]],
        agreeing: (
          "ée ieuse ureuse rtie seule prête sûre contente assise morte",
          "é ieux ureux seul prêt sûr content assis mort"
        ),
        trades: ("iste enne", "iste ien"),
        things: """
          café thé bébé clé blé pâté côté fossé canapé panier santé épée poupée fusée idée bouchée poignée fumée gorgée \
          araignée allée journée soirée année
          """
      ),
      "es": GenderWords(
        "él", "ella", other: "son men re male isa god", feminines: "dora tora triz",
        masculines: "dor tor",
        articles: ("la una", "el un"),
        women:
          """
          abuela abuelita tía prima sobrina nieta esposa novia viuda chica doña mamá condesa duquesa marquesa monja \
          muchacha suegra nuera madrina comadre
          """,
        men:
          """
          abuelo abuelito tío primo sobrino nieto esposo novio viudo chico don papá conde duque marqués monje muchacho \
          suegro yerno padrino compadre caballero cura marido
          """, openings: [["estoy"], ["soy"], ["estaba"], ["me", "siento"], ["quedé"]],
        agreeing: (
          "ada ida osa sola lista loca segura enferma vieja contenta harta muerta tranquila",
          "ado ido oso solo listo loco seguro enfermo viejo contento harto muerto tranquilo"
        ),
        trades: ("era ista", "ero ista"),
        things: """
          dinero sombrero cenicero letrero mirada espada entrada ensalada vestido helado pescado teclado candado sentido \
          bocado mercado lado cuidado bebida comida salida herida
          """),
      "it": GenderWords(
        "lui egli", "lei ella", other: "male men son isa god", feminines: "trice essa iera",
        masculines: "tore iere", articles: ("la una", "il lo un uno"),
        women:
          "nonna zia cugina moglie vedova sposa suora mamma contessa duchessa marchesa bambina ragazzina suocera nuora comare",
        men:
          """
          nonno zio cugino marito vedovo sposo frate papà babbo conte duca marchese bambino ragazzino suocero genero don \
          compare signore
          """, openings: [["sono"], ["ero"], ["mi", "sento"]],
        agreeing: (
          "ata uta ita osa stanca sicura pronta sola contenta morta vecchia seduta presa",
          "ato uto ito oso stanco sicuro pronto solo contento morto vecchio seduto preso"
        ),
        trades: ("aia ista oca", "aio ista oco"),
        things: """
          cucchiaio vestito dito gelato invito appetito udito patata insalata occhiata giornata serata spada vita matita
          """),
      "pt": GenderWords(
        "ele dele nele", "ela dela nela", other: "men re son male isa god",
        feminines: "dora tora triz",
        masculines: "dor tor", articles: ("a uma", "o um"),
        women:
          "avó mãe irmã tia prima sobrinha neta filha esposa noiva viúva senhora dona menina rapariga moça rainha mamã mamãe",
        men:
          "avô pai irmão tio primo sobrinho neto filho esposo noivo viúvo senhor dom menino rapaz moço rei papá papai marido",
        openings: [["estou"], ["sou"], ["estava"], ["fiquei"]],
        agreeing: (
          "ada ida osa sozinha pronta louca segura velha",
          "ado ido oso sozinho pronto louco seguro velho"
        ),
        trades: ("eira ista", "eiro ista"),
        things: """
          dinheiro cinzeiro espada entrada salada bebida comida saída ferida vestido gelado teclado lado cuidado
          """
      ),
      "nl": GenderWords(
        "hij hem", "haar zij", other: "men god mees re son isa", feminines: "ster erin",
        women:
          "moeder mama zus zuster dochter oma tante nicht vrouw meisje koningin mevrouw juffrouw weduwe bruid gravin",
        men:
          "vader papa broer zoon opa oom neef jongen koning meneer heer man weduwnaar bruidegom graaf"
      ),
      "sv": GenderWords(
        "han honom hans", "hon henne hennes", other: "men god miss re isa guy",
        women:
          "mor mamma mormor farmor syster dotter moster faster kusin kvinna flicka fru fröken drottning prinsessa änka",
        men: "far pappa morfar farfar bror son morbror farbror man pojke herr kung prins änkling"),
      "da": danish, "nb": danish, "no": danish, "nn": danish,
      "ru": GenderWords(
        "он его ему него нём ним", "она её ее ей неё ней",
        women:
          "мать мама сестра бабушка тётя тетя дочь жена вдова женщина девушка девочка госпожа королева царица княгиня",
        men:
          "отец папа брат дед дедушка дядя сын муж вдовец мужчина парень мальчик господин король царь князь"
      ),
      "uk": GenderWords(
        "він його йому нього ним", "вона її їй неї нею",
        women:
          "мати мама сестра бабуся тітка дочка дружина вдова жінка дівчина дівчинка пані королева",
        men: "батько тато брат дід дідусь дядько син чоловік хлопець хлопчик пан король"),
      "pl": GenderWords(
        "on jego jemu niego nim", "ona jej niej nią",
        women:
          "pani matka mama siostra babcia ciotka ciocia córka żona wdowa kobieta dziewczyna dziewczynka królowa",
        men: "pan ojciec tata brat dziadek wujek syn mąż wdowiec mężczyzna chłopak chłopiec król"),
      "cs": GenderWords(
        "on jeho jemu něho ním", "ona její jí ní",
        women: "paní matka máma sestra babička teta dcera žena vdova dívka holka královna",
        men: "pán pan otec táta bratr dědeček děda strýc syn muž vdovec chlapec kluk král"),
      // These have one pronoun for both.
      "et": GenderWords("", "", other: "men man son re god male guy on"),
      "fi": GenderWords(
        "", "", other: "men man son re god male isa",
        women: "äiti sisko täti mummo mummi tytär vaimo leski nainen tyttö rouva neiti kuningatar",
        men: "isä veli setä eno ukki vaari poika mies herra kuningas"),
    ]
  }()
}
