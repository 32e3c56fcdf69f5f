extension LanguageRules {
  /// Czech and Slovak share what ends a sentence in neither.
  static let czechAndSlovak = LanguageRules(
    titles: """
      dr mudr judr mvdr rndr paeddr phdr ing mgr bc doc prof p pí sl st sv gen plk mjr kpt por npor akad arch odb csc drsc
      """,
    never: """
      např napr tj t.j tzn tzv t.zv cca ca popř príp resp vč vrát nar zemř zomr ul nám tř tr odd sp okr angl něm nem fr lat
      rus pol pozn zn viď viz srov por mj ev tzv kol
      """,
    beforeNumbers: "č čís str s kap obr tab odst čl zák sv tel písm roč hod min no nr",
    inNames: "s.r.o a.s spol v.o.s k.s co inc ltd corp jr sr",
    mayEnd: "př.n.l n.l pred.kr po.kr",
    words: "Rus kol pol",
    nameWords: "nám ul gen",
    nameCases: "y u í ého ské",
    openers: """
      on ona ono oni já ja ty my vy to ten ta tento táto tato toto tam tu zde teď teraz potom pak ale a i nebo alebo protože
      pretože když keď jestli pokud ak co čo kdo kto kde proč prečo jak ako můj môj moje tvůj tvoj jeho její jej náš jejich ich
      ano áno ne nie možná možno po před pred od do z ze zo v ve vo na pod nad o při pri bez pro pre přes cez za u k ku je byl
      bol byla bola bylo bolo byli boli má měl mal dnes včera zítra zajtra děkuji ďakujem nikdo nikto každý všichni všetci jen len
      také tiež však proto preto už ještě ešte se sa
      """,
    reporting: "řekl řekla povedal povedala zeptal spýtal zvolal odpověděl odpovedal",
    letterWords: "a i o u k v s z",
    hasOrdinals: true, capitalizesNouns: true, hasVowellessWords: true)
}
