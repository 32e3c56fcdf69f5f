extension LanguageRules {
  static let estonian = LanguageRules(
    titles: """
      dr prof hr hrad pr prl mag kand dots akad ins arh adv
      kol kpt kap ltn kolltn mjr kindr leitn srs vbl ohv komdr adm
      lp aukoh õp dir toim koost tlk pres kants sekr juh
      fr joh jak th chr ed aug kr herm jür mih
      """,
    never: """
      nt näit s.t s.o st so vt vrd v nn s.h sh ingl saks sks lad vn lüh u umb ca ligik
      pms erit k.a i.k p.o resp e.k
      """,
    beforeNumbers: """
      joon skeem lk lkd nr nrd § p ptk pt jn tab kd vih art lg rd tel telef faks arv krt pk kab
      jaan veebr apr aug sept okt nov dets
      """,
    inNames: """
      mnt tn pst pl mk khk jrv saj aa
      """,
    mayEnd: """
      s.a m.a.j e.m.a e.kr p.kr e.l
      """,
    words: "saks kand",
    openers: """
      ma mina sa sina ta tema me meie te teie nad nemad see seda selle sellest sellele sellega sel too need
      neid nende nendest nii niisiis siis siin siia siit seal sealt sinna kui kuid kuigi ja aga ent ega või
      vaid sest et ehk mis mida mille millest mille kes keda kelle kellele kus kuhu kust kuidas millal miks
      missugune milline kas ei jah jaa muidugi loomulikult kindlasti võib-olla ilmselt tegelikult seejärel
      pärast enne vahepeal lõpuks viimaks äkki korraga ometi siiski ikkagi seepärast sellepärast seetõttu
      järelikult tõesti üks kaks kolm neli viis kõik kogu iga igaüks keegi miski mõni mõned paljud palju
      vähe rohkem veel juba alles ainult just kohe nüüd täna eile homme hiljem varem jälle taas isegi
      samuti samas ka igal teisel teine muu muud oli on olin olime olid olen oleme olete polnud pole minu
      mul mulle sinu sul sulle temal talle meil meile meid teil teile neil neile oma ise jäi tuli läks
      õhtul hommikul öösel päeval aasta inimesed lapsed rahvas daamid head austatud kallid armsad
      """,
    reporting: """
      ütles ütleb küsis küsib hüüdis hüüab vastas vastab karjus sosistas lisas mõtles kordas naeris
      pomises pahandas ohkas teatas kinnitas arvas seletas jätkas nõudis palus
      """,
    prepositions: "kell enne pärast umbes alates kuni",
    lettered: "plaan vitamiin klass rühm lisa punkt variant osa sektor korpus gripp",
    hasOrdinals: true, ordinalsBeforeNames: true
  )
}
