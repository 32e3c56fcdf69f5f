/// Reads a duration from words: `5 seconds`, `2s`, `0:30`, `ten seconds`, `1.5 sec`, `zwei Minuten`.
public enum WrittenLength {
  /// The longest duration, an hour: a larger number is a year or a count.
  private static let mostMilliseconds = 3_600_000

  /// The duration in milliseconds; nil if `text` has none.
  public static func milliseconds(in text: String) -> Int? {
    let tokens = text.lowercased().split { !($0.isLetter || $0.isNumber || ".,:'".contains($0)) }
      .map { $0.drop { ".,:'".contains($0) } }
      .map { token in String(token.reversed().drop { ".,:'".contains($0) }.reversed()) }
    var total = 0.0
    var isFound = false
    for (index, token) in tokens.enumerated() where !token.isEmpty {
      if let clock = clock(token) { return checked(clock) }
      guard let (value, unit) = amount(token, tokens.dropFirst(index + 1).first) else { continue }
      total += value * unit
      isFound = true
    }
    return isFound ? checked(total) : nil
  }

  private static func checked(_ seconds: Double) -> Int? {
    let milliseconds = (seconds * 1000).rounded()
    guard milliseconds > 0, milliseconds <= Double(mostMilliseconds) else { return nil }
    return Int(milliseconds)
  }

  /// `0:30`, `1:05`.
  private static func clock(_ token: String) -> Double? {
    let parts = token.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let minutes = Int(parts[0]), parts[1].count == 2,
      let seconds = Int(parts[1]), (0..<60).contains(minutes), (0..<60).contains(seconds)
    else { return nil }
    return Double(minutes * 60 + seconds)
  }

  /// A number and its unit in seconds; the unit is the end of `token` or the next word.
  private static func amount(_ token: String, _ next: String?) -> (Double, Double)? {
    let digits = token.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    if !digits.isEmpty {
      guard let value = Double(digits.replacing(",", with: ".")) else { return nil }
      let rest = String(token[digits.endIndex...])
      guard let unit = unit(rest.isEmpty ? next ?? "" : rest) else { return nil }
      return (value, unit)
    }
    guard let next, let unit = unit(next), let value = numbers[token] else { return nil }
    return (Double(value), unit)
  }

  private static func unit(_ word: String) -> Double? {
    if seconds.contains(word) { return 1 }
    return minutes.contains(word) ? 60 : nil
  }

  private static let seconds = Set(tables.flatMap { words($0.seconds) })
  private static let minutes = Set(tables.flatMap { words($0.minutes) })
  /// If a word is a number in several languages, the first one counts.
  private static let numbers: [String: Int] = Dictionary(
    tables.flatMap { table in zip(words(table.numbers), counts).map { ($0, $1) } },
    uniquingKeysWith: { first, _ in first })

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  /// The values of each table's words for numbers, in their order; a table may have fewer.
  private static let counts = Array(1...10) + [12, 15, 20, 30, 40, 50, 60]

  /// Units and small numbers, by language.
  private static let tables: [(seconds: String, minutes: String, numbers: String)] = [
    // en
    (
      "s sec secs second seconds", "m min mins minute minutes",
      "one two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty sixty"
    ),
    // de
    (
      "s sek sekunde sekunden", "min minute minuten",
      "eine zwei drei vier fünf sechs sieben acht neun zehn zwölf fünfzehn zwanzig dreißig vierzig "
        + "fünfzig sechzig"
    ),
    // fr
    (
      "s sec seconde secondes", "min minute minutes",
      "une deux trois quatre cinq six sept huit neuf dix douze quinze vingt trente quarante cinquante "
        + "soixante"
    ),
    // es
    (
      "s seg segundo segundos", "min minuto minutos",
      "un dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta cuarenta "
        + "cincuenta sesenta"
    ),
    // it
    (
      "s sec secondo secondi", "min minuto minuti",
      "un due tre quattro cinque sei sette otto nove dieci dodici quindici venti trenta quaranta "
        + "cinquanta sessanta"
    ),
    // pt
    (
      "s seg segundo segundos", "min minuto minutos",
      "um dois três quatro cinco seis sete oito nove dez doze quinze vinte trinta quarenta cinquenta "
        + "sessenta"
    ),
    // nl
    (
      "s sec seconde seconden", "min minuut minuten",
      "een twee drie vier vijf zes zeven acht negen tien twaalf vijftien twintig dertig veertig "
        + "vijftig zestig"
    ),
    // sv
    (
      "s sek sekund sekunder", "min minut minuter",
      "en två tre fyra fem sex sju åtta nio tio tolv femton tjugo trettio fyrtio femtio sextio"
    ),
    // da
    (
      "s sek sekund sekunder", "min minut minutter",
      "et to tre fire fem seks syv otte ni ti tolv femten tyve tredive fyrre halvtreds tres"
    ),
    // nb
    (
      "s sek sekund sekunder", "min minutt minutter",
      "ett to tre fire fem seks sju åtte ni ti tolv femten tjue tretti førti femti seksti"
    ),
    // fi
    (
      "s sek sekunti sekuntia", "min minuutti minuuttia",
      "yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen kaksitoista "
        + "viisitoista kaksikymmentä"
    ),
    // et
    (
      "s sek sekund sekundit", "min minut minutit",
      "üks kaks kolm neli viis kuus seitse kaheksa üheksa kümme kaksteist viisteist kakskümmend "
        + "kolmkümmend nelikümmend viiskümmend kuuskümmend"
    ),
    // ru
    (
      "с сек секунда секунды секунд", "мин минута минуты минут",
      "одна две три четыре пять шесть семь восемь девять десять двенадцать пятнадцать двадцать "
        + "тридцать сорок"
    ),
    // pl
    (
      "s sek sekunda sekundy sekund", "min minuta minuty minut",
      "jedna dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć dwanaście piętnaście "
        + "dwadzieścia trzydzieści"
    ),
    // cs
    (
      "s sek sekunda sekundy sekund", "min minuta minuty minut",
      "jedna dvě tři čtyři pět šest sedm osm devět deset dvanáct patnáct dvacet třicet"
    ),
    // ja
    (
      "秒", "分",
      ""
    ),
    // zh
    (
      "秒", "分",
      ""
    ),
    // ko
    (
      "초", "분",
      ""
    ),
  ]
}

extension WrittenLength {
  /// Whether `word` is a unit or a number of a duration.
  static func isPart(_ word: String) -> Bool {
    word.isEmpty || unit(word) != nil || numbers[word] != nil
  }
}
