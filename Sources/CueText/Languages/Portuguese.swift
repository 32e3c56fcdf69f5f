extension LanguageRules {
  static let portuguese = LanguageRules(
    titles: """
      sr sra srs sras srta srtas dr dra drs dras prof profa profs d dom eng enga arq gen cel cap ten sgt maj pe fr ir
      exmo exma ilmo ilma v.ex v.exa v.s v.sa revmo mons sto sta s des min adv presid dep sen lic
      """,
    never: "p.ex ex cf vs aprox i.e e.g máx mín depto trad obs tb fl núm v",
    beforeNumbers: """
      n nº n.º no num núm pág págs p pp art arts cap vol t fig figs tel ed jan fev mar abr mai jun jul ago set out nov dez
      inc par § séc sécs km
      """,
    inNames: "s.a s.a.r.l ltda lda cia jr av r pça trav tv e.u.a eua est rod",
    mayEnd: "a.c d.c",
    hours: "a.m p.m",
    words: "ir dom ex cel tv TV",
    openers: """
      o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela isto isso aquilo ele ela eles elas
      eu tu você vocês nós meu minha teu tua seu sua nosso nossa e ou mas porém porque pois se quando enquanto onde como que
      quem qual por para com sem em no na nos nas ao à do da dos das de desde até sobre entre contra segundo depois antes
      então logo agora hoje ontem amanhã sempre nunca também não sim assim todo toda todos todas cada ninguém alguém algo
      nada muitos muitas poucos vários alguns nenhum é era foi são tem tinha há havia obrigado obrigada talvez ainda já
      """,
    reporting: "disse perguntou respondeu gritou exclamou acrescentou murmurou",
    prepositions: "às à pelas antes depois desde até",
    letterWords: "a e o", lettered: "plano vitamina classe grupo tipo ponto secção seção parte")
}
