extension LanguageRules {
  static let spanish = LanguageRules(
    titles: """
      sr sra sres sras srta srtas dr dra dres d dña dn prof profa lic ing arq gral gen cnel cap tte sto sta
      mons fr hno hna pbro excmo excma ilmo ilma ud uds vd vds rdo pte
      mt st ing.o alm cmdte sgto sub insp dip sen min presid pdte vda fdo
      """,
    never:
      "p.ej ej cf vid vs aprox i.e máx mín depto trad admón admon dpto desc izq dcha teléf cía e.g ibíd op.cit",
    beforeNumbers: """
      núm nº n.º no pág págs p pp art arts cap vol t fig figs tel tfno apdo ed ene feb mar abr may jun jul
      ago sept oct nov dic
      párrf párr cap lun mié jue vie sáb dom mar inc
      """,
    inNames: "s.a s.l cía ee.uu ee.uu.aa rr.hh ff.aa avda av ctra pza hnos ud uds vd vds",
    mayEnd: "a.c d.c q.e.p.d",
    hours: "a.m p.m",
    words: "gen vid",
    openers: """
      el la los las lo un una unos unas este esta estos estas ese esa esos esas aquel aquella él ella ellos
      ellas yo tú usted ustedes nosotros vosotros mi mis tu tus su sus nuestro nuestra y e o u pero sino
      aunque porque pues si cuando mientras donde como que qué quién cuándo dónde cómo cuál por para con sin
      en a al de del desde hasta hacia sobre entre contra según tras ante bajo después antes luego entonces
      ahora hoy ayer mañana siempre nunca también tampoco además así todo toda todos todas cada nadie
      alguien algo nada muchos muchas pocos varios algunos ningún es era fue son ha había hay no sí gracias
      """,
    reporting: "dijo preguntó respondió gritó exclamó contestó añadió murmuró",
    prepositions: "a hacia antes después desde hasta",
    lettered: "plan vitamina clase grupo tipo punto sección parte"
  )
}
