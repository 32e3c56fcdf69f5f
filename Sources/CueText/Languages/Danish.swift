extension LanguageRules {
  static let danish = LanguageRules(
    titles: """
      hr fr frk fru dr prof skt sct st adj lic mag cand stud kapt ltn maj gen insp dir adv ing pastor fhv afd kgl amtm
      """,
    never: """
      bl.a f.eks fx d.v.s dvs ca evt inkl ekskl jf jfr iflg ift pga p.gr.a vedr vs mht m.h.t mhp ml if ang sml samml
      alm forh hhv henh bl såk u.a o.lign tidl opr oprind nuv ung gl eks d.d s.u m.a.o
      """,
    beforeNumbers: """
      nr s side kap art stk pkt tlf fig tab bd vol p pp kl ca jan feb mar apr jun jul aug sep sept okt nov dec årg opg §
      """,
    inNames: "jr sr a/s aps co inc ltd str",
    mayEnd: "f.kr e.kr m.m m.fl m.v o.l o.s.v ph.d a.m p.m",
    words: "maj gen fru pastor mag ung eks if ml",
    openers: """
      den det de han hun vi i jeg du der her nu så men og for fordi da når hvis hvad hvem hvor hvorfor hvordan hvornår en et
      denne dette disse min mit mine din dit dine hans hendes vores deres jeres ja nej måske efter før siden mens også dog
      derfor derefter ingen alle mange nogle man på om ved med til fra under over mod uden er var har havde kan kunne vil
      ville skal skulle må måtte i dag lad tak ikke kun både enten selv ud ind
      """,
    reporting: "sagde siger spurgte råbte svarede hviskede udbrød tilføjede mumlede",
    prepositions: "kl ved før efter omkring fra til",
    letterWords: "i", lettered: "plan vitamin klasse gruppe type del punkt afsnit",
    hasOrdinals: true)
}
