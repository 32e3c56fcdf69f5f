extension LanguageRules {
  static let french = LanguageRules(
    titles:
      "av bd boul pl imp all rte fg m mm mme mmes mlle mlles dr drs pr prs me mes mgr st ste sts stes gén lt cdt col cap sgt adj brig amb dep sén min prés ing arch abb mons mr",
    never:
      "c.-à-d c-à-d cf p.ex env vs i.e resp trad éd p.-ex e.g ca approx angl all ital esp lat gr anc auj ex hab prov dép arr",
    beforeNumbers: """
      n° no nº nos art p pp pg fig vol t tome chap ch sect par al ann tél bd av janv févr avr juil sept oct
      nov déc
      """,
    inNames: "s.a s.a.r.l cie ets inc sté r.a.t.p boul j.-c av.j.-c apr.j.-c",
    words: "col cap ex all trad",
    openers: """
      le la les l'on un une des du de ce cet cette ces il elle ils elles on nous vous je j'ai tu mon ma mes
      ton ta tes son sa ses notre nos votre vos leur leurs c'est c'était et mais ou donc or ni car puis alors
      ensuite enfin ainsi aussi cependant pourtant toutefois après avant pendant depuis quand lorsque
      comme si parce puisque bien que qui quoi où comment pourquoi combien quel quelle quels quelles est-ce
      dans en à au aux sur sous avec sans pour par chez entre vers contre selon malgré hier aujourd'hui
      demain maintenant bientôt toujours jamais souvent peut-être voici voilà tout toute tous toutes
      chaque plusieurs certains certaines aucun aucune rien personne quelqu'un oui non merci ici là
      """,
    reporting: "dit dis demanda répondit cria murmura ajouta reprit",
    prepositions: "à vers avant après dès depuis jusqu'à",
    lettered: "plan vitamine classe groupe type point section partie",
    closesBehindBlank: ["»"]
  )
}
