extension LanguageRules {
  static let italian = LanguageRules(
    titles: """
      sig sigg sig.ra sig.na sig.re dott dott.ssa dr prof prof.ssa proff ing avv arch geom rag on sen gen col
      cap ten mons card s ss spett egr gent preg cav comm
      dir amm psicol econ on.le rev revmo don dep min pres presid vicepres ammin magg brig mar maresc ten.col perito per
      prof.re f.lli sr sra v.cte segr uff farm vet dr.ssa
      """,
    never:
      "es p.es ad.es cfr cf vs ca c.d i.e ecc.mo trad ved meteor idraul univ tecn amministr ad lat ingl ted fr gr sp ital agg cosid ndr n.d.r s.d f.to",
    beforeNumbers: """
      n nn nº n° num pag pagg p pp art artt cap capp vol voll fig figg tav tel sez gen feb mar apr
      mag giu lug ago set sett ott nov dic
      """,
    inNames: "s.p.a s.r.l spa srl f.lli s.n.c v.le p.za c.so",
    mayEnd: "a.c d.c",
    words: "mar don per perito col spa Ted",
    openers: """
      il lo la i gli le l'uomo un uno una questo questa questi queste quello quella quelli quelle egli ella
      lui lei loro io tu noi voi mio mia tuo tua suo sua nostro nostra vostro vostra e ed ma o oppure però
      perché poiché se quando mentre dove come che chi cosa quale quanto anche ancora già mai sempre poi
      allora dopo prima oggi ieri domani ora adesso qui lì là così quindi dunque infatti inoltre tuttavia
      per con senza su in a da di del della dei delle al alla nel nella dal dalla tra fra contro verso
      secondo tutto tutti tutta tutte ogni nessuno qualcuno niente nulla molti pochi alcuni è era sono ha
      aveva hanno c'è non sì no grazie forse
      """,
    reporting: "disse chiese rispose gridò esclamò aggiunse mormorò",
    prepositions: "alle verso prima dopo dalle fino",
    lettered: "piano vitamina classe gruppo tipo punto sezione parte"
  )
}
