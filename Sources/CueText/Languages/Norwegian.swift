extension LanguageRules {
  static let norwegian = LanguageRules(
    titles: """
      hr fr frk fru dr prof st sta sankt lic mag cand stud kapt ltn løytn maj gen insp dir adv ing siv.ing
      """,
    never: """
      bl.a f.eks dvs d.v.s ca evt ev inkl ekskl jf jfr ifølge pga p.g.a vedr vs mht m.h.t hhv alm opph tidl oppr nåv
      m.a.o o.a såk s.k f.o.m t.o.m
      """,
    beforeNumbers: """
      nr s side kap art pkt tlf fig tab bd vol p pp kl jan feb mar apr jun jul aug sep sept okt nov des årg §
      """,
    inNames: "jr sr a/s asa co inc ltd",
    mayEnd: "f.kr e.kr m.m m.fl m.v o.l o.s.v osv ph.d",
    words: "maj gen fru mag ifølge",
    openers: """
      den det de han hun vi i jeg du dere der her nå så men og for fordi da når hvis hva hvem hvor hvorfor hvordan en ei et
      denne dette disse min mitt mine din ditt dine hans hennes vår vårt våre deres ja nei kanskje etter før siden mens også
      likevel derfor deretter ingen alle mange noen man på om ved med til fra under over mot uten er var har hadde kan kunne
      vil ville skal skulle må måtte takk ikke bare både enten selv la
      """,
    reporting: "sa sier spurte ropte svarte hvisket utbrøt la mumlet",
    prepositions: "kl ved før etter omkring fra til",
    letterWords: "i", lettered: "plan vitamin klasse gruppe type del punkt avsnitt",
    hasOrdinals: true)
}
