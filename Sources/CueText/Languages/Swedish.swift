extension LanguageRules {
  static let swedish = LanguageRules(
    titles: """
      hr fr frk dr prof fil med jur doc lic mag kapt löjtn maj gen insp dir adv ing civ.ing s:t s:ta st kand
      """,
    never: """
      t.ex bl.a d.v.s dvs ca c:a ev inkl exkl jfr jmf resp s.k f.d p.g.a pga m.a.o fr.o.m t.o.m o.d vs urspr e.g
      enl angående ang åtm äv sk
      """,
    beforeNumbers: """
      nr s sid kap art st mom tel fig tab bd vol p pp kl jan feb mar apr jun jul aug sep sept okt nov dec årg §
      """,
    inNames: "jr sr ab co inc ltd",
    mayEnd: "f.kr e.kr m.m m.fl o.s.v e.d o.dyl f.n",
    words: "maj gen fil med mag jur",
    openers: """
      den det de han hon vi ni jag du där här nu så men och för eftersom då när om vad vem var varför hur en ett denna
      detta dessa min mitt mina din ditt dina hans hennes vår vårt våra deras er ja nej kanske efter före sedan medan
      också dock därför därefter ingen alla många några man på i vid med till från under över mot utan är var har hade
      kan kunde vill ville ska skulle måste idag tack inte bara både antingen själv låt åt
      """,
    reporting: "sade sa säger frågade ropade svarade viskade utbrast tillade mumlade",
    prepositions: "kl vid före efter omkring från till",
    letterWords: "i", lettered: "plan vitamin klass grupp typ del punkt avsnitt")
}
