extension LanguageRules {
  static let dutch = LanguageRules(
    titles: """
      dhr mevr mw mej hr dr drs ir ing mr prof ds bc lic kol kap maj lt gen sgt st ste past pater v.d sint burg wed
      """,
    never: """
      bijv bv b.v d.w.z dwz ca evt incl excl resp vgl cf o.a m.a.w m.b.t i.v.m t.a.v t.o.v o.l.v n.a.v a.d.h.v i.p.v
      d.m.v m.n nl m.i jl z.g zgn zog afd tav ivm mbt geb overl gest vs v d.d e.g i.e
      """,
    beforeNumbers: """
      nr nrs no blz p pp pag art lid hfst hst afb fig tab dl deel bd tel jan feb febr mrt apr jun jul aug sep sept okt
      nov dec par § jrg
      """,
    inNames: "jr sr b.v n.v v.o.f inc co ltd cie str pl",
    mayEnd: "v.chr n.chr a.u.b s.v.p p.s e.d e.a ph.d",
    words: "past pater burg wed zog sint",
    nameWords: "gen kap kol",
    openers: """
      de het een ik jij je u hij zij ze wij we jullie dit dat deze die er hier daar nu toen dan en maar of want omdat als
      toen terwijl wat wie waar waarom hoe wanneer welke mijn jouw uw zijn haar ons onze hun ja nee misschien na voor sinds
      ook toch daarom daarna niemand iedereen alle veel sommige men op in bij met naar van uit onder over tegen zonder is
      was heeft had kan kon wil wilde zal zou moet moest mag vandaag gisteren morgen dank laat geen niet alleen zo nog
      """,
    reporting: "zei zegt vroeg riep antwoordde fluisterde schreeuwde mompelde",
    prepositions: "om bij voor na rond vanaf tot",
    letterWords: "u", lettered: "plan vitamine klasse groep type deel punt")
}
