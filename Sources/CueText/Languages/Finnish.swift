extension LanguageRules {
  static let finnish = LanguageRules(
    titles: """
      hra rva nti dr tri toht prof dos fil lis maist kand dipl.ins ins arkkit kapt ltn luutn maj kenr ev evl past rov pääj
      apul.prof dipl kauppat oik v.a ylil alik kers korpr pj toim.joht tj
      """,
    never: """
      esim ks vrt ns eli ts n noin mm m.m synt s k kuol k.o ko kyl aik ent engl saks ruots lat ven suom ran esp ym.m
      mr mrs ms e.m em os
      """,
    beforeNumbers: "nro n:o s sivu luku kuva taul osa p puh klo art § vol",
    inNames: "jr sr oy oyj co inc ltd ry",
    mayEnd: "eaa jaa e.kr j.kr jne ym yms tms ph.d m.sc",
    words: "noin eli",
    openers: """
      hän he minä mä sinä sä me te se ne tämä tuo nämä nuo siellä täällä siinä tässä nyt sitten silloin mutta ja tai vai sillä
      koska kun jos vaikka mitä mikä kuka ketkä missä minne miksi miten milloin kyllä joo ei ehkä jälkeen ennen myös kuitenkin
      siksi niin kukaan kaikki monet jotkut on oli ovat olivat olen olemme voi voiko saa pitää täytyy tänään eilen huomenna
      kiitos vain vielä jo minun sinun hänen meidän teidän heidän sen niiden siitä siihen tästä yksi kaksi kolme
      """,
    reporting: "sanoi kysyi huusi vastasi kuiskasi lisäsi mutisi",
    prepositions: "klo kello ennen jälkeen noin",
    lettered: "vitamiini luokka ryhmä tyyppi osa kohta", hasOrdinals: true)
}
