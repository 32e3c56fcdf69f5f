/// Numbers that take the gender of the noun after them: `une heure`, `un libro`, `eine Stunde`.
enum CountedNoun {
  /// Whether the word for `digits` has a form for each gender in a language.
  static func agrees(_ digits: String, _ language: String) -> Bool {
    let end = digits.suffix(2)
    let isTeen = end.count == 2 && end.first == "1"
    switch language {
    case "de", "it": return digits == "1"
    case "fr": return digits == "1" || (end.last == "1" && !isTeen && end != "91" && end != "71")
    case "es": return end.last == "1" && !isTeen || isHundreds(digits)
    case "pt": return (end.last == "1" || end.last == "2") && !isTeen || isHundreds(digits)
    default: return false
    }
  }

  /// Whether no noun follows a number, so that the number stands for itself.
  static func isLink(_ word: String) -> Bool { links.contains(word.lowercased()) }

  private static let links = words(
    "de del y o a en es por para con que al e ou em do da no na di ed il la le lo gli et ou à un une est sont und oder ist sind"
      + " bis von zu mit für per più plus moins mais menos meno mal x is or et sur pour dans contre contra gegen"
  )

  /// `doscientos`, `doscientas`.
  private static func isHundreds(_ digits: String) -> Bool {
    digits.utf8.count == 3 && digits.utf8.first.map { $0 > 0x31 } == true
  }

  /// The words for `digits` before `noun`; nil if its gender is not known.
  static func words(_ digits: String, before noun: String, _ spellout: Spellout) -> String? {
    let word = noun.lowercased()
    guard let isFeminine = isFeminine(word, spellout.language) else { return nil }
    if digits == "1" {
      switch spellout.language {
      case "de": return isFeminine ? "eine" : "ein"
      case "fr": return isFeminine ? "une" : "un"
      case "es": return isFeminine ? "una" : "un"
      case "pt": return isFeminine ? "uma" : "um"
      case "it": return italian(word, isFeminine)
      default: break
      }
    }
    return spellout.words(digits, isFeminine ? .feminine : .masculine)
  }

  /// `un libro`, `uno studente`, `un'ora`.
  private static func italian(_ word: String, _ isFeminine: Bool) -> String {
    let isVowel = word.first.map { "aeiouàèéìòù".contains($0) } ?? false
    if isFeminine { return isVowel ? "un" : "una" }
    let second = word.dropFirst().first.map { !"aeiouàèéìòùh".contains($0) } ?? false
    let isHard = ["z", "x", "ps", "gn", "pn", "y"].contains { word.hasPrefix($0) }
    return isHard || (word.hasPrefix("s") && second) ? "uno" : "un"
  }

  /// Whether a noun is feminine, by its ending; nil if that shows little.
  private static func isFeminine(_ word: String, _ language: String) -> Bool? {
    if masculine[language]?.contains(word) == true { return false }
    if feminine[language]?.contains(word) == true { return true }
    for (endings, gender) in endings[language] ?? [] {
      if endings.contains(where: { word.count > $0.count + 1 && word.hasSuffix($0) }) {
        return gender
      }
    }
    return nil
  }

  private static let endings: [String: [([String], Bool)]] = [
    "de": [
      (["ung", "heit", "keit", "schaft", "tion", "tät"], true), (["chen", "lein"], false),
    ],
    "fr": [
      (["age", "ages", "ment", "ments", "eau", "eaux", "isme", "ismes", "oir", "oirs"], false),
      (
        [
          "tion", "tions", "sion", "sions", "ée", "ées", "ette", "ettes", "ance", "ances", "ence",
          "ences", "elle", "elles",
        ], true
      ),
    ],
    "es": [
      (["ista", "istas"], false),
      (["ción", "ciones", "sión", "siones", "dad", "dades", "a", "as"], true),
      (["o", "os", "or", "ores"], false),
    ],
    "it": [(["ista"], false), (["zione", "tà", "a"], true), (["o", "ore"], false)],
    "pt": [
      (["ista", "istas"], false),
      (["ção", "ções", "dade", "dades", "a", "as"], true), (["o", "os", "or", "ores"], false),
    ],
  ]

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  private static let feminine: [String: Set<String>] = [
    "de": words(
      "minute sekunde stunde woche million milliarde katze frau person flasche tasse seite nacht stadt kerze tür"
        + " hand rose karte frage blume straße"),
    "fr": words(
      "heure heures minute minutes seconde secondes fois semaine semaines nuit nuits personne personnes page pages"
        + " ligne lignes maison maisons femme femmes fille filles voiture voitures ville villes table tables tasse pomme pommes"
        + " chose choses chaise chaises bouteille bouteilles lettre lettres porte portes image images plage plages cage cages"
    ),
    "es": words(
      "noche noches vez veces mano manos mujer mujeres calle calles flor flores luz luces clase clases foto fotos moto motos radio radios"
    ),
    "it": words("notte volta mano ora persona donna chiave luce parte foto moto radio auto"),
    "pt": words(
      "noite noites vez vezes mão mãos mulher mulheres flor flores luz luzes parte partes foto fotos moto motos"
    ),
  ]
  private static let masculine: [String: Set<String>] = [
    "de": words(
      "uhr euro dollar cent meter kilometer zentimeter liter gramm kilo kilogramm prozent grad jahr monat tag mann"
        + " hund kind haus buch stück pfund glas bier wort brief freund apfel stuhl tisch baum ei auto bild punkt akt mal sprung schwung ursprung vorsprung"
    ),
    "fr": words(
      "an ans mois jour jours euro euros homme hommes livre livres franc francs kilo kilos mètre mètres litre litres"
        + " garçon garçons enfant enfants chat chats chien chiens siècle siècles point points pas verre verres soir mot mots acte actes musée musées lycée lycées silence silences squelette squelettes"
    ),
    "es": words(
      "día días mes meses euro euros mapa planeta hombre hombres tren trenes pie pies problema problemas tema temas sistema sistemas programa programas idioma idiomas poema poemas drama dramas clima climas fantasma fantasmas síntoma síntomas"
    ),
    "it": words(
      "giorno mese euro anno uomo cane fiore nome pesce mare paese problema tema sistema programma poema dramma clima fantasma sintomo"
    ),
    "pt": words(
      "dia dias mês meses euro euros mapa planeta homem homens trem pé pés problema problemas tema temas sistema sistemas programa programas idioma idiomas poema poemas drama dramas clima climas fantasma fantasmas sintoma sintomas"
    ),
  ]
}
