extension LanguageRules {
  static let german = LanguageRules(
    titles: """
      dr prof hr hrn fr frl dipl ing st sr hl mag med phil jur rer nat habil bgm präs
      hptm ltn oblt komm pfr abg
      ra rain dir gen hgg fam ges öbb min stv bez
      """,
    never: """
      z.b d.h u.a u.u i.d.r s.o s.u sog bzw vgl ca evtl ggf inkl exkl insb insbes zzgl bspw geb gest
      dt engl frz lat hrsg hg verf übers bearb od resp einschl
      z.t z.zt d.i v.a i.a m.e o.g mio mrd tsd
      kath ev evang prot ehem gegr verst städt staatl amtl ggü mündl schriftl techn wiss allg öff jüd röm griech ital
      span port poln russ tschech türk österr schweiz dän schwed norw finn niederl amerik brit bayr bayer sächs preuß
      westl östl nördl südl jährl monatl tägl wöchentl ursprüngl angebl sämtl versch gleichn gen ff a.o i.e u.z d.s z.z
      i.allg u.v.a s.a h.c kfm kaufm gewerbl landw ärztl eigtl gem lt zus o.e z.hd z.hdn o.ä
      """,
    beforeNumbers: """
      nr nrn s bd bde abs art kap abb tab ziff § anm aufl jg bl tel jan feb febr mär apr
      jun jul aug sep sept okt nov dez
      """,
    inNames: "str pl co inc jh jhd jhdt std min sek",
    nameEndings: "str",
    mayEnd: """
      u.ä o.ä u.dgl u.v.m u.s.w v.chr n.chr a.d e.v i.r
      """,
    words: "dir mag komm Gen gen Port Brit Span",
    openers: """
      der die das dem den des ein eine einer einem einen er sie es wir ihr ich du man mein meine dein sein
      seine unser unsere euer dieser diese dieses diesem diesen jener jene jeder jede jedes alle alles beide
      und aber oder denn doch sondern also so dann da dort hier heute gestern morgen jetzt nun bald später
      danach davor dabei dafür damit darum deshalb deswegen trotzdem dennoch jedoch allerdings außerdem
      schließlich endlich plötzlich vielleicht natürlich sicher leider nur auch noch schon nicht kein keine
      niemand jemand etwas nichts viele wenige manche einige mehrere wer was wo wann warum wie wohin woher
      welcher welche welches wenn weil obwohl als während nachdem bevor bis seit ob dass
      in im an am auf aus bei beim mit nach von vom vor zu zum zur über unter für gegen ohne um durch
      ist sind war waren hat haben hatte hatten kann können will wollen soll muss ja nein bitte danke
      """,
    reporting: """
      sagte sagt fragte fragt rief ruft antwortete erwiderte flüsterte schrie murmelte meinte dachte
      """,
    prepositions: "um gegen ab vor nach seit bis von",
    lettered: "plan vitamin klasse gruppe teil typ block punkt",
    hasOrdinals: true, capitalizesNouns: true
  )
}
