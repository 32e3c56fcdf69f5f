extension LanguageRules {
  static let polish = LanguageRules(
    titles: """
      dr prof hab mgr inż doc p pp pani płk mjr kpt por gen ppłk ppor sierż kpr ks o św bł bp abp kard hr red dyr min prez
      lek med zast ob
      """,
    never: """
      np tzn tj tzw m.in ok por wg ww zob śp ur zm al im str ul pl os pow woj gm ang niem fr franc łac ros wł hiszp ps
      ds pt nr.tel tel cdn właśc ewent ew dot przyp tłum wyd nast
      """,
    beforeNumbers: """
      nr s str r rozdz rys tab t tom art ust pkt poz par § tel godz stycz lut kwiec czerw lip sierp wrzes wrześ paźdz listop
      grudz
      """,
    inNames: "jr sr s.a sp.z.o.o z.o.o co inc ltd",
    mayEnd: "p.n.e n.e r w",
    words: "pani ok os",
    nameWords: "im ul red lek gen por min",
    nameCases: "ego iej ej ich ych ny na ski ska cki cka wicz",
    openers: """
      on ona ono oni one ja ty my wy to ten ta te ci tamten tu tam teraz wtedy potem ale i a lub albo bo ponieważ gdy kiedy
      jeśli jeżeli choć co kto kogo gdzie dlaczego jak czy mój moja moje twój twoja jego jej nasz nasza ich tak nie może po
      przed od do z ze w we na pod nad o przy bez dla przez za jest był była było są były ma miał miała można trzeba dziś
      dzisiaj wczoraj jutro dziękuję nikt każdy wszyscy wszystko wiele kilka tylko też także jednak dlatego więc już jeszcze
      """,
    reporting:
      "powiedział powiedziała zapytał zapytała krzyknął krzyknęła odpowiedział odpowiedziała szepnął szepnęła",
    prepositions: "o przed po około od do",
    letterWords: "i a o w z", lettered: "plan witamina klasa grupa typ punkt część",
    hasOrdinals: true)
}
